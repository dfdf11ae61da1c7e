// Dead code elimination: removes functions that are not called, and variables that are not read.
import { assignedVariables, countReads, isPure } from "../ir/analysis.ts";
import type { Expression, Statement, Variable } from "../ir/nodes.ts";
import { mapStatements, visitExpressions } from "../ir/walk.ts";

type Declare = Extract<Statement, { kind: "declare" }>;

/** Returns a script without the functions that it never calls. */
export function removeUncalledFunctions(script: Statement[]): Statement[] {
  const used = new Set<Variable>();
  visitExpressions(script, (expression) => expression.kind === "variable" && used.add(expression.variable));
  const kept = script.filter((each) => each.kind !== "define" || used.has(each.variable));
  return kept.length === script.length ? kept : removeUncalledFunctions(kept);
}

/** Returns a body without unread variables whose values have no side effects. */
export function removeUnreadVariables(body: readonly Statement[]): Statement[] {
  const reads = countReads(body);
  const isUnread = (variable: Variable) => !reads.get(variable);
  const kept = mapStatements(body, (statement) => (isUselessAssignment(statement, isUnread) ? [] : [statement]));
  const assigned = assignedVariables(kept);
  const isDead = (variable: Variable) => isUnread(variable) && !assigned.has(variable);
  return mapStatements(kept, (statement) =>
    statement.kind === "declare" ? removeDeadVariables(statement, isDead) : [statement],
  );
}

/** Reports whether a statement assigns a variable to itself, or a value without side effects to an unread variable. */
function isUselessAssignment(statement: Statement, isUnread: (variable: Variable) => boolean): boolean {
  if (statement.kind !== "assign" || statement.targets.length !== 1 || statement.values.length !== 1) return false;
  const [target] = statement.targets;
  const [value] = statement.values as [Expression];
  if (target?.kind !== "variable") return false;
  if (value.kind === "variable" && target.variable === value.variable) return true;
  return isUnread(target.variable) && isPure(value);
}

/** Returns a declaration without its dead variables, or unchanged if its values cannot be removed. */
function removeDeadVariables(statement: Declare, isDead: (variable: Variable) => boolean): Statement[] {
  const { variables, values } = statement;
  if (values.length > 0 && !values.every(isPure)) return [statement];
  const live = variables.map((_, i) => i).filter((i) => !isDead(variables[i] as Variable));
  if (live.length === 0) return [];
  // With fewer or more values than variables, a variable has no value of its own.
  if (live.length === variables.length || (values.length > 0 && variables.length !== values.length)) return [statement];
  const pick = <T>(list: T[]) => live.flatMap((i) => (i in list ? [list[i] as T] : []));
  return [{ ...statement, variables: pick(variables), values: pick(values) }];
}
