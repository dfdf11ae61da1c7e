// Loop unrolling: repeats the body of a loop over a list of literals once for each of them.
import { argumentOf, breaksLoop } from "../ir/analysis.ts";
import { copyBody } from "../ir/copy.ts";
import { type Expression, type Statement, singleDeclaration, toLiteral, type Variable } from "../ir/nodes.ts";
import { mapStatements, visitStatements } from "../ir/walk.ts";

/** Returns a body in which loops over lists of literals are unrolled. */
export function unrollLoops(body: readonly Statement[]): Statement[] {
  const lists = new Map<Variable, Expression[]>();
  visitStatements(body, (statement) => {
    const { variable, value } = singleDeclaration(statement) ?? {};
    const literals = literalsIn(value);
    if (variable && literals) lists.set(variable, literals);
  });
  return mapStatements(body, (statement) => {
    if (statement.kind !== "genericFor" || statement.iterators.length !== 1) return [statement];
    const list = argumentOf("ipairs", statement.iterators[0]);
    const literals = list?.kind === "variable" ? lists.get(list.variable) : literalsIn(list);
    if (!literals || statement.body.some(breaksLoop)) return [statement];
    const [index, value] = statement.variables;
    return literals.map((each, i): Statement => {
      const replacements = new Map<Variable, Expression>();
      if (index) replacements.set(index, toLiteral(String(i + 1)));
      if (value) replacements.set(value, each);
      return { kind: "block", body: copyBody(statement.body, replacements) };
    });
  });
}

/** Returns the items of a table that is a list of literals. */
function literalsIn(table: Expression | undefined): Expression[] | undefined {
  if (table?.kind !== "table" || table.items.length === 0) return undefined;
  const isList = table.items.every(({ key, value }) => key === undefined && value.kind === "literal");
  return isList ? table.items.map(({ value }) => value) : undefined;
}
