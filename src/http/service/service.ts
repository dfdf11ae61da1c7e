// The queues of the app by name, and operations on the one that a request is about.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { Gate, type GateOptions } from "../../access/gate.ts";
import { RecentlyUsed } from "../../access/lru-cache.ts";
import { Receipts } from "../../access/receipts.ts";
import { Secret } from "../../access/secret.ts";
import type { Access } from "../../access/token.ts";
import { invalidArgument, isValidName, validateInteger, validateName } from "../../base/arguments.ts";
import { json } from "../../base/codec.ts";
import { withDeadline } from "../../base/deadline.ts";
import { LeaseholdError, labelError } from "../../base/errors.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { type EnqueueResult, enqueueMany } from "../../queue/jobs/enqueue.ts";
import { QueueContext } from "../../queue/jobs/queue-context.ts";
import type { QueueSettings } from "../../queue/jobs/queue-options.ts";
import type { Adapter, Script } from "../../redis/adapter.ts";
import { decorateAdapter } from "../../redis/decorate-adapter.ts";
import { networkError } from "../../redis/errors.ts";
import { Item } from "../../redis-work-queue/item.ts";
import type { RedisWorkQueue } from "../../redis-work-queue/redis-work-queue.ts";
import { storedJson } from "../json/stored-json.ts";
import type { Receiver } from "./delivery-target.ts";
import { type Limits, limitsOf, type QueueLimits } from "./queue-limits.ts";

// Undeclared queues come from the paths of requests, so only some of them are kept. One takes a few kB, or 30 kB where a
// hundred workers with long names lease from it.
const MOST_OTHERS = 100;
// The most waiting jobs of an undeclared queue.
const MOST_WAITING = 100_000;

/** The variables of a request on its way through the app. */
export interface AppEnv {
  Variables: {
    requestId: string;
    access: Access;
    /** The subject of a request beside its queue, for the audit log. */
    subject: string;
    service: Service;
    /** Gives back the place of a request among those in flight. */
    leave: () => void;
    /** The time in ms for which the request waited for Redis. */
    redisTime: number;
    /** True where writing the JSON of the body anew changes none of its values. */
    isExact: boolean;
  };
}

/** Makes queues of redis-work-queue over a client, by the names that they have here. */
export type RedisWorkQueues = (redis: Adapter) => Readonly<Record<string, RedisWorkQueue>>;

interface ServiceOptions extends Pick<GateOptions, "tokens" | "storesTokens" | "auditEntries"> {
  redis: Adapter;
  prefix: string;
  queues: Record<string, QueueSettings>;
  limits: Readonly<Record<string, QueueLimits>>;
  /** The names of the sources of webhooks by the queue that they deliver to. */
  sources: ReadonlyMap<string, readonly string[]>;
  maxQueues: number;
  redisWorkQueues?: RedisWorkQueues | undefined;
  onEnqueued?: ((queue: string, c: Context) => void) | undefined;
  maxBodyBytes: number;
}

/** The queues behind an app, each made once. */
export class Service {
  readonly adapter: Adapter;
  readonly prefix: string;
  readonly maxBodyBytes: number;
  readonly maxQueues: number;
  readonly gate: Gate;
  readonly secret: Secret;
  readonly receipts: Receipts;
  readonly #limits: ReadonlyMap<string, Limits>;
  readonly #sources: ReadonlyMap<string, readonly string[]>;
  readonly #settings: ReadonlyMap<string, QueueSettings>;
  readonly #declared: ReadonlyMap<string, QueueContext<unknown>>;
  readonly #others = new RecentlyUsed<QueueContext<unknown>>(MOST_OTHERS);
  readonly #items: ReadonlyMap<string, RedisWorkQueue>;
  readonly #onEnqueued: ((queue: string, c: Context) => void) | undefined;

