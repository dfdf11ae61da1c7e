// The prologue of a script: its keys and arguments, and their names.
import type { Expression, LocalStatement, Statement } from "luaparse";
import { type Edit, rangeOf } from "./parse.ts";

/** The names of keys and arguments, and the edits that number them in the text. */
export interface Prologue {
  end: number;
  edits: Edit[];
  /** Names in order; a group of n keys is `name*n`, a tail of any length `name...`. */
  keys: string[];
  args: string[];
}

/** Reads the `local` statements at the top that name keys and arguments; positions follow from their order. */
export function readPrologue(name: string, body: Statement[]): Prologue {
  const prologue: Prologue = { end: 0, edits: [], keys: [], args: [] };
  const places = { KEYS: 1, ARGV: 1 };
  for (const statement of body) {
    if (statement.type !== "LocalStatement" || !statement.init.some(readsInput)) break;
    // With a second name, a group or a tail is not copied: the second name is its offset in KEYS or ARGV.
    const inPlace = statement.variables.length === statement.init.length + 1;
    const values = statement.init.flatMap(valuesOf);
    const read = values.map((value, i) => {
      const input = inputOf(value);
      if (!input) throw new Error(`${name}: the prologue only names keys and arguments`);
      const { table, field, form, size } = input;
      const names = table === "KEYS" ? prologue.keys : prologue.args;
      if (names.at(-1)?.endsWith("...")) throw new Error(`${name}: nothing can follow rest(${table}.…)`);
      names.push(form === "one" ? field : form === "group" ? `${field}*${size}` : `${field}...`);
      const at = places[table];
      places[table] += size;
      return { ...input, at, inPlace: inPlace && i === values.length - 1 };
    });
    prologue.edits.push(
      ...(asOneRead(statement, read) ?? read.map((input) => ({ range: input.range, text: textOf(input) }))),
    );
    prologue.end = rangeOf(statement)[1];
  }
  return prologue;
}

type Placed = Input & { at: number; inPlace: boolean };

function textOf({ table, form, size, at, inPlace }: Placed): string {
  if (form === "one") return `${table}[${at}]`;
  // A group's offset is one less than its first position; a tail's is its first position.
  if (inPlace) return `${table}, ${form === "group" ? at - 1 : at}`;
  if (form === "group") return `{unpack(${table},${at},${at + size - 1})}`;
  return at === 1 ? table : `{unpack(${table},${at})}`;
}

/** Reads several consecutive entries of one table by one call of unpack, which is shorter. */
function asOneRead(statement: LocalStatement, read: Placed[]): Edit[] | undefined {
  const [first] = read;
  const last = read.at(-1);
  if (statement.init.some(({ type }) => type === "TableConstructorExpression")) return undefined;
  if (!first || !last || read.length < 3 || read.some(({ form, table }) => form !== "one" || table !== first.table)) {
    return undefined;
  }
  const names = statement.variables.map(({ name }, i) => ({
    name,
    isNumber: statement.init[i]?.type === "CallExpression",
  }));
  const raw = names.map(({ name, isNumber }) => (isNumber ? `${name}_text` : name)).join(", ");
  const numbers = names.filter(({ isNumber }) => isNumber).map(({ name }) => `local ${name} = tonumber(${name}_text)`);
  const text = [`local ${raw} = unpack(${first.table},${first.at},${last.at})`, ...numbers].join(" ");
  return [{ range: rangeOf(statement), text }];
}

/** Returns the values of a record, or the value itself. */
function valuesOf(value: Expression): Expression[] {
  if (value.type !== "TableConstructorExpression") return [value];
  return value.fields.map((field) => field.value);
}

function readsInput(value: Expression): boolean {
  return /"name":"(KEYS|ARGV)"/.test(JSON.stringify(value));
}

interface Input {
  table: "KEYS" | "ARGV";
  field: string;
  form: "one" | "group" | "rest";
  size: number;
  range: [number, number];
}

/** Reads `KEYS.name`, `tonumber(ARGV.name)`, `group(KEYS.name, n)` and `rest(KEYS.name)`. */
function inputOf(value: Expression): Input | undefined {
  const range = rangeOf(value);
  if (value.type === "MemberExpression" && value.base.type === "Identifier") {
    const table = value.base.name;
    if (table !== "KEYS" && table !== "ARGV") return undefined;
    return { table, field: value.identifier.name, form: "one", size: 1, range };
  }
  if (value.type !== "CallExpression" || value.base.type !== "Identifier") return undefined;
  const [first, second] = value.arguments;
  const inner = first && inputOf(first);
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
