// Scripts whose Lua is altered in one place. The place is identified by its function and its role in the syntax tree, such
// as an operator or a condition, so that it is found when the lines around it move.
import { join } from "node:path";
import type { Expression, Node, Statement } from "luaparse";
import { camelCase, readLua, sourcesByName } from "../../scripts/build/lua-sources.ts";
import { expandScript } from "../../scripts/lua/compile.ts";
import { applyEdits, type Edit, parse, rangeOf, sourceOf, visitNodes } from "../../scripts/lua/frontend/parse.ts";

const ROOT = join(import.meta.dirname, "../..");

/** An alteration, and its place. */
export type Alteration = {
  /** A file of src/lua: `turn`, `lib/take`. */
  file: string;
  /** The function to search; by default the statements outside of functions. */
  in?: string;
  /** The number of the match, from 1. Without a number there must be exactly one match. */
  nth?: number;
} & (
  | /** A comparison, arithmetic or logical operator, and its replacement. */ { operator: string; to: string }
  /** A call of a function or a Redis command. Its statement is removed, or the call is replaced by an expression. */
  | { call: string; to?: string }
  /** An assignment to a variable or a field. It is removed, or its value is replaced. */
  | { assigned: string; to?: string }
  /** The condition of an if, a while or a repeat that names a variable, a field or a command, and its replacement. */
  | { condition: string; to: string }
  /** A literal as in the source, and its replacement. */
  | { literal: string; to: string }
);

/**
 * Returns the scripts that contain the altered file, by their TypeScript names: all, or only some. They are not compiled, which
 * is slow.
 */
export function alteredLua(
  alteration: Alteration,
  { only }: { only?: readonly string[] } = {},
): Record<string, string> {
  const { scripts, libraries } = readLua("src/lua", ROOT);
  const texts = { scripts: sourcesByName(scripts), libraries: sourcesByName(libraries) };
  const { file } = alteration;
  const library = file.startsWith("lib/") ? file.slice("lib/".length) : undefined;
  const changed = library === undefined ? texts.scripts : texts.libraries;
  const source = changed[library ?? file];
  if (source === undefined) throw new Error(`there is no ${file}.lua`);
  changed[library ?? file] = applyAlteration(source, alteration);
  const includesLibrary = (text: string): boolean =>
    [...text.matchAll(/^include "([a-z-]+)"$/gm)].some(
      ([, name = ""]) => name === library || includesLibrary(texts.libraries[name] ?? ""),
    );
  const affected = Object.entries(texts.scripts).filter(
    ([name, text]) => (only?.includes(camelCase(name)) ?? true) && (name === file || includesLibrary(text)),
  );
  return Object.fromEntries(
    affected.map(([name, text]) => {
      const expanded = expandScript(name, { source: text, libraries: texts.libraries });
      return [camelCase(name), withoutUnusedFunctions(name, expanded)];
    }),
  );
}

/** Returns a text without the functions of libraries that it does not use. Lua allows a script 200 local variables. */
function withoutUnusedFunctions(name: string, text: string): string {
  const functions = new Set(parse(name, text).body.filter((statement) => statement.type === "FunctionDeclaration"));
  const uses = countWords(text);
  const edits: Edit[] = [];
  // A function may be used only by others that are not used.
  for (let hasFound = true; hasFound; ) {
    hasFound = false;
    for (const statement of functions) {
      if (uses.get(functionName(statement) ?? "") !== 1) continue;
      for (const [word, count] of countWords(sourceOf(statement, text))) uses.set(word, (uses.get(word) ?? 0) - count);
      functions.delete(statement);
      edits.push({ range: rangeOf(statement), text: "" });
      hasFound = true;
    }
  }
  return applyEdits(text, edits);
}

/** Returns how often each word occurs in a text. */
function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/\w+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns a source with an alteration. Throws unless the alteration determines one place. */
function applyAlteration(source: string, alteration: Alteration): string {
  const { body } = parse(alteration.file, source);
  const matches = findMatches(source, searchedStatements(body, alteration), alteration);
  const { nth = matches.length === 1 ? 1 : 0 } = alteration;
  const chosen = matches[nth - 1];
  if (!chosen) throw new Error(`${JSON.stringify(alteration)} matches ${matches.length} places`);
  return applyEdits(source, [chosen]);
}

