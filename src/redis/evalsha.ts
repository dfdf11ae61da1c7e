// Scripts sent by digest, and in full only where Redis does not know them yet.
import type { LeaseholdError } from "../base/errors.ts";
import { toHex } from "../base/hex.ts";
import type { Adapter, Call, Script } from "./adapter.ts";
import { fromNetwork, fromReply, fromStranger, Stranger } from "./errors.ts";

/** A command: the script's text or digest, the number of its keys, the keys, and the arguments. */
export type EvalCommand = ["EVAL" | "EVALSHA", script: string, count: string, ...rest: string[]];

/** The functions that a client provides. Its errors may be of any type, {@link Stranger} included. */
export interface Wire {
  /** Sends a command and returns its reply. */
  send(command: EvalCommand): Promise<unknown>;
  /** Sends several commands at once, each with its own reply. */
  sendMany(commands: EvalCommand[]): Promise<unknown>[];
  /** Returns the error reply of Redis in an error, or undefined where Redis did not answer. */
  replyIn(error: unknown): string | undefined;
  /** Returns a script's text in the form in which Redis gets it. */
  textOf?(script: Script): string;
}

/** Returns the functions that run scripts over a client. */
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
      // The first call of each script is sent in full, after which Redis knows it for the others.
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

// Redis runs whatever it has read from one client before it serves another.
const AT_ONCE = 8;

/** Sends commands over TCP, a few at a time, so that Redis serves other clients in between. */
export function inGroups(commands: EvalCommand[], send: Wire["send"]): Promise<unknown>[] {
  const sent: Promise<unknown>[] = [];
  for (const command of commands) {
    const go = () => send(command);
    sent.push(sent.at(-AT_ONCE)?.then(go, go) ?? go());
  }
  return sent;
}

// Not promises of digests: in Workers the calls may belong to different requests, and none may wait for another's promise.
const digests = new Map<string, string>();

/** Returns the digest under which Redis caches a script, computed once. */
async function digestOf(text: string): Promise<string> {
  let digest = digests.get(text);
  if (digest === undefined) {
    digest = toHex(new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text))));
    digests.set(text, digest);
  }
  return digest;
}
