// What the tests of batching share: queues whose requests are counted, and leased jobs.
import { inject } from "vitest";
import { type Adapter, type Job, type Queue, type QueueOptions, upstash } from "../../src/index.ts";
import { freshQueue } from "../setup/queue.ts";

/** A queue, and the scripts that it has sent. */
export interface Watched<T> {
  queue: Queue<T>;
  /** The name of the script of each request, in order. */
  sent: string[];
}

/** Creates a queue that its adapter already knows to be registered. */
export async function watchedQueue<T = unknown>(options: Partial<QueueOptions<T>> = {}): Promise<Watched<T>> {
  const redis = (options.redis as Adapter) ?? upstash({ url: inject("restUrl"), token: inject("token") });
  const sent: string[] = [];
  const run: Adapter["run"] = (script, keys, args) => {
    sent.push(script.name);
    return redis.run(script, keys, args);
  };
  const queue = freshQueue<T>({ ...options, redis: { ...redis, run } });
  const { id } = await queue.enqueue("" as T, { delay: "1h" });
  await queue.cancel(id);
  await queue.lease();
  sent.length = 0;
  return { queue, sent };
}

/** Numbers from 0 on. */
export const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Enqueues and leases jobs. */
export async function leased<T>(queue: Queue<T>, data: readonly T[]): Promise<Job<T>[]> {
  await queue.enqueueMany(data.map((each) => ({ data: each })));
  return (await queue.lease({ count: data.length })).jobs;
}
