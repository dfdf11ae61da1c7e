// Queues over a TCP connection, whose requests and replies are recorded.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, inject } from "vitest";
import type { Adapter, Queue, QueueOptions } from "../../../src/index.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { checkHistory, finalState, type Recording, recordHistory } from "../../../src/testing.ts";
import { Clock, freshQueue } from "../../setup/queue.ts";

/** A queue, its clock and its history. */
export interface RecordedQueue {
  queue: Queue<number>;
  clock: Clock;
  history: Recording;
  /** Returns the same queue as another process uses it, recorded in the same history. */
  another(): Queue<number>;
  /** Returns the violations so far, as text. */
  violations(): Promise<string[]>;
}

/** Connects for the tests of a file. Returns a function that creates a queue with a history, over a decorated adapter. */
export function useRecordedQueues(): (
  decorate?: (adapter: Adapter) => Adapter,
  options?: Partial<QueueOptions<number>>,
) => RecordedQueue {
  let client: ReturnType<typeof createClient>;
  beforeAll(async () => {
    client = createClient({ url: inject("redisUrl") });
    await client.connect();
  });
  afterAll(() => client.destroy());
  return (decorate = (adapter) => adapter, options = {}) => {
    const clock = new Clock();
    const settings = { now: clock.now, backoff: 1_000, ...options };
    const queue = freshQueue<number>({ redis: decorate(nodeRedis(client)), ...settings });
    const history = recordHistory(queue, { by: "test" });
    return {
      queue,
      clock,
      history,
      another: () => freshQueue<number>({ ...settings, redis: history.redis }, queue.name),
      violations: async () => checkHistory(history.events, await finalState(queue)).map(String),
    };
  };
}
