// Looks at the queue of a run, past the gateway and its faults: how much is done, and whether anything is stuck.

import type { Queue } from "../../src/index.ts";
import type { Counts } from "../../src/queue/inspect/counts.ts";
import type { Place } from "./place.ts";
import { type Load, pause, QUEUE } from "./task.ts";

const LOOK_EVERY = 100;
const TOLD_EVERY = 5_000;
// Nothing at all is done for so long only by a queue that is stuck, however slow the machine.
const PATIENCE = 60_000;
// What is over for longer than a lease is looked at again after this, for a machine with too much to do.
const SURE_AFTER = 5_000;

/** What a watch needs to know. */
export interface WatchOptions {
  place: Place;
  lease: number;
  /** Ends it before its time; it then rejects. */
  signal: AbortSignal;
  onProgress: ((done: number) => void) | undefined;
}

export class Watch {
  readonly violations: string[] = [];
  readonly #queue: Queue<Load>;
  readonly #options: WatchOptions;
  #done = 0;
  #doneAt = performance.now();
  #toldAt = performance.now();
  /** Leases and delays that are over for longer than a lease, and since when that is seen. */
  #overdue = new Map<string, number>();

  constructor(queue: Queue<Load>, options: WatchOptions) {
    this.#queue = queue;
    this.#options = options;
  }

  /** Looks until a condition on how many jobs are done. */
  async until(isOver: (done: number) => boolean): Promise<void> {
    await this.#look(({ totals }) => isOver(totals.completed));
  }

  /** Looks until no job is left. Whatever is over for a lease must have been found by then. */
  async untilEmpty(): Promise<void> {
    await this.#look(async ({ ready, delayed, leased }) => {
      await this.#findStuck();
      return ready + delayed + leased === 0;
    });
  }

  async #look(isOver: (counts: Counts) => boolean | Promise<boolean>): Promise<void> {
    while (this.violations.length === 0) {
      this.#options.signal.throwIfAborted();
      // Redis may be away.
      const counts = await this.#queue.counts().catch(() => undefined);
      if (counts && (await isOver(counts))) return;
      this.#note(counts?.totals.completed ?? this.#done);
      await pause(LOOK_EVERY);
    }
  }

  #note(done: number): void {
    const now = performance.now();
    if (done !== this.#done) this.#doneAt = now;
    this.#done = done;
    if (now - this.#doneAt > PATIENCE) {
      this.violations.push(`stuck: nothing was done for ${PATIENCE / 1_000} seconds, with ${done} jobs done`);
    }
    if (now - this.#toldAt < TOLD_EVERY) return;
    this.#toldAt = now;
    this.#options.onProgress?.(done);
  }

  async #findStuck(): Promise<void> {
    const { place, lease } = this.#options;
    const seen = new Map<string, number>();
    const [time] = (await place.client.sendCommand(["TIME"])) as [string];
    for (const state of ["leased", "delayed"]) {
      const latest = Number(time) * 1_000 - lease;
      for (const { value, score } of await place.client.zRangeByScoreWithScores(`lh:{${QUEUE}}:${state}`, 0, latest)) {
        const name = `${value} is ${state} until ${score}`;
        seen.set(name, this.#overdue.get(name) ?? performance.now());
      }
    }
    this.#overdue = seen;
    for (const [name, since] of seen) {
      if (performance.now() - since > SURE_AFTER) this.violations.push(`stuck: ${name}, and nobody brings it back`);
    }
  }
}
