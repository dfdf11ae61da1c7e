// The keys of what belongs to a prefix as a whole: stored tokens, their use, the audit log, and a secret. No key of a queue
// has one of these names, since braces follow the prefix there.
import { type ArgsOf, callScript, type Reply } from "../engine/call.ts";
import type { NamedScript } from "../engine/script.ts";
import type { Adapter } from "../redis/adapter.ts";

/** Runs a script of lua/. `token` is the end of the key of a token's use: the first digits of its hash. */
export function callAccess<S extends NamedScript>(
  script: S,
  { adapter, prefix, args, token = "" }: { adapter: Adapter; prefix: string; args: ArgsOf<S>; token?: string },
): Promise<Reply> {
  const resolve = (names: readonly string[]) =>
    names.map((name) => `${prefix}:${name}${name === "usage" ? `:${token}` : ""}`);
  return callScript(script, { adapter, keys: { resolve }, args });
}
