// Queues for the tests of batching: they record the scripts that they send.
import { inject } from "vitest";
import { type Adapter, type Job, type Queue, type QueueOptions, upstash } from "../../src/index.ts";
import { type ChaosOptions, chaos } from "../../src/testing.ts";
import { freshQueue } from "../setup/queue.ts";

/** A queue, and the names of the scripts of its requests, in order. */
export interface WatchedQueue<T> {
  queue: Queue<T>;
  sent: string[];
}

/** Creates an adapter over the gateway. */
export const createRestAdapter = (): Adapter => upstash({ url: inject("restUrl"), token: inject("token") });

/** Copies an adapter, and records the names of the copy's scripts. The copy does not know which queues are registered. */
export function recordScripts(adapter: Adapter): { adapter: Adapter; sent: string[] } {
  const sent: string[] = [];
  const run: Adapter["run"] = (script, keys, args) => {
    sent.push(script.name);
    return adapter.run(script, keys, args);
  };
  return { adapter: { ...adapter, run }, sent };
}

/** Creates an empty queue that its adapter knows to be registered, and records the scripts that it sends from now on. */
export async function createWatchedQueue<T = unknown>(
  options: Partial<QueueOptions<T>> = {},
): Promise<WatchedQueue<T>> {
  const { adapter, sent } = recordScripts((options.redis as Adapter) ?? createRestAdapter());
  const queue = freshQueue<T>({ ...options, redis: adapter });
  const { id } = await queue.enqueue("" as T, { delay: "1h" });
  await queue.cancel(id);
  await queue.lease();
  sent.length = 0;
  return { queue, sent };
}

/** Returns the numbers from 0 to `count - 1`. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Enqueues jobs and leases them. */
export async function enqueueAndLease<T>(queue: Queue<T>, data: readonly T[]): Promise<Job<T>[]> {
  await queue.enqueueMany(data.map((each) => ({ data: each })));
  return (await queue.lease({ count: data.length })).jobs;
}

/** Enqueues jobs in a watched queue and leases them; requests meet `faults`. Forgets the scripts sent until then. */
export async function leaseWatched<T>(data: readonly T[], faults?: ChaosOptions) {
  const redis = createRestAdapter();
  const { queue, sent } = await createWatchedQueue<T>({ redis: faults ? chaos(redis, faults) : redis });
  const jobs = await enqueueAndLease(queue, data);
  sent.length = 0;
  return { queue, sent, jobs };
}

/** Holds back the replies to an adapter's scripts. */
export class ReplyGate {
  /** True to hold the replies to the scripts that begin from now on. */
  isClosed = false;
  /** The functions that deliver the held replies. */
  readonly held: (() => void)[] = [];
  readonly redis: Adapter;

  /** Wraps an adapter: scripts that begin while the gate is closed get their replies when it opens. */
  constructor(adapter: Adapter) {
    const run: Adapter["run"] = async (script, keys, args) => {
      const isHeld = this.isClosed;
      const reply = await adapter.run(script, keys, args);
      if (isHeld) await new Promise<void>((resolve) => this.held.push(resolve));
      return reply;
    };
    this.redis = { ...adapter, run };
  }

  /** Delivers the held replies, and holds no further ones. */
  open(): void {
    this.isClosed = false;
    for (const deliver of this.held.splice(0)) deliver();
  }
}

/** Repeats a call as long as it fails because Redis is unreachable. */
export async function repeatUntilReply<R>(call: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if ((error as { code?: string }).code !== "redis_unreachable") throw error;
    }
  }
}
