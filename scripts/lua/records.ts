// Splitting of records: each field of a table that is only used by its fields becomes a variable.
import { copyBody } from "./copy.ts";
import { type Expression, type Statement, Variable } from "./ir.ts";
import { leaves, mapBody, mapStatements, visitExpressions, visitStatements } from "./walk.ts";

/**
 * Splits tables that are declared with named fields, and used only by these and in `for … in pairs(…)`, into variables;
 * such a loop is unrolled over the fields. Returns undefined where there is none.
 */
export function takeApartRecords(body: readonly Statement[]): Statement[] | undefined {
  const records = findRecords(body);
  if (records.size === 0) return undefined;
  const fieldOf = (variable: Variable, name: string) => {
    const fields = records.get(variable) as Map<string, Variable>;
    const known = fields.get(name) ?? new Variable(`${variable.name}_${name}`);
    fields.set(name, known);
    return known;
  };
  const recordOf = (expression: Expression | undefined) =>
    expression?.kind === "local" && records.has(expression.variable) ? expression.variable : undefined;
  const replaced = mapBody(body, (expression) => {
    const record = expression.kind === "field" ? recordOf(expression.base) : undefined;
    if (expression.kind !== "field" || !record) return expression;
    return { kind: "local", variable: fieldOf(record, expression.name) };
  });
  visitStatements(replaced, (statement) => {
    if (statement.kind !== "assign") return;
    for (const target of statement.targets) if (target.kind === "local") target.variable.isReassigned = true;
  });
  return mapStatements(replaced, (statement) => {
    const looped = recordOf(pairsArgument(statement));
    if (looped && statement.kind === "each")
      return [...(records.get(looped) ?? [])].map(([name, field]) => forField(statement, name, field));
    const variable = statement.kind === "declare" ? statement.variables[0] : undefined;
    const table = statement.kind === "declare" ? statement.values[0] : undefined;
    if (!variable || !records.has(variable) || table?.kind !== "table") return [statement];
    const given = table.items.map(({ key, value }) => ({ variable: fieldOf(variable, key as string), value }));
    const names = new Set(given.map((each) => each.variable));
    const others = [...(records.get(variable)?.values() ?? [])].filter((each) => !names.has(each));
    const declared = given.map(
      (each): Statement => ({ kind: "declare", variables: [each.variable], values: [each.value] }),
    );
    return others.length > 0 ? [...declared, { kind: "declare", variables: others, values: [] }] : declared;
  });
}

function findRecords(body: readonly Statement[]): Map<Variable, Map<string, Variable>> {
  const records = new Map<Variable, Map<string, Variable>>();
  visitStatements(body, (statement) => {
    if (statement.kind !== "declare" || statement.variables.length !== 1 || statement.values.length !== 1) return;
    const [variable] = statement.variables as [Variable];
    const [table] = statement.values;
    if (table?.kind !== "table" || variable.isReassigned) return;
    if (table.items.every(({ key }) => typeof key === "string")) records.set(variable, new Map());
  });
  // A table with any other use stays a table.
  const whole = new Map<Variable, number>();
  const note = (expression: Expression | undefined, by: number) => {
    if (expression?.kind === "local") whole.set(expression.variable, (whole.get(expression.variable) ?? 0) + by);
  };
  visitExpressions(body, (expression) => {
    note(expression, 1);
    if (expression.kind === "field") note(expression.base, -1);
  });
  visitStatements(body, (statement) => note(pairsArgument(statement), -1));
  for (const variable of records.keys()) if ((whole.get(variable) ?? 0) !== 0) records.delete(variable);
  return records;
}

/** Returns the argument of `pairs` in a loop over it. */
function pairsArgument(statement: Statement): Expression | undefined {
  if (statement.kind !== "each" || statement.iterators.length !== 1 || statement.body.some(leaves)) return undefined;
  const [call] = statement.iterators;
  return call?.kind === "call" && call.callee.kind === "global" && call.callee.name === "pairs"
    ? call.args[0]
    : undefined;
}

/** Returns the body of a loop over a record for one field, which may be nil. */
function forField({ variables, body }: Extract<Statement, { kind: "each" }>, name: string, field: Variable): Statement {
  const [key, value] = variables;
  const known = new Map<Variable, Expression>();
  if (key) known.set(key, { kind: "literal", text: `'${name}'` });
  if (value) known.set(value, { kind: "local", variable: field });
  const local: Expression = { kind: "local", variable: field };
  return { kind: "if", branches: [{ condition: local, body: copyBody(body, known) }] };
}
