// Wait times in buckets of one ms. Its memory is allocated at once, so that it does not grow during the run.

const BUCKETS = 20_000;

/** A histogram of wait times in ms. */
export class Histogram {
  readonly #counts = new Uint32Array(BUCKETS);
  #total = 0;
  longest = 0;

  add(ms: number): void {
    const bucket = Math.min(BUCKETS - 1, Math.round(ms));
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#total += 1;
    this.longest = Math.max(this.longest, ms);
  }

  /** Returns the time in ms that a share of all wait times does not exceed. */
  quantile(share: number): number {
    let left = Math.ceil(this.#total * share);
    for (let ms = 0; ms < BUCKETS; ms++) {
      left -= this.#counts[ms] ?? 0;
      if (left <= 0) return ms;
    }
    return BUCKETS;
  }
}
