// Lets a queue load the operations on follow-ups when it first needs them.
import type { QueueContext } from "../jobs/queue-context.ts";

/** Returns the same context, which can load the operations on follow-ups. */
export function withFollowUps<T, Input>(context: QueueContext<T, Input>): QueueContext<T, Input> {
  return Object.assign(context, { loadFollowUps: () => import("./operations.ts") });
}
