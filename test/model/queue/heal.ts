// Bringing back whatever is due: lives that are over, leases that ran out, delays that have passed. Each kind is a unit.
import {
  commit,
  count,
  drop,
  inState,
  isUsedUp,
  type Job,
  type Model,
  makeEnded,
  makeReady,
  mortals,
  mostRemoved,
  noteError,
  timeOfTick,
} from "./model.ts";

/** Drops waiting jobs that are past their time to live; returns how many. */
export function expire(model: Model, most: number): number {
  const over = mortals(model).filter(({ dies }) => dies <= model.now);
  const some = over.slice(0, mostRemoved(model, most));
  for (const job of some) drop(model, job, "E");
  count(model, "expired", some.length);
  if (some.length > 0) commit(model);
  return some.length;
}

/** Ends leases that ran out; `whenFailed` is told of the jobs that have failed by it. */
export function reclaim(
  model: Model,
  most: number,
  whenFailed: (failed: Job[]) => void = () => {},
): { reclaimed: number; failed: number } {
  const over = inState(model, "leased").filter(({ time }) => time <= model.now);
  const some = over.slice(0, most);
  const failed = some.filter((job) => bringBack(model, job, '"lease expired"'));
  if (failed.length > 0) whenFailed(failed);
  if (some.length > 0) commit(model);
  return { reclaimed: some.length - failed.length, failed: failed.length };
}

/** Ends a lease without its holder: the job goes to its place, or has failed. Returns whether it has failed. */
export function bringBack(model: Model, job: Job, reason: string): boolean {
  const hasFailed = job.run !== undefined && isUsedUp(job.run);
  if (hasFailed) {
    makeEnded(model, job, "failed");
    noteError(model, job, reason);
  } else makeReady(model, job);
  count(model, hasFailed ? "failed" : "reclaimed");
  return hasFailed;
}

/** Puts delayed jobs into line that are due; returns how many. */
export function promoteDue(model: Model, most: number): number {
  const due = inState(model, "delayed").filter(({ tick }) => timeOfTick(tick) <= model.now);
  const some = due.slice(0, most);
  for (const job of some) makeReady(model, job);
  if (some.length > 0) commit(model);
  return some.length;
}
