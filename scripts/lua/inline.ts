// Inlining of functions. Redis pays for each function that a script creates at its start, and for each variable that
// one captures: a script without functions runs a third faster.
import { copyBody } from "./copy.ts";
import { type Body, type Call, type Expression, NIL, type Statement, Variable } from "./ir.ts";
import { hasReturnInLoop, type Use, withoutReturns } from "./returns.ts";
import { isPure, mapExpression, visitExpressions, visitStatements } from "./walk.ts";

/** A function of the script, and whether its calls are inlined. */
interface Definition extends Body {
  variable: Variable;
  inlined: boolean;
}

/** Inlines functions that are called once or have at most `small` statements; calls of the others remain. */
export function inlineFunctions(script: readonly Statement[], small: number): Statement[] {
  const definitions = new Map<Variable, Definition>();
  const reachable = reachableBodies(script);
  const result: Statement[] = [];
  for (const statement of script) {
    if (statement.kind !== "define") {
      result.push(...new Inliner(definitions).statement(statement));
      continue;
    }
    const calls = reachable.get(statement.variable);
    if (!calls) continue;
    const body = new Inliner(definitions).body(statement.body);
    const mayGo = !calls.escapes && !statement.isVararg;
    const inlined = mayGo && (calls.count === 1 || sizeOf(body) <= small || takesUnit(statement));
    definitions.set(statement.variable, { ...statement, body, inlined });
    result.push({ ...statement, body });
  }
  const left = withoutUncalled(result);
  const whole = left.find((each) => each.kind === "define" && takesUnit(each));
  if (whole?.kind !== "define") return left;
  throw new Error(`${whole.variable.name} takes a unit, and is called where its body cannot stand`);
}

/** Reports whether a function takes a unit. A unit is split into variables, so such a function must be inlined. */
function takesUnit({ params }: Body): boolean {
  return params.some(({ name }) => name === "unit");
}

/** Counts the calls of each reachable function, and notes functions that are used as values. */
function reachableBodies(script: readonly Statement[]): Map<Variable, { count: number; escapes: boolean }> {
  const bodies = new Map(
    script.flatMap((each) => (each.kind === "define" ? [[each.variable, each.body] as const] : [])),
  );
  const found = new Map<Variable, { count: number; escapes: boolean }>();
  const visit = (body: readonly Statement[]) =>
    visitExpressions(body, (expression) => {
      const callee = expression.kind === "call" && expression.callee.kind === "local" ? expression.callee : undefined;
      if (callee && bodies.has(callee.variable)) note(callee.variable, { count: 1, all: -1 });
      if (expression.kind === "local" && bodies.has(expression.variable))
        note(expression.variable, { count: 0, all: 1 });
    });
  const balance = new Map<Variable, number>();
  const note = (variable: Variable, { count, all }: { count: number; all: number }) => {
    const isNew = !found.has(variable);
    const known = found.get(variable) ?? { count: 0, escapes: false };
    known.count += count;
    found.set(variable, known);
    balance.set(variable, (balance.get(variable) ?? 0) + all);
    if (isNew) visit(bodies.get(variable) ?? []);
  };
  visit(script.filter(({ kind }) => kind !== "define"));
  for (const [variable, known] of found) known.escapes = (balance.get(variable) ?? 0) !== 0;
  return found;
}

function sizeOf(body: readonly Statement[]): number {
  let size = 0;
  visitStatements(body, () => {
    size += 1;
  });
  return size;
}

/** Returns a script without the functions that it never calls. */
export function withoutUncalled(script: Statement[]): Statement[] {
  const used = new Set<Variable>();
  visitExpressions(script, (expression) => expression.kind === "local" && used.add(expression.variable));
  const kept = script.filter((each) => each.kind !== "define" || used.has(each.variable));
  return kept.length === script.length ? kept : withoutUncalled(kept);
}

class Inliner {
  readonly #definitions: ReadonlyMap<Variable, Definition>;

  constructor(definitions: ReadonlyMap<Variable, Definition>) {
    this.#definitions = definitions;
  }

  body(statements: readonly Statement[]): Statement[] {
    return statements.flatMap((each) => this.statement(each));
  }

  statement(statement: Statement): Statement[] {
    const inner = this.#withInner(statement);
    switch (inner.kind) {
      case "call":
        return this.#expand(inner.call, { kind: "nothing" }) ?? [inner];
      case "return": {
        const [call] = inner.values;
        const body = inner.values.length === 1 && call?.kind === "call" && this.#expand(call, { kind: "returned" });
        return body || [inner];
      }
      case "declare": {
        const [call] = inner.values;
        if (inner.values.length !== 1 || call?.kind !== "call") return [inner];
        const targets = inner.variables.map((variable): Expression => ({ kind: "local", variable }));
        const body = this.#expand(call, { kind: "targets", targets, declared: true });
        if (!body) return [inner];
        for (const variable of inner.variables) variable.isReassigned = true;
        return [{ ...inner, values: [] }, ...body];
      }
      case "assign": {
        const [call] = inner.values;
        if (inner.values.length !== 1 || call?.kind !== "call" || !inner.targets.every(isPlain)) return [inner];
        return this.#expand(call, { kind: "targets", targets: inner.targets, declared: false }) ?? [inner];
      }
      case "if":
        return this.#hoistCondition(inner);
      default:
        return [inner];
    }
  }

