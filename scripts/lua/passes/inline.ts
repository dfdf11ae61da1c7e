// Inlining of functions. Redis pays for each function that a script creates when it starts, and for each variable that one
// captures: a script without functions runs a third faster.
import { countStatements, countUses, isPure } from "../ir/analysis.ts";
import { copyBody } from "../ir/copy.ts";
import {
  type Call,
  type Definition,
  declaration,
  type Expression,
  type FunctionBody,
  NIL,
  reference,
  type Statement,
  Variable,
} from "../ir/nodes.ts";
import { mapExpression, mapStatement, visitExpressions } from "../ir/walk.ts";
import { removeUncalledFunctions } from "./dead-code.ts";
import { replaceReturns, returnsInLoop, type Use, useValues } from "./returns.ts";

/** The largest number of statements of a function that is inlined at several calls. */
const MAX_REPEATED_STATEMENTS = 6;

/** A function of the script. */
interface Candidate extends Definition {
  isInlined: boolean;
}

/** Inlines functions that are called once, are small, or take a unit. Calls of other functions remain. */
export function inlineFunctions(script: readonly Statement[]): Statement[] {
  const candidates = new Map<Variable, Candidate>();
  const calls = countCalls(script);
  const result: Statement[] = [];
  for (const statement of script) {
    if (statement.kind !== "define") {
      result.push(...new Inliner(candidates).inlineInStatement(statement));
      continue;
    }
    const counted = calls.get(statement.variable);
    if (!counted) continue;
    const body = new Inliner(candidates).inlineInBody(statement.body);
    const isSmall = counted.count === 1 || countStatements(body) <= MAX_REPEATED_STATEMENTS;
    const isInlined = !counted.isValue && !statement.isVararg && (isSmall || takesUnit(statement));
    candidates.set(statement.variable, { ...statement, body, isInlined });
    result.push({ ...statement, body });
  }
  const remaining = removeUncalledFunctions(result);
  const withUnit = remaining.find((each) => each.kind === "define" && takesUnit(each));
  if (withUnit?.kind !== "define") return remaining;
  throw new Error(`${withUnit.variable.name} takes a unit, but is called where it cannot be inlined`);
}

/** Reports whether a parameter is a unit: a record that is split into variables, so the function must be inlined. */
function takesUnit({ params }: FunctionBody): boolean {
  return params.some(({ name }) => name === "unit");
}

/** The number of calls of a function, and whether it is also used as a value. */
interface CallCount {
  count: number;
  isValue: boolean;
}

/** Counts the calls of each function that the script reaches. */
function countCalls(script: readonly Statement[]): Map<Variable, CallCount> {
  const bodies = new Map(
    script.flatMap((each) => (each.kind === "define" ? [[each.variable, each.body] as const] : [])),
  );
  const uses = new Map<Variable, { calls: number; references: number }>();
  const visit = (body: readonly Statement[]) =>
    visitExpressions(body, (expression) => {
      if (expression.kind === "call" && expression.callee.kind === "variable")
        add(expression.callee.variable, { calls: 1, references: 0 });
      // The callee of a call is visited as a reference too.
      if (expression.kind === "variable") add(expression.variable, { calls: 0, references: 1 });
    });
  const add = (variable: Variable, { calls, references }: { calls: number; references: number }) => {
    const body = bodies.get(variable);
    if (!body) return;
    const known = uses.get(variable);
    uses.set(variable, {
      calls: (known?.calls ?? 0) + calls,
      references: (known?.references ?? 0) + references,
    });
    if (!known) visit(body);
  };
  visit(script.filter(({ kind }) => kind !== "define"));
  return new Map(
    [...uses].map(([variable, { calls, references }]) => [variable, { count: calls, isValue: calls !== references }]),
  );
}

class Inliner {
  readonly #candidates: ReadonlyMap<Variable, Candidate>;

  constructor(candidates: ReadonlyMap<Variable, Candidate>) {
    this.#candidates = candidates;
  }

  inlineInBody(statements: readonly Statement[]): Statement[] {
    return statements.flatMap((each) => this.inlineInStatement(each));
  }

