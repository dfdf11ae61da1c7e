// The compiler of the Lua scripts: expands includes, numbers keys and arguments, inlines functions, strips comments and
// shortens names. A script that breaks the contract in src/lua/README.md does not compile.
import { inlineFunctions, withoutUncalled } from "./inline.ts";
import { type Expression, type Statement, Variable } from "./ir.ts";
import { lower } from "./lower.ts";
import { Namer, namesOfTops, preferredNames } from "./names.ts";
import { applyEdits, declaredBy, parse, rangeOf } from "./parse.ts";
import { print } from "./print.ts";
import { type Prologue, readPrologue } from "./prologue.ts";
import { foldConstants, simplify } from "./simplify.ts";
import { sinkFunctions } from "./sink.ts";
import { mapBody, visitExpressions, visitStatements } from "./walk.ts";

/** A compiled script. */
export interface Compiled {
  text: string;
  keys: string[];
  args: string[];
}

const GLOBALS = new Set(
  "redis KEYS ARGV tonumber tostring string table math unpack ipairs pairs type group rest include".split(" "),
);
const PROLOGUE_ONLY = new Set(["KEYS", "ARGV", "group", "rest"]);
// Above turn.lua, which settles, heals, leases and records events in one script.
const LARGEST = 26_000;

/** Compiles one script; `libraries` are the texts that it may include, by name. */
export function compileLua(name: string, source: string, libraries: Record<string, string>): Compiled {
  const [compiled] = compileAll({ [name]: source }, libraries);
  if (!compiled) throw new Error(`${name}: nothing to compile`);
  const { text, keys, args } = compiled;
  return { text, keys, args };
}

/**
 * Returns a function that makes a script's text with its includes expanded and its keys and arguments numbered, otherwise
 * as written. It takes other texts of the script and its libraries too, as long as the prologue is the same, and does not
 * parse them.
 */
export function plainLua(
  name: string,
  source: string,
  libraries: Record<string, string>,
): (text: string, texts: Record<string, string>) => string {
  const { edits } = check(name, source, libraries).prologue;
  return (text, texts) => applyEdits(expandIncludes(name, text, texts), edits);
}

/** A top-level statement of a compiled script. */
export interface Piece {
  text: string;
  /** The name of the function or constant that it declares. */
  declares: string | undefined;
}

/** Compiles scripts together: a function that several of them include has the same text in each, except in hot ones. */
export function compileAll(
  sources: Record<string, string>,
  libraries: Record<string, string>,
  { largest = LARGEST } = {},
): (Compiled & { name: string; pieces: Piece[] })[] {
  const shared = new Set(Object.entries(libraries).flatMap(([name, text]) => checkLibrary(name, text, libraries)));
  const checked = Object.entries(sources).map(([name, source]) => check(name, source, libraries, largest));
  const bodies = checked.map(({ name, isHot, text }) => (isHot ? flatten(name, text) : shorten(name, text)));
  const tops = namesOfTops(shared);
  const included = checked.map(({ name }) => new Set(includedNames(name, sources[name] ?? "", libraries)));
  const taken = new Set(tops.values());
  const hot = bodies.filter((_, i) => checked[i]?.isHot);
  const cold = bodies.filter((_, i) => !checked[i]?.isHot);
  const preferred = { hot: preferredNames(hot, new Set()), cold: preferredNames(cold, taken) };
  return checked.map(({ name, isHot, budget, prologue: { keys, args } }, i) => {
    const body = bodies[i] as Statement[];
    const own = new Map([...tops].filter(([top]) => included[i]?.has(top)));
    const pieces = isHot ? [wholePiece(body, preferred.hot)] : piecesOf(body, own, taken, preferred.cold);
    const text = pieces.map((piece) => piece.text).join("");
    const bytes = Buffer.byteLength(text);
    if (bytes > budget) throw new Error(`${name}: ${bytes} bytes, over its budget of ${budget}`);
    return { name, text, keys, args, pieces };
  });
}

