// The history of a queue as points in time, one a step.
import type { History, Sample } from "./types.ts";

/** A point of a chart; one without a sample is a gap. */
export interface Point {
  time: number;
  sample: Sample | undefined;
}

// A sample that is longer than this many steps shows nothing but its ends, unless nothing changed in it.
const MAX_STEPS = 2.5;

/** Returns a point for each step from a time on until the end of another one. */
export function pointsOf({ step, samples }: History, from: number, to: number): Point[] {
  const points: Point[] = [];
  let at = 0;
  for (let time = from + step; time <= to; time += step) {
    const middle = time - step / 2;
    while (at < samples.length && (samples[at]?.to ?? 0) < middle) at += 1;
    const sample = samples[at];
    const isSeen =
      sample !== undefined && sample.from <= middle && (sample.to - sample.from <= MAX_STEPS * step || isQuiet(sample));
    points.push({ time, sample: isSeen ? sample : undefined });
  }
  return points;
}

/** Returns the number of jobs a minute that a total of a sample stands for. */
export function ratePerMinute({ from, to, totals }: Sample, total: string): number {
  return ((totals[total] ?? 0) * 60_000) / Math.max(1, to - from);
}

/** Reports whether nothing happened in a sample. */
function isQuiet({ totals }: Sample): boolean {
  return Object.values(totals).every((total) => total === 0);
}
