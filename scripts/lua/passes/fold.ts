// Constant folding: evaluates expressions and branches whose values are known.
import { isPure, knownTruth } from "../ir/analysis.ts";
import { type Branch, type Expression, type Statement, toLiteral } from "../ir/nodes.ts";
import { mapExpressions, mapStatements } from "../ir/walk.ts";

type Binary = Extract<Expression, { kind: "binary" }>;

/** Returns a body with its constants folded, and without branches that never run. */
export function foldConstants(body: readonly Statement[]): Statement[] {
  return mapStatements(mapExpressions(body, foldExpression), (statement) => {
    if (statement.kind === "if") return foldBranches(statement.branches);
    if (statement.kind === "block" && !statement.body.some(isDeclaration)) return statement.body;
    if (statement.kind === "while" && knownTruth(statement.condition) === false) return [];
    return [statement];
  });
}

const isDeclaration = ({ kind }: Statement) => kind === "declare" || kind === "define";

/** Returns an if without the branches that never run, and without empty ones at its end. */
function foldBranches(branches: Branch[]): Statement[] {
  const kept: Branch[] = [];
  for (const branch of branches) {
    const truth = branch.condition ? knownTruth(branch.condition) : true;
    if (truth === false) continue;
    kept.push(truth === true ? { ...branch, condition: undefined } : branch);
    if (truth === true) break;
  }
  for (let last = kept.at(-1); last?.body.length === 0; last = kept.at(-1)) {
    if (last.condition && !isPure(last.condition)) break;
    kept.pop();
  }
  const [first] = kept;
  if (!first) return [];
  if (!first.condition) return [{ kind: "block", body: first.body }];
  return [{ kind: "if", branches: kept }];
}

function foldExpression(expression: Expression): Expression {
  if (expression.kind === "index" && expression.index.kind === "literal") {
    const name = /^'([A-Za-z_]\w*)'$/.exec(expression.index.text)?.[1];
    if (name) return { kind: "field", base: expression.base, name };
  }
  if (expression.kind === "unary" && expression.operator === "not") {
    const truth = knownTruth(expression.operand);
    return truth === undefined ? expression : toLiteral(String(!truth));
  }
  if (expression.kind !== "binary") return expression;
  const { operator, left, right } = expression;
  const truth = knownTruth(left);
  if (operator === "and" && truth !== undefined && isPure(left)) return truth ? right : left;
  if (operator === "or" && truth !== undefined && isPure(left)) return truth ? left : right;
  return foldNumbers(expression) ?? foldStrings(expression) ?? foldComparison(expression) ?? expression;
}

function foldNumbers({ operator, left, right }: Binary): Expression | undefined {
  const [a, b] = [left, right].map((each) =>
    each.kind === "literal" && /^\d+$/.test(each.text) ? Number(each.text) : undefined,
  );
  if (a === undefined || b === undefined) return undefined;
  const value =
    operator === "+" ? a + b : operator === "-" ? a - b : operator === "*" ? a * b : operator === "/" ? a / b : -1;
  return Number.isSafeInteger(value) && value >= 0 ? toLiteral(String(value)) : undefined;
}

const PLAIN_STRING = /^'([^'\\]|\\[ntr])*'$/;

function foldStrings({ operator, left, right }: Binary): Expression | undefined {
  if (operator !== ".." || left.kind !== "literal" || !PLAIN_STRING.test(left.text)) return undefined;
  const join = (text: string) => toLiteral(`${left.text.slice(0, -1)}${text.slice(1)}`);
  if (right.kind === "literal" && PLAIN_STRING.test(right.text)) return join(right.text);
  // Concatenation associates to the right: 'a' .. ('b' .. c).
  if (right.kind !== "binary" || right.operator !== ".." || right.left.kind !== "literal") return undefined;
  return PLAIN_STRING.test(right.left.text) ? { ...right, left: join(right.left.text) } : undefined;
}

/** Compares two literals of the same form. Others may be equal with different texts, such as 1 and 1.0. */
function foldComparison({ operator, left, right }: Binary): Expression | undefined {
  if (operator !== "==" && operator !== "~=") return undefined;
  if (left.kind !== "literal" || right.kind !== "literal") return undefined;
  const isComparable = [/^\d+$/, PLAIN_STRING].some((form) => form.test(left.text) && form.test(right.text));
  if (!isComparable) return undefined;
  return toLiteral(String((left.text === right.text) === (operator === "==")));
}