function wholePiece(body: Statement[], preferred: Map<string, string>): Piece {
  const namer = new Namer(preferred);
  namer.body(body, new Set());
  return { text: print(body, (variable) => namer.names.get(variable) ?? variable.name), declares: undefined };
}

/** Returns the variable that a statement declares, where it is a function or a constant of a library. */
function topOf(statement: Statement, tops: ReadonlyMap<string, string>): Variable | undefined {
  const [variable, ...others] =
    statement.kind === "define" ? [statement.variable] : statement.kind === "declare" ? statement.variables : [];
  return variable && others.length === 0 && tops.has(variable.name) ? variable : undefined;
}

/** Returns the names that a script's libraries declare. */
function includedNames(name: string, source: string, libraries: Record<string, string>): string[] {
  const includes = source.match(/^include "[a-z-]+"$/gm) ?? [];
  return parse(name, expandIncludes(name, includes.join("\n"), libraries)).body.flatMap(declaredBy);
}

/** Splits a script into its library functions and constants, whose texts are the same in every script, and the rest. */
function piecesOf(
  body: Statement[],
  tops: Map<string, string>,
  taken: Set<string>,
  preferred: Map<string, string>,
): Piece[] {
  const namer = new Namer(preferred);
  for (const statement of body) {
    const top = topOf(statement, tops);
    if (top) namer.names.set(top, tops.get(top.name) as string);
  }
  const groups: { statements: Statement[]; declares: string | undefined }[] = [];
  for (const statement of body) {
    const declares = topOf(statement, tops)?.name;
    const last = groups.at(-1);
    if (!declares && last && !last.declares) last.statements.push(statement);
    else groups.push({ statements: [statement], declares });
  }
  let own: Set<string> = taken;
  return groups.map(({ statements, declares }, i) => {
    const names = namer.body(statements, declares ? taken : own);
    if (!declares) own = names;
    const text = print(statements, (variable) => namer.names.get(variable) ?? variable.name);
    return { text: i < groups.length - 1 && /\w$/.test(text) ? `${text} ` : text, declares };
  });
}

/** Returns the statements of a script without uncalled functions, with its constants folded. */
function shorten(name: string, text: string): Statement[] {
  return withoutUncalled(foldConstants(withoutUncalled(lower(name, text, parse(name, text).body))));
}

/** The most statements of a function that a hot script inlines at each of several calls. */
const SMALL = 6;

