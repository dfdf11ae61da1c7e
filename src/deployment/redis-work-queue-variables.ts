// Queues in the format of redis-work-queue, as LEASEHOLD_REDIS_WORK_QUEUES says them in JSON: by the name that each has
// here, its prefix in Redis, or that and options.
import * as v from "valibot";
import type { RedisWorkQueues } from "../http/service/service.ts";
import type { Adapter } from "../redis/adapter.ts";
import type { RedisWorkQueueOptions } from "../redis-work-queue/context.ts";
import { RedisWorkQueue } from "../redis-work-queue/redis-work-queue.ts";
import { read, wrong } from "./variables.ts";

const NAME = "LEASEHOLD_REDIS_WORK_QUEUES";

/** For queues that are made only to see whether they can be. */
const nowhere: Adapter = { run: () => Promise.reject(new Error("nowhere")) };

const anything = v.exactOptional(v.unknown());
const queues = v.record(
  v.string(),
  v.union(
    [
      v.string(),
      v.strictObject({
        prefix: v.string(),
        recover: anything,
        grace: anything,
        maxAttempts: anything,
        nested: anything,
        rememberRequests: anything,
        rememberKeys: anything,
      }),
    ],
    "a prefix, or an object with a prefix and options of RedisWorkQueue",
  ),
);

/** The function that makes the queues over a client. */
export function redisWorkQueuesIn(text: string): RedisWorkQueues {
  const found = Object.entries(read(NAME, queues, text));
  const make: RedisWorkQueues = (redis) =>
    Object.fromEntries(
      found.map(([name, queue]) => {
        const { prefix, ...options } = typeof queue === "string" ? { prefix: queue } : queue;
        return [name, new RedisWorkQueue(prefix, { ...(options as Partial<RedisWorkQueueOptions>), redis })];
      }),
    );
  try {
    make(nowhere);
  } catch (error) {
    throw wrong(NAME, error instanceof Error ? error.message : "");
  }
  return make;
}
