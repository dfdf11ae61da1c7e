// Replaces the returns of an inlined body by assignments, and skips the statements after them.
import { isPure } from "../ir/analysis.ts";
import {
  type Branch,
  type Call,
  declaration,
  type Expression,
  isLoop,
  NIL,
  type Statement,
  TRUE,
  Variable,
} from "../ir/nodes.ts";
import { bodiesOf, mapStatement } from "../ir/walk.ts";

/** The use of the values that an inlined call returns: none, an assignment, or the return of the caller. */
export type Use =
  | { kind: "nothing" }
  | { kind: "targets"; targets: Expression[]; isDeclared: boolean }
  | { kind: "returned" };

/** Reports whether a return leaves a loop. */
export function returnsInLoop(body: readonly Statement[]): boolean {
  return body.some((statement) => bodiesOf(statement).some(isLoop(statement) ? mayReturn : returnsInLoop));
}

function mayReturn(body: readonly Statement[]): boolean {
  return body.some((statement) => statement.kind === "return" || bodiesOf(statement).some(mayReturn));
}

function alwaysReturns(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  if (last?.kind === "return") return true;
  if (last?.kind === "block") return alwaysReturns(last.body);
  if (last?.kind !== "if") return false;
  return last.branches.at(-1)?.condition === undefined && last.branches.every((branch) => alwaysReturns(branch.body));
}

/** Returns the body of a call without returns: they assign their values to the targets of the call. */
export function replaceReturns(body: Statement[], { call, use }: { call: Call; use: Use }): Statement[] {
  if (use.kind === "targets" && !use.isDeclared && !alwaysReturns(body)) {
    const name = call.callee.kind === "variable" ? call.callee.variable.name : "a function";
    throw new Error(`${name} must return in every branch, because its value is used`);
  }
  const nested = nestReturns(body, use);
  if (nested) return nested;
  // A loop that runs once can be left at any point.
  return [{ kind: "repeat", body: body.flatMap((each) => breakAtReturns(each, use)), condition: TRUE }];
}

/**
 * Moves the statements after a branch that returns into the other branches, so that each return is the last statement
 * that runs. Returns undefined when that would repeat code.
 */
function nestReturns(body: readonly Statement[], use: Use): Statement[] | undefined {
  const before: Statement[] = [];
  for (const [i, statement] of body.entries()) {
    if (statement.kind === "return") return [...before, ...useValues(statement.values, use)];
    if (!bodiesOf(statement).some(mayReturn)) {
      before.push(statement);
      continue;
    }
    const rest = body.slice(i + 1);
    if (statement.kind === "block") {
      const isLast = rest.length === 0 || alwaysReturns(statement.body);
      const inner = isLast ? nestReturns(statement.body, use) : undefined;
      return inner && [...before, { ...statement, body: inner }];
    }
    const branches = statement.kind === "if" ? nestInBranches(statement.branches, { rest, use }) : undefined;
    return branches && [...before, { kind: "if", branches }];
  }
  return before;
}

/** Moves the rest of a body into the branches that do not return; undefined when that would repeat code. */
function nestInBranches(branches: Branch[], { rest, use }: { rest: Statement[]; use: Use }): Branch[] | undefined {
  const continuing = branches.filter((branch) => !alwaysReturns(branch.body));
  const hasElse = branches.at(-1)?.condition === undefined;
  const repeatsRest = continuing.length > (hasElse ? 1 : 0) || continuing.some((branch) => mayReturn(branch.body));
  if (rest.length > 0 && repeatsRest) return undefined;
  const nested: { condition: Expression | undefined; body: Statement[] | undefined }[] = branches.map((branch) => {
    const whole = rest.length > 0 && continuing.includes(branch) ? [...branch.body, ...rest] : branch.body;
    return { condition: branch.condition, body: nestReturns(whole, use) };
  });
  if (rest.length > 0 && !hasElse) nested.push({ condition: undefined, body: nestReturns(rest, use) });
  return nested.every((branch): branch is Branch => branch.body !== undefined) ? nested : undefined;
}

/** Replaces the returns in a statement by assignments and breaks. */
function breakAtReturns(statement: Statement, use: Use): Statement[] {
  if (statement.kind === "return") return [...useValues(statement.values, use), { kind: "break" }];
  if (statement.kind !== "block" && statement.kind !== "if") return [statement];
  return [mapStatement(statement, { body: (inner) => inner.flatMap((each) => breakAtReturns(each, use)) })];
}

/** Returns the statements that use returned values. Values without a use remain when they have side effects. */
export function useValues(values: Expression[], use: Use): Statement[] {
  if (use.kind === "targets")
    return [{ kind: "assign", targets: use.targets, values: values.length > 0 ? values : [NIL] }];
  return values.flatMap((value): Statement[] => {
    if (value.kind === "call") return [{ kind: "call", call: value }];
    return isPure(value) ? [] : [declaration(new Variable("unused"), value)];
  });
}
