// Destroying a queue.
import { forgetQueues, NO_STAMP } from "../../engine/registry.ts";
import { destroy as destroyScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { forgetRegistration } from "../jobs/registration.ts";

/**
 * Removes the queue with all its jobs, then its entry in the registry. In the other order, a lost second request would leave a
 * queue without an entry. A queue that is created again in between has another stamp, and keeps its entry.
 */
export async function destroy<T>(context: QueueContext<T>): Promise<void> {
  forgetRegistration(context);
  const [stamp = ""] = await forgetQueues(context, [context.name, NO_STAMP]);
  await context.call(destroyScript, {});
  // A late copy of this request does not remove the entry of a queue that was created again.
  if (stamp !== NO_STAMP) await forgetQueues(context, [context.name, stamp]);
}
