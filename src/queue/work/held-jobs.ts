// The leased jobs of a loop: those that wait for a free handler, and those that are running.

import { isTransient } from "../../base/deadline.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { NEVER } from "../../base/monotonic.ts";
import { FINISH, type Job, OUTCOME } from "../jobs/job.ts";
import { toTimeoutMilliseconds } from "../jobs/options/own-options.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { StaleReason } from "../jobs/stored/letters.ts";
import { type AfterError, type AttemptEnd, endByError, endReleased, type Handler, runAttempt } from "./attempt.ts";
import { HeldJob, type LoopDeadlines } from "./held-job.ts";
import type { Outcomes } from "./outcomes.ts";
import type { SettleQueue } from "./settle-queue.ts";

/** The handler, the options of its calls, and the parts of the loop that receive its outcomes. */
interface Handling<T> {
  handler: Handler<T>;
  concurrency: number;
  afterError: AfterError;
  settling: SettleQueue<T>;
  outcomes: Outcomes<T>;
  /** Sends a request repeatedly until Redis replies. */
  retry<R>(send: () => Promise<R>): Promise<R>;
  /** Called when a handler has become free. */
  onFree(): void;
}

/** The jobs that a loop holds. */
export class HeldJobs<T> {
  readonly #context: QueueContext<T>;
  readonly #handling: Handling<T>;
  readonly #deadlines: LoopDeadlines = { stopAt: NEVER, endAt: NEVER };
  readonly #waiting: HeldJob<T>[] = [];
  readonly #running = new Map<Job<T>, HeldJob<T>>();
  /** The number of jobs whose handlers have returned while they were settling them. */
  #finishing = 0;

  constructor(context: QueueContext<T>, handling: Handling<T>) {
    this.#context = context;
    this.#handling = handling;
  }

  /** The number of jobs that wait for a free handler. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The number of jobs that are running, or whose handlers have returned while they were settling them. */
  get running(): number {
    return this.#running.size + this.#finishing;
  }

  /** The number of free handlers. */
  get free(): number {
    return this.#handling.concurrency - this.#running.size;
  }

  /** Sets the deadlines of all handlers. */
  setDeadlines(deadlines: LoopDeadlines): void {
    Object.assign(this.#deadlines, deadlines);
    for (const held of this.#running.values()) held.check();
  }

  /** Returns the jobs whose leases are to be renewed. */
  renewableJobs(): HeldJob<T>[] {
    const isRenewable = ({ isLost, job, signal }: HeldJob<T>) => !isLost && job.isHeld && !signal.aborted;
    return [...[...this.#running.values()].filter(isRenewable), ...this.#waiting];
  }

  /** Adds leased jobs, and starts as many as there are free handlers. */
  add(jobs: readonly Job<T>[], leaseEndsAt: number): void {
    for (const job of jobs) this.#waiting.push(new HeldJob(job, { leaseEndsAt, onTimeout: this.#onTimeout }));
    this.#startWaiting();
  }

  /** Releases leased jobs that have not started. */
  release(jobs: readonly Job<T>[]): void {
    for (const job of jobs) this.#handling.settling.add(endReleased(this.#context, job, { begun: false }));
  }

  /** Releases the jobs that wait for a free handler. */
  releaseWaiting(): void {
    this.release(this.#waiting.splice(0).map(({ job }) => job));
  }

  /** Aborts every handler and releases its job. */
  releaseRunning(): void {
    const running = [...this.#running.values()];
    this.#running.clear();
    for (const held of running) {
      held.close();
      held.abort("the handler's time is over, and the job was released");
      this.#conclude(held, endReleased(this.#context, held.job, { begun: true }));
    }
  }

  /** Marks a job as lost. Its handler counts as running until it returns or times out. */
  lose(held: HeldJob<T>, reason: StaleReason): void {
    const { job } = held;
    const waiting = this.#waiting.indexOf(held);
    // If its handler has returned meanwhile, the loss is counted when the job is settled.
    if (waiting < 0 && !this.#running.has(job)) return;
    if (waiting >= 0) this.#waiting.splice(waiting, 1);
    held.lose(reason);
    this.#handling.outcomes.noteLost(job, reason);
    this.#handling.onFree();
  }

  /** Starts the handlers of waiting jobs, as many as are free. */
  #startWaiting(): void {
    while (this.free > 0) {
      const held = this.#waiting.shift();
      if (!held) return;
      this.#running.set(held.job, held);
      held.start(this.#timeoutOf(held.job), this.#deadlines);
      void this.#runHandler(held);
    }
  }

  /** Runs the handler of a started job, and ends the attempt when it returns or throws. */
  async #runHandler(held: HeldJob<T>): Promise<void> {
    const { job, signal } = held;
    const { handler, afterError } = this.#handling;
    this.#end(held, await runAttempt(this.#context, handler, { job, signal, afterError }));
  }

  /** Ends an attempt whose timeout has passed. Its handler may go on, but nothing that it does has an effect any more. */
  readonly #onTimeout = (held: HeldJob<T>): void => {
    const { job } = held;
    const error = new LeaseholdError("timed_out", `timed out after ${this.#timeoutOf(job) / 1_000} s`);
    held.abort(error.message, "timed_out");
    this.#end(held, endByError(this.#context, { job, error, afterError: this.#handling.afterError }));
  };

  /** Returns the job's own timeout in ms, or the queue's. */
  #timeoutOf({ timeout }: Job<T>): number {
    return timeout === undefined ? this.#context.timeout : toTimeoutMilliseconds(timeout);
  }

  /** Removes a running job, once, and concludes it. */
  #end(held: HeldJob<T>, end: AttemptEnd<T>): void {
    held.close();
    // The job may have been released meanwhile, or its attempt may have timed out.
    if (!this.#running.delete(held.job)) return;
    this.#conclude(held, end);
    this.#startWaiting();
    this.#handling.onFree();
  }

  /** Settles a job, after a settling that its handler has begun. */
  #conclude(held: HeldJob<T>, end: AttemptEnd<T>): void {
    const finishing = held.job[FINISH]((send) => this.#handling.retry(send));
    if (finishing) void this.#settleAfter(finishing, { held, end });
    else this.#settle(held, end);
  }

  /** Settles a job, unless its handler has settled it or has lost it. */
  #settle(held: HeldJob<T>, end: AttemptEnd<T>): void {
    const { job } = held;
    const { outcomes, settling } = this.#handling;
    if (job.ended) {
      const { id, endState: state = "done" } = job;
      outcomes.noteSettled({ ...end, action: job.ended, own: job[OUTCOME]() }, { id, ok: true, state });
    } else if (!held.isLost) {
      settling.add(end);
    }
  }

  /** Settles a job once the settling that its handler has begun is finished. */
  async #settleAfter(finishing: Promise<void>, { held, end }: { held: HeldJob<T>; end: AttemptEnd<T> }): Promise<void> {
    this.#finishing += 1;
    try {
      await finishing;
      this.#settle(held, end);
    } catch (error) {
      // Without a reply the job's lease expires. A clear rejection took no effect, so the job is settled as the handler ended.
      if (isTransient(error)) this.#handling.outcomes.noteRefused(end, error);
      else this.#settle(held, end);
    }
    this.#finishing -= 1;
    this.#handling.onFree();
  }
}
