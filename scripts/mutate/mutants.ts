// Creates the mutants of a Lua file: copies of its text with one small mistake, made in the syntax tree.
import type { Expression, Node, Statement } from "luaparse";
import { applyEdits, type Edit, parse, rangeOf, sourceOf, visitNodes } from "../lua/frontend/parse.ts";
import { readPrologue } from "../lua/frontend/prologue.ts";

/** A text with one mistake. */
export interface Mutant {
  line: number;
  /** Identifies it among the mutants of its file, until its line changes. */
  key: string;
  text: string;
}

const REPLACED_OPERATORS: Record<string, string> = {
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
const REPLACED_FUNCTIONS: Record<string, string> = { min: "max", max: "min", floor: "ceil", ceil: "floor" };

/** Creates the mutants of a file, in the order of their places. The prologue and includes are not mutated. */
export function createMutants(name: string, source: string): Mutant[] {
  const { body } = parse(name, source);
  const start = Math.max(0, readPrologue(name, body).end);
  const edits: Edit[] = [];
  const firstBytes = new Set<Node>();
  visitNodes(body, (node) => {
    if (node.type === "CallExpression" && sourceOf(node.base, source) === "string.sub" && node.arguments[1])
      firstBytes.add(node.arguments[1]);
    const own = nodeMutations(node, source);
    // string.sub begins with the first byte for 0 as for 1.
    edits.push(...(firstBytes.has(node) ? own.filter(({ text }) => text !== "0") : own));
  });
  edits.push(...statementRemovals(body, source));
  return toMutants(
    edits.filter(({ range }) => range[0] >= start),
    source,
  );
}

/** Returns the mutants that edits make, without repeated texts. A repeated key gets a number. */
function toMutants(edits: Edit[], source: string): Mutant[] {
  const texts = new Set<string>();
  const keys = new Map<string, number>();
  const inOrder = edits.toSorted((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]);
  return inOrder.flatMap((edit) => {
    const text = applyEdits(source, [edit]);
    if (texts.has(text)) return [];
    texts.add(text);
    const key = keyOf(edit, { source, text });
    const nth = (keys.get(key) ?? 0) + 1;
    keys.set(key, nth);
    return [{ line: lineAt(edit.range[0], source), key: nth > 1 ? `${key} (${nth})` : key, text }];
  });
}

/** Returns the key of a mutant: the line before and after its edit. Of several lines, the first and their number. */
function keyOf({ range: [start, end] }: Edit, { source, text }: { source: string; text: string }): string {
  const line = lineAt(start, source);
  const [before = "", after = ""] = [source, text].map((each) => each.split("\n")[line - 1]?.trim());
  const lines = lineAt(end, source) - line + 1;
  return `${before}${lines > 1 ? ` … (${lines} lines)` : ""} → ${after || "nothing"}`;
}

const lineAt = (position: number, source: string) => source.slice(0, position).split("\n").length;

/** Returns edits, each of which makes a mistake in a node. */
function nodeMutations(node: Node, source: string): Edit[] {
  const range = rangeOf(node);
  const replaceBy = (texts: string[]): Edit[] => texts.map((text) => ({ range, text }));
  switch (node.type) {
    case "BinaryExpression":
      return operatorReplacement(node, source);
    case "LogicalExpression": {
      const left = balanceEnd(source.slice(range[0], rangeOf(node.left)[1]));
      const right = balanceStart(source.slice(rangeOf(node.right)[0], range[1]));
      return node.operator === "or"
        ? replaceBy([`(${left} and ${right})`, `(${left})`])
        : replaceBy([`(${left} or ${right})`, `(${right})`]);
    }
    case "UnaryExpression":
      return node.operator === "not" ? replaceBy([`(${sourceOf(node.argument, source)})`]) : [];
    case "NumericLiteral":
      return replaceBy(neighborsOf(node.value).map((value) => (value < 0 ? `(${value})` : String(value))));
    case "BooleanLiteral":
      return replaceBy([String(!node.value)]);
    case "StringLiteral":
      return replaceBy(stringMutations(sourceOf(node, source)));
    case "MemberExpression": {
      const isMath = node.base.type === "Identifier" && node.base.name === "math";
      const replacement = isMath && REPLACED_FUNCTIONS[node.identifier.name];
      return replacement ? [{ range: rangeOf(node.identifier), text: replacement }] : [];
    }
    case "IfClause":
    case "ElseifClause":
    case "WhileStatement":
    case "RepeatStatement":
      return conditionNegation(node.condition, source);
    default:
      return [];
  }
}

const neighborsOf = (value: number) => [value + 1, value - 1];

/** Returns replacements of a number that Redis gets as a string, and of `'('`, which excludes the end of a range. */
function stringMutations(text: string): string[] {
  if (text === "'('") return ["''"];
  const number = /^'(-?\d+)'$/.exec(text)?.[1];
  return number === undefined ? [] : neighborsOf(Number(number)).map((value) => `'${value}'`);
}

// The parser does not count parentheses around an operand as part of it, so the text of an operand may lack some.
const countUnclosed = (text: string) => text.split("(").length - text.split(")").length;
const balanceEnd = (text: string) => text + ")".repeat(Math.max(0, countUnclosed(text)));
const balanceStart = (text: string) => "(".repeat(Math.max(0, -countUnclosed(text))) + text;

function operatorReplacement(node: Extract<Node, { type: "BinaryExpression" }>, source: string): Edit[] {
  const { operator, left, right } = node;
  const text = REPLACED_OPERATORS[operator];
  if (!text) return [];
  const start = source.indexOf(operator, rangeOf(left)[1]);
  if (start < 0 || start >= rangeOf(right)[0]) throw new Error(`no ${operator} between two operands`);
  return [{ range: [start, start + operator.length], text }];
}

/** Returns the edit that negates a condition; none for an equality or a negation, which other mutants negate. */
function conditionNegation(condition: Expression, source: string): Edit[] {
  if (condition.type === "BinaryExpression" && /^[=~]=$/.test(condition.operator)) return [];
  if (condition.type === "UnaryExpression" && condition.operator === "not") return [];
  return [{ range: rangeOf(condition), text: `not (${sourceOf(condition, source)})` }];
}

/** Returns an edit that removes each statement, except includes, and declarations, without which no script compiles. */
function statementRemovals(body: Statement[], source: string): Edit[] {
  const statements = [...body];
  visitNodes(body, (node) => "body" in node && statements.push(...node.body));
  const isInclude = (statement: Statement) => sourceOf(statement, source).startsWith("include ");
  return statements
    .filter((each) => each.type !== "LocalStatement" && each.type !== "FunctionDeclaration" && !isInclude(each))
    .map((each) => ({ range: rangeOf(each), text: "" }));
}
