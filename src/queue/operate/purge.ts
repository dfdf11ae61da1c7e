// Purging: the removal of all jobs of a state, or of all remembered ids.
import { invalidArgument } from "../../base/arguments.ts";
import { type Reply, readNumbers } from "../../engine/call.ts";
import type { JobState } from "../../engine/keys.ts";
import { forgetSeen, purge as purgeScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { resolveAfter } from "./cancel.ts";

// The number of jobs or ids that one request removes.
const SLICE = 500;

/** Removes all jobs of a state other than leased. Resolves with their number. */
export async function purge<T>(context: QueueContext<T>, state: Exclude<JobState, "leased">): Promise<number> {
  if (!["ready", "delayed", "blocked", "failed", "done"].includes(state)) {
    throw invalidArgument("purge takes ready, delayed, blocked, failed or done");
  }
  // Done jobs were counted as completed, and keep that ending.
  const args = state === "done" ? { total: "", letter: "C" } : { total: "purged", letter: "P" };
  const { sum, note } = await removeSlices(() =>
    context.call(purgeScript, { limit: SLICE, set: state, ...args }, { state }),
  );
  if (note === "w") await resolveAfter(context, { scans: true });
  return sum;
}

/** Forgets all ids that `uniqueFor` remembers. Resolves with their number. */
export async function purgeSeen<T>(context: QueueContext<T>): Promise<number> {
  return (await removeSlices(() => context.call(forgetSeen, { limit: SLICE }))).sum;
}

/** Removes slices until none is left. Resolves with the number of removed jobs or ids, and the note of the last reply. */
async function removeSlices(removeSlice: () => Promise<Reply>): Promise<{ sum: number; note: string | undefined }> {
  for (let sum = 0; ; ) {
    const reply = await removeSlice();
    const [removed = 0, isMore] = readNumbers(reply);
    sum += removed;
    if (isMore !== 1) return { sum, note: reply.values[1] };
  }
}
