// Queues over one TCP connection, with all that happens to them written down.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, inject } from "vitest";
import type { Adapter, Queue, QueueOptions } from "../../../src/index.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { checkHistory, finalState, type Recording, recordHistory } from "../../../src/testing.ts";
import { Clock, freshQueue } from "../../setup/queue.ts";

/** A queue on record. */
export interface OnRecord {
  queue: Queue<number>;
  clock: Clock;
  history: Recording;
  /** The same queue as another process has it, on the same record. */
  another(): Queue<number>;
  /** What is wrong with it by now, as text. */
  wrong(): Promise<string[]>;
}

/** Connects for the tests of a file; the function makes a fresh queue over what it is given to put between. */
export function overTcp(): (
  between?: (adapter: Adapter) => Adapter,
  options?: Partial<QueueOptions<number>>,
) => OnRecord {
  let client: ReturnType<typeof createClient>;
  beforeAll(async () => {
    client = createClient({ url: inject("redisUrl") });
    await client.connect();
  });
  afterAll(() => client.destroy());
  return (between = (adapter) => adapter, options = {}) => {
    const clock = new Clock();
    const settings = { now: clock.now, backoff: 1_000, ...options };
    const queue = freshQueue<number>({ redis: between(nodeRedis(client)), ...settings });
    const history = recordHistory(queue, { by: "test" });
    return {
      queue,
      clock,
      history,
      another: () => freshQueue<number>({ ...settings, redis: history.redis }, queue.name),
      wrong: async () => checkHistory(history.events, await finalState(queue)).map(String),
    };
  };
}
