// The part of a queue that enqueues and handles jobs.
import { validateOptions } from "../base/arguments.ts";
import type { Duration } from "../base/duration.ts";
import { labelError } from "../base/errors.ts";
import { withFollowUps } from "./follow-ups/with-follow-ups.ts";
import type { RequestOptions } from "./jobs/enqueue.ts";
import { type ExtendResult, extendLeases, noteProgress, type ProgressOptions } from "./jobs/extend.ts";
import type { JobRef } from "./jobs/job.ts";
import { type TurnOptions, type TurnResult, turn } from "./jobs/lease.ts";
import type { LeaseResult } from "./jobs/lease-reply.ts";
import type { QueueOptions } from "./jobs/queue-options.ts";
import { settle } from "./jobs/settle.ts";
import type { SettleItem } from "./jobs/settle-items.ts";
import type { ProgressResult, SettleResult } from "./jobs/stored/letters.ts";
import { Producer } from "./producer.ts";
import type { Handler } from "./work/attempt.ts";
import { type DrainOptions, type DrainReport, drain } from "./work/drain.ts";
import { leaseWaiting, type WaitingLeaseOptions } from "./work/lease-waiting.ts";
import { type WorkerHandle, type WorkOptions, work } from "./work/work.ts";

/** A queue for a program that enqueues and handles jobs. It cannot inspect or operate the queue. */
export class Consumer<T = unknown, Input = T> extends Producer<T, Input> {
  /** Validates the name and the options. Sends nothing. */
  constructor(name: string, options: QueueOptions<T, Input>) {
    super(name, options);
    withFollowUps(this.context);
  }

  /** Leases ready jobs for a limited time. With `wait`, waits until some are ready. */
  lease(options: WaitingLeaseOptions = {}): Promise<LeaseResult<T>> {
    return this.run(leaseWaiting, options);
  }

  /** Settles any mix of jobs and leases the next ones, in one request. */
  turn(options: TurnOptions): Promise<TurnResult<T>> {
    return this.run(turn, options);
  }

  /** Settles any mix of jobs by id and fence, for example by a holder that leased them in another process. */
  settle(items: readonly SettleItem[], options: RequestOptions = {}): Promise<SettleResult[]> {
    return this.run(settle, items, options);
  }

  /** Extends leases by id and fence: they end after `duration` from now. */
  extend(jobs: readonly JobRef[], duration: Duration, options: { worker?: string } = {}): Promise<ExtendResult[]> {
    return this.run(async (context) =>
      extendLeases(context, jobs, { ...validateOptions(options, "worker"), duration }),
    );
  }

  /** Notes the progress of a job, from 0 to 1, by id and fence. */
  progress(job: JobRef, fraction: number, options: ProgressOptions = {}): Promise<ProgressResult> {
    return this.run(async (context) =>
      noteProgress(context, job, { ...validateOptions(options, "note extend"), fraction }),
    );
  }

  /** Handles jobs until the queue is empty or the time budget is used up. */
  drain(handler: Handler<T>, options: DrainOptions<T>): Promise<DrainReport> {
    return this.run(drain, handler, options);
  }

  /** Handles jobs until `stop` of the returned object is called. */
  work(handler: Handler<T>, options: WorkOptions<T> = {}): WorkerHandle {
    try {
      return work(this.context, handler, options);
    } catch (error) {
      throw labelError(this.name, error);
    }
  }
}
