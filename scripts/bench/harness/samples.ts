// All measured samples of a run, and the median of each figure.
import { quantile } from "../../measuring/statistics.ts";

/** The subject of a sample: a figure of a system, in a measurement under a load. The load is described in words. */
export interface Subject {
  measure: string;
  system: string;
  load: string;
  figure: string;
}

/** The median of some samples, and their range. */
export interface Summary {
  median: number;
  lowest: number;
  highest: number;
  runs: number;
}

/** A figure of the results. */
export type Figure = Subject & Summary;

/** The samples of a run. */
export class Samples {
  readonly #samples = new Map<string, { subject: Subject; values: number[] }>();

  add(subject: Subject, value: number): void {
    if (!Number.isFinite(value))
      throw new Error(`${Object.values(subject).join(", ")}: ${value} is not a finite number`);
    const { measure, system, load, figure } = subject;
    const key = JSON.stringify([measure, system, load, figure]);
    const entry = this.#samples.get(key) ?? { subject, values: [] };
    entry.values.push(value);
    this.#samples.set(key, entry);
  }

  /** Adds a sample of each of several figures. */
  addAll(subject: Omit<Subject, "figure">, figures: Record<string, number>): void {
    for (const [figure, value] of Object.entries(figures)) this.add({ ...subject, figure }, value);
  }

  figures(): Figure[] {
    return [...this.#samples.values()].map(({ subject, values }) => ({ ...subject, ...summarize(values) }));
  }
}

function summarize(values: readonly number[]): Summary {
  // Four significant digits; the noise is larger.
  const at = (share: number) => Number(quantile(values, share).toPrecision(4));
  return { median: at(0.5), lowest: at(0), highest: at(1), runs: values.length };
}
