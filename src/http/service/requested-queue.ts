// The queue in the path of a request.
import type { Context } from "hono";
import type { QueueContext } from "../../queue/jobs/queue-context.ts";
import type { RedisWorkQueue } from "../../redis-work-queue/redis-work-queue.ts";
import type { AppEnv } from "./app-env.ts";
import { adapterFor, isOperator, timeRedis } from "./redis-time.ts";

/** Returns the name of the queue in the path. */
export function queueNameOf(c: Context<AppEnv>): string {
  return c.req.param("queue") ?? "";
}

/** Returns a queue of jobs, by default the one in the path. */
export function queueOf(c: Context<AppEnv>, name = queueNameOf(c)): QueueContext<unknown> {
  const queue = c.get("service").queues.jobQueue(name);
  return isOperator(c) ? queue.with({ adapter: adapterFor(c) }) : queue;
}

/** Runs an operation on the queue in the path. */
export function runOnQueue<A extends unknown[], R>(
  c: Context<AppEnv>,
  operation: (queue: QueueContext<unknown>, ...args: A) => Promise<R>,
  ...args: A
): Promise<R> {
  const queue = queueOf(c);
  return queue.labelErrors(() => operation(queue, ...args));
}

/** Runs an operation on the queue in the path, which has the format of redis-work-queue. */
export function runOnItemQueue<R>(c: Context<AppEnv>, operation: (queue: RedisWorkQueue) => Promise<R>): Promise<R> {
  const queue = c.get("service").queues.itemQueue(queueNameOf(c));
  return timeRedis(c, () => operation(queue));
}