  inlineInStatement(original: Statement): Statement[] {
    const expression = (whole: Expression) => mapExpression(whole, (each) => this.#inlineExpression(each));
    if (original.kind === "call") {
      const call = expression(original.call);
      if (call.kind !== "call") return useValues([call], { kind: "nothing" });
      return this.#inlineCall(call, { kind: "nothing" }) ?? [{ kind: "call", call }];
    }
    const statement = mapStatement(original, { expression, body: (inner) => this.inlineInBody(inner) });
    switch (statement.kind) {
      case "return": {
        const call = onlyCall(statement.values);
        return (call && this.#inlineCall(call, { kind: "returned" })) ?? [statement];
      }
      case "declare": {
        const call = onlyCall(statement.values);
        const targets = statement.variables.map(reference);
        const body = call && this.#inlineCall(call, { kind: "targets", targets, isDeclared: true });
        if (!body) return [statement];
        for (const variable of statement.variables) variable.isReassigned = true;
        return [{ ...statement, values: [] }, ...body];
      }
      case "assign": {
        const call = onlyCall(statement.values);
        const { targets } = statement;
        if (!call || !targets.every(isStableTarget)) return [statement];
        return this.#inlineCall(call, { kind: "targets", targets, isDeclared: false }) ?? [statement];
      }
      case "if":
        return this.#inlineCondition(statement);
      default:
        return [statement];
    }
  }

  /** Inlines the call in `if f(…)` or `if not f(…)` before the statement. */
  #inlineCondition(statement: Extract<Statement, { kind: "if" }>): Statement[] {
    const [first, ...others] = statement.branches;
    const condition = first?.condition;
    const isNegated = condition?.kind === "unary" && condition.operator === "not";
    const call = isNegated ? condition.operand : condition;
    if (!first || call?.kind !== "call") return [statement];
    const variable = new Variable("condition", true);
    const value = reference(variable);
    const body = this.#inlineCall(call, { kind: "targets", targets: [value], isDeclared: true });
    if (!body) return [statement];
    const tested: Expression = isNegated ? { kind: "unary", operator: "not", operand: value } : value;
    const branches = [{ ...first, condition: tested }, ...others];
    const declared: Statement = { kind: "declare", variables: [variable], values: [] };
    return [{ kind: "block", body: [declared, ...body, { kind: "if", branches }] }];
  }

  /** Replaces a call of a function that only returns an expression by that expression. */
  #inlineExpression(expression: Expression): Expression {
    if (expression.kind === "function") return { ...expression, body: this.inlineInBody(expression.body) };
    if (expression.kind !== "call" || expression.callee.kind !== "variable") return expression;
    const candidate = this.#candidates.get(expression.callee.variable);
    const [only, ...rest] = candidate?.body ?? [];
    if (!candidate || candidate.isVararg || rest.length > 0 || only?.kind !== "return" || only.values.length !== 1)
      return expression;
    const value = only.values[0] as Expression;
    const replacements = new Map<Variable, Expression>();
    for (const [i, param] of candidate.params.entries()) {
      const arg = expression.args[i] ?? NIL;
      if (!isStable(arg) && !(isPure(arg) && isPure(value) && countUses([only], param) <= 1)) return expression;
      replacements.set(param, arg);
    }
    return mapExpression(value, (each) =>
      each.kind === "variable" ? (replacements.get(each.variable) ?? each) : each,
    );
  }

  /** Returns the inlined body of a call, or undefined when the call must remain. */
  #inlineCall(call: Call, use: Use): Statement[] | undefined {
    if (call.callee.kind !== "variable") return undefined;
    const candidate = this.#candidates.get(call.callee.variable);
    if (!candidate?.isInlined) return undefined;
    if (use.kind !== "returned" && returnsInLoop(candidate.body)) return undefined;
    const replacements = new Map<Variable, Expression>();
    const params: Statement[] = [];
    for (const [i, param] of candidate.params.entries()) {
      const arg = call.args[i] ?? NIL;
      if (isStable(arg) && !param.isReassigned) {
        replacements.set(param, arg);
        continue;
      }
      const variable = new Variable(param.name, param.isReassigned);
      replacements.set(param, reference(variable));
      params.push(declaration(variable, arg));
    }
    const body = copyBody(candidate.body, replacements);
    return [
      { kind: "block", body: [...params, ...(use.kind === "returned" ? body : replaceReturns(body, { call, use }))] },
    ];
  }
}

function onlyCall(values: Expression[]): Call | undefined {
  const [value] = values;
  return values.length === 1 && value?.kind === "call" ? value : undefined;
}

/** Reports whether an expression has the same value at each point of an inlined body. */
function isStable(expression: Expression): boolean {
  return expression.kind === "literal" || (expression.kind === "variable" && !expression.variable.isReassigned);
}

/** Reports whether a target is still the same place after an inlined body: a variable, or a field of a constant one. */
function isStableTarget(target: Expression): boolean {
  return target.kind === "variable" || (target.kind === "field" && isStable(target.base));
}
