// Jobs that are due: ends of times to live, of leases and of delays. Each kind is a unit.
import {
  commit,
  count,
  drop,
  expiring,
  inState,
  isUsedUp,
  type Job,
  limitFreed,
  type Model,
  makeEnded,
  makeReady,
  noteError,
  timeOfTick,
} from "../state/model.ts";
import { recordSize } from "../state/record.ts";

/** Drops waiting jobs past their time to live. Returns their number, and whether the size of payloads left others. */
export function expire(model: Model, most: number): { expired: number; isCut: boolean } {
  const due = expiring(model).filter(({ expiresAt }) => expiresAt <= model.now);
  const some = due.slice(0, most);
  const freed = limitFreed(model, some, recordSize);
  for (const job of freed) drop(model, job, "E");
  count(model, "expired", freed.length);
  if (freed.length > 0) commit(model);
  return { expired: freed.length, isCut: freed.length < some.length };
}

/** Ends leases that ran out. `whenFailed` gets the jobs that have failed by it, before the unit is written. */
export function reclaim(
  model: Model,
  most: number,
  whenFailed: (failed: Job[]) => void = () => {},
): { reclaimed: number; failed: number } {
  const due = inState(model, "leased").filter(({ time }) => time <= model.now);
  const some = due.slice(0, most);
  const failed = some.filter((job) => reclaimJob(model, job, '"lease expired"'));
  if (failed.length > 0) whenFailed(failed);
  if (some.length > 0) commit(model);
  return { reclaimed: some.length - failed.length, failed: failed.length };
}

/** Takes a job from its holder: it becomes ready at its place, or fails. Returns whether it has failed. */
export function reclaimJob(model: Model, job: Job, reason: string): boolean {
  const hasFailed = job.run !== undefined && isUsedUp(job.run);
  if (hasFailed) {
    makeEnded(model, job, "failed");
    noteError(model, job, reason);
  } else makeReady(model, job);
  count(model, hasFailed ? "failed" : "reclaimed");
  return hasFailed;
}

/** Makes delayed jobs ready that are due. Returns their number. */
export function promoteDue(model: Model, most: number): number {
  const due = inState(model, "delayed").filter(({ tick }) => timeOfTick(tick) <= model.now);
  const some = due.slice(0, most);
  for (const job of some) makeReady(model, job);
  if (some.length > 0) commit(model);
  return some.length;
}