  constructor(options: ServiceOptions) {
    const { redis, prefix, queues, redisWorkQueues = () => ({}), onEnqueued, maxBodyBytes } = options;
    this.adapter = guarded(redis);
    this.prefix = prefix;
    this.gate = new Gate({ ...options, adapter: this.adapter });
    this.secret = new Secret(this.adapter, prefix);
    this.receipts = new Receipts(this.secret, prefix);
    this.maxQueues = validateInteger(options.maxQueues, "maxQueues", { min: 1, max: 1_000_000 });
    this.#limits = new Map(Object.entries(options.limits).map(([name, limits]) => [name, limitsOf(name, limits)]));
    this.#sources = options.sources;
    this.maxBodyBytes = validateInteger(maxBodyBytes, "maxBodyBytes", { min: 1 });
    this.#settings = new Map(Object.entries(queues));
    this.#onEnqueued = onEnqueued;
    this.#items = new Map(Object.entries(redisWorkQueues(this.adapter)));
    for (const name of this.itemQueues) validateName(name, "the name of a queue");
    const twice = this.itemQueues.find((name) => this.#settings.has(name));
    if (twice !== undefined) throw invalidArgument(`queue ${twice} is declared twice: in two formats`);
    this.#declared = new Map(Array.from(this.#settings.keys(), (name) => [name, this.#newQueue(name)]));
  }

  /** The names of the queues that are in the format of redis-work-queue. */
  get itemQueues(): string[] {
    return [...this.#items.keys()];
  }

  /** Reports whether a queue is among those that the app was made with. */
  isDeclared(name: string): boolean {
    return this.#settings.has(name) || this.#items.has(name);
  }

  /** Returns the limits of what requests may ask of a queue. */
  limits(name: string): Limits {
    return this.#limits.get(name) ?? this.#limits.get("*") ?? limitsOf(name, {});
  }

  /** Reports whether an id in a queue is kept for the deliveries of a source of webhooks. */
  isReserved(queue: string, id: string): boolean {
    return this.#sources.get(queue)?.some((source) => id.startsWith(`${source}:`)) ?? false;
  }

  /** Returns the adapter for a request. For an operator its calls are timed. */
  adapterFor(c: Context<AppEnv>): Adapter {
    return isOperator(c) ? timed(this.adapter, c) : this.adapter;
  }

  /** Returns a queue by its name. For an operator its calls are timed. */
  queue(name: string, c: Context<AppEnv>): QueueContext<unknown> {
    if (this.#items.has(name))
      throw new HTTPException(409, {
        message: "The queue has the format of redis-work-queue; it is served under /v1/redis-work-queues.",
      });
    const queue = this.#declared.get(name) ?? this.#others.get(name, () => this.#newQueue(name));
    return isOperator(c) ? queue.with({ adapter: this.adapterFor(c) }) : queue;
  }

  /** Runs an operation on a queue in the format of redis-work-queue. */
  items<R>(name: string, c: Context<AppEnv>, operation: (queue: RedisWorkQueue) => Promise<R>): Promise<R> {
    const queue = this.#items.get(name);
    if (!queue) throw new HTTPException(404, { message: "No queue of redis-work-queue has this name here." });
    return timeRedis(c, () => operation(queue));
  }

  /** Returns what webhooks put their deliveries into. One that comes again is known for as long as its source says. */
  receiver(name: string, c: Context): Receiver {
    if (!this.#items.has(name)) {
      const queue = this.queue(name, c);
      return {
        async enqueue(data, options) {
          const [enqueued] = await queue.labelErrors(() => enqueueMany(queue, [{ data, ...options }]));
          return enqueued as EnqueueResult;
        },
      };
    }
    return {
      enqueue: (data, { id, uniqueFor = 0 }) =>
        this.items(name, c, async (queue) => {
          const item = Item.json(data, id);
          const again = id === undefined ? {} : { idempotencyKey: id, rememberFor: Math.max(1_000, uniqueFor) };
          return { id: item.id, created: await queue.addItem(item, again) };
        }),
    };
  }

  /** Reports that jobs were enqueued. They are stored by now, so an error changes nothing for the sender. */
  enqueued(name: string, c: Context): void {
    try {
      this.#onEnqueued?.(name, c);
    } catch (error) {
      const kind = error instanceof Error ? error.name : typeof error;
      console.error(JSON.stringify({ event: "enqueued_untold", queue: name, error: kind }));
    }
  }

  #newQueue(name: string): QueueContext<unknown> {
    const settings = this.#settings.get(name) ?? {};
    try {
      const bounds = this.#settings.has(name) ? {} : { maxLength: MOST_WAITING };
      const queue = new QueueContext<unknown>(name, {
        ...bounds,
        ...settings,
        redis: this.adapter,
        prefix: this.prefix,
      });
      // A schema takes the value of a payload.
      return queue.codec === json && !queue.schema ? queue.with({ codec: storedJson }) : queue;
    } catch (error) {
      throw isValidName(name) ? labelError(name, error) : error;
    }
  }
}

/** Runs an operation on the queue that the path names. */
export function run<A extends unknown[], R>(
  c: Context<AppEnv>,
  operation: (queue: QueueContext<unknown>, ...args: A) => Promise<R>,
  ...args: A
): Promise<R> {
  const queue = queueOf(c);
  return queue.labelErrors(() => operation(queue, ...args));
}

/** Returns the queue that the path names. */
export function queueOf(c: Context<AppEnv>): QueueContext<unknown> {
  return c.get("service").queue(c.req.param("queue") ?? "", c);
}

/** Runs an operation on the queue that the path names, in the format of redis-work-queue. */
export function runOnItems<R>(c: Context<AppEnv>, operation: (queue: RedisWorkQueue) => Promise<R>): Promise<R> {
  return c.get("service").items(c.req.param("queue") ?? "", c, operation);
}

/** Reports whether the token of a request may operate queues. */
export function isOperator(c: Context<AppEnv>): boolean {
  return c.get("access")?.scopes.includes("operate");
}

// Our own client has given up by then; another one may wait for ever.
const ANSWERED_WITHIN = 30_000;

/** An adapter whose every call ends in time, and fails with none but an error of ours. */
function guarded(adapter: Adapter): Adapter {
  const guard = async ({ name }: Script, call: () => Promise<unknown>): Promise<unknown> => {
    const deadline = monotonicNow() + ANSWERED_WITHIN;
    try {
      return await withDeadline(call(), () => deadline);
    } catch (error) {
      throw error instanceof LeaseholdError ? error : networkError(error, name);
    }
  };
  const { runMany } = adapter;
  return around(adapter, {
    run: (script, keys, args) => guard(script, () => adapter.run(script, keys, args)),
    runMany:
      runMany &&
      ((calls) => {
        const sent = (async () => runMany.call(adapter, calls))();
        return calls.map(({ script }, i) => guard(script, async () => (await sent)[i]));
      }),
  });
}

function timed(adapter: Adapter, c: Context<AppEnv>): Adapter {
  return around(adapter, { run: (...call) => timeRedis(c, () => adapter.run(...call)), runMany: undefined });
}

/** Adds the time of a call to the time that the request has waited for Redis. */
export async function timeRedis<R>(c: Context<AppEnv>, call: () => Promise<R>): Promise<R> {
  const start = performance.now();
  try {
    return await call();
  } finally {
    c.set("redisTime", (c.get("redisTime") ?? 0) + performance.now() - start);
  }
}

/** An adapter that runs scripts in its own way, none of which waits for another request, and listens as another does. */
function around(adapter: Adapter, run: Pick<Adapter, "run"> & { runMany: Adapter["runMany"] }): Adapter {
  return decorateAdapter(adapter, { ...run, joinsInFlight: undefined });
}