/** Compiles a hot script for speed. */
function flatten(name: string, text: string): Statement[] {
  const lowered = lower(name, text, parse(name, text).body);
  try {
    return sinkFunctions(withAliases(simplify(inlineFunctions(lowered, SMALL))));
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

interface Checked {
  name: string;
  /** True where the header has a line "-- Hot.": the script is compiled for speed rather than size. */
  isHot: boolean;
  budget: number;
  prologue: Prologue;
  text: string;
}

/** Validates a script, and returns it with its includes expanded and its keys and arguments numbered. */
function check(name: string, source: string, libraries: Record<string, string>, largest = LARGEST): Checked {
  const budget = budgetOf(name, source, largest);
  const expanded = expandIncludes(name, source, libraries);
  const { body, globals } = parse(name, expanded);
  for (const identifier of globals) {
    if (!GLOBALS.has(identifier.name)) throw new Error(`${name}: the global ${identifier.name} is not allowed`);
  }
  const prologue = readPrologue(name, body);
  for (const identifier of globals) {
    if (PROLOGUE_ONLY.has(identifier.name) && rangeOf(identifier)[0] >= prologue.end)
      throw new Error(`${name}: ${identifier.name} outside the prologue`);
    // A valid include has been expanded, and Redis has no such function.
    if (identifier.name === "include") throw new Error(`${name}: include takes a line of its own, as include "name"`);
  }
  const isHot = /^-- Hot\.$/m.test(source);
  return { name, isHot, budget, prologue, text: applyEdits(expanded, prologue.edits) };
}

/**
 * Validates that a library uses only its own declarations and its includes. Returns the names that it declares, those
 * of its includes among them.
 */
function checkLibrary(name: string, source: string, libraries: Record<string, string>): string[] {
  const { body, globals } = parse(`lib/${name}`, expandIncludes(`lib/${name}`, source, libraries));
  for (const { name: used } of globals) {
    if (!GLOBALS.has(used) || PROLOGUE_ONLY.has(used)) throw new Error(`lib/${name}: ${used} is not its own`);
  }
  return body.map((statement) => {
    const [declared, ...others] = declaredBy(statement);
    if (declared === undefined || others.length > 0)
      throw new Error(`lib/${name}: a library only declares functions and constants, one in a statement`);
    return declared;
  });
}

function budgetOf(name: string, source: string, largest: number): number {
  const budget = Number(/^-- Budget: (\d+) bytes\.?$/m.exec(source)?.[1]);
  if (!budget) throw new Error(`${name}: no line "-- Budget: N bytes." in its header`);
  if (budget > largest) throw new Error(`${name}: a budget of ${budget} is over the ${largest} bytes of any script`);
  return budget;
}

/** Replaces each line `include "name"` by its library, once per script. */
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

const ALIASED = new Set(["ipairs", "pairs", "tonumber", "unpack", "type"]);
const MODULES = new Set(["redis", "string", "table", "math"]);

/** Gives built-in functions a local name where that makes the script shorter; a local is also faster to access. */
function withAliases(body: Statement[]): Statement[] {
  const main = body.filter(({ kind }) => kind !== "define");
  const isWorth = (name: string, count: number) => count * (name.length - 1) > "local a= ".length + name.length;
  // Functions do not share these names: each captured variable would cost time whenever a function is created.
  const inFunctions = body.map((each) => (each.kind === "define" ? withLoopAliases(each) : each));
  return aliased(inFunctions, usesOf(main), isWorth, ({ kind }) => kind !== "define");
}

/** Gives built-in functions that a function uses in a loop a local name at its beginning. */
function withLoopAliases(definition: Extract<Statement, { kind: "define" }>): Statement {
  const loops: Statement[] = [];
  visitStatements(definition.body, (each) => {
    if (["while", "repeat", "count", "each"].includes(each.kind)) loops.push(each);
  });
  const uses = usesOf(loops);
  return {
    ...definition,
    body: aliased(
      definition.body,
      uses,
      () => true,
      () => true,
    ),
  };
}

type Uses = Map<string, { count: number; expression: Expression }>;

function usesOf(body: readonly Statement[]): Uses {
  const uses: Uses = new Map();
  visitExpressions(body, (expression) => {
    const name = builtInName(expression);
    if (name) uses.set(name, { count: (uses.get(name)?.count ?? 0) + 1, expression });
  });
  return uses;
}

function aliased(
  body: readonly Statement[],
  uses: Uses,
  isWorth: (name: string, count: number) => boolean,
  mayReplace: (statement: Statement) => boolean,
): Statement[] {
  const aliases = new Map<string, Variable>();
  for (const [name, { count }] of uses) {
    if (isWorth(name, count)) aliases.set(name, new Variable(`alias_${name.replace(".", "_")}`));
  }
  const replace = (expression: Expression): Expression => {
    const alias = aliases.get(builtInName(expression) ?? "");
    return alias ? { kind: "local", variable: alias } : expression;
  };
  const replaced = body.flatMap((each) => (mayReplace(each) ? mapBody([each], replace) : [each]));
  const declared = [...aliases].map(
    ([name, variable]): Statement => ({
      kind: "declare",
      variables: [variable],
      values: [uses.get(name)?.expression as Expression],
    }),
  );
  return [...declared, ...replaced];
}

function builtInName(expression: Expression): string | undefined {
  if (expression.kind === "global") return ALIASED.has(expression.name) ? expression.name : undefined;
  if (expression.kind !== "field" || expression.base.kind !== "global") return undefined;
  return MODULES.has(expression.base.name) ? `${expression.base.name}.${expression.name}` : undefined;
}
