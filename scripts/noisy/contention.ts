// The time for which processes were ready to run and had no core, as Linux counts it for the main thread of each. On other
// systems it is unknown, and counts as none.
import { readFileSync } from "node:fs";

const EVERY = 5;

/** Samples the time for which the processes of a measurement waited for a core. */
export class Contention {
  readonly #pids: readonly number[];
  readonly #timer: NodeJS.Timeout;
  /** The time of each sample, and the time in ms without a core until then: in each interval that of the process that had most. */
  readonly #at: number[] = [];
  readonly #sums: number[] = [];
  #last: number[];

  constructor(pids: readonly number[]) {
    this.#pids = pids;
    this.#last = this.#read();
    this.#timer = setInterval(() => this.#sample(), EVERY);
  }

  /** Returns the time in ms without a core between two times. */
  between(from: number, to: number): number {
    return Math.min(to - from, this.#until(to) - this.#until(from));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #sample(): void {
    const read = this.#read();
    const longest = Math.max(0, ...read.map((ms, i) => ms - (this.#last[i] ?? 0)));
    this.#last = read;
    this.#at.push(performance.now());
    this.#sums.push((this.#sums.at(-1) ?? 0) + longest);
  }

  /** Returns the sum at a time, between two samples in proportion. */
  #until(time: number): number {
    let [low, high] = [0, this.#at.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#at[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    const [before = 0, after] = [this.#at[low - 1], this.#at[low]];
    const sum = this.#sums[low - 1] ?? 0;
    if (after === undefined) return sum;
    return sum + (((this.#sums[low] ?? 0) - sum) * (time - before)) / (after - before);
  }

  #read(): number[] {
    return this.#pids.map((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;
      } catch {
        return 0;
      }
    });
  }
}
