// Ended jobs are kept for as long, and as many of them, as the one who settles says.
import { count, drop, inState, type Job, type Model } from "./model.ts";
import type { Retention } from "./settings.ts";

/**
 * Removes jobs that ended before this request and are too old, or more than are kept with those in `added`, which this
 * request has ended: the oldest first, at most `most` of each kind.
 */
export function trim(
  model: Model,
  retention: Retention,
  { added = [], most }: { added?: Job[]; most: number },
): { removed: number; more: boolean } {
  const kinds = (["done", "failed"] as const).map((state) => {
    const { age, count: kept } = retention[state];
    const jobs = inState(model, state);
    const earlier = jobs.filter((job) => !added.includes(job));
    const old = earlier.filter(({ time }) => time <= model.now - age).length;
    return earlier.slice(0, Math.min(most, Math.max(old, jobs.length - kept || 0)));
  });
  for (const job of kinds.flat()) {
    drop(model, job, job.state === "failed" ? "F" : "C");
    if (job.state === "failed") count(model, "purged");
  }
  return { removed: kinds.flat().length, more: kinds.some(({ length }) => length >= most) };
}

/** Returns how many ended jobs of each kind a request removes that has ended some itself. */
export function mostTrimmed(ended: number): number {
  return ended * 2 + 8;
}
