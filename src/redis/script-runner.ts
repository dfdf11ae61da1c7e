// Runs scripts over a client: by digest (EVALSHA), and in full (EVAL) only if Redis does not know them yet.
import { LeaseholdError } from "../base/errors.ts";
import { toHex } from "../base/hex.ts";
import type { Adapter, Call, Script } from "./adapter.ts";
import { NotRedis, networkError, notRedisError, replyError } from "./redis-errors.ts";

/** A command: the script's text or digest, the number of its keys, the keys, and the arguments. */
export type EvalCommand = ["EVAL" | "EVALSHA", script: string, count: string, ...rest: string[]];

/** The functions that a client provides to run scripts. Its errors may be of any type, {@link NotRedis} included. */
export interface ScriptClient {
  /** Sends a command and returns its reply. */
  send(command: EvalCommand): Promise<unknown>;
  /** Sends several commands at once, each with its own reply. */
  sendMany(commands: EvalCommand[]): Promise<unknown>[];
  /** Returns the error reply of Redis that an error contains, or undefined if Redis did not reply. */
  findErrorReply(error: unknown): string | undefined;
  /** Returns a script's text in the form in which it is sent; its `text` unless set. */
  formatScript?(script: Script): string | Promise<string>;
  /** Returns the digest of a script, if it is known without the text. */
  findDigest?(script: Script): string | undefined;
}

/** Returns the functions of an adapter that run scripts over a client. */
export function createScriptRunner(client: ScriptClient): Required<Pick<Adapter, "run" | "runMany">> {
  const formatScript = client.formatScript ?? (({ text }: Script) => text);
  const toEval = async ({ script, keys, args }: Call): Promise<EvalCommand> => [
    "EVAL",
    await formatScript(script),
    String(keys.length),
    ...keys,
    ...args,
  ];
  const toEvalSha = async ({ script, keys, args }: Call): Promise<EvalCommand> => [
    "EVALSHA",
    client.findDigest?.(script) ?? (await digestOf(formatScript(script))),
    String(keys.length),
    ...keys,
    ...args,
  ];
  const isUnknownScript = (error: unknown) => client.findErrorReply(error)?.startsWith("NOSCRIPT") ?? false;
  const toLeaseholdError = (error: unknown, { name }: Script): LeaseholdError => {
    if (error instanceof LeaseholdError) return error;
    if (error instanceof NotRedis) return notRedisError(name);
    const reply = client.findErrorReply(error);
    return reply === undefined ? networkError(error, name) : replyError(reply, name);
  };

  const awaitReply = async (call: Call, sent: Promise<unknown>): Promise<unknown> => {
    try {
      return await sent.catch((error) => {
        if (!isUnknownScript(error)) throw error;
        return toEval(call).then(client.send);
      });
    } catch (error) {
      throw toLeaseholdError(error, call.script);
    }
  };

  return {
    run(script, keys, args) {
      const call = { script, keys, args };
      return awaitReply(call, toEvalSha(call).then(client.send));
    },
    runMany(calls) {
      // The first call of each script is sent in full, after which Redis knows the script.
      const scripts = new Set<Script>();
      const commands = calls.map((call) => {
        const isSent = scripts.has(call.script);
        scripts.add(call.script);
        return isSent ? toEvalSha(call) : toEval(call);
      });
      const sent = Promise.all(commands).then(client.sendMany);
      return calls.map((call, i) =>
        awaitReply(
          call,
          sent.then((replies) => replies[i]),
        ),
      );
    },
  };
}

// Redis runs all commands that it has read from one client before it serves another.
const MAX_IN_FLIGHT = 8;

/** Sends commands over TCP, a few at a time, so that Redis serves other clients in between. */
export function sendInGroups(commands: EvalCommand[], send: ScriptClient["send"]): Promise<unknown>[] {
  const sent: Promise<unknown>[] = [];
  for (const command of commands) {
    const sendNext = () => send(command);
    sent.push(sent.at(-MAX_IN_FLIGHT)?.then(sendNext, sendNext) ?? sendNext());
  }
  return sent;
}

// Not promises of digests: in Workers the calls may belong to different requests, and none may wait for another's promise.
const digests = new Map<string, string>();

/** Returns the digest under which Redis caches a script. */
async function digestOf(script: string | Promise<string>): Promise<string> {
  const text = typeof script === "string" ? script : await script;
  let digest = digests.get(text);
  if (digest === undefined) {
    digest = toHex(new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text))));
    digests.set(text, digest);
  }
  return digest;
}
