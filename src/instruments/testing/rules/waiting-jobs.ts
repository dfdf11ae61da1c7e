// The jobs that wait at a moment of a history, in the order in which they have to be leased.
import type { Placed } from "./ordered-jobs.ts";

/** Some jobs that wait, and since when on the lane of the history that is walked along. */
type Arrivals = { job: Placed; since: number }[];

/** What waits of one priority: jobs that were ready at once, and jobs that were delayed. */
class Line {
  readonly ready: Arrivals = [];
  /** Of those that were to become ready at the same time, or after the same delay. */
  readonly delayed = new Map<string, Arrivals>();
  /** Those whose places are known, in their order. */
  readonly readyPlaces: Placed[] = [];
  readonly delayedPlaces: Placed[] = [];

  arrivalsOf(when: string | undefined): Arrivals {
    if (when === undefined) return this.ready;
    const arrivals = this.delayed.get(when) ?? [];
    this.delayed.set(when, arrivals);
    return arrivals;
  }
}

export class Lines {
  readonly #lines = Array.from({ length: 10 }, () => new Line());

  add(job: Placed, since: number): void {
    const line = this.#lines[job.priority];
    if (!line) return;
    line.arrivalsOf(job.when).push({ job, since });
    if (job.place !== undefined) insert(job.when === undefined ? line.readyPlaces : line.delayedPlaces, job);
  }

  /** A job that surely had to be leased before another, whose enqueueing began at a step of the lane. */
  leftBehind(leased: Placed, reached: number): Placed | undefined {
    for (const line of this.#lines.slice(0, leased.priority)) {
      const [longest] = stillWaiting(line.ready, ({ job }) => job, leased);
      if (longest) return longest.job;
    }
    const line = this.#lines[leased.priority] as Line;
    const [longest] = stillWaiting(line.arrivalsOf(leased.when), ({ job }) => job, leased);
    if (longest && longest.since < reached) return longest.job;
    if (leased.when === undefined) return firstPlaced(line.readyPlaces, leased);
    return firstPlaced(line.readyPlaces, leased) ?? firstPlaced(line.delayedPlaces, leased);
  }

  /** A delayed job that was due at a time and comes before another, unless its not being in line yet is explained. */
  leftDelayed(leased: Placed, at: number, isExplained: () => boolean): Placed | undefined {
    for (const [priority, line] of this.#lines.slice(0, leased.priority + 1).entries()) {
      const [first] = stillWaiting(line.delayedPlaces, (job) => job, leased);
      if (!first || (first.dueAt ?? Number.POSITIVE_INFINITY) > at) continue;
      if (priority === leased.priority && !isBefore(first, leased)) continue;
      return isExplained() ? undefined : first;
    }
    return undefined;
  }
}

/** What is left of a list when those are gone from its front that were leased by then. */
function stillWaiting<E>(list: E[], jobOf: (entry: E) => Placed, { first }: Placed): E[] {
  while (list[0] && jobOf(list[0]).first <= first) list.shift();
  return list;
}

function firstPlaced(places: Placed[], leased: Placed): Placed | undefined {
  const [first] = stillWaiting(places, (job) => job, leased);
  return first && isBefore(first, leased) ? first : undefined;
}

function isBefore({ place: one }: Placed, { place: other }: Placed): boolean {
  return one !== undefined && other !== undefined && one < other;
}

/** Most come last. */
function insert(places: Placed[], job: Placed): void {
  let at = places.length;
  while (at > 0 && isBefore(job, places[at - 1] as Placed)) at -= 1;
  places.splice(at, 0, job);
}
