// What the routes share: the queues, by name, as this service uses them.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { QueueSettings } from "../core/context.ts";
import { withDeadline } from "../core/deadline.ts";
import { LeaseholdError } from "../core/errors.ts";
import { checkName, invalid } from "../core/limits.ts";
import { elapsed } from "../core/monotonic.ts";
import { Item } from "../interop/item.ts";
import type { RedisWorkQueue } from "../interop/redis-work-queue.ts";
import { Queue } from "../queue/queue.ts";
import type { Adapter } from "../redis/adapter.ts";
import { fromNetwork } from "../redis/errors.ts";
import type { AccessToken } from "./access.ts";
import type { Receiver } from "./hooks.ts";

/** What a request carries on its way through the app. */
export interface AppEnv {
  Variables: {
    requestId: string;
    access: AccessToken;
    service: Service;
    /** How long Redis was waited for, in ms. */
    redisTime: number;
  };
}

/** Makes queues of redis-work-queue over a client, by the names that they have here. */
export type RedisWorkQueues = (redis: Adapter) => Readonly<Record<string, RedisWorkQueue>>;

interface ServiceOptions {
  redis: Adapter;
  prefix: string;
  queues: Record<string, QueueSettings>;
  redisWorkQueues?: RedisWorkQueues | undefined;
  onEnqueued?: ((queue: string, c: Context) => void) | undefined;
}

/** The queues behind an app. */
export class Service {
  readonly adapter: Adapter;
  readonly prefix: string;
  readonly #settings: ReadonlyMap<string, QueueSettings>;
  /** The names of the queues that are in the format of redis-work-queue. */
  readonly itemQueues: readonly string[];
  readonly #redisWorkQueues: RedisWorkQueues;
  readonly #onEnqueued: ((queue: string, c: Context) => void) | undefined;

  constructor({ redis, prefix, queues, redisWorkQueues = () => ({}), onEnqueued }: ServiceOptions) {
    this.adapter = guarded(redis);
    this.prefix = prefix;
    this.#settings = new Map(Object.entries(queues));
    this.#redisWorkQueues = redisWorkQueues;
    this.#onEnqueued = onEnqueued;
    this.itemQueues = Object.keys(redisWorkQueues(this.adapter)).map((name) => checkName(name, "the name of a queue"));
    const twice = this.itemQueues.find((name) => this.#settings.has(name));
    if (twice !== undefined) throw invalid(`queue ${twice} is declared twice: in two formats`);
    // Whatever is wrong with a queue's settings is said now.
    for (const [name, each] of this.#settings) new Queue(name, { ...each, redis: this.adapter, prefix });
  }

  /** A queue by its name, whose time with Redis is counted for the request. */
  queue(name: string, c: Context): Queue<unknown> {
    if (this.itemQueues.includes(name))
      throw new HTTPException(409, {
        message: "The queue has the format of redis-work-queue; it is served under /v1/redis-work-queues.",
      });
    return new Queue(name, { ...this.#settings.get(name), redis: timed(this.adapter, c), prefix: this.prefix });
  }

  /** The same for a queue in the format of redis-work-queue. */
  items(name: string, c: Context): RedisWorkQueue {
    const queue = new Map(Object.entries(this.#redisWorkQueues(timed(this.adapter, c)))).get(name);
    if (!queue) throw new HTTPException(404, { message: "No queue of redis-work-queue has this name here." });
    return queue;
  }

  /** What webhooks put their deliveries into. One that comes again is known for as long as its source says. */
  receiver(name: string, c: Context): Receiver {
    if (!this.itemQueues.includes(name)) return this.queue(name, c);
    const queue = this.items(name, c);
    return {
      async enqueue(data, { id, uniqueFor = 0 }) {
        const item = Item.json(data, id);
        const again = id === undefined ? {} : { nonce: id, rememberFor: Math.max(1_000, uniqueFor) };
        return { id: item.id, created: await queue.addItem(item, again) };
      },
    };
  }

  /** Says that jobs were put into a queue. They are safe by now, so the sender is told so whatever comes of this. */
  enqueued(name: string, c: Context): void {
    try {
      this.#onEnqueued?.(name, c);
    } catch (error) {
      const kind = error instanceof Error ? error.name : typeof error;
      console.error(JSON.stringify({ event: "enqueued_untold", queue: name, error: kind }));
    }
  }
}

/** The queue that the path names. */
export function queueOf(c: Context<AppEnv>): Queue<unknown> {
  return c.get("service").queue(c.req.param("queue") ?? "", c);
}

/** The queue that the path names, in the format of redis-work-queue. */
export function itemsOf(c: Context<AppEnv>): RedisWorkQueue {
  return c.get("service").items(c.req.param("queue") ?? "", c);
}

// Our own client has given up by then; another one may wait for ever.
const ANSWERED_WITHIN = 30_000;

/** An adapter whose every call ends in time, and fails with none but an error of ours. */
function guarded(adapter: Adapter): Adapter {
  return around(adapter, async (script, keys, args) => {
    const deadline = elapsed() + ANSWERED_WITHIN;
    try {
      return await withDeadline(adapter.run(script, keys, args), () => deadline);
    } catch (error) {
      throw error instanceof LeaseholdError ? error : fromNetwork(error, script.name);
    }
  });
}

function timed(adapter: Adapter, c: Context): Adapter {
  return around(adapter, async (script, keys, args) => {
    const start = performance.now();
    try {
      return await adapter.run(script, keys, args);
    } finally {
      c.set("redisTime", (c.get("redisTime") ?? 0) + performance.now() - start);
    }
  });
}

/** An adapter that runs scripts in its own way, each by itself, and listens as another does. */
function around(adapter: Adapter, run: Adapter["run"]): Adapter {
  const { base = adapter } = adapter;
  return adapter.subscribe ? { base, run, subscribe: adapter.subscribe.bind(adapter) } : { base, run };
}
