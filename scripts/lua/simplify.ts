// Optimizations before a script runs: splits records, propagates and folds constants, and removes dead code.
import { copyBody } from "./copy.ts";
import { fold, truthOf } from "./fold.ts";
import { type Branch, type Expression, NIL, type Statement, Variable } from "./ir.ts";
import { takeApartRecords } from "./records.ts";
import { isPure, leaves, mapBody, mapStatements, readsOf, visitExpressions, visitStatements } from "./walk.ts";

/** Optimizes a script for speed. */
export function simplify(body: readonly Statement[]): Statement[] {
  let current = settle(body, unrollLoops);
  // A record may contain records.
  for (;;) {
    const next = takeApartRecords(current);
    if (!next) return joinReads(current);
    current = settle(next, unrollLoops);
  }
}

/** Optimizes a script without making it longer. */
export function foldConstants(body: readonly Statement[]): Statement[] {
  return settle(body, (each) => [...each]);
}

/** Joins four or more consecutive reads of KEYS or ARGV into one call of unpack, which costs a third. */
function joinReads(body: readonly Statement[]): Statement[] {
  const joined: Statement[] = [];
  let group: { table: string; first: number; variables: Variable[]; statements: Statement[] } | undefined;
  const flush = () => {
    if (!group) return;
    const { table, first, variables, statements } = group;
    const args: Expression[] = [
      { kind: "global", name: table },
      ...[first, first + variables.length - 1].map((n): Expression => ({ kind: "literal", text: String(n) })),
    ];
    const call: Expression = { kind: "call", callee: { kind: "global", name: "unpack" }, args };
    joined.push(...(statements.length < 4 ? statements : [{ kind: "declare" as const, variables, values: [call] }]));
    group = undefined;
  };
  for (const statement of body) {
    const read = readOf(statement);
    const gap = group && read?.table === group.table ? read.number - group.first - group.variables.length : -1;
    if (!group || !read || gap < 0 || gap > 2) flush();
    if (!read) {
      joined.push(statement);
      continue;
    }
    group ??= { table: read.table, first: read.number, variables: [], statements: [] };
    // Positions that are skipped are read too.
    while (group.first + group.variables.length < read.number) group.variables.push(new Variable("unused"));
    group.variables.push(read.variable);
    group.statements.push(statement);
  }
  flush();
  return joined;
}

function readOf(statement: Statement): { table: string; number: number; variable: Variable } | undefined {
  if (statement.kind !== "declare" || statement.variables.length !== 1 || statement.values.length !== 1)
    return undefined;
  const [value] = statement.values;
  if (value?.kind !== "index" || value.base.kind !== "global" || value.index.kind !== "literal") return undefined;
  if (value.base.name !== "KEYS" && value.base.name !== "ARGV") return undefined;
  return { table: value.base.name, number: Number(value.index.text), variable: statement.variables[0] as Variable };
}

/** Repeats all passes until nothing changes. */
function settle(body: readonly Statement[], unroll: (body: readonly Statement[]) => Statement[]): Statement[] {
  let current = [...body];
  for (;;) {
    const next = withoutUnread(foldBody(substituteConstants(unroll(current))));
    if (JSON.stringify(shape(next)) === JSON.stringify(shape(current))) return next;
    current = next;
  }
}

/** Unrolls loops over lists of constants. */
function unrollLoops(body: readonly Statement[]): Statement[] {
  const lists = new Map<Variable, Expression[]>();
  visitStatements(body, (statement) => {
    if (statement.kind !== "declare" || statement.values.length !== 1 || statement.variables.length !== 1) return;
    const constants = constantsIn(statement.values[0]);
    if (constants) lists.set(statement.variables[0] as Variable, constants);
  });
  return mapStatements(body, (statement) => {
    if (statement.kind !== "each" || statement.iterators.length !== 1) return [statement];
    const [call] = statement.iterators;
    if (call?.kind !== "call" || call.callee.kind !== "global" || call.callee.name !== "ipairs") return [statement];
    const [list] = call.args;
    const constants = list?.kind === "local" ? lists.get(list.variable) : constantsIn(list);
    if (!constants || statement.body.some(leaves)) return [statement];
    const [index, value] = statement.variables;
    return constants.map((constant, i): Statement => {
      const known = new Map<Variable, Expression>();
      if (index) known.set(index, { kind: "literal", text: String(i + 1) });
      if (value) known.set(value, constant);
      return { kind: "block", body: copyBody(statement.body, known) };
    });
  });
}

function constantsIn(table: Expression | undefined): Expression[] | undefined {
  if (table?.kind !== "table" || table.items.length === 0) return undefined;
  const isConstant = table.items.every(({ key, value }) => key === undefined && value.kind === "literal");
  return isConstant ? table.items.map(({ value }) => value) : undefined;
}

