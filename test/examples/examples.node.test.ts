// The files under examples/, compared with the responses of a running API: each metric, label and field that they name exists.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { createApi, createQueue, createToken } from "../http/kit/api.ts";
import { parseExpression, parseMetrics } from "./promql.ts";

const readText = (path: string) => readFileSync(new URL(`../../examples/${path}`, import.meta.url), "utf8");

/** Returns the documents of a YAML file, which must be free of errors and warnings. */
function readYaml(path: string): unknown[] {
  return parseAllDocuments(readText(path)).map((document) => {
    if ("errors" in document) expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS();
  });
}

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { refId: string; expr: string; legendFormat: string }[];
}
interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string; definition?: string }[] };
}

const [alerts] = readYaml("prometheus/alerts.yaml") as [{ groups: { name: string; rules: Rule[] }[] }];
const rules = alerts.groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readText("grafana/dashboard.json")) as Dashboard;
const targets = dashboard.panels.flatMap(({ title, targets: each }) =>
  each.map(({ expr, legendFormat }): [string, string, string] => [title, expr, legendFormat]),
);

// Labels that Prometheus adds to each sample.
const OWN_LABELS = ["job", "instance"];
let metrics: ReturnType<typeof parseMetrics>;

beforeAll(async () => {
  const { send } = await createApi();
  const { name, queue } = await createQueue("a", "b");
  await (await queue.lease()).jobs[0]?.complete();
  metrics = parseMetrics(await (await send(`GET /metrics?queue=${name}`)).text());
});

/** Expects that an expression is PromQL, and that its metrics have its labels and their values. Returns its labels. */
function expectKnown(expression: string): Set<string> {
  const { selectors, grouped } = parseExpression(expression);
  expect(selectors.length).toBeGreaterThan(0);
  const labels = new Set(OWN_LABELS);
  for (const selector of selectors) {
    const known = metrics.get(selector.metric);
    expect([selector.metric, known !== undefined]).toEqual([selector.metric, true]);
    for (const [label, value] of selector.labels) {
      expect([...(known?.keys() ?? [])]).toContain(label);
      if (label === "state") expect([...(known?.get(label) ?? [])]).toContain(value);
    }
    for (const label of known?.keys() ?? []) labels.add(label);
  }
  for (const label of grouped) expect([...labels]).toContain(label);
  return labels;
}

/** Returns the labels that a template names, such as {{queue}} or {{ $labels.queue }}. */
const labelsIn = (template: string) =>
  [...template.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}/g)].map(([, label]) => label ?? "");

describe("an alert reads metrics and labels that /metrics has:", () => {
  test.each(rules.map((rule): [string, Rule] => [rule.alert, rule]))("%s", (_, rule) => {
    const labels = expectKnown(rule.expr);
    for (const label of labelsIn(rule.annotations.summary)) expect([...labels]).toContain(label);
    expect(rule.for ?? "0s").toMatch(/^\d+[smh]$/);
    expect(rule.labels.severity).toMatch(/^(critical|warning)$/);
    // The functions of templates that the summaries may use.
    for (const [, name] of rule.annotations.summary.matchAll(/\|\s*(\w+)/g))
      expect(["humanizeDuration", "humanizePercentage"]).toContain(name);
  });
});

test("the alerts have different names, and the configuration of Prometheus loads them", async () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  const [config] = readYaml("prometheus/prometheus.yaml") as [
    { rule_files: string[]; scrape_configs: { metrics_path: string; params: { queue: string[] } }[] },
  ];
  expect(config.rule_files).toEqual(["alerts.yaml"]);
  const { send } = await createApi();
  for (const { metrics_path: path, params } of config.scrape_configs) {
    const query = new URLSearchParams(params.queue.map((queue) => ["queue", queue]));
    expect((await send(`GET ${path}?${query}`)).status).toBe(200);
  }
});

describe("a panel of the dashboard shows metrics and labels that /metrics has:", () => {
  test.each(targets)("%s: %s", (_, expression, legend) => {
    const plain = expression.replaceAll("$__rate_interval", "5m").replaceAll("$queue", ".*");
    const labels = expectKnown(plain);
    for (const label of labelsIn(legend)) expect([...labels]).toContain(label);
  });
});

test("the panels of the dashboard have ids of their own and do not overlap", () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...dashboard.panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
  for (const { targets: each } of dashboard.panels)
    expect(each.map(({ refId }) => refId)).toEqual(["A", "B", "C"].slice(0, each.length));
  const [, metric = "", label = ""] =
    /^label_values\((\w+), (\w+)\)$/.exec(
      dashboard.templating.list.find(({ name }) => name === "queue")?.definition ?? "",
    ) ?? [];
  expect([...(metrics.get(metric)?.keys() ?? [])]).toContain(label);
});

test("KEDA reads the number of workers with the token of its secret", async () => {
  const [authentication, scaled] = readYaml("keda/scaledobject.yaml") as [
    { kind: string; metadata: { name: string }; spec: { secretTargetRef: { parameter: string }[] } },
    {
      kind: string;
      spec: { triggers: { type: string; metadata: Record<string, string>; authenticationRef: object }[] };
    },
  ];
  expect([authentication.kind, scaled.kind]).toEqual(["TriggerAuthentication", "ScaledObject"]);
  expect(authentication.spec.secretTargetRef.map(({ parameter }) => parameter)).toEqual(["token"]);
  const [trigger] = scaled.spec.triggers;
  expect(trigger).toMatchObject({ type: "metrics-api", authenticationRef: { name: authentication.metadata.name } });
  const { url = "", valueLocation = "", targetValue, authMode, format } = trigger?.metadata ?? {};
  expect({ authMode, format, targetValue }).toEqual({ authMode: "bearer", format: "json", targetValue: "1" });
  const { pathname, search } = new URL(url);
  const { token, access } = await createToken(["read"], [pathname.split("/")[3] ?? ""]);
  const { send } = await createApi({ tokens: [access] });
  const response = await send(`GET ${pathname}${search}`, { token });
  expect(response.status).toBe(200);
  const body = (await response.json()) as Record<string, unknown>;
  // KEDA requires a number or a quantity in all responses, also for a queue that does not exist yet.
  expect(body[valueLocation]).toBe(0);
});
