// Validates scripts and libraries against the contract in src/lua/README.md.
import { expandIncludes, type LuaText } from "./includes.ts";
import { applyEdits, declaredNames, parse, rangeOf } from "./parse.ts";
import { type Prologue, readPrologue } from "./prologue.ts";

/** A valid script. */
export interface ValidScript {
  name: string;
  /** True when the header has a line "-- Hot.": the script is compiled for speed instead of size. */
  isHot: boolean;
  /** The largest size of the compiled script in bytes. */
  budget: number;
  prologue: Prologue;
  /** The text with its includes expanded, and with positions instead of the names of keys and arguments. */
  text: string;
}

const GLOBALS = new Set(
  "redis cjson KEYS ARGV tonumber tostring string table math unpack ipairs pairs pcall type group rest include".split(
    " ",
  ),
);
const PROLOGUE_ONLY = new Set(["KEYS", "ARGV", "group", "rest"]);
// Enough for turn-grouped.lua, which settles, heals, arranges groups, leases and records events in one script.
const MAX_BUDGET = 50_000;

/** Validates a script. */
export function validateScript(name: string, text: LuaText): ValidScript {
  const budget = readBudget(name, text.source);
  const expanded = expandIncludes(name, text);
  const { body, globals } = parse(name, expanded);
  for (const identifier of globals) {
    if (!GLOBALS.has(identifier.name)) throw new Error(`${name}: the global ${identifier.name} is not allowed`);
  }
  const prologue = readPrologue(name, body);
  for (const identifier of globals) {
    if (PROLOGUE_ONLY.has(identifier.name) && rangeOf(identifier)[0] >= prologue.end)
      throw new Error(`${name}: ${identifier.name} is used outside the prologue`);
    // Valid includes are expanded, and Redis has no such function.
    if (identifier.name === "include") throw new Error(`${name}: include "name" must be on a line of its own`);
  }
  const isHot = /^-- Hot\.$/m.test(text.source);
  return { name, isHot, budget, prologue, text: applyEdits(expanded, prologue.edits) };
}

/** Validates that a library uses only what it or its includes declare. Returns the names of these declarations. */
export function validateLibrary(name: string, text: LuaText): string[] {
  const path = `lib/${name}`;
  const { body, globals } = parse(path, expandIncludes(path, text));
  for (const { name: used } of globals) {
    if (!GLOBALS.has(used) || PROLOGUE_ONLY.has(used))
      throw new Error(`${path}: ${used} is neither declared nor included`);
  }
  return body.map((statement) => {
    const [declared, ...others] = declaredNames(statement);
    if (declared === undefined || others.length > 0)
      throw new Error(`${path}: a library may only declare functions and constants, one in each statement`);
    return declared;
  });
}

function readBudget(name: string, source: string): number {
  const budget = Number(/^-- Budget: (\d+) bytes\.?$/m.exec(source)?.[1]);
  if (!budget) throw new Error(`${name}: no line "-- Budget: N bytes." in its header`);
  if (budget > MAX_BUDGET)
    throw new Error(`${name}: a budget of ${budget} is over the ${MAX_BUDGET} bytes of any script`);
  return budget;
}
