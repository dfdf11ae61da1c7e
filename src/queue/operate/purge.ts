// Purging: the removal of all jobs of a state, or of all remembered ids.
import { invalidArgument } from "../../base/arguments.ts";
import { readNumbers } from "../../engine/call.ts";
import type { JobState } from "../../engine/keys.ts";
import { forgetSeen, purge as purgeScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

// The number of jobs or ids that one request removes.
const SLICE = 500;

/** Removes all jobs of a state other than leased. Resolves with their number. */
export async function purge<T>(context: QueueContext<T>, state: Exclude<JobState, "leased">): Promise<number> {
  if (!["ready", "delayed", "failed", "done"].includes(state)) {
    throw invalidArgument("purge takes ready, delayed, failed or done");
  }
  // Done jobs were counted as completed, and keep that ending.
  const args = state === "done" ? { total: "", letter: "C" } : { total: "purged", letter: "P" };
  for (let purged = 0; ; ) {
    const [removed = 0, isMore] = readNumbers(await context.call(purgeScript, { limit: SLICE, ...args }, { state }));
    purged += removed;
    if (isMore !== 1) return purged;
  }
}

/** Forgets all ids that `uniqueFor` remembers. Resolves with their number. */
export async function purgeSeen<T>(context: QueueContext<T>): Promise<number> {
  for (let purged = 0; ; ) {
    const [removed = 0, isMore] = readNumbers(await context.call(forgetSeen, { limit: SLICE }));
    purged += removed;
    if (isMore !== 1) return purged;
  }
}
