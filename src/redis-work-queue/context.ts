// The options, keys and scripts that all operations of one redis-work-queue share.

import { invalidArgument, validateFunction, validateInteger, validateOptions } from "../base/arguments.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { labelError } from "../base/errors.ts";
import { monotonicNow, sleep } from "../base/monotonic.ts";
import { type ArgsOf, callScript, formatClock, type Reply } from "../engine/call.ts";
import type { NamedScript } from "../engine/script.ts";
import type { Adapter } from "../redis/adapter.ts";
import { toAdapter } from "../redis/to-adapter.ts";
import type { UpstashClient } from "../redis/upstash-client.ts";
import { type AnsweredRequests, answeredRequests } from "./answered-requests.ts";
import { bytesOf } from "./bytes.ts";
import { forget } from "./scripts.gen.ts";

/** Options of a redis-work-queue. */
export interface RedisWorkQueueOptions {
  /** Any `@upstash/redis` client as it is, or an adapter: `upstash()`, `ioredis()`, `nodeRedis()`. */
  redis: UpstashClient | Adapter;
  /** Where a clean puts items back: before all that wait, unless set to "back", where the other clients put them. */
  recover?: "front" | "back";
  /** The time for which an item must have been without a lease before it is put back; a second unless set. */
  grace?: Duration;
  /** After how many leases that ran out an item has failed; 20 unless set, `Infinity` for never. */
  maxAttempts?: number;
  /**
   * The prefixes of all other queues that begin with this one's and `:item`. Unless set, the deep clean leaves alone what
   * could be theirs: items whose id begins with `item:` or holds `:item:`.
   */
  nested?: readonly string[];
  /**
   * How long a request is remembered that may be sent again; two minutes unless set. One without an idempotency key is forgotten
   * sooner, once its reply has arrived.
   */
  rememberRequests?: Duration;
  /** The time for which an idempotency key is remembered; a day unless set. */
  rememberKeys?: Duration;
  /** The time in ms, for tests; Redis's own clock unless set. */
  now?: () => number;
}

/** The most bytes of one request. Bytes that are no text take twice as many, and Upstash takes 10 MB at most. */
export const MAX_BYTES = 4 * 1024 * 1024;
/** The most entries of a list in which a script looks for one id: 1 to 2 ms of Redis's time. */
export const REACH = 10_000;
/** After how many seconds what a clean has noted goes by itself, when nobody cleans any more. */
export const LIFE = 30 * 86_400;

const NAMES = new Set("redis recover grace maxAttempts nested rememberRequests rememberKeys now".split(" "));
const MAX_PREFIX_BYTES = 1_024;

export class Context {
  readonly prefix: string;
  readonly adapter: Adapter;
  /** Begins the value of each lease, as the session of another client does. */
  readonly session = crypto.randomUUID();
  readonly behind: "1" | "0";
  readonly grace: number;
  readonly maxAttempts: number;
  readonly nested: readonly string[] | undefined;
  readonly keepRequests: number;
  readonly keepKeys: number;
  readonly #now: (() => number) | undefined;
  readonly #answered: AnsweredRequests;

  constructor(prefix: string, options: RedisWorkQueueOptions) {
    const { redis, recover = "front", grace = "1s", maxAttempts = 20, nested, now } = validateOptions(options, NAMES);
    this.prefix = checkPrefix(prefix);
    this.adapter = toAdapter(redis);
    if (recover !== "front" && recover !== "back") throw invalidArgument('recover must be "front" or "back"');
    this.behind = recover === "back" ? "1" : "0";
    this.grace = toMilliseconds(grace, "grace");
    this.maxAttempts =
      maxAttempts === Number.POSITIVE_INFINITY
        ? Number.MAX_SAFE_INTEGER
        : validateInteger(maxAttempts, "maxAttempts", { min: 1 });
    this.nested = nested === undefined ? undefined : Array.from(nested, (each) => checkNested(prefix, each));
    this.keepRequests = toMilliseconds(options.rememberRequests ?? "2m", "rememberRequests", { min: 1_000 });
    this.keepKeys = toMilliseconds(options.rememberKeys ?? "1d", "rememberKeys", { min: 1_000 });
    this.#now = now === undefined ? undefined : validateFunction(now, "now");
    this.#answered = answeredRequests(this.adapter.base ?? redis, prefix);
  }

