// Scalar replacement of records: each field of a table that is only used by its fields becomes a variable.
import { argumentOf, breaksLoop, visitAssignedVariables } from "../ir/analysis.ts";
import { copyBody } from "../ir/copy.ts";
import {
  declaration,
  type Expression,
  type GenericFor,
  reference,
  type Statement,
  singleDeclaration,
  toLiteral,
  Variable,
} from "../ir/nodes.ts";
import { mapExpressions, mapStatements, visitExpressions, visitStatements } from "../ir/walk.ts";

/** The variables for the fields of each record, by their names. */
type Records = Map<Variable, Map<string, Variable>>;

/**
 * Splits tables into variables: those that are declared with named fields, and used only through these and in
 * `for … in pairs(…)`. Such a loop is unrolled over the fields. Returns undefined when there is no such table.
 */
export function splitRecords(body: readonly Statement[]): Statement[] | undefined {
  const records = findRecords(body);
  if (records.size === 0) return undefined;
  const fieldOf = (record: Variable, name: string): Variable => {
    const fields = records.get(record) as Map<string, Variable>;
    const field = fields.get(name) ?? new Variable(`${record.name}_${name}`);
    fields.set(name, field);
    return field;
  };
  const recordIn = (expression: Expression | undefined) =>
    expression?.kind === "variable" && records.has(expression.variable) ? expression.variable : undefined;
  const replaced = mapExpressions(body, (expression) => {
    const record = expression.kind === "field" ? recordIn(expression.base) : undefined;
    return expression.kind === "field" && record ? reference(fieldOf(record, expression.name)) : expression;
  });
  visitAssignedVariables(replaced, (variable) => {
    variable.isReassigned = true;
  });
  return mapStatements(replaced, (statement) => {
    const looped = recordIn(pairsArgument(statement));
    if (looped && statement.kind === "genericFor")
      return [...(records.get(looped) ?? [])].map((field) => unrollForField(statement, field));
    const { variable, value } = singleDeclaration(statement) ?? {};
    if (!variable || !records.has(variable) || value?.kind !== "table") return [statement];
    const initial = value.items.map(({ key, value }) => ({ field: fieldOf(variable, key as string), value }));
    const initialized = new Set(initial.map(({ field }) => field));
    const others = [...(records.get(variable)?.values() ?? [])].filter((field) => !initialized.has(field));
    const declared = initial.map(({ field, value }) => declaration(field, value));
    return others.length > 0 ? [...declared, { kind: "declare", variables: others, values: [] }] : declared;
  });
}

/** Returns the tables that can be split: each is only accessed by its named fields, or is what `pairs` loops over. */
function findRecords(body: readonly Statement[]): Records {
  const records: Records = new Map();
  visitStatements(body, (statement) => {
    const { variable, value } = singleDeclaration(statement) ?? {};
    if (!variable || value?.kind !== "table" || variable.isReassigned) return;
    if (value.items.every(({ key }) => typeof key === "string")) records.set(variable, new Map());
  });
  // A table with any other use stays a table.
  const otherUses = new Map<Variable, number>();
  const count = (expression: Expression | undefined, by: number) => {
    if (expression?.kind === "variable")
      otherUses.set(expression.variable, (otherUses.get(expression.variable) ?? 0) + by);
  };
  visitExpressions(body, (expression) => {
    count(expression, 1);
    if (expression.kind === "field") count(expression.base, -1);
  });
  visitStatements(body, (statement) => count(pairsArgument(statement), -1));
  for (const variable of records.keys()) if ((otherUses.get(variable) ?? 0) !== 0) records.delete(variable);
  return records;
}

/** Returns the argument of `pairs` in a loop over it. */
function pairsArgument(statement: Statement): Expression | undefined {
  if (statement.kind !== "genericFor" || statement.iterators.length !== 1) return undefined;
  return statement.body.some(breaksLoop) ? undefined : argumentOf("pairs", statement.iterators[0]);
}

/** Returns the body of a loop over a record for one field. It runs unless the field is nil. */
function unrollForField({ variables, body }: GenericFor, [name, field]: [string, Variable]): Statement {
  const [key, value] = variables;
  const replacements = new Map<Variable, Expression>();
  if (key) replacements.set(key, toLiteral(`'${name}'`));
  if (value) replacements.set(value, reference(field));
  return { kind: "if", branches: [{ condition: reference(field), body: copyBody(body, replacements) }] };
}
