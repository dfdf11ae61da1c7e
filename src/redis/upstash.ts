// The adapter for Upstash's REST API over fetch: running scripts and subscribing. Upstash's own client does far more
// and adds 18 kB to a function; a program that has one can pass it to the queue instead.

import { invalidArgument, validateInteger, validateOptions } from "../base/arguments.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { LeaseholdError } from "../base/errors.ts";
import { sleep } from "../base/monotonic.ts";
import { Tick } from "../base/tick.ts";
import type { Adapter } from "./adapter.ts";
import { Stranger } from "./errors.ts";
import { type EvalCommand, scriptsOver, type Wire } from "./evalsha.ts";

// A script's first line that restricts its locks to the keys that it declares.
const KEY_LOCKING = "#!lua flags=allow-key-locking\n";

const NAMES = "url token timeout retries keyLocking";

/** The address of a database, and settings of its requests. */
export interface UpstashOptions {
  url: string;
  token: string;
  /** The timeout of a request; 10 seconds unless set. */
  timeout?: Duration;
  /** The number of retries after a network failure, but not after a timeout, 0 to 10; 2 unless set. */
  retries?: number;
  /** Restricts a script's locks to the keys of its queue, so that queues do not wait for each other; off unless set. */
  keyLocking?: boolean;
}

/**
 * Returns the adapter for a database of Upstash.
 *
 * @example
 * const queue = new Queue("emails", { redis: upstash({ url, token }) });
 */
export function upstash(options: UpstashOptions): Adapter {
  const { url, token, keyLocking = false, ...limits } = validateOptions(options, NAMES, { label: "upstash" });
  const { timeout: within = "10s", retries: most = 2 } = limits;
  const timeout = toMilliseconds(within, "upstash: timeout", { min: 1, max: 3_600_000 });
  const retries = validateInteger(most, "upstash: retries", { min: 0, max: 10 });
  if (typeof keyLocking !== "boolean") throw invalidArgument("upstash: keyLocking must be true or false");
  if (typeof url !== "string" || !/^https?:\/\/./.test(url) || !URL.canParse(url))
    throw notConfigured("url must be the database's https address");
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) throw notConfigured("token must be the database's");
  const base = url.replace(/\/+$/, "");
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };

  const post = async (path: string, body: unknown): Promise<unknown> => {
    // A redirect would hand the payloads, and the token perhaps, to another address.
    const request = { method: "POST", headers, body: JSON.stringify(body), redirect: "manual" } as const;
    for (let again = 0; ; again++) {
      // Not AbortSignal.timeout: its timer outlives the request and ends in an error that nobody sees.
      const stop = new AbortController();
      const { signal } = stop;
      const timer = setTimeout(() => stop.abort(new DOMException("", "TimeoutError")), timeout);
      try {
        return parse(await (await fetch(base + path, { ...request, signal })).text());
      } catch (error) {
        if (error instanceof Stranger || signal.aborted || again >= retries) throw error;
        await sleep(50 * 3 ** again);
      } finally {
        clearTimeout(timer);
      }
    }
  };

  const sendMany: Wire["sendMany"] = (commands) => {
    const replies = post("/pipeline", commands).then(readReplies);
    return commands.map(async (_, i) => readReply((await replies)[i]));
  };

  return {
    ...scriptsOver({
      send: joining(async (command) => readReply(await post("", command)), sendMany),
      sendMany,
      replyIn: (error) => (error instanceof Refusal ? error.message : undefined),
      textOf: ({ text, unsealed }) => (keyLocking && !unsealed ? KEY_LOCKING + text : text),
    }),
    eventStreams: () => ({ url: base, headers }),
  };
}

// The size in characters above which a command travels alone, so that no small one waits for its payloads.
const LARGE = 30_000;
const MOST = 16;
// More than a batch of calls waits for, so that it still joins the other commands of its tick.
const QUIET = 16;

/** Returns a function that sends the commands of one tick as one request. */
function joining(send: Wire["send"], sendMany: Wire["sendMany"]): Wire["send"] {
  const tick = new Tick(QUIET);
  const waiting: { command: EvalCommand; resolve(reply: unknown): void }[] = [];
  const sendWaiting = () => {
    while (waiting.length > 0) {
      const sent = waiting.splice(0, MOST);
      const commands = sent.map(({ command }) => command);
      const replies = commands.length > 1 ? sendMany(commands) : commands.map(send);
      for (const [i, { resolve }] of sent.entries()) resolve(replies[i]);
    }
  };
  return (command) => {
    if (command.reduce((size, { length }) => size + length, 0) > LARGE) return send(command);
    return new Promise((resolve) => {
      waiting.push({ command, resolve });
      tick.atEnd(sendWaiting);
    });
  };
}

/** An error reply of Redis. */
class Refusal extends Error {}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Stranger();
  }
}

function readReplies(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer;
  // A single error for all commands, such as a wrong token.
  readReply(answer);
  throw new Stranger();
}

function readReply(envelope: unknown): unknown {
  const { result, error } = (envelope ?? {}) as { result?: unknown; error?: unknown };
  if (typeof error === "string") throw new Refusal(error);
  if (result === undefined) throw new Stranger();
  return result;
}

function notConfigured(what: string): LeaseholdError {
  return new LeaseholdError("not_configured", `upstash: ${what}`);
}
