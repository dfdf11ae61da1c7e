// Scripts on the keys of a prefix as a whole: stored tokens, their use, the audit log and the signing secret. They cannot
// collide with keys of a queue, whose names continue with a brace after the prefix.
import { type ArgsOf, callScript, type Reply } from "../engine/call.ts";
import type { NamedScript } from "../engine/script.ts";
import type { Adapter } from "../redis/adapter.ts";

/** The location of the data: the keys of a prefix in a database. */
export interface PrefixData {
  adapter: Adapter;
  prefix: string;
}

/**
 * Runs a script of `src/access/lua`. `shortHash` completes the key of a token's usage; other scripts have no such key.
 */
export function callAccessScript<S extends NamedScript>(
  script: S,
  { adapter, prefix }: PrefixData,
  { args, shortHash = "" }: { args: ArgsOf<S>; shortHash?: string },
): Promise<Reply> {
  const resolve = (names: readonly string[]) =>
    names.map((name) => `${prefix}:${name}${name === "usage" ? `:${shortHash}` : ""}`);
  return callScript(script, { adapter, keys: { resolve }, args });
}
