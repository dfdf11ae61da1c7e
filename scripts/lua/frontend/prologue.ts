// The prologue of a script: the statements that name its keys and arguments.
import type { Expression, LocalStatement, Statement } from "luaparse";
import { type Edit, rangeOf } from "./parse.ts";

/** The names of keys and arguments, and the edits that replace the names by positions. */
export interface Prologue {
  /** The position in the text at which the prologue ends. */
  end: number;
  edits: Edit[];
  /** The names in order. A group of n keys is `name*n`, a list of any length `name...`. */
  keys: string[];
  args: string[];
}

/** Reads the `local` statements at the top that name keys and arguments. Their order determines the positions. */
export function readPrologue(name: string, body: Statement[]): Prologue {
  const prologue: Prologue = { end: 0, edits: [], keys: [], args: [] };
  const nextPosition = { KEYS: 1, ARGV: 1 };
  for (const statement of body) {
    if (statement.type !== "LocalStatement" || !statement.init.some(readsInput)) break;
    // With one more variable than values, the last value is not copied: the last variable is its offset in KEYS or ARGV.
    const hasOffset = statement.variables.length === statement.init.length + 1;
    const values = statement.init.flatMap(inputExpressions);
    const reads = values.map((value, i) => {
      const input = parseInput(value);
      if (!input) throw new Error(`${name}: the prologue may only name keys and arguments`);
      const { table, field, form, size } = input;
      const names = table === "KEYS" ? prologue.keys : prologue.args;
      if (names.at(-1)?.endsWith("...")) throw new Error(`${name}: nothing can follow rest(${table}.…)`);
      names.push(form === "one" ? field : form === "group" ? `${field}*${size}` : `${field}...`);
      const position = nextPosition[table];
      nextPosition[table] += size;
      return { ...input, position, isOffset: hasOffset && i === values.length - 1 };
    });
    prologue.edits.push(
      ...(unpackEdit(statement, reads) ?? reads.map((read) => ({ range: read.range, text: luaOfRead(read) }))),
    );
    prologue.end = rangeOf(statement)[1];
  }
  return prologue;
}

/** A key, an argument, a group of them or the rest, as the prologue names it. */
interface Input {
  table: "KEYS" | "ARGV";
  field: string;
  form: "one" | "group" | "rest";
  size: number;
  range: [number, number];
}

type Read = Input & { position: number; isOffset: boolean };

/** Returns the Lua that reads an input, such as `ARGV[2]` or `{unpack(ARGV,2,4)}` for a group of three. */
function luaOfRead({ table, form, size, position, isOffset }: Read): string {
  if (form === "one") return `${table}[${position}]`;
  // The offset of a group is its first position less one; that of a rest is its first position.
  if (isOffset) return `${table}, ${form === "group" ? position - 1 : position}`;
  if (form === "group") return `{unpack(${table},${position},${position + size - 1})}`;
  return position === 1 ? table : `{unpack(${table},${position})}`;
}

/** Returns an edit that reads three or more consecutive inputs with one call of unpack, which is shorter. */
function unpackEdit(statement: LocalStatement, reads: Read[]): Edit[] | undefined {
  const [first] = reads;
  const last = reads.at(-1);
  if (statement.init.some(({ type }) => type === "TableConstructorExpression")) return undefined;
  if (!first || !last || reads.length < 3 || reads.some(({ form, table }) => form !== "one" || table !== first.table)) {
    return undefined;
  }
  const names = statement.variables.map(({ name }, i) => ({
    name,
    isNumber: statement.init[i]?.type === "CallExpression",
  }));
  const raw = names.map(({ name, isNumber }) => (isNumber ? `${name}_text` : name)).join(", ");
  const numbers = names.filter(({ isNumber }) => isNumber).map(({ name }) => `local ${name} = tonumber(${name}_text)`);
  const unpacked = `local ${raw} = unpack(${first.table},${first.position},${last.position})`;
  return [{ range: rangeOf(statement), text: [unpacked, ...numbers].join(" ") }];
}

/** Returns the values of a record, or else the value itself. */
function inputExpressions(value: Expression): Expression[] {
  if (value.type !== "TableConstructorExpression") return [value];
  return value.fields.map((field) => field.value);
}

function readsInput(value: Expression): boolean {
  return /"name":"(KEYS|ARGV)"/.test(JSON.stringify(value));
}

/** Parses `KEYS.name`, `tonumber(ARGV.name)`, `group(KEYS.name, n)` and `rest(KEYS.name)`. */
function parseInput(value: Expression): Input | undefined {
  const range = rangeOf(value);
  if (value.type === "MemberExpression" && value.base.type === "Identifier") {
    const table = value.base.name;
    if (table !== "KEYS" && table !== "ARGV") return undefined;
    return { table, field: value.identifier.name, form: "one", size: 1, range };
  }
  if (value.type !== "CallExpression" || value.base.type !== "Identifier") return undefined;
  const [first, second] = value.arguments;
  const inner = first && parseInput(first);
  if (inner?.form !== "one") return undefined;
  switch (value.base.name) {
    case "tonumber":
      return inner;
    case "group":
      return second?.type === "NumericLiteral" ? { ...inner, form: "group", size: second.value, range } : undefined;
    case "rest":
      return { ...inner, form: "rest", size: 0, range };
    default:
      return undefined;
  }
}
