// What all operations of one queue share: its options, checked once, and the way to run a script for it.
import type { Adapter } from "../redis/adapter.ts";
import { fromUpstashClient, type UpstashClient } from "../redis/upstash.ts";
import { type Backoff, backoffDelay } from "./backoff.ts";
import { type ArgsOf, callScript, type Reply } from "./call.ts";
import { type Codec, json } from "./codec.ts";
import type { Duration } from "./duration.ts";
import { type KeyParts, QueueKeys } from "./keys.ts";
import { checkName, checkWhole, invalid, leaseLength, span } from "./limits.ts";
import type { StandardSchema } from "./schema.ts";

/** How much of finished jobs is kept. */
export interface Retention {
  /** Completed jobs; none unless set. */
  done?: Keep;
  /** Failed jobs; all unless set. */
  failed?: Keep;
  /** How long a result can be read; an hour unless set. */
  results?: Duration;
}

/** Until an age, up to a count, or both. */
export type Keep = Duration | { age?: Duration; count?: number };

/**
 * How a queue behaves. Every process that uses the queue should say the same. T is what handlers get, Input what is
 * enqueued and stored; they differ only where a schema transforms.
 */
export interface QueueOptions<T, Input = T> {
  /** Any `@upstash/redis` client as it is, or an adapter: `upstash()`, `ioredis()`, `nodeRedis()`. */
  redis: UpstashClient | Adapter;
  /** Begins every key; "lh" unless set. */
  prefix?: string;
  /** How payloads become text; JSON unless set. */
  codec?: Codec<Input>;
  /**
   * Checks payloads when they are enqueued and again when they are leased. What is stored is what was enqueued; a
   * schema that transforms does so for the one who leases.
   */
  schema?: StandardSchema<Input, T>;
  /** How long a lease lasts; 30 seconds unless set. */
  lease?: Duration;
  /** How often a job is tried before it has failed; 5 unless set. */
  maxAttempts?: number;
  /** The delay before a failed attempt is tried again; doubling from a second to an hour unless set. */
  backoff?: Backoff;
  retention?: Retention;
  /** How many jobs may wait; no limit unless set. */
  maxLength?: number;
  /** The largest payload or result in bytes; 1 MB unless set. */
  maxPayloadBytes?: number;
  /** How long a request is remembered that may be sent again; two minutes unless set. */
  rememberRequests?: Duration;
  /** The time in ms, for tests; Redis's own clock unless set. */
  now?: () => number;
}

const MB = 1024 * 1024;

/** A queue's options with their defaults, and the one way to Redis. */
export class Context<T, Input = unknown> {
  readonly name: string;
  readonly prefix: string;
  readonly adapter: Adapter;
  readonly keys: QueueKeys;
  readonly codec: Codec<Input>;
  readonly schema: StandardSchema<Input, T> | undefined;
  readonly lease: number;
  readonly maxAttempts: number;
  readonly maxLength: number | undefined;
  readonly maxPayloadBytes: number;
  readonly keepRequests: number;
  readonly keepResults: number;
  readonly keepsDone: boolean;
  /** Retention as the scripts read it: age and count of done jobs, then of failed ones. */
  readonly policy: string;
  readonly #backoff: Backoff;
  readonly #now: (() => number) | undefined;

  constructor(name: string, options: QueueOptions<T, Input>) {
    const { redis, prefix = "lh", retention = {}, maxLength } = options;
    this.name = checkName(name, "the name of a queue");
    this.prefix = checkName(prefix, "prefix");
    this.adapter = adapterOf(redis);
    this.keys = new QueueKeys(prefix, name);
    this.codec = options.codec ?? (json as Codec<Input>);
    this.schema = options.schema;
    this.lease = leaseLength(options.lease ?? "30s");
    this.maxAttempts = checkAttempts(options.maxAttempts ?? 5);
    this.maxLength =
      maxLength === undefined ? undefined : checkWhole(maxLength, "maxLength", 1, Number.MAX_SAFE_INTEGER);
    this.maxPayloadBytes = checkWhole(options.maxPayloadBytes ?? MB, "maxPayloadBytes", 1, 64 * MB);
    this.keepRequests = span(options.rememberRequests ?? "2m", "rememberRequests", 1_000);
    this.keepResults = span(retention.results ?? "1h", "retention.results", 1_000);
    this.keepsDone = retention.done !== undefined;
    this.policy = `${keep(retention.done, "retention.done")} ${keep(retention.failed, "retention.failed")}`;
    this.#backoff = options.backoff ?? { type: "exponential", delay: "1s" };
    backoffDelay(this.#backoff, 1, 0);
    this.#now = options.now;
  }

  /** Runs a script on this queue's keys. */
  call<S extends Parameters<typeof callScript>[2]>(script: S, args: ArgsOf<S>, parts: KeyParts = {}): Promise<Reply> {
    return callScript(this.adapter, this.keys, script, args, parts);
  }

  /** The time, as the scripts take it: forced by a test, or only for where Redis refuses to tell its own. */
  clock(): string {
    return this.#now ? `=${this.#now()}` : String(Date.now());
  }

  /** The time here, for what does not depend on Redis's. */
  now(): number {
    return this.#now?.() ?? Date.now();
  }

  delayAfter(attempt: number): number {
    return backoffDelay(this.#backoff, attempt, Math.random());
  }
}

export function checkAttempts(attempts: number): number {
  return checkWhole(attempts, "maxAttempts", 1, 1_000);
}

function adapterOf(redis: UpstashClient | Adapter): Adapter {
  if (typeof redis !== "object" || redis === null) throw invalid("redis must be a client or an adapter");
  if ("run" in redis && typeof redis.run === "function") return redis;
  if ("createScript" in redis && "eval" in redis) return fromUpstashClient(redis);
  throw invalid("redis must be an @upstash/redis client, or an adapter such as ioredis(client) or nodeRedis(client)");
}

function keep(limit: Keep | undefined, what: string): string {
  const { age, count } = typeof limit === "object" ? limit : { age: limit, count: undefined };
  const ages = age === undefined ? "-" : span(age, what);
  const counts = count === undefined ? "-" : checkWhole(count, `${what}.count`, 0, Number.MAX_SAFE_INTEGER);
  return `${ages} ${counts}`;
}
