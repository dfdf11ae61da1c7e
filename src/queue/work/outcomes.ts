// The outcomes of the jobs of a loop: totals, events, and a log line for each failed attempt.

import { labelError } from "../../base/errors.ts";
import { errorFields } from "../../base/log.ts";
import { monotonicNow, NEVER } from "../../base/monotonic.ts";
import type { Job } from "../jobs/job.ts";
import type { Listeners } from "../jobs/listeners.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { SettleResult, StaleReason } from "../jobs/stored/letters.ts";
import type { AttemptEnd } from "./attempt.ts";
import { Emitter } from "./emitter.ts";

/** Totals of the jobs that a loop has leased. */
export interface LoopReport {
  leased: number;
  completed: number;
  retried: number;
  failed: number;
  released: number;
  /** Jobs whose lease was lost: they were leased again, cancelled, or settled by another holder. */
  lost: number;
}

// The time in ms without a reply of Redis after which an error is reported, and reported again.
const REPORT_INTERVAL = 3_000;

const TOTAL_OF = { complete: "completed", retry: "retried", fail: "failed", release: "released" } as const;

/** Counts and reports the outcomes of the jobs of one loop. */
export class Outcomes<T> {
  readonly report: LoopReport = { leased: 0, completed: 0, retried: 0, failed: 0, released: 0, lost: 0 };
  readonly emitter: Emitter<T>;
  readonly #context: QueueContext<T>;
  /** The time of the last reported error that belongs to no job. */
  #reportedAt = -NEVER;

  constructor(context: QueueContext<T>, on: Listeners<T> | undefined) {
    this.#context = context;
    this.emitter = new Emitter([context.listeners as Listeners<T> | undefined, on], context.log);
  }

  /** Counts leased jobs, and emits an event for each. */
  noteLeased(jobs: readonly Job<T>[]): void {
    this.report.leased += jobs.length;
    if (!this.emitter.hasListener("leased")) return;
    for (const job of jobs) this.emitter.emit("leased", { queue: this.#context.name, job });
  }

  /** Notes that a job was settled, or that it was lost. */
  noteSettled(end: AttemptEnd<T>, settled: SettleResult): void {
    const { job, action } = end;
    const { error, result } = end.own ?? end;
    const queue = this.#context.name;
    if (!settled.ok) {
      this.noteLost(job, settled.reason);
      return;
    }
    // A retry with no attempts left fails the job.
    const total = settled.state === "failed" ? "failed" : TOTAL_OF[action];
    this.report[total] += 1;
    if (end.isFailure) this.#logFailure(end, total);
    if (total === "completed") this.emitter.emit(total, { queue, job, result });
    else if (total === "released") this.emitter.emit(total, { queue, job });
    else this.emitter.emit(total, { queue, job, error });
  }

  /** Counts a lost job, and emits an event for it. */
  noteLost(job: Job<T>, reason: StaleReason): void {
    this.report.lost += 1;
    this.emitter.emit("lost", { queue: this.#context.name, job, reason });
  }

  /** Reports an error that belongs to no job. The work goes on. */
  reportError(thrown: unknown): void {
    const error = labelError(this.#context.name, thrown);
    this.emitter.emit("error", { queue: this.#context.name, error });
    this.#context.log({ level: "warn", event: "worker_error", queue: this.#context.name, ...errorFields(error) });
    this.#reportedAt = monotonicNow();
  }

  /** Reports an error for which Redis has not replied since a time. Reports only at intervals. */
  readonly reportUnanswered = (error: unknown, since: number): void => {
    if (monotonicNow() - Math.max(since, this.#reportedAt) >= REPORT_INTERVAL) this.reportError(error);
  };

  /** Notes that Redis rejected every way to settle a job. The job's lease then expires. */
  noteRefused({ job }: AttemptEnd<T>, error: unknown): void {
    this.noteLost(job, "unknown");
    const queue = this.#context.name;
    this.#context.log({ level: "error", event: "settle_refused", queue, job: job.id, ...errorFields(error) });
  }

  /** Logs a failed attempt, as a warning if another one follows. */
  #logFailure({ job: { id, attempt }, delay, error }: AttemptEnd<T>, outcome: string): void {
    const isRetried = outcome === "retried";
    const line = { job: id, attempt, outcome, ...(isRetried && { retryInMs: delay }), ...errorFields(error) };
    const level = isRetried ? "warn" : "error";
    this.#context.log({ level, event: "attempt_failed", queue: this.#context.name, ...line });
  }
}
