// Copies of inlined and unrolled bodies.
import { type Expression, type Statement, Variable } from "./ir.ts";
import { declaredBy, mapBody, visitExpressions, visitStatements } from "./walk.ts";

/** Copies a body with new variables for those that it declares; others are mapped by `known` or stay. */
export function copyBody(body: readonly Statement[], known = new Map<Variable, Expression>()): Statement[] {
  const fresh = (variable: Variable): Variable => {
    const copy = new Variable(variable.name, variable.isReassigned);
    known.set(variable, { kind: "local", variable: copy });
    return copy;
  };
  visitStatements(body, (statement) => {
    for (const variable of declaredBy(statement)) fresh(variable);
  });
  visitExpressions(body, (expression) => {
    if (expression.kind === "function") for (const param of expression.params) fresh(param);
  });
  const replace = (variable: Variable): Variable => {
    const copy = known.get(variable);
    return copy?.kind === "local" ? copy.variable : variable;
  };
  const copied = mapBody(body, (expression) => {
    if (expression.kind === "local") return known.get(expression.variable) ?? expression;
    if (expression.kind === "function") return { ...expression, params: expression.params.map(replace) };
    return expression;
  });
  return renameDeclared(copied, replace);
}

function renameDeclared(body: Statement[], replace: (variable: Variable) => Variable): Statement[] {
  return body.map((statement): Statement => {
    const inner = (each: Statement[]) => renameDeclared(each, replace);
    switch (statement.kind) {
      case "declare":
        return { ...statement, variables: statement.variables.map(replace) };
      case "count":
        return { ...statement, variable: replace(statement.variable), body: inner(statement.body) };
      case "each":
        return { ...statement, variables: statement.variables.map(replace), body: inner(statement.body) };
      case "define":
        return {
          ...statement,
          variable: replace(statement.variable),
          params: statement.params.map(replace),
          body: inner(statement.body),
        };
      case "if":
        return {
          ...statement,
          branches: statement.branches.map((branch) => ({ ...branch, body: inner(branch.body) })),
        };
      case "block":
      case "while":
      case "repeat":
        return { ...statement, body: inner(statement.body) };
      default:
        return statement;
    }
  });
}
