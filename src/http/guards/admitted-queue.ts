// Queues that requests create. Their number is limited, for each token and in total.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { QueueContext } from "../../queue/jobs/queue-context.ts";
import { admitWithLimits, withMaker } from "../../queue/jobs/registration.ts";
import type { AppEnv } from "../service/app-env.ts";
import { queueOf } from "../service/requested-queue.ts";

/**
 * Returns a queue, by default the one in the path, for a request that may create it. Throws a 429 for a new queue beyond a limit of the
 * app or of the token, whose name is kept as that of the maker.
 */
export async function admittedQueue(c: Context<AppEnv>, queueName?: string): Promise<QueueContext<unknown>> {
  const { queues, maxQueues } = c.get("service");
  const { name: maker, limits } = c.get("access");
  const queue = queueOf(c, queueName);
  if (queues.isDeclared(queue.name)) return queue;
  const outcome = await queue.labelErrors(() =>
    admitWithLimits(queue, { maker, maxQueues, maxQueuesOfMaker: limits.queues }),
  );
  if (outcome === "ok") return withMaker(queue, maker);
  const limit = outcome === "maxQueues" ? `The app's limit is ${maxQueues}` : `The token's limit is ${limits.queues}`;
  throw new HTTPException(429, { message: `${limit} queues.` });
}
