// Copies of bodies, for inlining and unrolling.
import { type Expression, reference, type Statement, Variable } from "./nodes.ts";
import { declaredBy, mapExpressions, mapStatement, visitExpressions, visitStatements } from "./walk.ts";

/** Copies a body, with new variables for those that it declares. `replacements` has expressions for others. */
export function copyBody(body: readonly Statement[], replacements = new Map<Variable, Expression>()): Statement[] {
  const addCopy = (variable: Variable) =>
    void replacements.set(variable, reference(new Variable(variable.name, variable.isReassigned)));
  visitStatements(body, (statement) => declaredBy(statement).forEach(addCopy));
  visitExpressions(body, (expression) => expression.kind === "function" && expression.params.forEach(addCopy));
  const copyOf = (variable: Variable): Variable => {
    const replacement = replacements.get(variable);
    return replacement?.kind === "variable" ? replacement.variable : variable;
  };
  const copied = mapExpressions(body, (expression) => {
    if (expression.kind === "variable") return replacements.get(expression.variable) ?? expression;
    if (expression.kind === "function") return { ...expression, params: expression.params.map(copyOf) };
    return expression;
  });
  return declareCopies(copied, copyOf);
}

function declareCopies(body: Statement[], copyOf: (variable: Variable) => Variable): Statement[] {
  return body.map((statement) =>
    mapStatement(statement, { variable: copyOf, body: (inner) => declareCopies(inner, copyOf) }),
  );
}
