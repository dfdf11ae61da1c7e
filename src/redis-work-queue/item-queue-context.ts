// The options, keys and scripts that all operations of a queue of items share.

import { invalidArgument, validateFunction, validateInteger, validateOptions } from "../base/arguments.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { labelError } from "../base/errors.ts";
import { monotonicNow, sleep } from "../base/monotonic.ts";
import { type ArgsOf, callScript, formatClock, type Reply } from "../engine/call.ts";
import type { NamedScript } from "../engine/script.ts";
import type { Adapter } from "../redis/adapter.ts";
import { toAdapter } from "../redis/to-adapter.ts";
import type { UpstashClient } from "../redis/upstash-client.ts";
import { type AnsweredRequests, answeredRequestsOf } from "./answered-requests.ts";
import { encodeUtf8 } from "./bytes.ts";
import { forget } from "./scripts.gen.ts";

/** Options of a redis-work-queue. */
export interface RedisWorkQueueOptions {
  /** Any `@upstash/redis` client, or an adapter: `upstash()`, `ioredis()`, `nodeRedis()`. */
  redis: UpstashClient | Adapter;
  /** The end of the queue to which a clean puts items back: the front unless set; the other clients use the back. */
  recover?: "front" | "back";
  /** The time for which an item must have been without a lease before it is put back; a second unless set. */
  grace?: Duration;
  /** The number of expired leases after which an item fails; 20 unless set, `Infinity` for never. */
  maxAttempts?: number;
  /**
   * The prefixes of all other queues that begin with this one's and `:item`. Unless set, the deep clean ignores keys
   * that may be theirs: items whose id begins with `item:` or contains `:item:`.
   */
  nested?: readonly string[];
  /**
   * The time for which a request that may be repeated is remembered; two minutes unless set. A request without an
   * idempotency key is forgotten sooner, once its reply has arrived.
   */
  rememberRequests?: Duration;
  /** The time for which an idempotency key is remembered; a day unless set. */
  rememberKeys?: Duration;
  /** The time in ms, for tests; Redis's own clock unless set. */
  now?: () => number;
}

/** The maximum bytes of one request. Bytes that are not UTF-8 take twice as many, and Upstash accepts 10 MB. */
export const MAX_BYTES = 4 * 1024 * 1024;
/** The maximum entries of a list in which a script searches for one id: 1 to 2 ms of Redis's time. */
export const MAX_SEARCHED = 10_000;
/** The time after which the marks and notes of a clean expire, if no further clean comes. */
export const NOTES_SECONDS = 30 * 86_400;

const OPTION_NAMES = new Set("redis recover grace maxAttempts nested rememberRequests rememberKeys now".split(" "));
const MAX_PREFIX_BYTES = 1_024;

interface CallOptions<S extends NamedScript> {
  args: ArgsOf<S>;
  /** The identity of a request whose reply is remembered; see `requestIdOf` in item-lifecycle.ts. */
  requestId?: string;
}

/** A queue of items, with validated options. */
export class ItemQueueContext {
  readonly prefix: string;
  readonly adapter: Adapter;
  /** The beginning of the value of each lease, like the session of the other clients. */
  readonly session = crypto.randomUUID();
  /** "1" if cleans put items back to the back of the queue. */
  readonly toBack: "1" | "0";
  readonly grace: number;
  readonly maxAttempts: number;
  readonly nested: readonly string[] | undefined;
  readonly rememberRequests: number;
  readonly rememberKeys: number;
  readonly #now: (() => number) | undefined;
  readonly #answered: AnsweredRequests;

  /** Validates the options of a queue, and adds the defaults. */
  constructor(prefix: string, options: RedisWorkQueueOptions) {
    const {
      redis,
      recover = "front",
      grace = "1s",
      maxAttempts = 20,
      nested,
      now,
    } = validateOptions(options, OPTION_NAMES);
    this.prefix = validatePrefix(prefix);
    this.adapter = toAdapter(redis);
    if (recover !== "front" && recover !== "back") throw invalidArgument('recover must be "front" or "back"');
    this.toBack = recover === "back" ? "1" : "0";
    this.grace = toMilliseconds(grace, "grace");
    this.maxAttempts =
      maxAttempts === Number.POSITIVE_INFINITY
        ? Number.MAX_SAFE_INTEGER
        : validateInteger(maxAttempts, "maxAttempts", { min: 1 });
    this.nested = nested === undefined ? undefined : Array.from(nested, (each) => validateNested(each, prefix));
    this.rememberRequests = toMilliseconds(options.rememberRequests ?? "2m", "rememberRequests", { min: 1_000 });
    this.rememberKeys = toMilliseconds(options.rememberKeys ?? "1d", "rememberKeys", { min: 1_000 });
    this.#now = now === undefined ? undefined : validateFunction(now, "now");
    this.#answered = answeredRequestsOf(this.adapter.base ?? redis, prefix);
  }