/** Returns counts that change as long as a pass has an effect. */
function shape(body: readonly Statement[]): unknown {
  let statements = 0;
  let expressions = 0;
  visitStatements(body, () => {
    statements += 1;
  });
  visitExpressions(body, () => {
    expressions += 1;
  });
  return [statements, expressions];
}

/** Replaces variables that only stand for constants or other variables. */
function substituteConstants(body: readonly Statement[]): Statement[] {
  const known = new Map<Variable, Expression>();
  const assigned = assignedIn(body);
  visitStatements(body, (statement) => {
    if (statement.kind !== "declare") return;
    statement.variables.forEach((variable, i) => {
      if (variable.isReassigned && assigned.has(variable)) return;
      const value = statement.values[i];
      if (value === undefined) {
        const last = statement.values.at(-1);
        if (!last || (last.kind !== "call" && last.kind !== "vararg")) known.set(variable, NIL);
      } else if (isWorthRepeating(value)) known.set(variable, value);
    });
  });
  const resolve = (expression: Expression): Expression => {
    const value = expression.kind === "local" ? known.get(expression.variable) : undefined;
    return value ? resolve(value) : expression;
  };
  return mapBody(body, resolve);
}

/** Returns the variables that are assigned to after their declaration. */
function assignedIn(body: readonly Statement[]): Set<Variable> {
  const assigned = new Set<Variable>();
  visitStatements(body, (statement) => {
    if (statement.kind !== "assign") return;
    for (const target of statement.targets) if (target.kind === "local") assigned.add(target.variable);
  });
  return assigned;
}

function isWorthRepeating(value: Expression): boolean {
  if (value.kind === "local") return !value.variable.isReassigned;
  return value.kind === "literal" && (!/^['"[]/.test(value.text) || value.text.length <= 6);
}

function foldBody(body: readonly Statement[]): Statement[] {
  const folded = mapBody(body, fold);
  return mapStatements(folded, (statement) => {
    if (statement.kind === "if") return foldBranches(statement.branches);
    if (statement.kind === "block" && !statement.body.some(declares)) return statement.body;
    if (statement.kind === "while" && truthOf(statement.condition) === false) return [];
    return [statement];
  });
}

const declares = ({ kind }: Statement) => kind === "declare" || kind === "define";

/** Returns an if without branches that are never taken. */
function foldBranches(branches: Branch[]): Statement[] {
  const kept: Branch[] = [];
  for (const branch of branches) {
    const truth = branch.condition ? truthOf(branch.condition) : true;
    if (truth === false) continue;
    kept.push(truth === true ? { ...branch, condition: undefined } : branch);
    if (truth === true) break;
  }
  while (kept.at(-1)?.body.length === 0 && (kept.length > 1 || !kept[0]?.condition || isPure(kept[0].condition))) {
    const [last] = kept.slice(-1);
    if (last?.condition && !isPure(last.condition)) break;
    kept.pop();
  }
  const [first] = kept;
  if (!first) return [];
  if (!first.condition) return [{ kind: "block", body: first.body }];
  return [{ kind: "if", branches: kept }];
}

/** Removes unread variables whose values have no side effects. */
function withoutUnread(body: readonly Statement[]): Statement[] {
  const reads = readsOf(body);
  const isUnread = (variable: Variable) => !reads.get(variable);
  const kept = mapStatements(body, (statement) => {
    if (statement.kind === "assign" && statement.targets.length === 1 && statement.values.length === 1) {
      const [target] = statement.targets;
      const [value] = statement.values as [Expression];
      if (target?.kind === "local" && value.kind === "local" && target.variable === value.variable) return [];
      if (target?.kind === "local" && isUnread(target.variable) && isPure(value)) return [];
    }
    return [statement];
  });
  const assigned = assignedIn(kept);
  return mapStatements(kept, (statement) => {
    if (statement.kind !== "declare") return [statement];
    const { variables, values } = statement;
    const goes = (variable: Variable | undefined) => variable && isUnread(variable) && !assigned.has(variable);
    if (values.length === 0) {
      const rest = variables.filter((each) => !goes(each));
      return rest.length > 0 ? [{ ...statement, variables: rest }] : [];
    }
    if (variables.length !== values.length || !values.every(isPure)) {
      return variables.every(goes) && values.every(isPure) ? [] : [statement];
    }
    const rest = variables.map((_, i) => i).filter((i) => !goes(variables[i]));
    if (rest.length === variables.length) return [statement];
    if (rest.length === 0) return [];
    return [
      {
        ...statement,
        variables: rest.map((i) => variables[i] as Variable),
        values: rest.map((i) => values[i] as Expression),
      },
    ];
  });
}
