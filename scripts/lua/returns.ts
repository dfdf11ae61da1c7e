// Returns of an inlined body: they become assignments, and the statements after them are skipped.
import { type Call, type Expression, NIL, type Statement, TRUE, Variable } from "./ir.ts";
import { bodiesOf, isPure } from "./walk.ts";

/** The use of the values that an inlined body returns. */
export type Use =
  | { kind: "nothing" }
  | { kind: "targets"; targets: Expression[]; declared: boolean }
  | { kind: "returned" };

/** Reports whether a return leaves a loop. */
export function hasReturnInLoop(body: readonly Statement[]): boolean {
  return body.some((statement) => {
    const isLoop = ["while", "repeat", "count", "each"].includes(statement.kind);
    return bodiesOf(statement).some((inner) => (isLoop ? hasReturn(inner) : hasReturnInLoop(inner)));
  });
}

function hasReturn(body: readonly Statement[]): boolean {
  return body.some((statement) => statement.kind === "return" || bodiesOf(statement).some(hasReturn));
}

function alwaysReturns(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  if (last?.kind === "return") return true;
  if (last?.kind === "block") return alwaysReturns(last.body);
  if (last?.kind !== "if") return false;
  return last.branches.at(-1)?.condition === undefined && last.branches.every((branch) => alwaysReturns(branch.body));
}

/** Returns a body whose returns assign their values to the targets of the call. */
export function withoutReturns(body: Statement[], use: Use, call: Call): Statement[] {
  if (use.kind === "targets" && !use.declared && !alwaysReturns(body)) {
    const name = call.callee.kind === "local" ? call.callee.variable.name : "a function";
    throw new Error(`${name} has to return on each of its ways, because its value is used`);
  }
  const straight = straighten(body, use);
  if (straight) return straight;
  // A loop that runs once can be left at any point.
  const once = body.map((each) => leaving(each, use));
  return [{ kind: "repeat", body: once.flat(), condition: TRUE }];
}

/** Moves returns to the ends of branches with nothing after them; undefined where that would repeat code. */
function straighten(body: readonly Statement[], use: Use): Statement[] | undefined {
  const done: Statement[] = [];
  for (const [i, statement] of body.entries()) {
    if (statement.kind === "return") return [...done, ...given(statement.values, use)];
    if (!bodiesOf(statement).some(hasReturn)) {
      done.push(statement);
      continue;
    }
    const rest = body.slice(i + 1);
    if (statement.kind === "block") {
      const inner = rest.length === 0 || alwaysReturns(statement.body) ? straighten(statement.body, use) : undefined;
      return inner && [...done, { ...statement, body: inner }];
    }
    if (statement.kind !== "if") return undefined;
    const { branches } = statement;
    const falls = branches.filter((branch) => !alwaysReturns(branch.body));
    const hasElse = branches.at(-1)?.condition === undefined;
    if (rest.length > 0 && (falls.length > (hasElse ? 1 : 0) || falls.some((branch) => hasReturn(branch.body))))
      return undefined;
    const changed = branches.map((branch) => {
      const whole = rest.length > 0 && falls.includes(branch) ? [...branch.body, ...rest] : branch.body;
      return { condition: branch.condition, body: straighten(whole, use) };
    });
    if (rest.length > 0 && !hasElse) changed.push({ condition: undefined, body: straighten(rest, use) });
    if (changed.some((branch) => branch.body === undefined)) return undefined;
    return [...done, { kind: "if", branches: changed as { condition: Expression | undefined; body: Statement[] }[] }];
  }
  return done;
}

/** Replaces the returns in a statement by assignments and breaks. */
function leaving(statement: Statement, use: Use): Statement[] {
  const inner = (body: readonly Statement[]) => body.flatMap((each) => leaving(each, use));
  if (statement.kind === "return") return [...given(statement.values, use), { kind: "break" }];
  if (statement.kind === "block") return [{ ...statement, body: inner(statement.body) }];
  if (statement.kind !== "if") return [statement];
  return [{ ...statement, branches: statement.branches.map((branch) => ({ ...branch, body: inner(branch.body) })) }];
}

/** Returns the statements that use returned values. */
function given(values: Expression[], use: Use): Statement[] {
  if (use.kind === "targets")
    return [{ kind: "assign", targets: use.targets, values: values.length > 0 ? values : [NIL] }];
  return values.flatMap((value): Statement[] => {
    if (value.kind === "call") return [{ kind: "call", call: value }];
    if (isPure(value)) return [];
    return [{ kind: "declare", variables: [new Variable("unused")], values: [value] }];
  });
}
