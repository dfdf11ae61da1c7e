// The jobs that wait at a step of a timeline, and which of them have to be leased first.
import type { OrderedJob } from "./ordered-jobs.ts";

/** Waiting jobs, each with the step of the timeline at which its enqueue ended. */
type Arrivals = { job: OrderedJob; since: number }[];

/** The waiting jobs of one priority. */
class PriorityBand {
  /** Jobs that were ready at once. */
  readonly ready: Arrivals = [];
  /**
   * Delayed jobs by their `when`: jobs that are due at the same time, or after the same delay, are due in order of
   * arrival.
   */
  readonly delayed = new Map<string, Arrivals>();
  /** The jobs whose places are known, sorted by place. */
  readonly readyByPlace: OrderedJob[] = [];
  readonly delayedByPlace: OrderedJob[] = [];

  /** Returns the jobs that were ready at once, or those that are due at one time or after one delay. */
  arrivalsOf(when: string | undefined): Arrivals {
    if (when === undefined) return this.ready;
    const arrivals = this.delayed.get(when) ?? [];
    this.delayed.set(when, arrivals);
    return arrivals;
  }
}

/** The jobs that wait, filled and read along one timeline, so that leases are seen in the order of their fences. */
export class WaitingJobs {
  readonly #bands = Array.from({ length: 10 }, () => new PriorityBand());

  /** Adds a job that waits from a step of the timeline on. */
  add(job: OrderedJob, sinceStep: number): void {
    const band = this.#bands[job.priority];
    if (!band) return;
    band.arrivalsOf(job.when).push({ job, since: sinceStep });
    if (job.place !== undefined) insertByPlace(job.when === undefined ? band.readyByPlace : band.delayedByPlace, job);
  }

  /** Returns a job that had to be leased before `leased`, the enqueue of which began at a step of the timeline. */
  findPassedOver(leased: OrderedJob, enqueuedAtStep: number): OrderedJob | undefined {
    for (const band of this.#bands.slice(0, leased.priority)) {
      const first = firstWaiting(band.ready, leased);
      if (first) return first.job;
    }
    const band = this.#bands[leased.priority] as PriorityBand;
    const first = firstWaiting(band.arrivalsOf(leased.when), leased);
    if (first && first.since < enqueuedAtStep) return first.job;
    const ready = firstByPlace(band.readyByPlace, leased);
    return ready ?? (leased.when === undefined ? undefined : firstByPlace(band.delayedByPlace, leased));
  }

  /**
   * Returns a delayed job that was due at a time and had to be leased before another; undefined if it may still have
   * been delayed, which `isExplained` reports.
   */
  findDuePassedOver(leased: OrderedJob, { at, isExplained }: DueLookup): OrderedJob | undefined {
    for (const [priority, band] of this.#bands.slice(0, leased.priority + 1).entries()) {
      const [first] = withoutLeased(band.delayedByPlace, { jobOf: (job) => job, leased });
      if (!first || (first.dueAt ?? Number.POSITIVE_INFINITY) > at) continue;
      if (priority === leased.priority && !hasLowerPlace(first, leased)) continue;
      return isExplained() ? undefined : first;
    }
    return undefined;
  }
}

interface DueLookup {
  at: number;
  isExplained: () => boolean;
}

interface Filter<E> {
  jobOf: (entry: E) => OrderedJob;
  leased: OrderedJob;
}

/** Removes jobs from the front of a list that were leased no later than a job, and returns the list. */
function withoutLeased<E>(list: E[], { jobOf, leased }: Filter<E>): E[] {
  while (list[0] && jobOf(list[0]).firstFence <= leased.firstFence) list.shift();
  return list;
}

/** Returns the first of some arrivals that waited when another job was leased. */
function firstWaiting(arrivals: Arrivals, leased: OrderedJob): Arrivals[number] | undefined {
  return withoutLeased(arrivals, { jobOf: ({ job }) => job, leased })[0];
}

/** Returns the first job, by place, that waited when another one was leased, if it is ahead of that one. */
function firstByPlace(jobs: OrderedJob[], leased: OrderedJob): OrderedJob | undefined {
  const [first] = withoutLeased(jobs, { jobOf: (job) => job, leased });
  return first && hasLowerPlace(first, leased) ? first : undefined;
}

/** Reports whether the first job is ahead of the second by their places, if both are known. */
function hasLowerPlace({ place: one }: OrderedJob, { place: other }: OrderedJob): boolean {
  return one !== undefined && other !== undefined && one < other;
}

/** Inserts a job into a sorted list, from the end on: most jobs come last. */
function insertByPlace(jobs: OrderedJob[], job: OrderedJob): void {
  let at = jobs.length;
  while (at > 0 && hasLowerPlace(job, jobs[at - 1] as OrderedJob)) at -= 1;
  jobs.splice(at, 0, job);
}
