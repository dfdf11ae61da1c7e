// Enqueueing into a database without the app: plain jobs go to the library at once, as the route of the API passes them on. A
// batch with any other job, and one that the library refuses, is left to the app, which also states the error.
import { isPathSafeId } from "../../base/arguments.ts";
import { sha256Hex } from "../../base/hex.ts";
import { exactJson } from "../../http/json/stored-json.ts";
import { deriveKey } from "../../http/requests/derived-key.ts";
import { UNDECLARED_MAX_LENGTH } from "../../http/service/undeclared-queues.ts";
import { withFollowUps } from "../../queue/follow-ups/with-follow-ups.ts";
import { enqueueMany } from "../../queue/jobs/enqueue.ts";
import type { NewJob } from "../../queue/jobs/prepare-jobs.ts";
import { QueueContext } from "../../queue/jobs/queue-context.ts";
import { admitWithLimits, withMaker } from "../../queue/jobs/registration.ts";
import type { Adapter } from "../../redis/adapter.ts";
import type { EnqueueDirectly } from "../kit/api.ts";

/** The database, and the rights of the command in it. */
interface Target {
  redis: Adapter;
  prefix: string;
  token: string;
  maker: string;
  maxQueues: number;
}

// The API bounds the fields by these too, and treats others beyond them as it states.
const PLAIN_TEXT = /^[\w.:@+= -]{1,100}$/;

/** Returns the function that enqueues plain jobs into a database. */
export function createDirectEnqueue({ redis, prefix, token, maker, maxQueues }: Target): EnqueueDirectly {
  const contexts = new Map<string, QueueContext<unknown>>();
  const contextOf = (name: string) => {
    const context =
      contexts.get(name) ??
      withFollowUps(
        new QueueContext<unknown>(name, { redis, prefix, maxLength: UNDECLARED_MAX_LENGTH, codec: exactJson }),
      );
    contexts.set(name, context);
    return context;
  };
  return async ({ queue, jobs, key }) => {
    if (!jobs.every(isPlain)) return undefined;
    try {
      const context = contextOf(queue);
      const idempotencyKey = await deriveKey(key, { hash: await sha256Hex(token), queue });
      const outcome = await admitWithLimits(context, { maker, maxQueues, maxQueuesOfMaker: maxQueues });
      if (outcome !== "ok") return undefined;
      return await enqueueMany(withMaker(context, maker), jobs as NewJob<unknown>[], { idempotencyKey });
    } catch {
      // The app sends the request again under the same key, so that nothing is enqueued twice, and reports the error.
      return undefined;
    }
  };
}

/** Reports whether the API accepts a job, and passes it to the library as it is. False is also possible if it does. */
function isPlain(job: unknown): boolean {
  for (const [name, value] of Object.entries(job as object)) {
    switch (name) {
      case "data":
        break;
      case "id":
        if (typeof value !== "string" || !PLAIN_TEXT.test(value) || !isPathSafeId(value)) return false;
        break;
      case "group":
        if (typeof value !== "string" || !PLAIN_TEXT.test(value)) return false;
        break;
      case "priority":
        if (!Number.isInteger(value) || value < 0 || value > 9) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}
