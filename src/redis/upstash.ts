// The adapter for Upstash's REST API over fetch. Upstash's own client does more, and adds 18 kB to a program; a program that
// uses it can pass it to the queue instead.

import { invalidArgument, validateInteger, validateOptions } from "../base/arguments.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { LeaseholdError } from "../base/errors.ts";
import { sleep } from "../base/monotonic.ts";
import type { Adapter, Script, Usage } from "./adapter.ts";
import { NotRedis } from "./redis-errors.ts";
import { createScriptRunner } from "./script-runner.ts";
import { Tick } from "./tick.ts";
import { addRequest, type MeteredCommand } from "./usage.ts";

// The first line of a script that locks only the keys that it declares.
const KEY_LOCKING = "#!lua flags=allow-key-locking\n";

const NAMES = "url token timeout retries keyLocking scripts";

/** The address of a database, and settings of its requests. */
export interface UpstashOptions {
  url: string;
  token: string;
  /** The timeout of a request; 10 seconds unless set. */
  timeout?: Duration;
  /** The number of retries after a network failure, 0 to 10; 2 unless set. A request that timed out is not retried. */
  retries?: number;
  /** Makes a script lock only the keys of its queue, so that queues do not wait for each other; off unless set. */
  keyLocking?: boolean;
  /** The scripts of a bundle without their texts. */
  scripts?: ExternalScripts;
}

/** Scripts whose texts are outside of the bundle. */
export interface ExternalScripts {
  /** Returns the SHA-1 of a script's text. */
  findDigest(script: Script): string | undefined;
  /** Loads the text of a script, which Redis does not know. */
  loadText(script: Script): Promise<string>;
}

/**
 * Returns the adapter for an Upstash database.
 *
 * @example
 * const queue = new Queue("emails", { redis: upstash({ url, token }) });
 */
export function upstash(options: UpstashOptions): Adapter {
  const {
    url,
    token,
    timeout = "10s",
    retries = 2,
    keyLocking = false,
    scripts,
  } = validateOptions(options, NAMES, { label: "upstash" });
  const timeoutMs = toMilliseconds(timeout, "upstash: timeout", { min: 1, max: 3_600_000 });
  validateInteger(retries, "upstash: retries", { min: 0, max: 10 });
  if (typeof keyLocking !== "boolean") throw invalidArgument("upstash: keyLocking must be true or false");
  if (typeof url !== "string" || !/^https?:\/\/./.test(url) || !URL.canParse(url))
    throw notConfiguredError("url must be the database's https address");
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token))
    throw notConfiguredError("token must be the database's token");
  const base = url.replace(/\/+$/, "");
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };

  const post = async (path: string, body: unknown, commands: readonly MeteredCommand[]): Promise<unknown> => {
    // A redirect would send the payloads, and perhaps the token, to another address.
    const request = { method: "POST", headers, body: JSON.stringify(body), redirect: "manual" } as const;
    for (let attempt = 0; ; attempt++) {
      // Not AbortSignal.timeout: its timer outlives the request, and then fires an error without a listener.
      const controller = new AbortController();
      const { signal } = controller;
      const timer = setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), timeoutMs);
      let response = "";
      try {
        response = await (await fetch(base + path, { ...request, signal })).text();
        return parseBody(response);
      } catch (error) {
        if (error instanceof NotRedis || signal.aborted || attempt >= retries) throw error;
        await sleep(50 * 3 ** attempt);
      } finally {
        clearTimeout(timer);
        addRequest(commands, request.body, response);
      }
    }
  };

  const sendMany: SendMany = (metered) => {
    const commands = metered.map(({ command }) => command);
    const replies = post("/pipeline", commands, metered).then(readEnvelopes);
    return commands.map(async (_, i) => readReply((await replies)[i]));
  };
  const send = joinCommands(async (metered) => readReply(await post("", metered.command, [metered])), sendMany);

  const firstLine = ({ unsealed }: Script) => (keyLocking && !unsealed ? KEY_LOCKING : "");

  /** Returns the functions that run scripts, whose commands add to usages: one for each of a request with several. */
  const createRunner = (usages: readonly (Usage | undefined)[]) =>
    createScriptRunner({
      send: (command) => send({ command, usage: usages[0] }),
      sendMany: (commands) => sendMany(commands.map((command, i) => ({ command, usage: usages[i] }))),
      findErrorReply: (error) => (error instanceof ErrorReply ? error.message : undefined),
      formatScript: (script) =>
        script.text || !scripts
          ? firstLine(script) + script.text
          : scripts.loadText(script).then((text) => firstLine(script) + text),
      findDigest: (script) => (script.text || firstLine(script) ? undefined : scripts?.findDigest(script)),
    });

  return {
    run: (script, keys, args, usage) => createRunner([usage]).run(script, keys, args),
    runMany: (calls) => createRunner(calls.map(({ usage }) => usage)).runMany(calls),
    eventStreams: () => ({ url: base, headers }),
  };
}

// The length in characters above which a command is sent alone, so that no small one waits for its payloads.
const LARGE_COMMAND = 30_000;
const MAX_COMMANDS = 16;
// More microtasks than those of src/engine/batching.ts, so that a batch of calls joins the other commands of its tick.
const QUIET_MICROTASKS = 16;

type SendOne = (command: MeteredCommand) => Promise<unknown>;
type SendMany = (commands: MeteredCommand[]) => Promise<unknown>[];

/** Returns a function that sends the commands of one tick as one request. */
function joinCommands(send: SendOne, sendMany: SendMany): SendOne {
  const tick = new Tick(QUIET_MICROTASKS);
  const waiting: { metered: MeteredCommand; resolve(reply: unknown): void }[] = [];
  const sendWaiting = () => {
    while (waiting.length > 0) {
      const sent = waiting.splice(0, MAX_COMMANDS);
      const commands = sent.map(({ metered }) => metered);
      const replies = commands.length > 1 ? sendMany(commands) : commands.map(send);
      for (const [i, { resolve }] of sent.entries()) resolve(replies[i]);
    }
  };
  return (metered) => {
    if (metered.command.reduce((size, { length }) => size + length, 0) > LARGE_COMMAND) return send(metered);
    return new Promise((resolve) => {
      waiting.push({ metered, resolve });
      tick.runAtEnd(sendWaiting);
    });
  };
}

/** An error reply of Redis. */
class ErrorReply extends Error {}

/** Parses the body of a response. A body that is not JSON comes from another server, such as a proxy. */
function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new NotRedis();
  }
}

/** Returns the envelopes in the response to a pipeline, one for each command. */
function readEnvelopes(body: unknown): unknown[] {
  if (Array.isArray(body)) return body;
  // A single error for all commands, such as a wrong token.
  readReply(body);
  throw new NotRedis();
}

/** Returns the reply in an envelope `{ result }`; throws the error reply in `{ error }`. */
function readReply(envelope: unknown): unknown {
  const { result, error } = (envelope ?? {}) as { result?: unknown; error?: unknown };
  if (typeof error === "string") throw new ErrorReply(error);
  if (result === undefined) throw new NotRedis();
  return result;
}

function notConfiguredError(problem: string): LeaseholdError {
  return new LeaseholdError("not_configured", `upstash: ${problem}`);
}
