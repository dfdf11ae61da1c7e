// Upstash's REST API over fetch, as far as a queue needs it: to run scripts, and to hear of messages. Upstash's own client
// does far more, and weighs 18 kB in a function; who has it anyway gives it to a queue as it is.
import { pause } from "../core/elapsed.ts";
import { LeaseholdError } from "../core/errors.ts";
import type { Adapter, Script } from "./adapter.ts";
import { fromNetwork, fromReply, fromStranger } from "./errors.ts";
import { listen } from "./event-stream.ts";
import { subscribed } from "./subscribed.ts";

// Lets a script lock only the keys that it declares.
const KEY_LOCKING = "#!lua flags=allow-key-locking\n";

/** Where a database is. */
export interface UpstashOptions {
  url: string;
  token: string;
  /** How long one request may take in ms; 10 seconds unless set. */
  timeout?: number;
  /** How often a request is sent again when its reply does not come; 2 unless set. A queue survives any number. */
  retries?: number;
  /** Lets scripts lock only the keys of their queue, so that queues do not wait for each other; off unless set. */
  keyLocking?: boolean;
}

/**
 * Connects to Upstash with settings that suit a queue.
 *
 * @example
 * const queue = new Queue("emails", { redis: upstash({ url, token }) });
 */
export function upstash({ url, token, timeout = 10_000, retries = 2, keyLocking = false }: UpstashOptions): Adapter {
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) throw notConfigured("url must be the database's https address");
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) throw notConfigured("token must be the database's");
  const base = url.replace(/\/+$/, "");
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };

  const post = async (body: string, script: string): Promise<string> => {
    for (let again = 0; ; again++) {
      const signal = AbortSignal.timeout(timeout);
      try {
        return await (await fetch(base, { method: "POST", headers, body, signal })).text();
      } catch (error) {
        if (signal.aborted || again >= retries) throw fromNetwork(error, script);
        await pause(50 * 3 ** again);
      }
    }
  };

  return {
    async run({ name, text, unsealed }: Script, keys: string[], args: string[]): Promise<unknown> {
      const locked = keyLocking && !unsealed ? KEY_LOCKING + text : text;
      const command = ["EVAL", locked, String(keys.length), ...keys, ...args];
      return readReply(await post(JSON.stringify(command), name), name);
    },
    async subscribe(channel, onMessage) {
      const stop = new AbortController();
      const address = `${base}/subscribe/${encodeURIComponent(channel)}`;
      const request = { method: "POST", headers: { ...headers, Accept: "text/event-stream" }, signal: stop.signal };
      await subscribed(
        listen(address, request, (event) => event.startsWith("message,") && onMessage()),
        () => stop.abort(),
      );
      return async () => stop.abort();
    },
  };
}

/** What Redis replied; an error of it, or of something else that answered, is thrown. */
function readReply(body: string, script: string): unknown {
  let reply: { result?: unknown; error?: unknown } | null;
  try {
    reply = JSON.parse(body);
  } catch {
    throw fromStranger(script);
  }
  if (typeof reply?.error === "string") throw fromReply(reply.error, script);
  if (reply?.result === undefined) throw fromStranger(script);
  return reply.result;
}

function notConfigured(what: string): LeaseholdError {
  return new LeaseholdError("not_configured", `upstash: ${what}`);
}
