// Constant propagation: replaces a variable that only stands for a constant or for another variable.
import { assignedVariables } from "../ir/analysis.ts";
import { type Expression, NIL, type Statement, type Variable } from "../ir/nodes.ts";
import { mapExpressions, visitStatements } from "../ir/walk.ts";

/** Returns a body in which variables that stand for a constant or another variable are replaced by it. */
export function propagateConstants(body: readonly Statement[]): Statement[] {
  const values = new Map<Variable, Expression>();
  const assigned = assignedVariables(body);
  visitStatements(body, (statement) => {
    if (statement.kind !== "declare") return;
    statement.variables.forEach((variable, i) => {
      if (variable.isReassigned && assigned.has(variable)) return;
      const value = statement.values[i];
      if (value === undefined) {
        const last = statement.values.at(-1);
        if (!last || (last.kind !== "call" && last.kind !== "vararg")) values.set(variable, NIL);
      } else if (isCheapToRepeat(value)) values.set(variable, value);
    });
  });
  const resolve = (expression: Expression): Expression => {
    const value = expression.kind === "variable" ? values.get(expression.variable) : undefined;
    return value ? resolve(value) : expression;
  };
  return mapExpressions(body, resolve);
}

/** Reports whether a value may stand in several places: a short literal, or a variable that keeps its value. */
function isCheapToRepeat(value: Expression): boolean {
  if (value.kind === "variable") return !value.variable.isReassigned;
  return value.kind === "literal" && (!/^['"[]/.test(value.text) || value.text.length <= 6);
}
