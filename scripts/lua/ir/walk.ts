// Visits and maps the nodes of the intermediate representation.
import type { Expression, Statement, Variable } from "./nodes.ts";

/** Functions for the direct parts of a statement. Parts without a function stay as they are. */
interface StatementMap {
  expression?: (expression: Expression) => Expression;
  body?: (body: Statement[]) => Statement[];
  variable?: (variable: Variable) => Variable;
}

const keep = <T>(part: T): T => part;

/** Returns a statement whose direct parts are mapped: its expressions, its bodies, and the variables that it declares. */
export function mapStatement(
  statement: Statement,
  { expression = keep, body = keep, variable = keep }: StatementMap,
): Statement {
  const all = (expressions: Expression[]) => expressions.map((each) => expression(each));
  const renamed = (variables: Variable[]) => variables.map((each) => variable(each));
  switch (statement.kind) {
    case "declare":
      return { ...statement, values: all(statement.values), variables: renamed(statement.variables) };
    case "assign":
      return { ...statement, values: all(statement.values), targets: all(statement.targets) };
    case "call": {
      const call = expression(statement.call);
      if (call.kind !== "call") throw new Error("a statement must stay a call");
      return { kind: "call", call };
    }
    case "block":
      return { ...statement, body: body(statement.body) };
    case "if":
      return {
        ...statement,
        branches: statement.branches.map((branch) => ({
          condition: branch.condition && expression(branch.condition),
          body: body(branch.body),
        })),
      };
    case "while":
    case "repeat":
      return { ...statement, condition: expression(statement.condition), body: body(statement.body) };
    case "numericFor":
      return {
        ...statement,
        range: all(statement.range),
        variable: variable(statement.variable),
        body: body(statement.body),
      };
    case "genericFor":
      return {
        ...statement,
        iterators: all(statement.iterators),
        variables: renamed(statement.variables),
        body: body(statement.body),
      };
    case "define":
      return {
        ...statement,
        variable: variable(statement.variable),
        params: renamed(statement.params),
        body: body(statement.body),
      };
    case "return":
      return { ...statement, values: all(statement.values) };
    case "break":
      return statement;
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
    case "numericFor":
      return statement.range;
    case "genericFor":
      return statement.iterators;
    case "return":
      return statement.values;
    default:
      return [];
  }
}

/** Returns the direct bodies of a statement. */
export function bodiesOf(statement: Statement): Statement[][] {
  if (statement.kind === "if") return statement.branches.map(({ body }) => body);
  return "body" in statement ? [statement.body] : [];
}

/** Returns the variables that a statement declares, for later statements or for its own body. */
export function declaredBy(statement: Statement): Variable[] {
  if (statement.kind === "define") return [statement.variable, ...statement.params];
  if (statement.kind === "numericFor") return [statement.variable];
  return "variables" in statement ? statement.variables : [];
}

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

/** Calls `callback` for each statement at any depth, including bodies of functions. */
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
      return map({ ...expression, body: mapExpressions(expression.body, map) });
    default:
      return map(expression);
  }
}

/** Maps the expressions of a body at any depth, innermost first. */
export function mapExpressions(body: readonly Statement[], map: (expression: Expression) => Expression): Statement[] {
  const parts: StatementMap = {
    expression: (each) => mapExpression(each, map),
    body: (inner) => mapExpressions(inner, map),
  };
  return body.map((statement) => mapStatement(statement, parts));
}

/** Replaces each statement at any depth by a list of statements, innermost first, and drops unreachable ones. */
export function mapStatements(body: readonly Statement[], map: (statement: Statement) => Statement[]): Statement[] {
  const parts: StatementMap = { body: (inner) => mapStatements(inner, map) };
  const mapped = body.flatMap((statement) => map(mapStatement(statement, parts)));
  const end = mapped.findIndex(({ kind }) => kind === "return" || kind === "break");
  return end < 0 ? mapped : mapped.slice(0, end + 1);
}
