// One call of a script: keys and arguments by the names that the Lua gives them, and the reply as text.
import type { Adapter, Script } from "../redis/adapter.ts";
import { LeaseholdError } from "./errors.ts";
import type { KeyParts } from "./keys.ts";
import type { NamedScript } from "./script.ts";

/** The arguments of a script: one value for each name, a list for the name that ends in dots. */
export type ArgsOf<S extends NamedScript> = {
  [Name in S["args"][number] as Name extends `${infer Plain}...` ? Plain : Name]: Name extends `${string}...`
    ? readonly string[]
    : string | number;
};

/** A reply: the script that gave it, its status word, and the strings after it. */
export interface Reply {
  script: Script;
  status: string;
  rest: string[];
}

/** The keys of a queue, whatever its layout is. */
interface Keys {
  resolve(names: readonly string[], parts: KeyParts): string[];
}

/** Runs a script for a queue. */
export async function callScript<S extends NamedScript>(
  adapter: Adapter,
  keys: Keys,
  script: S,
  args: ArgsOf<S>,
  parts: KeyParts,
): Promise<Reply> {
  const values = args as Record<string, string | number | readonly string[]>;
  const flat = script.args.flatMap((name) => {
    const value = values[name.replace("...", "")] ?? "";
    return typeof value === "object" ? value : String(value);
  });
  const reply = readReply(script, await adapter.run(script, keys.resolve(script.keys, parts), flat));
  if (reply.status === "newer_layout") {
    throw new LeaseholdError(
      "newer_layout",
      `${script.name}: the queue was written by a newer version; update leasehold`,
    );
  }
  if (!STATUSES.has(reply.status)) throw badReply(reply);
  return reply;
}

const STATUSES = new Set(["ok", "again", "full", "reused", "newer_layout"]);

/** The letters with which a script answers for each of a number of jobs. */
export function lettersOf(reply: Reply, count: number): string {
  const [letters = ""] = reply.rest;
  if (letters.length !== count) throw badReply(reply);
  return letters;
}

/** The numbers, in one string, with which a script answers. */
export function numbersOf(reply: Reply): number[] {
  const [numbers = ""] = reply.rest;
  if (!/^\d+( \d+)*$/.test(numbers)) throw badReply(reply);
  return numbers.split(" ").map(Number);
}

/** The line with which a script begins its answer, of a form that is its own. */
export function headerOf(reply: Reply, form: RegExp): string {
  const [header = ""] = reply.rest;
  if (!form.test(header)) throw badReply(reply);
  return header;
}

/** A client may have turned a string that looks like a number into one; nothing else is a reply of ours. */
function readReply(script: Script, reply: unknown): Reply {
  if (!Array.isArray(reply)) throw badReply({ script });
  const [status = "", ...rest] = reply.map((value) => {
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    throw badReply({ script });
  });
  return { script, status, rest };
}

/** A reply that is none of ours, or of another request. */
export function badReply({ script }: Pick<Reply, "script">): LeaseholdError {
  return new LeaseholdError("bad_reply", `${script.name}: Redis, or what stands before it, answered something else`);
}