/** Returns the statements to search: those of the function of an alteration, or those outside of functions. */
function searchedStatements(body: Statement[], alteration: Alteration): Statement[] {
  const withoutFunctions = (statements: Statement[]) =>
    statements.filter((each) => each.type !== "FunctionDeclaration");
  if (alteration.in === undefined) return withoutFunctions(body);
  let found: Statement[] | undefined;
  // A function may be inside of another one.
  visitNodes(body, (node) => {
    if (node.type === "FunctionDeclaration" && functionName(node) === alteration.in) found ??= node.body;
  });
  if (!found) throw new Error(`${alteration.file}.lua has no function ${alteration.in}`);
  return withoutFunctions(found);
}

const functionName = (statement: Statement) =>
  statement.type === "FunctionDeclaration" && statement.identifier?.type === "Identifier"
    ? statement.identifier.name
    : undefined;

/** Returns an edit for each place that matches an alteration, in the order of the source. */
function findMatches(source: string, scope: Statement[], alteration: Alteration): Edit[] {
  const matches: Edit[] = [];
  const replace = (node: Node, text: string) => matches.push({ range: rangeOf(node), text });
  visitNodes(scope, (visited) => {
    const node = visited as Node;
    if ("operator" in alteration) {
      if (node.type !== "BinaryExpression" && node.type !== "LogicalExpression") return;
      if (node.operator !== alteration.operator) return;
      const [, leftEnd] = rangeOf(node.left);
      const start = source.indexOf(node.operator, leftEnd);
      matches.push({ range: [start, start + node.operator.length], text: alteration.to });
    } else if ("call" in alteration) {
      const { call, to } = alteration;
      if (to === undefined && node.type === "CallStatement" && isCallOf(node.expression, call)) replace(node, "");
      if (to !== undefined && node.type === "CallExpression" && isCallOf(node, call)) replace(node, to);
    } else if ("assigned" in alteration) {
      if (node.type !== "AssignmentStatement" && node.type !== "LocalStatement") return;
      const i = node.variables.findIndex((target) => sourceOf(target, source) === alteration.assigned);
      if (i < 0) return;
      if (alteration.to === undefined) replace(node, "");
      else replace((node.init[i] ?? node.init.at(-1)) as Node, alteration.to);
    } else if ("condition" in alteration) {
      if (!("condition" in node)) return;
      const { condition } = node as { condition: Expression };
      if (isNamedIn(condition, { name: alteration.condition, source })) replace(condition, alteration.to);
    } else if (node.type.endsWith("Literal") && sourceOf(node, source) === alteration.literal)
      replace(node, alteration.to);
  });
  return matches.sort((a, b) => a.range[0] - b.range[0]);
}

/** Reports whether an expression calls a function, as "enter" or with a string argument "enter ready", or a command. */
function isCallOf(expression: Expression, call: string): boolean {
  if (expression.type !== "CallExpression") return false;
  const { base } = expression;
  const [name, argument] = call.split(" ");
  const isArgument = (each: Expression) => each.type === "StringLiteral" && each.raw === `'${argument}'`;
  if (base.type === "Identifier")
    return base.name === name && (argument === undefined || expression.arguments.some(isArgument));
  const [command] = expression.arguments;
  return (
    base.type === "MemberExpression" && command?.type === "StringLiteral" && /^'(\w+)'$/.exec(command.raw)?.[1] === name
  );
}

/** Reports whether an expression contains a variable, a field or a command of this name. */
function isNamedIn(expression: Expression, { name, source }: { name: string; source: string }): boolean {
  let found = false;
  visitNodes(expression, (node) => {
    found ||= sourceOf(node, source) === name || (node.type === "CallExpression" && isCallOf(node, name));
  });
  return found;
}
