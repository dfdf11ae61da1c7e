// Joins consecutive reads of KEYS or ARGV.
import { type Expression, type Statement, singleDeclaration, toLiteral, Variable } from "../ir/nodes.ts";

const MIN_READS = 4;
const MAX_GAP = 2;

interface Read {
  table: string;
  position: number;
  variable: Variable;
}

interface ReadGroup {
  table: string;
  first: number;
  variables: Variable[];
  statements: Statement[];
}

/** Joins four or more consecutive reads of KEYS or ARGV into one call of unpack, which costs a third. */
export function joinReads(body: readonly Statement[]): Statement[] {
  const joined: Statement[] = [];
  let group: ReadGroup | undefined;
  const flush = () => {
    if (group) joined.push(...(group.statements.length < MIN_READS ? group.statements : [unpackGroup(group)]));
    group = undefined;
  };
  for (const statement of body) {
    const read = parseRead(statement);
    const gap = group && read?.table === group.table ? read.position - group.first - group.variables.length : -1;
    if (!group || !read || gap < 0 || gap > MAX_GAP) flush();
    if (!read) {
      joined.push(statement);
      continue;
    }
    group ??= { table: read.table, first: read.position, variables: [], statements: [] };
    // Positions in a gap are read too.
    while (group.first + group.variables.length < read.position) group.variables.push(new Variable("unused"));
    group.variables.push(read.variable);
    group.statements.push(statement);
  }
  flush();
  return joined;
}

function unpackGroup({ table, first, variables }: ReadGroup): Statement {
  const range = [first, first + variables.length - 1].map((position) => toLiteral(String(position)));
  const args: Expression[] = [{ kind: "global", name: table }, ...range];
  return { kind: "declare", variables, values: [{ kind: "call", callee: { kind: "global", name: "unpack" }, args }] };
}

/** Parses `local variable = KEYS[position]`. */
function parseRead(statement: Statement): Read | undefined {
  const { variable, value } = singleDeclaration(statement) ?? {};
  if (!variable || value?.kind !== "index" || value.base.kind !== "global") return undefined;
  if (value.index.kind !== "literal") return undefined;
  if (value.base.name !== "KEYS" && value.base.name !== "ARGV") return undefined;
  return { table: value.base.name, position: Number(value.index.text), variable };
}
