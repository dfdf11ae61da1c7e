// One Lua file to what is sent: includes expanded, names of keys and arguments numbered, comments gone, locals short.
// Everything is decided on the parse tree; a script that breaks the contract in src/lua/README.md does not compile.
import luaparse, { type Expression, type Identifier, type Node, type Statement } from "luaparse";

/** What a script is made into. */
export interface Compiled {
  text: string;
  /** Names of keys in order; a group of n keys stands as `name*n`, a tail of any number as `name...`. */
  keys: string[];
  /** Names of arguments in order; a tail of any number stands as `name...`. */
  args: string[];
}

const GLOBALS = new Set(
  "redis KEYS ARGV tonumber tostring string table math unpack ipairs pairs type group rest include".split(" "),
);
const PROLOGUE_ONLY = new Set(["KEYS", "ARGV", "group", "rest"]);
const MODULES = new Set(["redis", "string", "table", "math"]);
const FUNCTIONS = new Set(["ipairs", "pairs", "tonumber", "unpack"]);
// Token types of the parser.
const END = 1;
const NUMBER = 16;
const LARGEST = 4_096;
// turn is settle and lease in one, which is its point; nothing of either can be left out.
const LARGER: Record<string, number> = { turn: 6_144 };

interface Edit {
  range: [number, number];
  text: string;
}

/** Compiles a script; `libraries` are the texts that it may include, by name. */
export function compileLua(name: string, source: string, libraries: Record<string, string>): Compiled {
  const budget = budgetOf(name, source);
  const expanded = expandIncludes(name, source, libraries);
  const { chunk, globals } = parse(name, expanded);
  for (const identifier of globals) {
    if (!GLOBALS.has(identifier.name)) throw new Error(`${name}: the global ${identifier.name} is not allowed`);
  }
  const prologue = readPrologue(name, chunk.body);
  for (const identifier of globals) {
    if (PROLOGUE_ONLY.has(identifier.name) && rangeOf(identifier)[0] >= prologue.end)
      throw new Error(`${name}: ${identifier.name} outside the prologue`);
    // What was expanded is gone; Redis knows no such function.
    if (identifier.name === "include") throw new Error(`${name}: include takes a line of its own, as include "name"`);
  }
  const used = withoutUnused(name, applyEdits(expanded, prologue.edits));
  const text = minify(name, withAliases(name, used));
  const bytes = Buffer.byteLength(text);
  if (bytes > budget) throw new Error(`${name}: ${bytes} bytes, over its budget of ${budget}`);
  return { text, keys: prologue.keys, args: prologue.args };
}

function budgetOf(name: string, source: string): number {
  const budget = Number(/^-- Budget: (\d+) bytes\.?$/m.exec(source)?.[1]);
  if (!budget) throw new Error(`${name}: no line "-- Budget: N bytes." in its header`);
  const largest = LARGER[name] ?? LARGEST;
  if (budget > largest) throw new Error(`${name}: a budget of ${budget} is over the ${largest} bytes of any script`);
  return budget;
}

/** `include "name"` stands alone as a statement; each library comes in once. */
function expandIncludes(
  name: string,
  source: string,
  libraries: Record<string, string>,
  seen = new Set<string>(),
): string {
  return source.replace(/^include "([a-z-]+)"$/gm, (_, library: string) => {
    if (seen.has(library)) return "";
    seen.add(library);
    const text = libraries[library];
    if (text === undefined) throw new Error(`${name}: there is no lib/${library}.lua`);
    return expandIncludes(name, text, libraries, seen);
  });
}

type Parsed = { body: Statement[] };

