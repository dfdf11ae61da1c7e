// JSON as it is written: numbers of any size, the order of keys and repeated keys stay, which JSON.parse would lose.

/** A node of JSON. */
export type JsonNode =
  | { kind: "object"; entries: { key: string; value: JsonNode }[] }
  | { kind: "array"; items: JsonNode[] }
  | { kind: "string" | "number" | "boolean" | "null"; text: string };

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false)|(null)|([[\]{}:,]))/y;

/** Parses valid JSON text, without recursion on the way in, since a payload may be nested deeply. */
export function parseExactJson(text: string): JsonNode {
  const root: JsonNode = { kind: "array", items: [] };
  const open: { node: JsonNode; key?: string }[] = [{ node: root }];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [, string, number, boolean, nothing, mark] = match;
    const top = open.at(-1) as { node: JsonNode; key?: string };
    if (mark === "]" || mark === "}") open.pop();
    else if (mark === "," || mark === ":") continue;
    else if (string !== undefined && top.node.kind === "object" && top.key === undefined)
      top.key = JSON.parse(string) as string;
    else {
      const node: JsonNode =
        mark === "{"
          ? { kind: "object", entries: [] }
          : mark === "["
            ? { kind: "array", items: [] }
            : string !== undefined
              ? { kind: "string", text: JSON.parse(string) as string }
              : number !== undefined
                ? { kind: "number", text: number }
                : boolean !== undefined
                  ? { kind: "boolean", text: boolean }
                  : { kind: "null", text: nothing ?? "null" };
      if (top.node.kind === "array") top.node.items.push(node);
      else if (top.node.kind === "object") {
        top.node.entries.push({ key: top.key ?? "", value: node });
        delete top.key;
      }
      if (mark) open.push({ node });
    }
  }
  return root.items[0] ?? { kind: "null", text: "null" };
}

/** Returns the value of a property of an object; the last one of repeated keys. */
export function propertyOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === "object" ? node.entries.findLast((entry) => entry.key === key)?.value : undefined;
}

/** Formats a node with two spaces of indentation. */
export function formatJson(node: JsonNode, indent = ""): string {
  const inner = `${indent}  `;
  if (node.kind === "string") return JSON.stringify(node.text);
  if (node.kind === "object") {
    const lines = node.entries.map(({ key, value }) => `${inner}${JSON.stringify(key)}: ${formatJson(value, inner)}`);
    return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`;
  }
  if (node.kind === "array") {
    const lines = node.items.map((item) => inner + formatJson(item, inner));
    return lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n${indent}]`;
  }
  return node.text;
}
