// The queue as a program sees it. Each method is one operation, implemented in the file that it is imported from.
import { Context, type QueueOptions } from "../core/context.ts";
import type { Duration } from "../core/duration.ts";
import {
  type EnqueueOptions,
  type EnqueueResult,
  enqueue,
  enqueueMany,
  type NewJob,
  type RequestOptions,
} from "../core/enqueue.ts";
import { about } from "../core/errors.ts";
import { type Explanation, explain } from "../core/explain.ts";
import * as inspect from "../core/inspect.ts";
import { type ExtendResult, extendAll, type JobRef, noteProgress, type ProgressOptions } from "../core/job.ts";
import type { JobState } from "../core/keys.ts";
import { type LeaseResult, type TurnOptions, type TurnResult, turn } from "../core/lease.ts";
import { isName } from "../core/limits.ts";
import type { JobInfo } from "../core/look.ts";
import * as operate from "../core/operate.ts";
import type { HoldResult, SettleResult } from "../core/record.ts";
import { settle } from "../core/settle.ts";
import type { SettleItem } from "../core/settle-items.ts";
import { result, type WaitOptions, type WaitResult, wait } from "../core/wait.ts";
import type { Handler } from "../loop/attempt.ts";
import { type DrainOptions, type DrainReport, drain } from "../loop/drain.ts";
import { leaseWaiting, type WaitingLeaseOptions } from "../loop/lease-waiting.ts";
import { type WorkerHandle, type WorkOptions, work } from "../loop/work.ts";

/**
 * A work queue in Redis. It keeps no state between calls: create one wherever it is needed.
 *
 * @example
 * const emails = new Queue<Email>("emails", { redis });
 * await emails.enqueue({ to: "ada@example.com" }, { delay: "10m" });
 */
export class Queue<T = unknown, Input = T> {
  readonly name: string;
  // Not #context: leasehold/testing accesses it to record calls and to set the queue's clock.
  private readonly context: Context<T, Input>;

  constructor(name: string, options: QueueOptions<T, Input>) {
    this.name = name;
    try {
      this.context = new Context(name, options);
    } catch (error) {
      // An invalid name may be anything, so it is not shown in a message.
      throw isName(name) ? about(name, error) : error;
    }
  }

  /** Enqueues a job. An id that is known, in any state or within its `uniqueFor`, creates nothing. */
  enqueue(data: Input, options: EnqueueOptions & RequestOptions = {}): Promise<EnqueueResult> {
    return this.#run(enqueue, data, options);
  }

  /** Enqueues jobs in one request, all of them or none. */
  enqueueMany(jobs: readonly NewJob<Input>[], options: RequestOptions = {}): Promise<EnqueueResult[]> {
    return this.#run(enqueueMany, jobs, options);
  }

  /** Leases ready jobs for a limited time; with `wait`, as soon as there are some. */
  lease(options: WaitingLeaseOptions = {}): Promise<LeaseResult<T>> {
    return this.#run(leaseWaiting, options);
  }

  /** Settles any mix of jobs and leases the next ones, in one request. */
  turn(options: TurnOptions): Promise<TurnResult<T>> {
    return this.#run(turn, options);
  }

  /** Settles any mix of jobs by id and fence, for a holder that leased them in another call. */
  settle(items: readonly SettleItem[], options: RequestOptions = {}): Promise<SettleResult[]> {
    return this.#run(settle, items, options);
  }

  /** Extends leases by id and fence: they end after `duration` from now. */
  extend(jobs: readonly JobRef[], duration: Duration, options: { worker?: string } = {}): Promise<ExtendResult[]> {
    return this.#run(extendAll, jobs, duration, options);
  }

  /** Notes the progress of a job, from 0 to 1, by id and fence. */
  progress(job: JobRef, fraction: number, options: ProgressOptions = {}): Promise<HoldResult> {
    return this.#run(noteProgress, job, fraction, options);
  }

  /** Returns a job as it is stored, or undefined. */
  get(id: string): Promise<JobInfo<Input> | undefined> {
    return this.#run(inspect.get, id);
  }

  /** Returns the result of a job while it is kept. */
  result(id: string): Promise<unknown> {
    return this.#run(result, id);
  }

  /** Waits until a job has ended, for 20 seconds unless set. */
  wait(id: string, options: WaitOptions = {}): Promise<WaitResult> {
    return this.#run(wait, id, options);
  }

  /** Explains why a job is not running. */
  explain(id: string): Promise<Explanation> {
    return this.#run(explain, id);
  }

  /** Returns the number of jobs in each state, and totals since the queue was created. */
  counts(): Promise<inspect.Counts> {
    return this.#run(inspect.counts);
  }

  /** Lists the jobs of a state, a page at a time. */
  list(state: JobState, options: { cursor?: string; limit?: number } = {}): Promise<inspect.Page<Input>> {
    return this.#run(inspect.list, state, options);
  }

  /** Lists the workers of the queue and the jobs that each holds. */
  workers(): Promise<inspect.WorkerInfo[]> {
    return this.#run(inspect.workers);
  }

  /** Removes waiting jobs, and takes leased ones from their holders. */
  cancel(ids: string | readonly string[]): Promise<operate.CancelResult[]> {
    return this.#run(operate.cancel, ids);
  }

  /** Makes failed jobs ready again: those named, or the first `limit`. */
  redrive(options: { ids?: readonly string[]; limit?: number } = {}): Promise<operate.RedriveResult> {
    return this.#run(operate.redrive, options);
  }

  /** Makes delayed jobs ready now. */
  promote(ids: string | readonly string[]): Promise<operate.PromoteResult[]> {
    return this.#run(operate.promote, ids);
  }

  /** Stops all leasing until `resume`. */
  pause(): Promise<void> {
    return this.#run(operate.pause);
  }

  /** Allows leasing again. */
  resume(): Promise<void> {
    return this.#run(operate.resume);
  }

  /** Removes all jobs of a state other than leased. */
  purge(state: Exclude<JobState, "leased">): Promise<number> {
    return this.#run(operate.purge, state);
  }

  /**
   * Removes the queue, all its jobs and the ids that it remembers. Results, and replies to requests with an idempotency key,
   * expire by themselves.
   */
  destroy(): Promise<void> {
    return this.#run(operate.destroy);
  }

  /** Takes back every job that a worker holds: it returns to its place, or fails where its attempts are used up. */
  failWorker(worker: string): Promise<number> {
    return this.#run(operate.failWorker, worker);
  }

  /** Runs the light clean, which moves jobs that are due and trims. Call it every minute or so. */
  clean(options: { limit?: number } = {}): Promise<operate.CleanResult> {
    return this.#run(operate.cleanUnlisted, options);
  }

  /** Runs the deep clean, which audits the queue and repairs it. Call it from time to time. */
  deepClean(options: operate.DeepCleanOptions = {}): Promise<operate.DeepCleanResult> {
    return this.#run(operate.deepClean, options);
  }

  /** Handles jobs until the queue is empty or the budget is used up. */
  drain(handler: Handler<T>, options: DrainOptions): Promise<DrainReport> {
    return this.#run(drain, handler, options);
  }

  /** Handles jobs until `stop` of the returned object is called. */
  work(handler: Handler<T>, options: WorkOptions = {}): WorkerHandle {
    try {
      return work(this.context, handler, options);
    } catch (error) {
      throw about(this.name, error);
    }
  }

  #run<A extends unknown[], R>(
    operation: (context: Context<T, Input>, ...args: A) => Promise<R>,
    ...args: A
  ): Promise<R> {
    return this.context.named(() => operation(this.context, ...args));
  }
}
