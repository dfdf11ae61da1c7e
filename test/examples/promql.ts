// Parses expressions of Prometheus and the text of /metrics, to compare the names and labels in both.
import { parser } from "@prometheus-io/lezer-promql";

/** A vector that an expression selects: a metric, and the values that it demands of labels. */
export interface Selector {
  metric: string;
  labels: Map<string, string>;
}

/** Parses an expression. Throws if it is not PromQL. */
export function parseExpression(text: string): { selectors: Selector[]; grouped: string[] } {
  const selectors: Selector[] = [];
  const grouped: string[] = [];
  let label = "";
  parser.parse(text).iterate({
    enter: (node) => {
      const { type, from, to } = node;
      const isMatcher = node.matchContext(["UnquotedLabelMatcher"]);
      const content = text.slice(from, to);
      if (type.isError) throw new Error(`not PromQL at ${from}: ${text}`);
      if (type.name === "VectorSelector") selectors.push({ metric: "", labels: new Map() });
      const selector = selectors.at(-1);
      if (type.name === "Identifier" && selector) selector.metric = content;
      if (type.name === "LabelName" && isMatcher) label = content;
      else if (type.name === "LabelName") grouped.push(content);
      if (type.name === "StringLiteral" && isMatcher) selector?.labels.set(label, content.slice(1, -1));
    },
  });
  return { selectors, grouped };
}

/** Parses metrics: for each name of a sample, the values of each of its labels. */
export function parseMetrics(text: string): Map<string, Map<string, Set<string>>> {
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const line of text.split("\n")) {
    const [, name = "", labels = ""] = /^([a-z_]+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === "") continue;
    const known = metrics.get(name) ?? new Map<string, Set<string>>();
    metrics.set(name, known);
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return metrics;
}
