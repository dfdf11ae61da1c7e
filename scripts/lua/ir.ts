// Lua as the generator works on it: a tree in which each local variable is an object, so that names cannot clash.

/** A local variable. Two variables may have the same name. */
export class Variable {
  readonly name: string;
  /** Whether it is assigned to after its declaration. */
  isReassigned: boolean;

  constructor(name: string, isReassigned = false) {
    this.name = name;
    this.isReassigned = isReassigned;
  }
}

export type Expression =
  | { kind: "literal"; text: string }
  | { kind: "vararg" }
  | { kind: "local"; variable: Variable }
  | { kind: "global"; name: string }
  | { kind: "field"; base: Expression; name: string }
  | { kind: "index"; base: Expression; index: Expression }
  | Call
  | { kind: "binary"; operator: string; left: Expression; right: Expression }
  | { kind: "unary"; operator: string; operand: Expression }
  | { kind: "table"; items: TableItem[] }
  | ({ kind: "function" } & Body);

export interface Call {
  kind: "call";
  callee: Expression;
  args: Expression[];
}

/** `key` is a name, an expression, or absent for the next number. */
export interface TableItem {
  key: string | Expression | undefined;
  value: Expression;
}

export interface Body {
  params: Variable[];
  isVararg: boolean;
  body: Statement[];
}

/** A branch of an if; the last may have no condition. */
export interface Branch {
  condition: Expression | undefined;
  body: Statement[];
}

export type Statement =
  | { kind: "declare"; variables: Variable[]; values: Expression[] }
  | { kind: "assign"; targets: Expression[]; values: Expression[] }
  | { kind: "call"; call: Call }
  | { kind: "block"; body: Statement[] }
  | { kind: "if"; branches: Branch[] }
  | { kind: "while"; condition: Expression; body: Statement[] }
  | { kind: "repeat"; body: Statement[]; condition: Expression }
  | { kind: "count"; variable: Variable; range: Expression[]; body: Statement[] }
  | { kind: "each"; variables: Variable[]; iterators: Expression[]; body: Statement[] }
  | ({ kind: "define"; variable: Variable } & Body)
  | { kind: "return"; values: Expression[] }
  | { kind: "break" };

export const NIL: Expression = { kind: "literal", text: "nil" };
export const TRUE: Expression = { kind: "literal", text: "true" };

/** The expressions directly in an expression. */
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

/** The expressions directly in a statement, those of its bodies aside. */
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

/** The lists of statements directly in a statement. */
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

/** Calls back for each statement, at any depth, those of functions included. */
export function visitStatements(body: readonly Statement[], callback: (statement: Statement) => void): void {
  for (const statement of body) {
    callback(statement);
    for (const inner of bodiesOf(statement)) visitStatements(inner, callback);
    for (const expression of expressionsOf(statement)) {
      visitParts(expression, (part) => part.kind === "function" && visitStatements(part.body, callback));
    }
  }
}

/** Calls back for each expression of a body, at any depth. */
export function visitExpressions(body: readonly Statement[], callback: (expression: Expression) => void): void {
  visitStatements(body, (statement) => {
    for (const expression of expressionsOf(statement)) visitParts(expression, callback);
  });
}

/** Calls back for an expression and each within it; not for what stands in the body of a function. */
export function visitParts(expression: Expression, callback: (expression: Expression) => void): void {
  callback(expression);
  for (const part of partsOf(expression)) visitParts(part, callback);
}

/** An expression with each of its parts mapped, the innermost first; `map` may return what it was given. */
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

/** Statements with each of their expressions mapped. */
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

/** The variables that a statement declares for those after it, or for its own body. */
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

/** Statements, each replaced by any number of others, the innermost first. What cannot be reached is left out. */
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

/** Whether a statement leaves the loop that it stands in. */
export function leaves(statement: Statement): boolean {
  if (statement.kind === "break") return true;
  return (statement.kind === "if" || statement.kind === "block") && bodiesOf(statement).flat().some(leaves);
}

/** How often each variable is read. */
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

/** Whether an expression does nothing but give a value. */
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