  /** Evaluates the call in `if f(…)` or `if not f(…)` before the statement. */
  #hoistCondition(statement: Extract<Statement, { kind: "if" }>): Statement[] {
    const [first, ...others] = statement.branches;
    const condition = first?.condition;
    const negated = condition?.kind === "unary" && condition.operator === "not";
    const call = negated ? condition.operand : condition;
    if (!first || call?.kind !== "call") return [statement];
    const variable = new Variable("condition", true);
    const value: Expression = { kind: "local", variable };
    const body = this.#expand(call, { kind: "targets", targets: [value], declared: true });
    if (!body) return [statement];
    const tested: Expression = negated ? { kind: "unary", operator: "not", operand: value } : value;
    const branches = [{ ...first, condition: tested }, ...others];
    return [
      {
        kind: "block",
        body: [{ kind: "declare", variables: [variable], values: [] }, ...body, { kind: "if", branches }],
      },
    ];
  }

  /** Returns a statement whose expressions and bodies are inlined. */
  #withInner(statement: Statement): Statement {
    const one = (expression: Expression): Expression => mapExpression(expression, (each) => this.#asExpression(each));
    const done = mapOwn(statement, one);
    switch (done.kind) {
      case "if":
        return { ...done, branches: done.branches.map((branch) => ({ ...branch, body: this.body(branch.body) })) };
      case "block":
      case "while":
      case "repeat":
      case "count":
      case "each":
      case "define":
        return { ...done, body: this.body(done.body) };
      default:
        return done;
    }
  }

  /** Replaces a call of a function that only returns an expression by that expression. */
  #asExpression(expression: Expression): Expression {
    if (expression.kind === "function") return { ...expression, body: this.body(expression.body) };
    if (expression.kind !== "call" || expression.callee.kind !== "local") return expression;
    const definition = this.#definitions.get(expression.callee.variable);
    const [only, ...rest] = definition?.body ?? [];
    if (!definition || definition.isVararg || rest.length > 0 || only?.kind !== "return" || only.values.length !== 1)
      return expression;
    const value = only.values[0] as Expression;
    const known = new Map<Variable, Expression>();
    for (const [i, param] of definition.params.entries()) {
      const arg = expression.args[i] ?? NIL;
      if (!isConstant(arg) && !(isPure(arg) && isPure(value) && timesUsed(value, param) <= 1)) return expression;
      known.set(param, arg);
    }
    return mapExpression(value, (each) => (each.kind === "local" ? (known.get(each.variable) ?? each) : each));
  }

  /** Returns the inlined body of a call; undefined where the call must remain. */
  #expand(call: Call, use: Use): Statement[] | undefined {
    if (call.callee.kind !== "local") return undefined;
    const definition = this.#definitions.get(call.callee.variable);
    if (!definition?.inlined) return undefined;
    if (use.kind !== "returned" && hasReturnInLoop(definition.body)) return undefined;
    const known = new Map<Variable, Expression>();
    const bound: Statement[] = [];
    for (const [i, param] of definition.params.entries()) {
      const arg = call.args[i] ?? NIL;
      if (isConstant(arg) && !param.isReassigned) {
        known.set(param, arg);
        continue;
      }
      const variable = new Variable(param.name, param.isReassigned);
      known.set(param, { kind: "local", variable });
      bound.push({ kind: "declare", variables: [variable], values: [arg] });
    }
    const body = copyBody(definition.body, known);
    const done = use.kind === "returned" ? body : withoutReturns(body, use, call);
    return [{ kind: "block", body: [...bound, ...done] }];
  }
}

function mapOwn(statement: Statement, one: (expression: Expression) => Expression): Statement {
  switch (statement.kind) {
    case "declare":
      return { ...statement, values: statement.values.map(one) };
    case "assign":
      return { ...statement, targets: statement.targets.map(one), values: statement.values.map(one) };
    case "call": {
      const call = one(statement.call);
      return call.kind === "call" ? { kind: "call", call } : { kind: "block", body: [] };
    }
    case "if":
      return {
        ...statement,
        branches: statement.branches.map((branch) => ({
          ...branch,
          condition: branch.condition && one(branch.condition),
        })),
      };
    case "while":
    case "repeat":
      return { ...statement, condition: one(statement.condition) };
    case "count":
      return { ...statement, range: statement.range.map(one) };
    case "each":
      return { ...statement, iterators: statement.iterators.map(one) };
    case "return":
      return { ...statement, values: statement.values.map(one) };
    default:
      return statement;
  }
}

/** Reports whether an argument has the same value at every point of the body. */
function isConstant(expression: Expression): boolean {
  return expression.kind === "literal" || (expression.kind === "local" && !expression.variable.isReassigned);
}

/** Reports whether a target can be assigned to later: a variable, or a field of a variable that is never reassigned. */
function isPlain(target: Expression): boolean {
  return target.kind === "local" || (target.kind === "field" && isConstant(target.base));
}

function timesUsed(value: Expression, variable: Variable): number {
  let times = 0;
  visitExpressions([{ kind: "return", values: [value] }], (each) => {
    if (each.kind === "local" && each.variable === variable) times += 1;
  });
  return times;
}
