// All measured samples by their subject, and their medians.

/** The subject of a sample. `load` describes the load in words. */
export interface Of {
  measure: string;
  system: string;
  load: string;
  figure: string;
}

/** The median of some samples, and their range. */
interface Summary {
  median: number;
  lowest: number;
  highest: number;
  runs: number;
}

/** A figure of the results. */
export type Figure = Of & Summary;

/** The samples of a run. */
export class Sheet {
  readonly #samples = new Map<string, { of: Of; values: number[] }>();

  note(of: Of, value: number): void {
    if (!Number.isFinite(value)) throw new Error(`${Object.values(of).join(", ")}: ${value} is no figure`);
    const key = JSON.stringify([of.measure, of.system, of.load, of.figure]);
    const entry = this.#samples.get(key) ?? { of, values: [] };
    entry.values.push(value);
    this.#samples.set(key, entry);
  }

  /** Returns the median of a figure; undefined where it was not measured. */
  median(of: Of): number | undefined {
    return this.figures().find(
      (figure) =>
        figure.measure === of.measure &&
        figure.system === of.system &&
        figure.load === of.load &&
        figure.figure === of.figure,
    )?.median;
  }

  figures(): Figure[] {
    return [...this.#samples.values()].map(({ of, values }) => ({ ...of, ...summary(values) }));
  }
}

/** Returns the median and the range of some samples. */
function summary(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: at(sorted, 0.5), lowest: at(sorted, 0), highest: at(sorted, 1), runs: values.length };
}

/** Returns the quantile of a sorted list at a share from 0 to 1. */
export function at(sorted: readonly number[], share: number): number {
  const value = sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  // Rounds to a precision that any reader needs and that noise allows.
  return Number(value.toPrecision(4));
}
