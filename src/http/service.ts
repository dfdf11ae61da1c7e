// What the routes share: the queues, by name, as this service uses them.
import type { Context } from "hono";
import type { QueueSettings } from "../core/context.ts";
import { LeaseholdError } from "../core/errors.ts";
import { within } from "../core/insist.ts";
import { Queue } from "../core/queue.ts";
import type { Adapter } from "../redis/adapter.ts";
import { fromNetwork } from "../redis/errors.ts";
import type { AccessToken } from "./access.ts";

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

/** The queues behind an app. */
export class Service {
  readonly adapter: Adapter;
  readonly prefix: string;
  readonly #settings: ReadonlyMap<string, QueueSettings>;
  readonly #onEnqueued: ((queue: string, c: Context) => void) | undefined;

  constructor(
    adapter: Adapter,
    prefix: string,
    settings: Record<string, QueueSettings>,
    onEnqueued?: (queue: string, c: Context) => void,
  ) {
    this.adapter = guarded(adapter);
    this.prefix = prefix;
    this.#settings = new Map(Object.entries(settings));
    this.#onEnqueued = onEnqueued;
    // Whatever is wrong with a queue's settings is said now.
    for (const [name, each] of this.#settings) new Queue(name, { ...each, redis: this.adapter, prefix });
  }

  /** A queue by its name, whose time with Redis is counted for the request. */
  queue(name: string, c: Context): Queue<unknown> {
    return new Queue(name, { ...this.#settings.get(name), redis: timed(this.adapter, c), prefix: this.prefix });
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

// Our own client has given up by then; another one may wait for ever.
const ANSWERED_WITHIN = 30_000;

/** An adapter whose every call ends in time, and fails with none but an error of ours. */
function guarded(adapter: Adapter): Adapter {
  return {
    ...adapter,
    async run(script, keys, args) {
      const deadline = Date.now() + ANSWERED_WITHIN;
      try {
        return await within(adapter.run(script, keys, args), () => deadline);
      } catch (error) {
        throw error instanceof LeaseholdError ? error : fromNetwork(error, script.name);
      }
    },
  };
}

function timed(adapter: Adapter, c: Context): Adapter {
  return {
    ...adapter,
    async run(script, keys, args) {
      const start = performance.now();
      try {
        return await adapter.run(script, keys, args);
      } finally {
        c.set("redisTime", (c.get("redisTime") ?? 0) + performance.now() - start);
      }
    },
  };
}
