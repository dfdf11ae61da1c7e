// Scripts by digest, and in full only where Redis does not know them yet.
import type { LeaseholdError } from "../core/errors.ts";
import { toHex } from "../core/hex.ts";
import type { Adapter, Call, Script } from "./adapter.ts";
import { fromNetwork, fromReply, fromStranger, Stranger } from "./errors.ts";

/** A script's text or digest, the number of its keys, the keys and the arguments. */
export type EvalCommand = ["EVAL" | "EVALSHA", script: string, count: string, ...rest: string[]];

/** What a client does for it; its errors may be of any kind, and {@link Stranger} is one. */
export interface Wire {
  send(command: EvalCommand): Promise<unknown>;
  /** Sends several at once; each is answered by itself. */
  sendMany(commands: EvalCommand[]): Promise<unknown>[];
  /** What Redis said, where an error is a reply of Redis. */
  replyIn(error: unknown): string | undefined;
  /** A script as Redis gets to see it. */
  textOf?(script: Script): string;
}

/** Runs scripts over a client. */
export function scriptsOver(wire: Wire): Required<Pick<Adapter, "run" | "runMany">> {
  const textOf = wire.textOf ?? (({ text }: Script) => text);
  const inFull = ({ script, keys, args }: Call): EvalCommand => [
    "EVAL",
    textOf(script),
    String(keys.length),
    ...keys,
    ...args,
  ];
  const byDigest = async ({ script, keys, args }: Call): Promise<EvalCommand> => [
    "EVALSHA",
    await digestOf(textOf(script)),
    String(keys.length),
    ...keys,
    ...args,
  ];
  const isUnknown = (error: unknown) => wire.replyIn(error)?.startsWith("NOSCRIPT") ?? false;
  const shown = (error: unknown, { name }: Script): LeaseholdError => {
    if (error instanceof Stranger) return fromStranger(name);
    const reply = wire.replyIn(error);
    return reply === undefined ? fromNetwork(error, name) : fromReply(reply, name);
  };

  const replyTo = async (call: Call, sent: Promise<unknown>): Promise<unknown> => {
    try {
      return await sent.catch((error) => {
        if (!isUnknown(error)) throw error;
        return wire.send(inFull(call));
      });
    } catch (error) {
      throw shown(error, call.script);
    }
  };

  return {
    run(script, keys, args) {
      const call = { script, keys, args };
      return replyTo(call, byDigest(call).then(wire.send));
    },
    runMany(calls) {
      // The first of each script is sent in full: Redis then knows it for the others.
      const scripts = new Set<string>();
      const commands = calls.map((call) => {
        const isKnown = scripts.has(call.script.text);
        scripts.add(call.script.text);
        return isKnown ? byDigest(call) : inFull(call);
      });
      const sent = Promise.all(commands).then(wire.sendMany);
      return calls.map((call, i) =>
        replyTo(
          call,
          sent.then((replies) => replies[i]),
        ),
      );
    },
  };
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
