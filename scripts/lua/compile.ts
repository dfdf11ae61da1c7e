// Lua files to what is sent: includes expanded, names of keys and arguments numbered, comments gone, locals short.
// Everything is decided on the parse tree; a script that breaks the contract in src/lua/README.md does not compile.
// All scripts are made together, so that what they share is the same text in each.
import type { Statement } from "luaparse";
import { piecesOf, shortNames } from "./minify.ts";
import { applyEdits, declaredBy, parse, rangeOf, type Tree, variablesOf, visit } from "./parse.ts";
import { type Prologue, readPrologue } from "./prologue.ts";

/** What a script is made into. */
export interface Compiled {
  text: string;
  keys: string[];
  args: string[];
}

/** One statement of a script as it is sent. */
export interface Piece {
  text: string;
  /** What it declares, where that is one thing. */
  declares: string | undefined;
}

const GLOBALS = new Set(
  "redis KEYS ARGV tonumber tostring string table math unpack ipairs pairs type group rest include".split(" "),
);
const PROLOGUE_ONLY = new Set(["KEYS", "ARGV", "group", "rest"]);
const MODULES = new Set(["redis", "string", "table", "math"]);
const FUNCTIONS = new Set(["ipairs", "pairs", "tonumber", "unpack"]);
const LARGEST = 4_096;
// turn is settle and lease in one, which is its point; nothing of either can be left out.
const LARGER: Record<string, number> = { turn: 6_144 };

/** Compiles a script by itself; `libraries` are the texts that it may include, by name. */
export function compileLua(name: string, source: string, libraries: Record<string, string>): Compiled {
  const [compiled] = compileAll({ [name]: source }, libraries);
  if (!compiled) throw new Error(`${name}: nothing to compile`);
  const { text, keys, args } = compiled;
  return { text, keys, args };
}

/** A script with all that it includes and its keys and arguments numbered, as readable as it was written. */
export function plainLua(name: string, source: string, libraries: Record<string, string>): Compiled {
  const { prologue, tree } = check(name, source, libraries);
  return { text: tree.source, keys: prologue.keys, args: prologue.args };
}

/** Compiles scripts together: each piece that several of them have is the same text in all. */
export function compileAll(
  sources: Record<string, string>,
  libraries: Record<string, string>,
): (Compiled & { name: string; pieces: Piece[] })[] {
  const checked = Object.entries(sources).map(([name, source]) => check(name, source, libraries));
  const trees = withAliases(checked);
  const names = shortNames(trees);
  return checked.map(({ name, budget, prologue: { keys, args } }, i) => {
    const pieces = piecesOf(trees[i] as Tree, names);
    const text = pieces.map((piece) => piece.text).join("");
    const bytes = Buffer.byteLength(text);
    if (bytes > budget) throw new Error(`${name}: ${bytes} bytes, over its budget of ${budget}`);
    return { name, text, keys, args, pieces };
  });
}

interface Checked {
  name: string;
  budget: number;
  prologue: Prologue;
  tree: Tree;
}

/** A script with all that it calls and nothing else, or an error that says what it breaks. */
function check(name: string, source: string, libraries: Record<string, string>): Checked {
  const budget = budgetOf(name, source);
  const expanded = expandIncludes(name, source, libraries);
  const { body, globals } = parse(name, expanded);
  for (const identifier of globals) {
    if (!GLOBALS.has(identifier.name)) throw new Error(`${name}: the global ${identifier.name} is not allowed`);
  }
  const prologue = readPrologue(name, body);
  for (const identifier of globals) {
    if (PROLOGUE_ONLY.has(identifier.name) && rangeOf(identifier)[0] >= prologue.end)
      throw new Error(`${name}: ${identifier.name} outside the prologue`);
    // What was expanded is gone; Redis knows no such function.
    if (identifier.name === "include") throw new Error(`${name}: include takes a line of its own, as include "name"`);
  }
  return { name, budget, prologue, tree: withoutUnused(name, applyEdits(expanded, prologue.edits)) };
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

/** Leaves out functions of libraries that the script does not call, and what only they needed. */
function withoutUnused(name: string, source: string): Tree {
  const tree = parse(name, source);
  for (const statement of tree.body) {
    const [declared, ...others] = declaredBy(statement);
    if (declared === undefined || others.length > 0 || (statement.type === "LocalStatement" && calls(statement)))
      continue;
    const uses = tree.locals.filter((local) => local.name === declared).length;
    if (uses > 1) continue;
    const [start, end] = rangeOf(statement);
    return withoutUnused(name, source.slice(0, start) + source.slice(end));
  }
  return tree;
}

/** Whether a statement calls anything, which may be why it stands there. */
function calls(statement: Statement): boolean {
  let found = false;
  visit(statement, ({ type }) => {
    found ||= type === "CallExpression" || type === "StringCallExpression" || type === "TableCallExpression";
  });
  return found;
}

/** Gives functions a local name where that makes the scripts shorter, taken together; they are found quicker, too. */
function withAliases(scripts: Checked[]): Tree[] {
  const found = scripts.map(({ tree }) => builtInsOf(tree.body));
  const saved = new Map<string, number>();
  for (const uses of found) {
    for (const what of new Set(uses.map((use) => use.what))) {
      const count = uses.filter((use) => use.what === what).length;
      const declaration = `local a=${what} `.length;
      saved.set(what, (saved.get(what) ?? 0) + count * (what.length - 1) - declaration);
    }
  }
  return scripts.map(({ name, tree }, i) => {
    const uses = (found[i] ?? []).filter(({ what }) => (saved.get(what) ?? 0) > 0);
    const aliases = [...saved.keys()].filter((what) => uses.some((use) => use.what === what));
    const edits = uses.map(({ what, range }) => ({ range, text: aliasOf(what) }));
    const declarations = aliases.map((what) => `local ${aliasOf(what)} = ${what}\n`);
    return parse(name, declarations.join("") + applyEdits(tree.source, edits));
  });
}

/** Where functions of Lua and of Redis stand in a tree. */
function builtInsOf(tree: unknown): { what: string; range: [number, number] }[] {
  const found: { what: string; range: [number, number] }[] = [];
  visit(tree, (node) => {
    if (node.type !== "MemberExpression" || node.base.type !== "Identifier" || !MODULES.has(node.base.name)) return;
    found.push({ what: `${node.base.name}.${node.identifier.name}`, range: rangeOf(node) });
  });
  for (const identifier of variablesOf(tree).globals) {
    if (FUNCTIONS.has(identifier.name)) found.push({ what: identifier.name, range: rangeOf(identifier) });
  }
  return found;
}

function aliasOf(what: string): string {
  return `alias_${what.replace(".", "_")}`;
}
