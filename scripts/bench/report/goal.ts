// A goal of the benchmark.

/** A goal: a figure, usually a ratio, and its bound. */
export interface Goal {
  goal: string;
  /** Undefined if it was not measured in this run. */
  value: number | undefined;
  max?: number;
  min?: number;
  /** The largest value with which a quick run passes. */
  budget?: number;
}

/** Returns the ratio of two figures; undefined if one was not measured. */
export function ratio(value: number | undefined, base: number | undefined): number | undefined {
  return value === undefined || !base ? undefined : value / base;
}
