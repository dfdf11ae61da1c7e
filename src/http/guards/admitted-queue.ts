// Queues that requests make. Their number is limited, for each token and in all.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { QueueContext } from "../../queue/jobs/queue-context.ts";
import { admitWithLimits, withMaker } from "../../queue/jobs/registration.ts";
import { type AppEnv, queueOf } from "../service/service.ts";

/** Returns the queue that the path names, to be written to: it is declared, known already, or within the limits. */
export async function admittedQueue(c: Context<AppEnv>): Promise<QueueContext<unknown>> {
  const service = c.get("service");
  const { name: maker, limits } = c.get("access");
  const queue = queueOf(c);
  if (service.isDeclared(queue.name)) return queue;
  const most = service.maxQueues;
  const outcome = await queue.labelErrors(() =>
    admitWithLimits(queue, { maker, maxQueues: most, maxQueuesOfMaker: limits.queues }),
  );
  if (outcome === "ok") return withMaker(queue, maker);
  const limit = outcome === "maxQueues" ? `${most} queues of this app` : `${limits.queues} queues of the token`;
  throw new HTTPException(429, { message: `The limit of ${limit} is reached.` });
}
