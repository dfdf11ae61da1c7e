// The scripts with one place in their Lua altered. The place is named by its function and by what it is in the parse tree:
// an operator, a call, an assignment, a condition. So it is found again however the lines around it move.
import { join } from "node:path";
import type { Expression, Node, Statement } from "luaparse";
import { camelCase, readLua, sourcesByName } from "../../scripts/build/lua-sources.ts";
import { plainLua } from "../../scripts/lua/compile.ts";
import { applyEdits, parse, rangeOf, textOf, visit } from "../../scripts/lua/parse.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Where to alter what. */
export type Alteration = {
  /** A file of src/lua: `turn`, `lib/take`. */
  file: string;
  /** The function in it; the body of the script unless set. */
  in?: string;
  /** Which of several that fit, from 1 on; there may be no others unless it is set. */
  nth?: number;
} & (
  | /** A comparison, an arithmetic or a logical operator, and what takes its place. */ { operator: string; to: string }
  /** A call of a function, or of a Redis command by its name. Its statement goes, or the call becomes another expression. */
  | { call: string; to?: string }
  /** An assignment to a variable or a field. It goes, or another value is assigned. */
  | { assigned: string; to?: string }
  /** The condition of an if, a while or a repeat that names a variable, a field or a command; it becomes another. */
  | { condition: string; to: string }
  /** A literal, as it stands in the source, and another. */
  | { literal: string; to: string }
);

/** The scripts that have the altered file's Lua in them, by the names that TypeScript has. */
export function alteredLua(alteration: Alteration): Record<string, string> {
  const { scripts, libraries: files } = readLua("src/lua", ROOT);
  const { file } = alteration;
  const library = file.startsWith("lib/") ? file.slice("lib/".length) : undefined;
  const all = sourcesByName(library === undefined ? scripts : files);
  const source = all[library ?? file];
  if (source === undefined) throw new Error(`there is no ${file}.lua`);
  const altered = { ...all, [library ?? file]: alter(source, alteration) };
  const libraries = library === undefined ? sourcesByName(files) : altered;
  const texts = library === undefined ? altered : sourcesByName(scripts);
  const holds = (text: string): boolean =>
    [...text.matchAll(/^include "([a-z-]+)"$/gm)].some(
      ([, name = ""]) => name === library || holds(libraries[name] ?? ""),
    );
  const found = Object.entries(texts).filter(([name, text]) => name === file || holds(text));
  // As written: to compile them for size and speed would take ten times as long.
  return Object.fromEntries(
    found.map(([name, text]) => [camelCase(name), plainLua(name, text, libraries)(text, libraries)]),
  );
}

function alter(source: string, alteration: Alteration): string {
  const { body } = parse(alteration.file, source);
  const places = placesIn(source, scopeOf(body, alteration), alteration);
  const { nth } = alteration;
  const chosen = nth === undefined && places.length === 1 ? places[0] : nth === undefined ? undefined : places[nth - 1];
  if (!chosen) throw new Error(`${JSON.stringify(alteration)} fits ${places.length} places`);
  return applyEdits(source, [chosen]);
}

/** The statements to look in. */
function scopeOf(body: Statement[], alteration: Alteration): Statement[] {
  const isFunction = (each: Statement) => each.type === "FunctionDeclaration";
  if (alteration.in === undefined) return body.filter((each) => !isFunction(each));
  const found = body.find((each) => isFunction(each) && nameOf(each) === alteration.in);
  if (found?.type !== "FunctionDeclaration") throw new Error(`${alteration.file}.lua has no function ${alteration.in}`);
  return found.body;
}

const nameOf = (statement: Statement) =>
  statement.type === "FunctionDeclaration" && statement.identifier?.type === "Identifier"
    ? statement.identifier.name
    : undefined;

type Place = { range: [number, number]; text: string };

function placesIn(source: string, scope: Statement[], alteration: Alteration): Place[] {
  const places: Place[] = [];
  const put = (node: Node, text: string) => places.push({ range: rangeOf(node), text });
  const isTarget = (node: Node, path: string) => textOf(source, node) === path;
  visit(scope, (visited) => {
    const node = visited as Node;
    if ("operator" in alteration) {
      if (node.type !== "BinaryExpression" && node.type !== "LogicalExpression") return;
      if (node.operator !== alteration.operator) return;
      const [, start] = rangeOf(node.left);
      const at = source.indexOf(node.operator, start);
      places.push({ range: [at, at + node.operator.length], text: alteration.to });
    } else if ("call" in alteration) {
      if (alteration.to === undefined && node.type === "CallStatement" && calls(node.expression, alteration.call))
        put(node, "");
      if (alteration.to !== undefined && node.type === "CallExpression" && calls(node, alteration.call))
        put(node, alteration.to);
    } else if ("assigned" in alteration) {
      if (node.type !== "AssignmentStatement" && node.type !== "LocalStatement") return;
      const i = node.variables.findIndex((each) => isTarget(each, alteration.assigned));
      if (i < 0) return;
      if (alteration.to === undefined) put(node, "");
      else put((node.init[i] ?? node.init.at(-1)) as Node, alteration.to);
    } else if ("condition" in alteration) {
      if (!("condition" in node)) return;
      const { condition } = node as { condition: Expression };
      if (names(source, condition, alteration.condition)) put(condition, alteration.to);
    } else if (node.type.endsWith("Literal") && textOf(source, node) === alteration.literal) put(node, alteration.to);
  });
  return places.sort((a, b) => a.range[0] - b.range[0]);
}

/** Reports whether an expression calls that function, with a text among its arguments as in "enter ready", or that command. */
function calls(expression: Expression, call: string): boolean {
  if (expression.type !== "CallExpression") return false;
  const { base } = expression;
  const [name, text] = call.split(" ");
  const hasText = (each: Expression) => each.type === "StringLiteral" && each.raw === `'${text}'`;
  if (base.type === "Identifier")
    return base.name === name && (text === undefined || expression.arguments.some(hasText));
  const [command] = expression.arguments;
  return (
    base.type === "MemberExpression" && command?.type === "StringLiteral" && /^'(\w+)'$/.exec(command.raw)?.[1] === name
  );
}

/** Reports whether an expression holds a variable, a field or a command. */
function names(source: string, expression: Expression, name: string): boolean {
  let found = false;
  visit(expression, (node) => {
    found ||= textOf(source, node) === name || (node.type === "CallExpression" && calls(node, name));
  });
  return found;
}
