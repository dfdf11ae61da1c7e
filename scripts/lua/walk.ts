// Visits and maps the tree, and tells what follows from its parts.
import type { Expression, Statement, Variable } from "./ir.ts";

/** Returns the direct parts of an expression, without bodies of functions. */
function partsOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case "field":
      return [expression.base];
    case "index":
      return [expression.base, expression.index];
    case "call":
      return [expression.callee, ...expression.args];
    case "binary":
      return [expression.left, expression.right];
    case "unary":
      return [expression.operand];
    case "table":
      return expression.items.flatMap(({ key, value }) => (typeof key === "object" ? [key, value] : [value]));
    default:
      return [];
  }
}

/** Returns the direct expressions of a statement, without those of its bodies. */
export function expressionsOf(statement: Statement): Expression[] {
  switch (statement.kind) {
    case "declare":
      return statement.values;
    case "assign":
      return [...statement.values, ...statement.targets];
    case "call":
      return [statement.call];
    case "if":
      return statement.branches.flatMap(({ condition }) => (condition ? [condition] : []));
    case "while":
    case "repeat":
      return [statement.condition];
    case "count":
      return statement.range;
    case "each":
      return statement.iterators;
    case "return":
      return statement.values;
    default:
      return [];
  }
}

/** Returns the direct bodies of a statement. */
export function bodiesOf(statement: Statement): Statement[][] {
  switch (statement.kind) {
    case "if":
      return statement.branches.map(({ body }) => body);
    case "block":
    case "while":
    case "repeat":
    case "count":
    case "each":
    case "define":
      return [statement.body];
    default:
      return [];
  }
}

/** Calls `callback` for each statement at any depth, bodies of functions included. */
export function visitStatements(body: readonly Statement[], callback: (statement: Statement) => void): void {
  for (const statement of body) {
    callback(statement);
    for (const inner of bodiesOf(statement)) visitStatements(inner, callback);
    for (const expression of expressionsOf(statement)) {
      visitParts(expression, (part) => part.kind === "function" && visitStatements(part.body, callback));
    }
  }
}

/** Calls `callback` for each expression of a body at any depth. */
export function visitExpressions(body: readonly Statement[], callback: (expression: Expression) => void): void {
  visitStatements(body, (statement) => {
    for (const expression of expressionsOf(statement)) visitParts(expression, callback);
  });
}

/** Calls `callback` for an expression and its parts at any depth, without bodies of functions. */
export function visitParts(expression: Expression, callback: (expression: Expression) => void): void {
  callback(expression);
  for (const part of partsOf(expression)) visitParts(part, callback);
}

/** Maps an expression and its parts, innermost first. */
export function mapExpression(expression: Expression, map: (expression: Expression) => Expression): Expression {
  const inner = (each: Expression) => mapExpression(each, map);
  switch (expression.kind) {
    case "field":
      return map({ ...expression, base: inner(expression.base) });
    case "index":
      return map({ ...expression, base: inner(expression.base), index: inner(expression.index) });
    case "call":
      return map({ ...expression, callee: inner(expression.callee), args: expression.args.map(inner) });
    case "binary":
      return map({ ...expression, left: inner(expression.left), right: inner(expression.right) });
    case "unary":
      return map({ ...expression, operand: inner(expression.operand) });
    case "table":
      return map({
        ...expression,
        items: expression.items.map(({ key, value }) => ({
          key: typeof key === "object" ? inner(key) : key,
          value: inner(value),
        })),
      });
    case "function":
      return map({ ...expression, body: mapBody(expression.body, map) });
    default:
      return map(expression);
  }
}

/** Maps the expressions of statements, innermost first. */
export function mapBody(body: readonly Statement[], map: (expression: Expression) => Expression): Statement[] {
  const one = (each: Expression) => mapExpression(each, map);
  return body.map((statement): Statement => {
    switch (statement.kind) {
      case "declare":
        return { ...statement, values: statement.values.map(one) };
      case "assign":
        return { ...statement, targets: statement.targets.map(one), values: statement.values.map(one) };
      case "call":
        return callStatement(one(statement.call));
      case "if":
        return {
          ...statement,
          branches: statement.branches.map(({ condition, body }) => ({
            condition: condition && one(condition),
            body: mapBody(body, map),
          })),
        };
      case "while":
      case "repeat":
        return { ...statement, condition: one(statement.condition), body: mapBody(statement.body, map) };
      case "count":
        return { ...statement, range: statement.range.map(one), body: mapBody(statement.body, map) };
      case "each":
        return { ...statement, iterators: statement.iterators.map(one), body: mapBody(statement.body, map) };
      case "block":
      case "define":
        return { ...statement, body: mapBody(statement.body, map) };
      case "return":
        return { ...statement, values: statement.values.map(one) };
      default:
        return statement;
    }
  });
}

function callStatement(call: Expression): Statement {
  if (call.kind !== "call") throw new Error("a statement must stay a call");
  return { kind: "call", call };
}

/** Returns the variables that a statement declares, for later statements or for its own body. */
export function declaredBy(statement: Statement): Variable[] {
  switch (statement.kind) {
    case "declare":
    case "each":
      return statement.variables;
    case "count":
      return [statement.variable];
    case "define":
      return [statement.variable, ...statement.params];
    default:
      return [];
  }
}

/** Replaces each statement by a list of statements, innermost first, and drops unreachable ones. */
export function mapStatements(body: readonly Statement[], map: (statement: Statement) => Statement[]): Statement[] {
  const mapped = body.flatMap((statement) => {
    const inner = (each: Statement[]) => mapStatements(each, map);
    switch (statement.kind) {
      case "if":
        return map({
          ...statement,
          branches: statement.branches.map((branch) => ({ ...branch, body: inner(branch.body) })),
        });
      case "block":
      case "while":
      case "repeat":
      case "count":
      case "each":
      case "define":
        return map({ ...statement, body: inner(statement.body) });
      default:
        return map(statement);
    }
  });
  const end = mapped.findIndex(({ kind }) => kind === "return" || kind === "break");
  return end < 0 ? mapped : mapped.slice(0, end + 1);
}

/** Reports whether a statement breaks out of its enclosing loop. */
export function leaves(statement: Statement): boolean {
  if (statement.kind === "break") return true;
  return (statement.kind === "if" || statement.kind === "block") && bodiesOf(statement).flat().some(leaves);
}

/** Counts the reads of each variable. */
export function readsOf(body: readonly Statement[]): Map<Variable, number> {
  const reads = new Map<Variable, number>();
  const add = (variable: Variable, by: number) => reads.set(variable, (reads.get(variable) ?? 0) + by);
  visitExpressions(body, (expression) => expression.kind === "local" && add(expression.variable, 1));
  visitStatements(body, (statement) => {
    if (statement.kind !== "assign") return;
    for (const target of statement.targets) if (target.kind === "local") add(target.variable, -1);
  });
  return reads;
}

const PURE_MODULES = new Set(["string", "math"]);
const PURE_FUNCTIONS = new Set(["tonumber", "tostring", "type", "unpack"]);

/** Reports whether an expression has no side effects. */
export function isPure(expression: Expression): boolean {
  let pure = true;
  visitParts(expression, (part) => {
    if (part.kind === "call" && !isPureFunction(part.callee)) pure = false;
  });
  return pure;
}

function isPureFunction(callee: Expression): boolean {
  if (callee.kind === "global") return PURE_FUNCTIONS.has(callee.name);
  if (callee.kind !== "field" || callee.base.kind !== "global") return false;
  return PURE_MODULES.has(callee.base.name) || (callee.base.name === "table" && callee.name === "concat");
}
