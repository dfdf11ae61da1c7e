// Intervals of time in ms since the epoch: outages, pauses, stalls. Old ones are dropped, so that memory stays flat.

/** An interval; one that has not ended yet ends at infinity. */
export interface Interval {
  from: number;
  to: number;
}

// Longer than any job waits.
const MAX_AGE = 300_000;

/** A list of intervals, ordered by their start. */
export class Intervals {
  readonly #intervals: Interval[] = [];

  /** Adds an interval, or extends the last one if that ends at the start of this one. */
  add(from: number, to = Number.POSITIVE_INFINITY): Interval {
    while ((this.#intervals[0]?.to ?? Number.POSITIVE_INFINITY) < Date.now() - MAX_AGE) this.#intervals.shift();
    const last = this.#intervals.at(-1);
    if (last && last.to === from) {
      last.to = to;
      return last;
    }
    const interval = { from, to };
    this.#intervals.push(interval);
    return interval;
  }

  /** Returns the intervals that overlap another one. */
  overlapping({ from, to }: Interval): Interval[] {
    return this.#intervals.filter((interval) => interval.from < to && interval.to > from);
  }
}

/** Returns the time in ms of an interval that others cover. */
export function coveredTime({ from, to }: Interval, covers: readonly Interval[]): number {
  let covered = 0;
  let end = from;
  for (const cover of [...covers].sort((a, b) => a.from - b.from)) {
    const start = Math.max(end, cover.from);
    const until = Math.min(to, cover.to);
    if (until <= start) continue;
    covered += until - start;
    end = until;
  }
  return covered;
}

/** Formats a time as the time of day with ms. */
export function formatClock(time: number): string {
  return new Date(time).toISOString().slice(11, 23);
}
