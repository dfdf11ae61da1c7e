// Heals a queue: removes jobs past their time to live, reclaims expired leases, and makes due jobs ready. Each kind is a unit
// of its own.
import { endAttempt } from "../state/attempts.ts";
import type { Job, Model } from "../state/model.ts";
import { commit, count, hasNoAttemptsLeft, limitFreed, makeEnded, makeReady, removeJob } from "../state/moves.ts";
import { entryTickOf, expiringJobs, jobsIn } from "../state/order.ts";
import { fullSize } from "../state/record.ts";
import { createTickAllocator, timeOfTick } from "../state/ticks.ts";
import { takeOver } from "./follow.ts";

/** Removes waiting jobs past their time to live. Returns their number; `isCut` if large payloads left others. */
export function expire(model: Model, limit: number): { expired: number; isCut: boolean } {
  const expired = expiringJobs(model).filter(({ expiresAt }) => expiresAt <= model.now);
  const first = expired.slice(0, limit);
  const freed = limitFreed(model, first, { size: fullSize });
  const freeTickAt = createTickAllocator(model);
  for (const job of freed) {
    const { follower } = job;
    removeJob(model, job, "E");
    if (follower) takeOver(model, job, { follower, freeTickAt });
  }
  count(model, "expired", freed.length);
  if (freed.length > 0) commit(model);
  return { expired: freed.length, isCut: freed.length < first.length };
}

/**
 * Ends expired leases. Calls `onFailed` with the jobs that failed, before the unit ends. `isCut` if large payloads left others,
 * since followers may replace them.
 */
export function reclaim(
  model: Model,
  limit: number,
  onFailed: (failed: Job[]) => void = () => {},
): { reclaimed: number; failed: number; isCut: boolean } {
  const expired = jobsIn(model, "leased").filter(({ time }) => time <= model.now);
  const all = expired.slice(0, limit);
  const first = model.flags.has("f") ? limitFreed(model, all, { size: fullSize }) : all;
  const failed = first.filter((job) => reclaimJob(model, job, { letter: "l", reason: '"lease expired"' }));
  if (failed.length > 0) onFailed(failed);
  if (first.length > 0) commit(model);
  return { reclaimed: first.length - failed.length, failed: failed.length, isCut: first.length < all.length };
}

/** Takes a job from its worker: it becomes ready at its place, or fails, and its follower takes over. Reports whether it failed. */
export function reclaimJob(model: Model, job: Job, { letter, reason }: { letter: string; reason: string }): boolean {
  const hasFailed = job.run !== undefined && hasNoAttemptsLeft(job.run);
  endAttempt(model, job, letter, hasFailed ? reason : "");
  const { follower } = job;
  if (hasFailed && follower) takeOver(model, job, { follower, hasFailed });
  else if (hasFailed) makeEnded(model, job, "failed");
  else makeReady(model, job);
  count(model, hasFailed ? "failed" : "reclaimed");
  return hasFailed;
}

/** Makes delayed jobs ready that are due. Returns their number. */
export function promoteDue(model: Model, limit: number): number {
  const due = jobsIn(model, "delayed").filter((job) => timeOfTick(entryTickOf(job)) <= model.now);
  const first = due.slice(0, limit);
  for (const job of first) {
    const { entryTick } = job;
    makeReady(model, job);
    job.entryTick = entryTick;
  }
  if (first.length > 0) commit(model);
  return first.length;
}
