// Calls of scripts, with keys and arguments by their names in the Lua, and the parsing of replies.

import { LeaseholdError } from "../base/errors.ts";
import type { Adapter, Script } from "../redis/adapter.ts";
import type { KeyParts } from "./keys.ts";
import type { NamedScript } from "./script.ts";

/** The arguments of a script: one value for each name, a list for a name that ends in dots. */
export type ArgsOf<S extends NamedScript> = {
  [Name in S["args"][number] as Name extends `${infer Plain}...` ? Plain : Name]: Name extends `${string}...`
    ? readonly string[]
    : string | number;
};

/** The reply of a script. */
export interface Reply {
  script: Script;
  /** The status word, with which each reply begins. */
  status: string;
  /** The values after the status word: the other lines, then the records. */
  values: string[];
  records: string[];
}

/** The keys of a queue of any layout, or of the registry. */
interface Keys {
  resolve(names: readonly string[], parts: KeyParts): string[];
}

interface ScriptCall<S extends NamedScript> {
  adapter: Adapter;
  keys: Keys;
  args: ArgsOf<S>;
  /** The parts of key names that depend on the call. */
  parts?: KeyParts;
}

/** Calls a script and reads its reply. */
export async function callScript<S extends NamedScript>(
  script: S,
  { adapter, keys, args, parts = {} }: ScriptCall<S>,
): Promise<Reply> {
  const values = args as Record<string, string | number | readonly string[]>;
  const flat: string[] = [];
  for (const name of script.args) {
    const value = values[name.endsWith("...") ? name.slice(0, -3) : name] ?? "";
    if (typeof value === "object") for (const item of value) flat.push(item);
    else flat.push(String(value));
  }
  return readReply(script, await adapter.run(script, keys.resolve(script.keys, parts), flat));
}

const STATUSES = new Set(["ok", "again", "not_plain", "grouped", "full", "large", "reused"]);

/**
 * Reads a reply: a text of lines, of which the first is the status word, and records. The records follow the text as the
 * other items of a list; a single record may also follow it after a blank line.
 */
export function readReply(script: Script, reply: unknown): Reply {
  const [text = "", ...others] = (Array.isArray(reply) ? reply : [reply]).map((value) => toText(script, value));
  const end = others.length === 0 ? text.indexOf("\n\n") : -1;
  const [status = "", ...lines] = (end < 0 ? text : text.slice(0, end)).split("\n");
  if (status === "other_layout") {
    throw new LeaseholdError(
      "other_layout",
      `${script.name}: another version of Leasehold wrote the queue, in a layout that this version does not know`,
    );
  }
  if (status === "bad_clock") {
    throw new LeaseholdError("bad_clock", `${script.name}: the clock is not between 2020-09 and 2049-03`);
  }
  if (status === "late") {
    throw new LeaseholdError(
      "redis_error",
      `${script.name}: the request arrived after a later one and changed nothing`,
    );
  }
  if (!STATUSES.has(status)) throw badReplyError({ script });
  const records = end < 0 ? others : [text.slice(end + 2)];
  return { script, status, values: [...lines, ...records], records };
}

/** Formats the time for scripts: "=" and the time of a test, or the local time, used if Redis refuses the command TIME. */
export function formatClock(testClock: (() => number) | undefined): string {
  return testClock ? `=${testClock()}` : String(Date.now());
}

/** Returns a part of a reply as text: a client may have turned a string that looks like a number into a number. */
function toText(script: Script, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw badReplyError({ script });
}

/** Returns the letters in a reply's first value, one for each of `count` jobs. */
export function readLetters(reply: Reply, count: number): string {
  const [letters = ""] = reply.values;
  if (letters.length !== count) throw badReplyError(reply);
  return letters;
}

/** Returns the numbers in a reply's first value. */
export function readNumbers(reply: Reply): number[] {
  return readHeader(reply, /^\d+( \d+)*$/)
    .split(" ")
    .map(Number);
}

/** Returns a reply's first value, which must match the script's own pattern. */
export function readHeader(reply: Reply, pattern: RegExp): string {
  const [header = ""] = reply.values;
  if (!pattern.test(header)) throw badReplyError(reply);
  return header;
}

/** Returns the error for a reply that another server sent, or that belongs to another request. */
export function badReplyError({ script }: Pick<Reply, "script">): LeaseholdError {
  return new LeaseholdError("bad_reply", `${script.name}: not a reply of Leasehold`);
}