  /**
   * Runs a script on this queue's keys, of which it finds some by itself. A script that declares `answered` forgets
   * answered requests too, but not where it repeats an earlier request, as any with a given idempotency key may.
   */
  async call<S extends NamedScript>(script: S, args: ArgsOf<S>, idempotencyKey = ""): Promise<Reply> {
    const forgets = script.keys.includes("answered...") && !isGiven(idempotencyKey);
    const answered = forgets ? this.#answered.take(this.#time()) : [];
    const resolve = (names: readonly string[]) =>
      names.flatMap((name) => {
        if (name === "answered...") return answered.map(({ key }) => key);
        if (name === "queue" || name === "processing") return `${this.prefix}:${name}`;
        return name === "reply" ? this.#keyOfReply(idempotencyKey) : `${this.prefix}:leasehold:${name}`;
      });
    try {
      return await callScript({ ...script, unsealed: true }, { adapter: this.adapter, keys: { resolve }, args });
    } catch (error) {
      this.#answered.putBack(answered);
      throw error;
    }
  }

  /** Notes that the reply to a request has arrived. One with a given idempotency key may be repeated nevertheless. */
  noteAnswered(idempotencyKey: string): void {
    if (isGiven(idempotencyKey)) return;
    this.#answered.add({ key: this.#keyOfReply(idempotencyKey), at: this.#time() });
    this.#forgetWhenQuiet();
  }

  /** The time, as the scripts take it: forced by a test, or only for where Redis refuses to tell its own. */
  clock(): string {
    return formatClock(this.#now);
  }

  #forgetWhenQuiet(): void {
    if (!this.#now) this.#answered.whenQuiet(() => this.#forget());
  }

  async #forget(): Promise<void> {
    try {
      while (this.#answered.dueAt <= this.#time()) await this.call(forget, {});
      // A timer may fire a little early.
      if (this.#answered.dueAt < Number.POSITIVE_INFINITY) this.#forgetWhenQuiet();
    } catch {
      // A later request forgets them, or Redis does by itself.
    }
  }

  #keyOfReply(idempotencyKey: string): string {
    return `${this.prefix}:leasehold:reply:${idempotencyKey}`;
  }

  #time(): number {
    return this.#now?.() ?? monotonicNow();
  }

  /** Waits, except where a test says what time it is. */
  async sleep(ms: number): Promise<boolean> {
    if (this.#now) return false;
    await sleep(ms);
    return true;
  }

  /** Does something for this queue; an error of ours that comes of it says which queue it is about. */
  async labelErrors<R>(operation: () => Promise<R>): Promise<R> {
    try {
      return await operation();
    } catch (error) {
      throw labelError(this.prefix.slice(0, 128), error);
    }
  }
}

/** Reports whether an idempotency key was given by a sender: it follows the name of the operation and a space. */
function isGiven(idempotencyKey: string): boolean {
  return idempotencyKey.includes(" ");
}

function checkPrefix(prefix: string): string {
  if (typeof prefix !== "string" || prefix === "")
    throw invalidArgument("the prefix of a redis-work-queue must be text");
  if (bytesOf(prefix, "the prefix").length > MAX_PREFIX_BYTES)
    throw invalidArgument(`the prefix may take ${MAX_PREFIX_BYTES} bytes`);
  return prefix;
}

function checkNested(prefix: string, nested: string): string {
  const begins = `${prefix}:item`;
  if (checkPrefix(nested) === begins || nested.startsWith(`${begins}:`)) return nested;
  throw invalidArgument('nested takes prefixes that begin with this queue\'s and ":item"');
}