  /**
   * Calls a script with this queue's keys; the script builds the keys of items itself. A script that declares `answered`
   * also deletes the replies of answered requests. That excludes requests with an idempotency key, since their script
   * returns early if the request is repeated.
   */
  async call<S extends NamedScript>(script: S, { args, requestId = "" }: CallOptions<S>): Promise<Reply> {
    const forgets = script.keys.includes("answered...") && !hasIdempotencyKey(requestId);
    const answered = forgets ? this.#answered.takeDue(this.#time()) : [];
    const resolve = (names: readonly string[]) =>
      names.flatMap((name) => {
        if (name === "answered...") return answered.map(({ key }) => key);
        if (name === "queue" || name === "processing") return `${this.prefix}:${name}`;
        return name === "reply" ? this.#replyKey(requestId) : `${this.prefix}:leasehold:${name}`;
      });
    try {
      return await callScript({ ...script, unsealed: true }, { adapter: this.adapter, keys: { resolve }, args });
    } catch (error) {
      this.#answered.putBack(answered);
      throw error;
    }
  }

  /** Notes that the reply to a request has arrived. A request with an idempotency key may still be repeated. */
  noteAnswered(requestId: string): void {
    if (hasIdempotencyKey(requestId)) return;
    this.#answered.add({ key: this.#replyKey(requestId), at: this.#time() });
    this.#forgetWhenQuiet();
  }

  /** Returns the time for scripts: that of a test, or the local time, used if Redis refuses the command TIME. */
  clock(): string {
    return formatClock(this.#now);
  }

  /** Makes Redis forget the answered requests a second after the last one, unless a test sets the time. */
  #forgetWhenQuiet(): void {
    if (!this.#now) this.#answered.whenQuiet(() => this.#forget());
  }

  /** Makes Redis forget the answered requests that are due. Never rejects. */
  async #forget(): Promise<void> {
    try {
      while (this.#answered.dueAt <= this.#time()) await this.call(forget, { args: {} });
      // A timer may fire a little early.
      if (this.#answered.dueAt < Number.POSITIVE_INFINITY) this.#forgetWhenQuiet();
    } catch {
      // A later request forgets them, or Redis expires them.
    }
  }

  /** Returns the key under which Redis remembers the reply to a request. */
  #replyKey(requestId: string): string {
    return `${this.prefix}:leasehold:reply:${requestId}`;
  }

  /** Returns the time in ms by which answered requests are due: a test's, or that of the monotonic clock. */
  #time(): number {
    return this.#now?.() ?? monotonicNow();
  }

  /** Waits for a time in ms, and resolves with true; resolves with false at once if a test sets the time. */
  async sleep(ms: number): Promise<boolean> {
    if (this.#now) return false;
    await sleep(ms);
    return true;
  }

  /** Runs an operation, and labels the errors of the library with the queue. */
  async labelErrors<R>(operation: () => Promise<R>): Promise<R> {
    try {
      return await operation();
    } catch (error) {
      throw labelError(this.prefix.slice(0, 128), error);
    }
  }
}

/** Reports whether the sender set the idempotency key of a request: the key then follows the operation and a space. */
function hasIdempotencyKey(requestId: string): boolean {
  return requestId.includes(" ");
}

/** Validates the prefix of a queue's keys, which may be any text up to a size. */
function validatePrefix(prefix: string): string {
  if (typeof prefix !== "string" || prefix === "")
    throw invalidArgument("the prefix of a redis-work-queue must be a string that is not empty");
  if (encodeUtf8(prefix, "the prefix").length > MAX_PREFIX_BYTES)
    throw invalidArgument(`the prefix must not exceed ${MAX_PREFIX_BYTES} bytes`);
  return prefix;
}

/** Validates the prefix of another queue whose keys look like items of the queue with `prefix`. */
function validateNested(nested: string, prefix: string): string {
  const items = `${prefix}:item`;
  if (validatePrefix(nested) === items || nested.startsWith(`${items}:`)) return nested;
  throw invalidArgument(`each prefix in nested must be ${items} or begin with ${items}:`);
}
