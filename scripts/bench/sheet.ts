// Everything that was measured: samples by what they are of, and their medians.

/** What a sample is of. `load` says under which load, in words. */
export interface Of {
  measure: string;
  system: string;
  load: string;
  figure: string;
}

/** The middle of some samples, and how far they lie apart. */
export interface Summary {
  median: number;
  lowest: number;
  highest: number;
  runs: number;
}

/** A figure as it is written to the results. */
export type Figure = Of & Summary;

export class Sheet {
  readonly #samples = new Map<string, { of: Of; values: number[] }>();

  note(of: Of, value: number): void {
    if (!Number.isFinite(value)) throw new Error(`${Object.values(of).join(", ")}: ${value} is no figure`);
    const key = JSON.stringify([of.measure, of.system, of.load, of.figure]);
    const entry = this.#samples.get(key) ?? { of, values: [] };
    entry.values.push(value);
    this.#samples.set(key, entry);
  }

  /** The median of one figure; undefined where it was not measured. */
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

export function summary(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: at(sorted, 0.5), lowest: at(sorted, 0), highest: at(sorted, 1), runs: values.length };
}

/** The value below which a share of the others lie. */
export function at(sorted: readonly number[], share: number): number {
  const value = sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  // Enough digits for any reader, and no noise in what is kept.
  return Number(value.toPrecision(4));
}
