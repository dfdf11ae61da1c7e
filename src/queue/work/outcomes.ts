// The outcomes of the jobs of a loop: totals, events, and a line of log for each failed attempt.

import { labelError } from "../../base/errors.ts";
import { errorFields } from "../../base/log.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import type { Job } from "../jobs/job.ts";
import type { Listeners } from "../jobs/listeners.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { SettleResult, StaleReason } from "../jobs/stored/letters.ts";
import type { Ended } from "./attempt.ts";
import { Emitter } from "./events.ts";

/** Totals of the handled jobs, each counted as it ended. */
export interface LoopReport {
  leased: number;
  completed: number;
  retried: number;
  failed: number;
  released: number;
  /** Jobs lost by their handler: leased again, cancelled, or settled by another holder. */
  lost: number;
}

// The time in ms without an answer after which that is reported, and again.
const QUIET = 3_000;

const TOTAL = { complete: "completed", retry: "retried", fail: "failed", release: "released" } as const;

/** Counts and tells what becomes of the jobs of one loop. */
export class Outcomes<T> {
  readonly report: LoopReport = { leased: 0, completed: 0, retried: 0, failed: 0, released: 0, lost: 0 };
  readonly events: Emitter<T>;
  readonly #context: QueueContext<T>;
  /** The time of the last error that belongs to no job. */
  #troubledAt = Number.NEGATIVE_INFINITY;

  constructor(context: QueueContext<T>, on: Listeners<T> | undefined) {
    this.#context = context;
    this.events = new Emitter([context.listeners as Listeners<T> | undefined, on], context.log);
  }

  leased(jobs: readonly Job<T>[]): void {
    this.report.leased += jobs.length;
    if (!this.events.has("leased")) return;
    for (const job of jobs) this.events.emit("leased", { queue: this.#context.name, job });
  }

  /** Notes that a job was settled, or why it was not. */
  settled(ended: Ended<T>, outcome: SettleResult): void {
    const { job, action } = ended;
    const { error, result } = ended.own ?? ended;
    const queue = this.#context.name;
    if (!outcome.ok) {
      this.lost(job, outcome.reason);
      return;
    }
    // A retry with no attempts left fails the job.
    const total = outcome.state === "failed" ? "failed" : TOTAL[action];
    this.report[total] += 1;
    if (ended.isFailure) this.#logFailure(ended, total);
    if (total === "completed") this.events.emit(total, { queue, job, result });
    else if (total === "released") this.events.emit(total, { queue, job });
    else this.events.emit(total, { queue, job, error });
  }

  lost(job: Job<T>, reason: StaleReason): void {
    this.report.lost += 1;
    this.events.emit("lost", { queue: this.#context.name, job, reason });
  }

  /** Notes an error that belongs to no job; the work goes on. */
  troubled(thrown: unknown): void {
    const error = labelError(this.#context.name, thrown);
    this.events.emit("error", { queue: this.#context.name, error });
    this.#context.log({ level: "warn", event: "worker_error", queue: this.#context.name, ...errorFields(error) });
    this.#troubledAt = monotonicNow();
  }

  /** Reports now and then that Redis has not answered since a time. */
  readonly unanswered = (error: unknown, since: number): void => {
    if (monotonicNow() - Math.max(since, this.#troubledAt) >= QUIET) this.troubled(error);
  };

  /** Notes that Redis refused to settle a job in any way. Its lease runs out. */
  refused({ job }: Ended<T>, error: unknown): void {
    this.lost(job, "unknown");
    const queue = this.#context.name;
    this.#context.log({ level: "error", event: "settle_refused", queue, job: job.id, ...errorFields(error) });
  }

  #logFailure({ job: { id, attempt }, delay, error }: Ended<T>, outcome: "retried" | string): void {
    const isRetried = outcome === "retried";
    const line = { job: id, attempt, outcome, ...(isRetried && { retryInMs: delay }), ...errorFields(error) };
    const level = isRetried ? "warn" : "error";
    this.#context.log({ level, event: "attempt_failed", queue: this.#context.name, ...line });
  }
}
