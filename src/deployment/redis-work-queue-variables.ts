// The queues in the format of redis-work-queue, from LEASEHOLD_REDIS_WORK_QUEUES. The variable is JSON: the name of each queue
// in the app, and its prefix in Redis or an object with the prefix and options.
import * as v from "valibot";
import type { RedisWorkQueues } from "../http/service/queues.ts";
import type { Adapter } from "../redis/adapter.ts";
import type { RedisWorkQueueOptions } from "../redis-work-queue/item-queue-context.ts";
import { RedisWorkQueue } from "../redis-work-queue/redis-work-queue.ts";
import { invalidVariable, parseRecord } from "./variables.ts";

const VARIABLE = "LEASEHOLD_REDIS_WORK_QUEUES";

/** The client of queues that are created only to validate their options. */
const unreachable: Adapter = { run: () => Promise.reject(new Error("this client is never called")) };

const anything = v.exactOptional(v.unknown());
const queue = v.union(
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
);

/** Returns a function that creates the queues of the variable over a client. Their options are validated at once. */
export function parseRedisWorkQueues(text: string): RedisWorkQueues {
  const entries = Object.entries(parseRecord(VARIABLE, { schema: queue, text }));
  const createQueues: RedisWorkQueues = (redis) =>
    Object.fromEntries(
      entries.map(([name, queue]) => {
        const { prefix, ...options } = typeof queue === "string" ? { prefix: queue } : queue;
        return [name, new RedisWorkQueue(prefix, { ...(options as Partial<RedisWorkQueueOptions>), redis })];
      }),
    );
  try {
    createQueues(unreachable);
  } catch (error) {
    throw invalidVariable(VARIABLE, error instanceof Error ? error.message : "");
  }
  return createQueues;
}
