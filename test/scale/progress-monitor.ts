// Counts the completed jobs of a run and finds stuck ones, over a direct connection without network faults.
import { sleep } from "../../src/base/monotonic.ts";
import type { Queue } from "../../src/index.ts";
import type { Counts } from "../../src/queue/inspect/counts.ts";
import type { Backend } from "./backend.ts";
import { type Payload, QUEUE } from "./task.ts";

const POLL_INTERVAL = 100;
const REPORT_INTERVAL = 5_000;
// However slow the machine, only a queue that is stuck completes no job for this long.
const MAX_STANDSTILL = 60_000;
// A job that is overdue by more than a lease is stuck if it still is after this time, so that a busy machine passes.
const MAX_OVERDUE = 5_000;

interface MonitorOptions {
  backend: Backend;
  lease: number;
  /** Ends the monitoring; it then rejects. */
  signal: AbortSignal;
  onProgress: ((completed: number) => void) | undefined;
}

/** Polls the queue of a run, and records violations. */
export class ProgressMonitor {
  readonly violations: string[] = [];
  readonly #queue: Queue<Payload>;
  readonly #options: MonitorOptions;
  #completed = 0;
  #completedAt = performance.now();
  #reportedAt = performance.now();
  /** The leases and delays that are overdue by more than a lease, with the time at which each was found. */
  #overdue = new Map<string, number>();

  constructor(queue: Queue<Payload>, options: MonitorOptions) {
    this.#queue = queue;
    this.#options = options;
  }

  /** Polls until a condition on the number of completed jobs is true. */
  async until(isOver: (completed: number) => boolean): Promise<void> {
    await this.#poll(({ totals }) => isOver(totals.completed));
  }

  /** Polls until no job is left, and checks that overdue jobs are reclaimed or promoted. */
  async untilEmpty(): Promise<void> {
    await this.#poll(async ({ ready, delayed, leased }) => {
      await this.#findStuckJobs();
      return ready + delayed + leased === 0;
    });
  }

  async #poll(isOver: (counts: Counts) => boolean | Promise<boolean>): Promise<void> {
    while (this.violations.length === 0) {
      this.#options.signal.throwIfAborted();
      // Redis may be down.
      const counts = await this.#queue.counts().catch(() => undefined);
      if (counts && (await isOver(counts))) return;
      this.#noteProgress(counts?.totals.completed ?? this.#completed);
      await sleep(POLL_INTERVAL);
    }
  }

  /** Records a violation if no job was completed for too long. Reports the progress at intervals. */
  #noteProgress(completed: number): void {
    const now = performance.now();
    if (completed !== this.#completed) this.#completedAt = now;
    this.#completed = completed;
    if (now - this.#completedAt > MAX_STANDSTILL) {
      this.violations.push(`stuck: no job was completed for ${MAX_STANDSTILL / 1_000} s, after ${completed} jobs`);
    }
    if (now - this.#reportedAt < REPORT_INTERVAL) return;
    this.#reportedAt = now;
    this.#options.onProgress?.(completed);
  }

  /** Records a violation for each lease or delay that stays overdue. */
  async #findStuckJobs(): Promise<void> {
    const { backend, lease } = this.#options;
    const overdue = new Map<string, number>();
    const [seconds] = (await backend.client.sendCommand(["TIME"])) as [string];
    const latest = Number(seconds) * 1_000 - lease;
    for (const state of ["leased", "delayed"]) {
      const key = `lh:{${QUEUE}}:${state}`;
      for (const { value, score } of await backend.client.zRangeByScoreWithScores(key, 0, latest)) {
        const entry = `${value} is ${state} until ${score}`;
        overdue.set(entry, this.#overdue.get(entry) ?? performance.now());
      }
    }
    this.#overdue = overdue;
    for (const [entry, since] of overdue) {
      if (performance.now() - since > MAX_OVERDUE) this.violations.push(`stuck: ${entry}, and was not moved since`);
    }
  }
}
