// Facts about nodes: side effects, reads, assignments, and known truth.
import type { Expression, Statement, Variable } from "./nodes.ts";
import { bodiesOf, visitExpressions, visitParts, visitStatements } from "./walk.ts";

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

/** Returns whether a condition is always true or always false, or undefined when that is unknown. */
export function knownTruth(expression: Expression): boolean | undefined {
  if (expression.kind === "literal") return expression.text !== "nil" && expression.text !== "false";
  if (expression.kind === "table" || expression.kind === "function") return true;
  return undefined;
}

/** Returns the number of times that each variable is read. */
export function countReads(body: readonly Statement[]): Map<Variable, number> {
  const reads = new Map<Variable, number>();
  const add = (variable: Variable, count: number) => reads.set(variable, (reads.get(variable) ?? 0) + count);
  visitExpressions(body, (expression) => expression.kind === "variable" && add(expression.variable, 1));
  visitAssignedVariables(body, (variable) => add(variable, -1));
  return reads;
}

/** Calls `callback` for each assignment to a variable. */
export function visitAssignedVariables(body: readonly Statement[], callback: (variable: Variable) => void): void {
  visitStatements(body, (statement) => {
    if (statement.kind !== "assign") return;
    for (const target of statement.targets) if (target.kind === "variable") callback(target.variable);
  });
}

/** Returns the variables that are assigned to after their declaration. */
export function assignedVariables(body: readonly Statement[]): Set<Variable> {
  const assigned = new Set<Variable>();
  visitAssignedVariables(body, (variable) => assigned.add(variable));
  return assigned;
}

/** Returns the argument of a call of a global function, or undefined when the expression is not such a call. */
export function argumentOf(name: string, expression: Expression | undefined): Expression | undefined {
  if (expression?.kind !== "call" || expression.callee.kind !== "global") return undefined;
  return expression.callee.name === name ? expression.args[0] : undefined;
}

/** Returns the number of statements at any depth. */
export function countStatements(body: readonly Statement[]): number {
  let count = 0;
  visitStatements(body, () => {
    count += 1;
  });
  return count;
}

/** Returns the number of references to a variable. */
export function countUses(body: readonly Statement[], variable: Variable): number {
  let uses = 0;
  visitExpressions(body, (each) => {
    if (each.kind === "variable" && each.variable === variable) uses += 1;
  });
  return uses;
}

/** Reports whether a statement breaks out of its enclosing loop. */
export function breaksLoop(statement: Statement): boolean {
  if (statement.kind === "break") return true;
  return (statement.kind === "if" || statement.kind === "block") && bodiesOf(statement).flat().some(breaksLoop);
}
