// The options of a queue, as callers pass them.

import type { Codec } from "../../base/codec.ts";
import type { Duration } from "../../base/duration.ts";
import type { Logger } from "../../base/log.ts";
import type { StandardSchema } from "../../base/schema.ts";
import type { Adapter } from "../../redis/adapter.ts";
import type { UpstashClient } from "../../redis/upstash-client.ts";
import type { Listeners, Middleware } from "./listeners.ts";
import type { Backoff, BackoffFunction } from "./options/backoff.ts";
import type { QueueLimits } from "./options/limits.ts";
import type { Telemetry } from "./telemetry.ts";

/** The limits of the jobs that are kept after they ended. The clients that settle jobs apply them. */
export interface Retention {
  /** The limit of completed jobs; none are kept unless set. */
  done?: Keep;
  /** The limit of failed jobs; 30 days and 100,000 jobs unless set. */
  failed?: Keep;
  /** The time for which a result can be read; an hour unless set, `false` to keep none. */
  results?: Duration | false;
}

/** A limit of age, of number, or both. For a moment, up to twice as many jobs may be kept. */
export type Keep = Duration | { age?: Duration; count?: number };

/**
 * Options of a queue, the same in every process that uses it. T is the type of payloads that handlers receive, Input the type
 * that is enqueued and stored. They differ only if a schema transforms payloads.
 */
export interface QueueOptions<T, Input = T> extends QueueLimits {
  /** Any `@upstash/redis` client, or an adapter: `upstash()`, `ioredis()`, `nodeRedis()`. */
  redis: UpstashClient | Adapter;
  /** The prefix of every key; "lh" unless set. */
  prefix?: string;
  /** The codec of payloads; JSON unless set. */
  codec?: Codec<Input>;
  /**
   * Validates payloads when they are enqueued and again when they are leased. A payload is stored as it was enqueued; the
   * holder receives the schema's output.
   */
  schema?: StandardSchema<Input, T>;
  /** The duration of a lease; 30 seconds unless set. */
  lease?: Duration;
  /** The number of attempts after which a job has failed; 5 unless set. */
  maxAttempts?: number;
  /** The delay before a retry; doubling from a second to an hour unless set. */
  backoff?: Backoff | BackoffFunction;
  /**
   * The longest time of an attempt in `drain` and `work`; then the attempt fails, even if its handler continues. 15 minutes
   * unless set, `false` for no limit.
   */
  timeout?: Duration | false;
  retention?: Retention;
  /** The largest number of ready, delayed and blocked jobs; no limit unless set. */
  maxLength?: number;
  /** The largest payload or result in bytes; 1 MB unless set. */
  maxPayloadBytes?: number;
  /** The time for which replies to requests are remembered at least, in case they are repeated; two minutes unless set. */
  rememberRequests?: Duration;
  /** The time for which idempotency keys are remembered; a day unless set. */
  rememberKeys?: Duration;
  /** Called with each log line; unless set, lines are written to the console as JSON. `false` for no log. */
  logger?: Logger | false;
  /** Called with the events of every `drain` and `work` of the queue. */
  on?: Listeners<T>;
  /** Functions around the handlers of every `drain` and `work` of the queue, the first outermost. */
  use?: readonly Middleware<T>[];
  /** Observes the operations of the queue: `otel()` of `leasehold/otel`. */
  telemetry?: Telemetry;
  /**
   * Lets calls for one job each share a request: those of the same tick, and over TCP also those made while a request is in
   * flight. Each call still has its own result or error. True unless set.
   */
  batching?: boolean;
  /** A clock in ms, for tests; Redis's own clock unless set. */
  now?: () => number;
}

/** Options of one of several queues that share a client. */
export type QueueSettings<T = unknown, Input = T> = Omit<QueueOptions<T, Input>, "redis" | "prefix" | "now">;

/** The names of the options that are settings. */
export const SETTING_NAMES =
  `codec schema lease maxAttempts backoff timeout retention maxLength maxPayloadBytes rememberRequests rememberKeys batching
   logger on use telemetry groups concurrency rate limitsVersion`.split(/\s+/);

/** The names of the options of a queue. */
export const OPTION_NAMES: ReadonlySet<string> = new Set(["redis", "prefix", ...SETTING_NAMES, "now"]);
