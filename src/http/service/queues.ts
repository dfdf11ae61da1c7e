// The queues of an app by name: declared ones, those of redis-work-queue, and the recently used others.
import { HTTPException } from "hono/http-exception";
import { LruCache } from "../../access/lru-cache.ts";
import { invalidArgument, isValidName, validateName } from "../../base/arguments.ts";
import { json } from "../../base/codec.ts";
import { labelError } from "../../base/errors.ts";
import { withFollowUps } from "../../queue/follow-ups/with-follow-ups.ts";
import { QueueContext } from "../../queue/jobs/queue-context.ts";
import type { QueueSettings } from "../../queue/jobs/queue-options.ts";
import type { Telemetry } from "../../queue/jobs/telemetry.ts";
import type { Adapter } from "../../redis/adapter.ts";
import type { RedisWorkQueue } from "../../redis-work-queue/redis-work-queue.ts";
import { storedJson } from "../json/stored-json.ts";
import { type DurationLimits, type MaxDurations, toMaxDurations } from "./duration-limits.ts";
import { UNDECLARED_MAX_LENGTH } from "./undeclared-queues.ts";

// The names of undeclared queues come from the paths of requests, so only some are kept. A queue takes a few kB, or 30 kB if
// a hundred workers with long names lease from it.
const MAX_UNDECLARED = 100;

/** Creates queues of redis-work-queue over a client, by the names that they have in the app. */
export type RedisWorkQueues = (redis: Adapter) => Readonly<Record<string, RedisWorkQueue>>;

/** The declared queues, and the limits of all queues. */
export interface QueuesOptions {
  queues: Record<string, QueueSettings>;
  redisWorkQueues?: RedisWorkQueues | undefined;
  /** The longest durations that requests may ask for, by queue; "*" stands for all others. */
  limits: Readonly<Record<string, DurationLimits>>;
  /** The telemetry of all queues whose settings name no other. */
  telemetry?: Telemetry | undefined;
}

/** The queues of an app. Each is created once and shared by all requests. */
export class Queues {
  /** The names of the queues in the format of redis-work-queue. */
  readonly itemQueueNames: readonly string[];
  readonly #redis: { redis: Adapter; prefix: string };
  readonly #telemetry: { telemetry?: Telemetry };
  readonly #settings: ReadonlyMap<string, QueueSettings>;
  readonly #maxDurations: ReadonlyMap<string, MaxDurations>;
  readonly #declared: ReadonlyMap<string, QueueContext<unknown>>;
  readonly #undeclared = new LruCache<QueueContext<unknown>>(MAX_UNDECLARED);
  readonly #itemQueues: ReadonlyMap<string, RedisWorkQueue>;

  constructor(
    redis: { redis: Adapter; prefix: string },
    { queues, redisWorkQueues = () => ({}), limits, telemetry }: QueuesOptions,
  ) {
    this.#redis = redis;
    this.#telemetry = telemetry ? { telemetry } : {};
    this.#settings = new Map(Object.entries(queues));
    this.#maxDurations = new Map(Object.entries(limits).map(([name, each]) => [name, toMaxDurations(name, each)]));
    this.#itemQueues = new Map(Object.entries(redisWorkQueues(redis.redis)));
    this.itemQueueNames = [...this.#itemQueues.keys()];
    for (const name of this.itemQueueNames) validateName(name, "the name of a queue");
    const duplicate = this.itemQueueNames.find((name) => this.#settings.has(name));
    if (duplicate !== undefined) throw invalidArgument(`queue ${duplicate} is in queues and in redisWorkQueues`);
    this.#declared = new Map(Array.from(this.#settings.keys(), (name) => [name, this.#create(name)]));
  }

  /** Reports whether the options of the app declare a queue. */
  isDeclared(name: string): boolean {
    return this.#settings.has(name) || this.#itemQueues.has(name);
  }

  /** Reports whether a queue is declared in the format of redis-work-queue. */
  isItemQueue(name: string): boolean {
    return this.#itemQueues.has(name);
  }

  /** Returns the longest durations that requests may ask of a queue. */
  maxDurationsOf(name: string): MaxDurations {
    return this.#maxDurations.get(name) ?? this.#maxDurations.get("*") ?? toMaxDurations(name, {});
  }

  /** Returns a queue of jobs. Throws a 409 for a queue in the format of redis-work-queue. */
  jobQueue(name: string): QueueContext<unknown> {
    if (this.isItemQueue(name))
      throw new HTTPException(409, {
        message: "The queue has the format of redis-work-queue; its routes are under /v1/redis-work-queues.",
      });
    return this.#declared.get(name) ?? this.#undeclared.getOrCreate(name, () => this.#create(name));
  }

  /** Returns a queue in the format of redis-work-queue. Throws a 404 if none has this name. */
  itemQueue(name: string): RedisWorkQueue {
    const queue = this.#itemQueues.get(name);
    if (queue) return queue;
    throw new HTTPException(404, { message: "No queue of redis-work-queue has this name." });
  }

  /** Creates the queue with its settings. A queue that is not declared gets a maximum length. */
  #create(name: string): QueueContext<unknown> {
    const settings = this.#settings.get(name) ?? { maxLength: UNDECLARED_MAX_LENGTH };
    try {
      const queue = withFollowUps(new QueueContext<unknown>(name, { ...this.#telemetry, ...settings, ...this.#redis }));
      // A schema validates the value of a payload, so it needs the value, not the text.
      return queue.codec === json && !queue.schema ? queue.with({ codec: storedJson }) : queue;
    } catch (error) {
      throw isValidName(name) ? labelError(name, error) : error;
    }
  }
}
