// Retention: limits on the age and the number of ended jobs, set by the client that settles or cleans.
import type { Job, Model } from "../state/model.ts";
import { commit, count, limitFreed, removeJob } from "../state/moves.ts";
import { jobsIn } from "../state/order.ts";
import { recordSize } from "../state/record.ts";
import type { Retention } from "../state/settings.ts";

const MAX_TRIMMED = 1_000;

interface TrimOptions {
  retention: Retention;
  /** The jobs that the unit in progress has ended. They count towards the limits, but are not removed. */
  added?: Job[];
  /** The maximum number of jobs of each kind to remove. */
  limit: number;
}

interface TrimResult {
  removed: number;
  /** True if jobs beyond the limits may be left. */
  hasMore: boolean;
  /** True if jobs in `added` are left to remove. */
  isOver: boolean;
}

/** Removes ended jobs beyond the limits on their age or their number, the oldest first. */
export function trim(model: Model, { retention, added = [], limit }: TrimOptions): TrimResult {
  const max = Math.min(MAX_TRIMMED, limit);
  let [hasMore, isOver] = [false, false];
  const chosen = (["done", "failed"] as const).flatMap((state) => {
    const { age, count: kept } = retention[state];
    const jobs = jobsIn(model, state);
    const earlier = jobs.filter((job) => !added.includes(job));
    const old = earlier.filter(({ time }) => time <= model.now - age).length;
    // Without a limit on the number, the difference is NaN.
    const excess = jobs.length - kept || 0;
    const oldest = earlier.slice(0, Math.min(max, Math.max(0, old, excess)));
    isOver ||= excess > earlier.length;
    hasMore ||= excess > oldest.length || oldest.length >= max;
    return oldest;
  });
  // At least one more job is removed than is added.
  const freed = limitFreed(model, chosen, { size: recordSize, min: added.length + 1 });
  for (const job of freed) {
    removeJob(model, job, job.state === "failed" ? "F" : "C");
    if (job.state === "failed") count(model, "purged");
  }
  return { removed: freed.length, hasMore: hasMore || freed.length < chosen.length, isOver };
}

/** Trims in the unit that ends the added jobs, and others in whose places there are followers now. Reports whether the added jobs alone exceed a limit on the number. */
export function trimInUnit(
  model: Model,
  retention: Retention,
  { added, ended = added.length }: { added: Job[]; ended?: number },
): boolean {
  return ended > 0 && trim(model, { retention, added, limit: trimLimitFor(ended) }).isOver;
}

/** Trims in a unit of its own, after one that has ended a number of jobs. */
export function trimAfterUnit(model: Model, retention: Retention, { ended }: { ended: number }): void {
  if (trim(model, { retention, limit: trimLimitFor(ended) }).removed > 0) commit(model);
}

/** Returns the number of jobs that may be trimmed after a number of jobs ended. */
function trimLimitFor(ended: number): number {
  return ended * 2 + 8;
}
