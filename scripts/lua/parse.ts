// Parsing and walking Lua, and editing its text by ranges of the tree.
import luaparse, { type Identifier, type Node, type Statement } from "luaparse";

/** A range of a text, and its replacement. */
export interface Edit {
  range: [number, number];
  text: string;
}

/** A parsed script with its global and local identifiers. */
export interface Tree {
  source: string;
  body: Statement[];
  globals: Identifier[];
  locals: Identifier[];
}

/** Parses Lua 5.1; an error names the script. */
export function parse(name: string, source: string): Tree {
  try {
    const options = { comments: false, ranges: true, scope: true, luaVersion: "5.1" } as const;
    const { body } = luaparse.parse(source, options) as unknown as { body: Statement[] };
    return { source, body, ...variablesOf(body) };
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Returns a tree's identifiers by kind, without names of fields. */
function variablesOf(tree: unknown): { globals: Identifier[]; locals: Identifier[] } {
  const found = { globals: [] as Identifier[], locals: [] as Identifier[] };
  visit(tree, (node) => {
    if (node.type === "Identifier") found[node.isLocal ? "locals" : "globals"].push(node);
  });
  return found;
}

type Visited = Exclude<Node, Identifier> | (Identifier & { isLocal: boolean });

/** Calls `callback` for each node of a tree, except names of fields. */
export function visit(tree: unknown, callback: (node: Visited) => void): void {
  if (Array.isArray(tree)) for (const each of tree) visit(each, callback);
  if (typeof tree !== "object" || tree === null || !("type" in tree)) return;
  const node = tree as Visited;
  callback(node);
  for (const [key, child] of Object.entries(node)) {
    const isField =
      (node.type === "MemberExpression" && key === "identifier") || (node.type === "TableKeyString" && key === "key");
    if (!isField) visit(child, callback);
  }
}

/** Returns the range of a node in its source, which the parser's types omit. */
export function rangeOf(node: unknown): [number, number] {
  return (node as { range: [number, number] }).range;
}

/** Returns the source text of a node. */
export function textOf(source: string, node: unknown): string {
  return source.slice(...rangeOf(node));
}

/** Returns the names that a statement declares for later ones. */
export function declaredBy(statement: Statement): string[] {
  if (statement.type === "LocalStatement") return statement.variables.map((variable) => variable.name);
  if (statement.type !== "FunctionDeclaration" || !statement.isLocal) return [];
  return statement.identifier?.type === "Identifier" ? [statement.identifier.name] : [];
}

/** Applies edits to a text. */
export function applyEdits(source: string, edits: Edit[]): string {
  let text = source;
  for (const { range, text: replacement } of edits.toSorted((a, b) => b.range[0] - a.range[0])) {
    text = text.slice(0, range[0]) + replacement + text.slice(range[1]);
  }
  return text;
}
