// Scripts over TCP: by digest, and in full only where Redis does not know it yet.

import { LeaseholdError } from "../core/errors.ts";
import { toHex } from "../core/hex.ts";
import type { Script } from "./adapter.ts";
import { fromNetwork, fromReply } from "./errors.ts";

/** Sends EVAL or EVALSHA, whichever the first word is. */
type Send = (command: "EVAL" | "EVALSHA", args: [script: string, ...rest: string[]]) => Promise<unknown>;

/** Runs a script once; `isReply` tells an error that Redis answered from one of the connection. */
export async function evalsha(
  send: Send,
  isReply: (error: unknown) => boolean,
  script: Script,
  keys: string[],
  args: string[],
): Promise<unknown> {
  const rest = [String(keys.length), ...keys, ...args];
  try {
    return await send("EVALSHA", [await digestOf(script.text), ...rest]).catch((error) => {
      if (!isReply(error) || !String(error.message).startsWith("NOSCRIPT")) throw error;
      return send("EVAL", [script.text, ...rest]);
    });
  } catch (error) {
    if (error instanceof LeaseholdError) throw error;
    throw isReply(error) ? fromReply((error as Error).message, script.name) : fromNetwork(error, script.name);
  }
}

const digests = new Map<string, Promise<string>>();

/** The digest under which Redis remembers a script, worked out once for each. */
function digestOf(text: string): Promise<string> {
  const known = digests.get(text) ?? sha1(text);
  digests.set(text, known);
  return known;
}

async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return toHex(new Uint8Array(digest));
}
