// Waits in buckets of one ms. Its memory is taken at once, so that it does not grow in the run.

const BUCKETS = 20_000;

/** Counts of waits. */
export class Histogram {
  readonly #counts = new Uint32Array(BUCKETS);
  #total = 0;
  longest = 0;

  add(ms: number): void {
    this.#counts[Math.min(BUCKETS - 1, Math.round(ms))] =
      (this.#counts[Math.min(BUCKETS - 1, Math.round(ms))] ?? 0) + 1;
    this.#total += 1;
    this.longest = Math.max(this.longest, ms);
  }

  /** Returns the wait in ms that a share of all waits does not exceed. */
  quantile(share: number): number {
    let left = Math.ceil(this.#total * share);
    for (let ms = 0; ms < BUCKETS; ms++) {
      left -= this.#counts[ms] ?? 0;
      if (left <= 0) return ms;
    }
    return BUCKETS;
  }
}
