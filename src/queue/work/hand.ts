// The jobs that a loop holds: those that wait for a free handler, and those that are handled.

import { isTransient } from "../../base/deadline.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { FINISH, type Job, OUTCOME } from "../jobs/job.ts";
import { toTimeoutMilliseconds } from "../jobs/options/own-options.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { StaleReason } from "../jobs/stored/letters.ts";
import { type AfterError, attempt, type Ended, failed, type Handler, released } from "./attempt.ts";
import { HeldJob, type Limits } from "./held-job.ts";

/** The handler, and the options of its calls. */
interface Handling<T> {
  handler: Handler<T>;
  concurrency: number;
  afterError: AfterError;
}

/** The functions of the loop that a hand calls. */
interface Owner<T> {
  /** Sends a request again until Redis answers. */
  retry<R>(send: () => Promise<R>): Promise<R>;
  /** Called where a job is to be settled. */
  ended(ended: Ended<T>): void;
  /** Called where a handler has settled its job itself. */
  endedByHandler(ended: Ended<T>): void;
  /** Called where Redis does not answer a handler that settles its job. Its lease runs out then. */
  refused(ended: Ended<T>, error: unknown): void;
  lost(job: Job<T>, reason: StaleReason): void;
  /** Called where a handler has become free. */
  freed(): void;
}

/** The jobs in hand. */
export class Hand<T> {
  readonly #context: QueueContext<T>;
  readonly #handling: Handling<T>;
  readonly #owner: Owner<T>;
  readonly #limits: Limits = { softAt: Number.POSITIVE_INFINITY, hardAt: Number.POSITIVE_INFINITY };
  readonly #waiting: HeldJob<T>[] = [];
  readonly #running = new Map<Job<T>, HeldJob<T>>();
  #ending = 0;

  constructor(context: QueueContext<T>, handling: Handling<T>, owner: Owner<T>) {
    this.#context = context;
    this.#handling = handling;
    this.#owner = owner;
  }

  /** The number of jobs that wait for a free handler. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The number of jobs that are handled, or whose handlers have returned while they were settling them. */
  get running(): number {
    return this.#running.size + this.#ending;
  }

  /** The number of handlers without a job. */
  get free(): number {
    return this.#handling.concurrency - this.#running.size;
  }

  /** Limits the time of the handlers: they are asked to stop at `softAt`, and have to have stopped at `hardAt`. */
  limit(limits: Limits): void {
    Object.assign(this.#limits, limits);
    for (const held of this.#running.values()) held.check();
  }

  /** Returns the jobs whose leases are to be renewed. */
  leases(): HeldJob<T>[] {
    const isRenewed = ({ isLost, job, signal }: HeldJob<T>) => !isLost && job.isHeld && !signal.aborted;
    return [...[...this.#running.values()].filter(isRenewed), ...this.#waiting];
  }

  /** Takes leased jobs, and starts as many as there are free handlers. */
  take(jobs: readonly Job<T>[], leaseEndsAt: number): void {
    for (const job of jobs) this.#waiting.push(new HeldJob(job, leaseEndsAt, this.#timeOut));
    this.#start();
  }

  /** Gives back jobs that have not begun. */
  giveBack(jobs: readonly Job<T>[]): void {
    for (const job of jobs) this.#owner.ended(released(this.#context, job, { begun: false }));
  }

  giveBackWaiting(): void {
    this.giveBack(this.#waiting.splice(0).map(({ job }) => job));
  }

  /** Aborts every handler and gives its job back. */
  giveBackRunning(): void {
    const held = [...this.#running.values()];
    this.#running.clear();
    for (const each of held) {
      each.close();
      each.abort("its time is up; it was given back");
      this.#conclude(each, released(this.#context, each.job, { begun: true }));
    }
  }

  /** Marks a job as lost; its handler counts as running until it returns, or until its timeout. */
  lose(held: HeldJob<T>, reason: StaleReason): void {
    const { job } = held;
    const waiting = this.#waiting.indexOf(held);
    // Its handler has returned meanwhile; the loss is counted when the job is settled.
    if (waiting < 0 && !this.#running.has(job)) return;
    if (waiting >= 0) this.#waiting.splice(waiting, 1);
    held.lose(reason);
    this.#owner.lost(job, reason);
    this.#owner.freed();
  }

  #start(): void {
    while (this.free > 0) {
      const held = this.#waiting.shift();
      if (!held) return;
      this.#running.set(held.job, held);
      held.start(this.#timeoutOf(held.job), this.#limits);
      void this.#handle(held);
    }
  }

  async #handle(held: HeldJob<T>): Promise<void> {
    const { job, signal } = held;
    const { handler, afterError } = this.#handling;
    this.#end(held, await attempt(this.#context, handler, { job, signal, afterError }));
  }

  /** Ends an attempt whose time is up. Its handler may go on, and nothing that it does counts any more. */
  readonly #timeOut = (held: HeldJob<T>): void => {
    const { job } = held;
    const error = new LeaseholdError("timed_out", `timed out after ${this.#timeoutOf(job) / 1_000} s`);
    held.abort(error.message, "timed_out");
    this.#end(held, failed(this.#context, job, { error, afterError: this.#handling.afterError }));
  };

  #timeoutOf({ timeout }: Job<T>): number {
    return timeout === undefined ? this.#context.timeout : toTimeoutMilliseconds(timeout);
  }

  /** Takes a job out of the hand, once, and settles it unless its handler has done that, or has lost it. */
  #end(held: HeldJob<T>, ended: Ended<T>): void {
    const { job } = held;
    held.close();
    // The job was given back meanwhile, or its time was up.
    if (!this.#running.delete(job)) return;
    this.#conclude(held, ended);
    this.#start();
    this.#owner.freed();
  }

  /** Settles a job, after what its handler has begun to settle. */
  #conclude(held: HeldJob<T>, ended: Ended<T>): void {
    const finishing = held.job[FINISH]((send) => this.#owner.retry(send));
    if (finishing) void this.#settleLater(held, { ended, finishing });
    else this.#settle(held, ended);
  }

  #settle(held: HeldJob<T>, ended: Ended<T>): void {
    const { job } = held;
    if (job.ended) this.#owner.endedByHandler({ ...ended, action: job.ended, own: job[OUTCOME]() });
    else if (!held.isLost) this.#owner.ended(ended);
  }

  async #settleLater(
    held: HeldJob<T>,
    { ended, finishing }: { ended: Ended<T>; finishing: Promise<void> },
  ): Promise<void> {
    this.#ending += 1;
    try {
      await finishing;
      this.#settle(held, ended);
    } catch (error) {
      // A refusal took no effect, so the job can be settled as the handler ended.
      if (isTransient(error)) this.#owner.refused(ended, error);
      else this.#settle(held, ended);
    }
    this.#ending -= 1;
    this.#owner.freed();
  }
}
