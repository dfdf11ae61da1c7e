// The time for which processes were ready to run and had no core, as Linux counts it for the main thread of each. Other
// systems do not count it, and it is zero there.
import { readFileSync } from "node:fs";

const INTERVAL = 5;

/** Samples the time for which the processes of a measurement waited for a core. */
export class CpuContention {
  readonly #pids: readonly number[];
  readonly #timer: NodeJS.Timeout;
  /** The time of each sample, and the sum in ms until then of the longest waits between two samples. */
  readonly #sampledAt: number[] = [];
  readonly #sums: number[] = [];
  #last: number[];

  constructor(pids: readonly number[]) {
    this.#pids = pids;
    this.#last = this.#readWaits();
    this.#timer = setInterval(() => this.#sample(), INTERVAL);
  }

  /** Returns for how many ms, between two times, at least one process waited for a core. */
  between(from: number, to: number): number {
    return Math.min(to - from, this.#sumUntil(to) - this.#sumUntil(from));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Adds the longest wait of any process since the last sample to the running sum. */
  #sample(): void {
    const waits = this.#readWaits();
    const longest = Math.max(0, ...waits.map((ms, i) => ms - (this.#last[i] ?? 0)));
    this.#last = waits;
    this.#sampledAt.push(performance.now());
    this.#sums.push((this.#sums.at(-1) ?? 0) + longest);
  }

  /** Returns the sum of the longest waits up to a time, in ms. Between two samples it is interpolated. */
  #sumUntil(time: number): number {
    let [low, high] = [0, this.#sampledAt.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sampledAt[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    const [before = 0, after] = [this.#sampledAt[low - 1], this.#sampledAt[low]];
    const sum = this.#sums[low - 1] ?? 0;
    if (after === undefined) return sum;
    return sum + (((this.#sums[low] ?? 0) - sum) * (time - before)) / (after - before);
  }

  /** Returns the total wait of each process in ms, which Linux counts; 0 on other systems. */
  #readWaits(): number[] {
    return this.#pids.map((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;
      } catch {
        return 0;
      }
    });
  }
}
