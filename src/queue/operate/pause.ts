// Pausing a queue.
import { pause as pauseScript, resume as resumeScript } from "../../engine/scripts.gen.ts";
import type { Context } from "../jobs/context.ts";

/** Stops all leasing until `resume`. */
export async function pause<T>(context: Context<T>): Promise<void> {
  await context.call(pauseScript, {});
}

/** Allows leasing again. */
export async function resume<T>(context: Context<T>): Promise<void> {
  await context.call(resumeScript, {});
}
