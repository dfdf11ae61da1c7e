// The deep clean: audits a queue in slices, and repairs it.

import { validateInteger, validateOptions } from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { monotonicNow, NEVER } from "../../base/monotonic.ts";
import { readNumbers } from "../../engine/call.ts";
import { deepClean as deepCleanScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { registerUnlessCached } from "../jobs/registration.ts";

/** The numbers of what a deep clean examined and repaired. `finished` is true if its round is complete. */
export interface DeepCleanResult {
  finished: boolean;
  examined: number;
  /** Jobs in no state: put into the state that follows from their run and place. */
  orphans: number;
  /** Jobs in more than one state: kept in one. */
  doubles: number;
  /** Ids in a state without a record: removed. */
  lost: number;
  /** Runs without a record, and times to live of jobs that do not wait: removed. Leased jobs without a run: made ready. */
  stray: number;
  /** Wrong counters: corrected. */
  counters: number;
}

/** Limits of a deep clean, in time or in entries. Unless set, it runs to the end of its round. */
export interface DeepCleanOptions {
  budget?: Duration;
  limit?: number;
  /** The number of entries that one request examines; 500 unless set. */
  slice?: number;
}

const DEEP_COUNTS = ["examined", "orphans", "doubles", "lost", "stray", "counters"] as const;

/** Runs a deep clean in slices, to the end of its round or to a limit. */
export async function deepClean<T>(context: QueueContext<T>, options: DeepCleanOptions = {}): Promise<DeepCleanResult> {
  const { budget, limit = Number.MAX_SAFE_INTEGER, slice = 500 } = validateOptions(options, "budget limit slice");
  const deadline =
    budget === undefined ? NEVER : monotonicNow() + toMilliseconds(budget, "budget", { min: 1, max: 3_600_000 });
  validateInteger(limit, "limit", { min: 1 });
  validateInteger(slice, "slice", { min: 1, max: 1_000 });
  const sum: DeepCleanResult = { finished: false, examined: 0, orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };
  // Only the first slice may begin a round: another clean may finish the current round in between.
  for (let mayBegin = true; !sum.finished && sum.examined < limit && monotonicNow() < deadline; mayBegin = false) {
    const { finished, ...counts } = await deepCleanSlice(context, Math.min(slice, limit - sum.examined), { mayBegin });
    sum.finished = finished;
    for (const name of DEEP_COUNTS) sum[name] += counts[name];
  }
  // A queue that lost its entry in the registry would get no cleans by a cron.
  if (sum.examined > 0) await registerUnlessCached(context);
  return sum;
}

/** Examines about `limit` entries in one request. Without `mayBegin` it only continues a round. */
export async function deepCleanSlice<T>(
  context: QueueContext<T>,
  limit: number,
  { mayBegin = true }: { mayBegin?: boolean } = {},
): Promise<DeepCleanResult> {
  const reply = await context.call(deepCleanScript, { limit, begins: mayBegin ? 1 : 0 });
  const [finished, examined = 0, orphans = 0, doubles = 0, lost = 0, stray = 0, counters = 0] = readNumbers(reply);
  return { finished: finished === 1, examined, orphans, doubles, lost, stray, counters };
}
