// The prologue of a script: which keys and arguments it takes, and under which names.
import type { Expression, LocalStatement, Statement } from "luaparse";
import { type Edit, rangeOf } from "./parse.ts";

/** The names of keys and arguments, and the edits that number them in the text. */
export interface Prologue {
  end: number;
  edits: Edit[];
  /** In order; a group of n keys stands as `name*n`, a tail of any number as `name...`. */
  keys: string[];
  args: string[];
}

/** The `local` statements at the top that name keys and arguments; positions follow from their order. */
export function readPrologue(name: string, body: Statement[]): Prologue {
  const prologue: Prologue = { end: 0, edits: [], keys: [], args: [] };
  const places = { KEYS: 1, ARGV: 1 };
  for (const statement of body) {
    if (statement.type !== "LocalStatement" || !statement.init.some(readsInput)) break;
    const read = statement.init.map((value) => {
      const input = inputOf(value);
      if (!input) throw new Error(`${name}: the prologue only names keys and arguments`);
      const { table, field, form, size } = input;
      const names = table === "KEYS" ? prologue.keys : prologue.args;
      if (names.at(-1)?.endsWith("...")) throw new Error(`${name}: nothing can follow rest(${table}.…)`);
      names.push(form === "one" ? field : form === "group" ? `${field}*${size}` : `${field}...`);
      const at = places[table];
      places[table] += size;
      return { ...input, at };
    });
    prologue.edits.push(
      ...(asOneRead(statement, read) ?? read.map((input) => ({ range: input.range, text: textOf(input) }))),
    );
    prologue.end = rangeOf(statement)[1];
  }
  return prologue;
}

type Placed = Input & { at: number };

function textOf({ table, form, size, at }: Placed): string {
  if (form === "one") return `${table}[${at}]`;
  if (form === "group") return `{unpack(${table},${at},${at + size - 1})}`;
  return at === 1 ? table : `{unpack(${table},${at})}`;
}

/** A statement that names a few of one table in a row takes them by one call, which is shorter. */
function asOneRead(statement: LocalStatement, read: Placed[]): Edit[] | undefined {
  const [first] = read;
  const last = read.at(-1);
  if (!first || !last || read.length < 3 || read.some(({ form, table }) => form !== "one" || table !== first.table)) {
    return undefined;
  }
  const numbers = statement.variables.filter((_, i) => statement.init[i]?.type === "CallExpression");
  const [start] = rangeOf(statement.init[0]);
  const end = rangeOf(statement)[1];
  const text = `unpack(${first.table},${first.at},${last.at})`;
  return [{ range: [start, end], text: text + numbers.map(({ name }) => ` ${name} = tonumber(${name})`).join("") }];
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
