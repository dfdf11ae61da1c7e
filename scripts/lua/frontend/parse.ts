// The syntax tree of Lua, and edits of its text by the ranges of nodes.
import luaparse, { type Identifier, type Node, type Statement } from "luaparse";

/** The replacement of a range of a text. */
export interface Edit {
  range: [number, number];
  text: string;
}

/** A syntax tree, and the global variables that it uses. */
export interface SyntaxTree {
  body: Statement[];
  globals: Identifier[];
}

/** Parses Lua 5.1. An error states the name of the script. */
export function parse(name: string, source: string): SyntaxTree {
  return labelErrors(name, () => {
    const options = { comments: false, ranges: true, scope: true, luaVersion: "5.1" } as const;
    const { body } = luaparse.parse(source, options) as unknown as { body: Statement[] };
    const globals: Identifier[] = [];
    visitNodes(body, (node) => node.type === "Identifier" && !node.isLocal && globals.push(node));
    return { body, globals };
  });
}

/** Returns the result of some work. An error of it is thrown with the name of the script before its message. */
export function labelErrors<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

type VisitedNode = Exclude<Node, Identifier> | (Identifier & { isLocal: boolean });

/** Calls `callback` for each node of a tree, except names of fields. */
export function visitNodes(tree: unknown, callback: (node: VisitedNode) => void): void {
  if (Array.isArray(tree)) for (const each of tree) visitNodes(each, callback);
  if (typeof tree !== "object" || tree === null || !("type" in tree)) return;
  const node = tree as VisitedNode;
  callback(node);
  for (const [key, child] of Object.entries(node)) {
    const isField =
      (node.type === "MemberExpression" && key === "identifier") || (node.type === "TableKeyString" && key === "key");
    if (!isField) visitNodes(child, callback);
  }
}

/** Returns the range of a node in its source, which the parser's types omit. */
export function rangeOf(node: unknown): [number, number] {
  return (node as { range: [number, number] }).range;
}

/** Returns the source text of a node. */
export function sourceOf(node: unknown, source: string): string {
  return source.slice(...rangeOf(node));
}

/** Returns the names that a statement declares for later ones. */
export function declaredNames(statement: Statement): string[] {
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
