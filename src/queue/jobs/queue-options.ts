// The options of a queue, as its users write them.

import type { Codec } from "../../base/codec.ts";
import type { Duration } from "../../base/duration.ts";
import type { Logger } from "../../base/log.ts";
import type { StandardSchema } from "../../base/schema.ts";
import type { Adapter } from "../../redis/adapter.ts";
import type { UpstashClient } from "../../redis/upstash-client.ts";
import type { Backoff, BackoffFunction } from "./backoff.ts";
import type { Listeners, Middleware } from "./listeners.ts";

/** The limits to which ended jobs are kept, applied by the clients that settle jobs. */
export interface Retention {
  /** Limit of completed jobs; none are kept unless set. */
  done?: Keep;
  /** Limit of failed jobs; 30 days and 100,000 of them unless set. */
  failed?: Keep;
  /** The time for which a result can be read; an hour unless set, `false` to keep none. */
  results?: Duration | false;
}

/** A limit of age, of number, or both. Up to twice as many may be kept for a moment. */
export type Keep = Duration | { age?: Duration; count?: number };

/**
 * Options of a queue, the same in every process that uses it. T is the type that handlers get, Input the type that is
 * enqueued and stored; they differ only where a schema transforms.
 */
export interface QueueOptions<T, Input = T> {
  /** Any `@upstash/redis` client, or an adapter: `upstash()`, `ioredis()`, `nodeRedis()`. */
  redis: UpstashClient | Adapter;
  /** The prefix of every key; "lh" unless set. */
  prefix?: string;
  /** The codec of payloads; JSON unless set. */
  codec?: Codec<Input>;
  /**
   * Validates payloads when they are enqueued and again when they are leased. The value is stored as it was enqueued; a
   * schema that transforms is applied to what the holder gets.
   */
  schema?: StandardSchema<Input, T>;
  /** The duration of a lease; 30 seconds unless set. */
  lease?: Duration;
  /** The number of attempts after which a job has failed; 5 unless set. */
  maxAttempts?: number;
  /** The delay before a failed attempt is retried; doubling from a second to an hour unless set. */
  backoff?: Backoff | BackoffFunction;
  /**
   * The time that one attempt may take in `drain` and `work`, after which it has failed, whatever its handler does; 15
   * minutes unless set, `false` for no limit.
   */
  timeout?: Duration | false;
  retention?: Retention;
  /** The largest number of waiting jobs; no limit unless set. */
  maxLength?: number;
  /** The largest payload or result in bytes; 1 MB unless set. */
  maxPayloadBytes?: number;
  /** The shortest time for which a request that is sent again gets its first reply again; two minutes unless set. */
  rememberRequests?: Duration;
  /** The time for which an idempotency key is remembered; a day unless set. */
  rememberKeys?: Duration;
  /** Called with each line of log; lines are written to the console as JSON unless set, `false` for none. */
  logger?: Logger | false;
  /** Called with the events of every `drain` and `work` of the queue. */
  on?: Listeners<T>;
  /** Functions around the handlers of every `drain` and `work` of the queue, the first one outermost. */
  use?: readonly Middleware<T>[];
  /**
   * Whether calls for one job each that are made in the same tick, and over TCP also those made while a request is in
   * flight, travel as one request; true unless set. Each still has its own answer or error.
   */
  batching?: boolean;
  /** A clock in ms, for tests; Redis's own clock unless set. */
  now?: () => number;
}

/** Options of one of several queues, which share their client. */
export type QueueSettings<T = unknown, Input = T> = Omit<QueueOptions<T, Input>, "redis" | "prefix" | "now">;

/** The names of the settings. */
export const SETTING_NAMES =
  `codec schema lease maxAttempts backoff timeout retention maxLength maxPayloadBytes rememberRequests rememberKeys batching
   logger on use`.split(/\s+/);

/** The names of the options of a queue. */
export const OPTION_NAMES: ReadonlySet<string> = new Set(["redis", "prefix", ...SETTING_NAMES, "now"]);
