// Retention: bounds of age and number for ended jobs, as the client that settles or cleans states them.
import { commit, count, drop, inState, type Job, limitFreed, type Model } from "../state/model.ts";
import { recordSize } from "../state/record.ts";
import type { Retention } from "../state/settings.ts";

const MOST = 1_000;

/**
 * Removes ended jobs past their age or their number, the oldest first, at most `wanted` of each kind. Jobs in `added`,
 * which the unit in progress has ended, count, but stay. Returns the number of removed jobs, whether more are left, and
 * whether jobs in `added` are among these.
 */
export function trim(
  model: Model,
  retention: Retention,
  { added = [], wanted }: { added?: Job[]; wanted: number },
): { removed: number; isMore: boolean; isOver: boolean } {
  const most = Math.min(MOST, wanted);
  let [isMore, isOver] = [false, false];
  const chosen = (["done", "failed"] as const).flatMap((state) => {
    const { age, count: kept } = retention[state];
    const jobs = inState(model, state);
    const earlier = jobs.filter((job) => !added.includes(job));
    const old = earlier.filter(({ time }) => time <= model.now - age).length;
    const excess = jobs.length - kept || 0;
    const some = earlier.slice(0, Math.min(most, Math.max(0, old, excess)));
    isOver ||= excess > earlier.length;
    isMore ||= excess > some.length || some.length >= most;
    return some;
  });
  // At least as many go as come.
  const freed = limitFreed(model, chosen, recordSize, added.length + 1);
  for (const job of freed) {
    drop(model, job, job.state === "failed" ? "F" : "C");
    if (job.state === "failed") count(model, "purged");
  }
  return { removed: freed.length, isMore: isMore || freed.length < chosen.length, isOver };
}

/** Removes ended jobs in the unit that ends others. Returns whether these are more than may be kept. */
export function trimWith(model: Model, retention: Retention, added: Job[]): boolean {
  return added.length > 0 && trim(model, retention, { added, wanted: mostTrimmed(added.length) }).isOver;
}

/** Removes ended jobs in a unit of its own, after one that has ended `number` of them. */
export function trimAdded(model: Model, retention: Retention, number: number): void {
  if (trim(model, retention, { wanted: mostTrimmed(number) }).removed > 0) commit(model);
}

function mostTrimmed(number: number): number {
  return number * 2 + 8;
}
