// Pausing a queue.
import { pause as pauseScript, resume as resumeScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

/** Stops all leasing until `resume`. */
export async function pause<T>(context: QueueContext<T>): Promise<void> {
  await context.call(pauseScript, {});
}

/** Allows leasing again. */
export async function resume<T>(context: QueueContext<T>): Promise<void> {
  await context.call(resumeScript, {});
}
