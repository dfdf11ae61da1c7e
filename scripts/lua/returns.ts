// A body that stands in the place of a call: its returns become assignments, and what follows them is not reached.
import { bodiesOf, type Call, type Expression, isPure, NIL, type Statement, TRUE, Variable } from "./ir.ts";

/** What becomes of the values that a body returns. */
export type Use =
  | { kind: "nothing" }
  | { kind: "targets"; targets: Expression[]; declared: boolean }
  | { kind: "returned" };

/** Whether a loop is left by a return. */
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

/** A body that gives its values to where they are used, in place of returning them. */
export function withoutReturns(body: Statement[], use: Use, call: Call): Statement[] {
  if (use.kind === "targets" && !use.declared && !alwaysReturns(body)) {
    const name = call.callee.kind === "local" ? call.callee.variable.name : "a function";
    throw new Error(`${name} has to return on each of its ways, because its value is used`);
  }
  const straight = straighten(body, use);
  if (straight) return straight;
  // A loop that runs once can be left at any place.
  const once = body.map((each) => leaving(each, use));
  return [{ kind: "repeat", body: once.flat(), condition: TRUE }];
}

/** The body with its returns at the ends of branches, and nothing after them; undefined where that would repeat code. */
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

/** A statement with its returns made into assignments and breaks. */
function leaving(statement: Statement, use: Use): Statement[] {
  const inner = (body: readonly Statement[]) => body.flatMap((each) => leaving(each, use));
  if (statement.kind === "return") return [...given(statement.values, use), { kind: "break" }];
  if (statement.kind === "block") return [{ ...statement, body: inner(statement.body) }];
  if (statement.kind !== "if") return [statement];
  return [{ ...statement, branches: statement.branches.map((branch) => ({ ...branch, body: inner(branch.body) })) }];
}

/** What is done with returned values. */
function given(values: Expression[], use: Use): Statement[] {
  if (use.kind === "targets")
    return [{ kind: "assign", targets: use.targets, values: values.length > 0 ? values : [NIL] }];
  return values.flatMap((value): Statement[] => {
    if (value.kind === "call") return [{ kind: "call", call: value }];
    if (isPure(value)) return [];
    return [{ kind: "declare", variables: [new Variable("unused")], values: [value] }];
  });
}
