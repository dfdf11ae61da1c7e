// Constant folding.
import type { Expression } from "./ir.ts";
import { isPure } from "./walk.ts";

/** Reports whether a condition is always true or always false; undefined where that is unknown. */
export function truthOf(expression: Expression): boolean | undefined {
  if (expression.kind === "literal") return expression.text !== "nil" && expression.text !== "false";
  if (expression.kind === "table" || expression.kind === "function") return true;
  return undefined;
}

/** Returns an expression with its constants folded. */
export function fold(expression: Expression): Expression {
  if (expression.kind === "index" && expression.index.kind === "literal") {
    const name = /^'([A-Za-z_]\w*)'$/.exec(expression.index.text)?.[1];
    if (name) return { kind: "field", base: expression.base, name };
  }
  if (expression.kind === "unary" && expression.operator === "not") {
    const truth = truthOf(expression.operand);
    return truth === undefined ? expression : { kind: "literal", text: String(!truth) };
  }
  if (expression.kind !== "binary") return expression;
  const { operator, left, right } = expression;
  const truth = truthOf(left);
  if (operator === "and" && truth !== undefined && isPure(left)) return truth ? right : left;
  if (operator === "or" && truth !== undefined && isPure(left)) return truth ? left : right;
  return (
    foldNumbers(operator, left, right) ??
    foldTexts(operator, left, right) ??
    foldComparison(operator, left, right) ??
    expression
  );
}

/** Compares two literals of the same form. Others may be equal with different texts, as 1 and 1.0 are. */
function foldComparison(operator: string, left: Expression, right: Expression): Expression | undefined {
  if (operator !== "==" && operator !== "~=") return undefined;
  if (left.kind !== "literal" || right.kind !== "literal") return undefined;
  const isComparable = [/^\d+$/, PLAIN_TEXT].some((form) => form.test(left.text) && form.test(right.text));
  if (!isComparable) return undefined;
  return { kind: "literal", text: String((left.text === right.text) === (operator === "==")) };
}

function foldNumbers(operator: string, left: Expression, right: Expression): Expression | undefined {
  const [a, b] = [left, right].map((each) =>
    each.kind === "literal" && /^\d+$/.test(each.text) ? Number(each.text) : undefined,
  );
  if (a === undefined || b === undefined) return undefined;
  const value =
    operator === "+" ? a + b : operator === "-" ? a - b : operator === "*" ? a * b : operator === "/" ? a / b : -1;
  return Number.isSafeInteger(value) && value >= 0 ? { kind: "literal", text: String(value) } : undefined;
}

const PLAIN_TEXT = /^'([^'\\]|\\[ntr])*'$/;

function foldTexts(operator: string, left: Expression, right: Expression): Expression | undefined {
  if (operator !== ".." || left.kind !== "literal") return undefined;
  if (!PLAIN_TEXT.test(left.text)) return undefined;
  if (right.kind === "literal" && PLAIN_TEXT.test(right.text))
    return { kind: "literal", text: `${left.text.slice(0, -1)}${right.text.slice(1)}` };
  // Concatenation associates to the right: 'a' .. ('b' .. c).
  if (right.kind !== "binary" || right.operator !== ".." || right.left.kind !== "literal") return undefined;
  if (!PLAIN_TEXT.test(right.left.text)) return undefined;
  return { ...right, left: { kind: "literal", text: `${left.text.slice(0, -1)}${right.left.text.slice(1)}` } };
}
