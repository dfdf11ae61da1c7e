// The mutants of one Lua file: each is the file with one small mistake in it, made on the parse tree.
import type { Expression, Node, Statement } from "luaparse";
import { applyEdits, parse, rangeOf, textOf, visit } from "../lua/parse.ts";
import { readPrologue } from "../lua/prologue.ts";

/** A file with one mistake. */
export interface Mutant {
  line: number;
  /** What tells it from the others of its file, as long as its line stays as it is. */
  key: string;
  text: string;
}

interface Change {
  range: [number, number];
  to: string;
}

const FLIPS: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "==": "~=",
  "~=": "==",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
};
const SWAPS: Record<string, string> = { min: "max", max: "min", floor: "ceil", ceil: "floor" };

/** Every mutant of a file, in its order; what only names keys, arguments and libraries stays as it is. */
export function mutantsOf(name: string, source: string): Mutant[] {
  const { body } = parse(name, source);
  const from = Math.max(0, readPrologue(name, body).end);
  const changes: Change[] = [];
  const firstBytes = new Set<Node>();
  visit(body, (node) => {
    if (node.type === "CallExpression" && textOf(source, node.base) === "string.sub" && node.arguments[1])
      firstBytes.add(node.arguments[1]);
    if (rangeOf(node)[0] < from) return;
    const own = changesOf(source, node);
    // string.sub begins with the first byte for 0 as for 1.
    changes.push(...(firstBytes.has(node) ? own.filter(({ to }) => to !== "0") : own));
  });
  changes.push(...drops(source, body).filter(({ range }) => range[0] >= from));
  return named(source, changes);
}

function named(source: string, changes: Change[]): Mutant[] {
  const [texts, keys] = [new Set<string>(), new Map<string, number>()];
  const inOrder = changes.toSorted((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]);
  return inOrder.flatMap(({ range, to }) => {
    const text = applyEdits(source, [{ range, text: to }]);
    if (texts.has(text)) return [];
    texts.add(text);
    const key = keyOf(source, text, range);
    const nth = (keys.get(key) ?? 0) + 1;
    keys.set(key, nth);
    return [{ line: linesBefore(source, range[0]), key: nth > 1 ? `${key} (${nth})` : key, text }];
  });
}

/** The line before and after, and of a longer piece what begins it. */
function keyOf(source: string, text: string, [start, end]: [number, number]): string {
  const at = linesBefore(source, start) - 1;
  const [before = "", after = ""] = [source, text].map((each) => each.split("\n")[at]?.trim());
  const lines = linesBefore(source, end) - at;
  return `${before}${lines > 1 ? ` … (${lines} lines)` : ""} → ${after || "nothing"}`;
}

const linesBefore = (source: string, at: number) => source.slice(0, at).split("\n").length;

/** What may go wrong with one node. */
function changesOf(source: string, node: Node): Change[] {
  const range = rangeOf(node);
  switch (node.type) {
    case "BinaryExpression":
      return flip(source, node.operator, node.left, node.right);
    case "LogicalExpression": {
      const [left, right] = [
        source.slice(range[0], rangeOf(node.left)[1]),
        source.slice(rangeOf(node.right)[0], range[1]),
      ];
      const other = node.operator === "and" ? "or" : "and";
      const [head, tail] = [balanced(left, "end"), balanced(right, "start")];
      return [`(${head} ${other} ${tail})`, node.operator === "or" ? `(${head})` : `(${tail})`].map((to) => ({
        range,
        to,
      }));
    }
    case "UnaryExpression":
      return node.operator === "not" ? [{ range, to: `(${textOf(source, node.argument)})` }] : [];
    case "NumericLiteral":
      return neighboursOf(node.value).map((value) => ({ range, to: value < 0 ? `(${value})` : String(value) }));
    case "BooleanLiteral":
      return [{ range, to: String(!node.value) }];
    case "StringLiteral":
      return changesOfText(textOf(source, node)).map((to) => ({ range, to }));
    case "MemberExpression": {
      const swapped = node.base.type === "Identifier" && node.base.name === "math" && SWAPS[node.identifier.name];
      return swapped ? [{ range: rangeOf(node.identifier), to: swapped }] : [];
    }
    case "IfClause":
    case "ElseifClause":
    case "WhileStatement":
    case "RepeatStatement":
      return negate(source, node.condition);
    default:
      return [];
  }
}

const neighboursOf = (value: number) => [value + 1, value - 1];

/** Numbers go to Redis as text, and `'('` is the mark of an open end of a range; no other text is changed. */
function changesOfText(text: string): string[] {
  if (text === "'('") return ["''"];
  const number = /^'(-?\d+)'$/.exec(text)?.[1];
  return number === undefined ? [] : neighboursOf(Number(number)).map((value) => `'${value}'`);
}

/** The text of an operand with the parentheses around it that the parser does not count among it. */
function balanced(text: string, cut: "start" | "end"): string {
  const [opened, closed] = [text.split("(").length, text.split(")").length];
  if (opened === closed) return text;
  return cut === "end"
    ? text + ")".repeat(Math.max(0, opened - closed))
    : "(".repeat(Math.max(0, closed - opened)) + text;
}

function flip(source: string, operator: string, left: Expression, right: Expression): Change[] {
  const flipped = FLIPS[operator];
  if (!flipped) return [];
  const [, start] = rangeOf(left);
  const at = source.indexOf(operator, start);
  if (at < 0 || at >= rangeOf(right)[0]) throw new Error(`no ${operator} between two operands`);
  return [{ range: [at, at + operator.length], to: flipped }];
}

/** Another condition; where it only compares, or begins with not, the same comes of changing that. */
function negate(source: string, condition: Expression): Change[] {
  if (condition.type === "BinaryExpression" && /^[=~]=$/.test(condition.operator)) return [];
  if (condition.type === "UnaryExpression" && condition.operator === "not") return [];
  return [{ range: rangeOf(condition), to: `not (${textOf(source, condition)})` }];
}

/** Statements left out, but for declarations, without which a script would not compile. */
function drops(source: string, body: Statement[]): Change[] {
  const found: Change[] = [];
  const take = (statements: Statement[]) => {
    for (const statement of statements) {
      const declares = statement.type === "LocalStatement" || statement.type === "FunctionDeclaration";
      if (!declares && !textOf(source, statement).startsWith("include "))
        found.push({ range: rangeOf(statement), to: "" });
    }
  };
  take(body);
  visit(body, (node) => {
    if ("body" in node) take(node.body);
  });
  return found;
}
