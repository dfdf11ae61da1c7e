// Destroying a queue.
import { forgetQueues, NO_STAMP } from "../../engine/registry.ts";
import { destroy as destroyScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { forgetRegistration } from "../jobs/registration.ts";

/**
 * Removes the queue with all its contents, then its entry in the registry: a queue whose entry went first would be out of
 * it if the second request did not arrive. One that is created again in between has another stamp, and keeps its entry.
 */
export async function destroy<T>(context: QueueContext<T>): Promise<void> {
  forgetRegistration(context);
  const [stamp = ""] = await forgetQueues(context, [context.name, NO_STAMP]);
  await context.call(destroyScript, {});
  // A copy of this request that arrives late does not remove a queue that was made again.
  if (stamp !== NO_STAMP) await forgetQueues(context, [context.name, stamp]);
}