function parse(name: string, source: string): { chunk: Parsed; globals: Identifier[]; locals: Identifier[] } {
  try {
    const options = { comments: false, ranges: true, scope: true, luaVersion: "5.1" } as const;
    const chunk = luaparse.parse(source, options) as unknown as Parsed;
    return { chunk, ...resolved(chunk.body) };
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Identifiers of the tree by kind; names of fields are neither. */
function resolved(body: Statement[]): { globals: Identifier[]; locals: Identifier[] } {
  const found = { globals: [] as Identifier[], locals: [] as Identifier[] };
  visit(body, (node) => {
    if (node.type === "Identifier") found[node.isLocal ? "locals" : "globals"].push(node);
  });
  return found;
}

type Visited = Exclude<Node, Identifier> | (Identifier & { isLocal: boolean });

/** Calls back for each node of a tree, but for the names of fields. */
function visit(tree: unknown, callback: (node: Visited) => void): void {
  if (Array.isArray(tree)) for (const each of tree) visit(each, callback);
  if (typeof tree !== "object" || tree === null || !("type" in tree)) return;
  const node = tree as Visited;
  callback(node);
  for (const [key, child] of Object.entries(node)) {
    const isField =
      (node.type === "MemberExpression" && key === "identifier") || (node.type === "TableKeyString" && key === "key");
    if (!isField) visit(child, callback);
  }
}

/** Where a node stands in its source; the types of the parser do not say that it knows. */
function rangeOf(node: unknown): [number, number] {
  return (node as { range: [number, number] }).range;
}

interface Prologue {
  end: number;
  edits: Edit[];
  keys: string[];
  args: string[];
}

/** The `local` statements at the top that name keys and arguments; positions follow from their order. */
function readPrologue(name: string, body: Statement[]): Prologue {
  const prologue: Prologue = { end: 0, edits: [], keys: [], args: [] };
  const places = { KEYS: 1, ARGV: 1 };
  for (const statement of body) {
    if (statement.type !== "LocalStatement" || !statement.init.some(readsInput)) break;
    for (const value of statement.init) {
      const read = inputOf(value);
      if (!read) throw new Error(`${name}: the prologue only names keys and arguments`);
      const { table, field, form, size } = read;
      const names = table === "KEYS" ? prologue.keys : prologue.args;
      if (names.at(-1)?.endsWith("...")) throw new Error(`${name}: nothing can follow rest(${table}.…)`);
      const at = places[table];
      const texts = {
        one: `${table}[${at}]`,
        group: `{unpack(${table},${at},${at + size - 1})}`,
        rest: at === 1 ? table : `{unpack(${table},${at})}`,
      };
      names.push(form === "one" ? field : form === "group" ? `${field}*${size}` : `${field}...`);
      places[table] += size;
      prologue.edits.push({ range: read.range, text: texts[form] });
    }
    prologue.end = rangeOf(statement)[1];
  }
  return prologue;
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

function applyEdits(source: string, edits: Edit[]): string {
  let text = source;
  for (const { range, text: replacement } of edits.toSorted((a, b) => b.range[0] - a.range[0])) {
    text = text.slice(0, range[0]) + replacement + text.slice(range[1]);
  }
  return text;
}

/** Leaves out functions of libraries that the script does not call, and what only they needed. */
function withoutUnused(name: string, source: string): string {
  const { chunk, locals } = parse(name, source);
  for (const statement of chunk.body) {
    const declares =
      statement.type === "FunctionDeclaration" && statement.isLocal
        ? statement.identifier
        : statement.type === "LocalStatement" && statement.variables.length === 1 && !calls(statement)
          ? statement.variables[0]
          : undefined;
    if (declares?.type !== "Identifier") continue;
    const uses = locals.filter((local) => local.name === declares.name).length;
    if (uses > 1) continue;
    const [start, end] = rangeOf(statement);
    return withoutUnused(name, source.slice(0, start) + source.slice(end));
  }
  return source;
}

/** Whether a statement calls anything, which may be why it stands there. */
function calls(statement: Statement): boolean {
  let found = false;
  visit(statement, ({ type }) => {
    found ||= type === "CallExpression" || type === "StringCallExpression" || type === "TableCallExpression";
  });
  return found;
}

/** Gives functions that are called often a local name: shorter to send, and quicker to find. */
function withAliases(name: string, source: string): string {
  const uses = new Map<string, [number, number][]>();
  const note = (what: string, range: [number, number]) => uses.set(what, [...(uses.get(what) ?? []), range]);
  const { chunk } = parse(name, source);
  visit(chunk.body, (node) => {
    if (node.type !== "MemberExpression" || node.base.type !== "Identifier") return;
    if (MODULES.has(node.base.name)) note(`${node.base.name}.${node.identifier.name}`, rangeOf(node));
  });
  for (const identifier of resolved(chunk.body).globals) {
    if (FUNCTIONS.has(identifier.name)) note(identifier.name, rangeOf(identifier));
  }
  const worthIt = [...uses].filter(([what, ranges]) => ranges.length * what.length > what.length + ranges.length + 8);
  const edits = worthIt.flatMap(([what, ranges]) => ranges.map((range) => ({ range, text: aliasOf(what) })));
  if (worthIt.length === 0) return source;
  const names = worthIt.map(([what]) => aliasOf(what)).join(", ");
  const values = worthIt.map(([what]) => what).join(", ");
  return `local ${names} = ${values}\n${applyEdits(source, edits)}`;
}

function aliasOf(what: string): string {
  return `alias_${what.replace(".", "_")}`;
}

/** Takes out comments and white space, and gives each local name a short one, the same wherever the name stands. */
function minify(name: string, source: string): string {
  const { globals, locals } = parse(name, source);
  const short = shortNames(locals, new Set(globals.map((identifier) => identifier.name)));
  const startsOfLocals = new Set(locals.map((local) => rangeOf(local)[0]));
  const parser = luaparse.parse(source, { wait: true, ranges: true, luaVersion: "5.1" }) as unknown as {
    lex(): { type: number; value: string; range: [number, number] };
  };
  let text = "";
  let wasNumber = false;
  for (let token = parser.lex(); token.type !== END; token = parser.lex()) {
    const [start, end] = token.range;
    const shown = startsOfLocals.has(start) ? (short.get(token.value) ?? token.value) : source.slice(start, end);
    // Two words must not become one, and neither a number and the dots after it, nor two minus signs.
    const joins = (/\w$/.test(text) && /^\w/.test(shown)) || (wasNumber && shown.startsWith("."));
    text += joins || (text.endsWith("-") && shown.startsWith("-")) ? ` ${shown}` : shown;
    wasNumber = token.type === NUMBER;
  }
  return text;
}

/** The names that stand most often get the shortest. */
function shortNames(locals: Identifier[], taken: Set<string>): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of locals) counts.set(name, (counts.get(name) ?? 0) + 1);
  const byUse = [...counts.entries()].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const reserved = new Set([...taken, "do", "if", "in", "or"]);
  const free = candidates(reserved);
  return new Map(byUse.map(([name]) => [name, free.next().value ?? name]));
}

function* candidates(reserved: Set<string>): Generator<string, undefined> {
  const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  yield* letters;
  for (const first of letters) {
    for (const second of letters) if (!reserved.has(first + second)) yield first + second;
  }
  return undefined;
}
