// The loop behind `drain` and `work`. Each turn settles finished jobs and leases as many as there is room for. Leases are
// renewed, and jobs settled, also while a turn is unanswered.

import {
  invalidArgument,
  validateCount,
  validateFunction,
  validateVersion,
  validateWorkerName,
} from "../../base/arguments.ts";
import { isTransient } from "../../base/deadline.ts";
import { monotonicNow, NEVER } from "../../base/monotonic.ts";
import type { RequestIdentity } from "../../engine/request.ts";
import type { Job } from "../jobs/job.ts";
import { type LoopTurnResult, turnPrepared } from "../jobs/lease.ts";
import { type Middleware, validateFunctions, validateListeners } from "../jobs/listeners.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { type Holder, platformVersion } from "../jobs/stored/holder.ts";
import type { SettleResult } from "../jobs/stored/letters.ts";
import { type AttemptEnd, type Handler, withMiddleware } from "./attempt.ts";
import type { LoopDeadlines } from "./held-job.ts";
import { HeldJobs } from "./held-jobs.ts";
import { LeaseRenewal } from "./lease-renewal.ts";
import type { LoopOptions } from "./loop-options.ts";
import { type LoopReport, Outcomes } from "./outcomes.ts";
import { retryUnanswered } from "./retry-unanswered.ts";
import { isAboutContent, SettleQueue } from "./settle-queue.ts";
import { Sleeper } from "./sleeper.ts";

/** A turn as it is sent, once or repeatedly. */
interface SentTurn<T> {
  /** The finished jobs that it settles. */
  ends: AttemptEnd<T>[];
  /** The number of jobs to lease. */
  count: number;
  request: RequestIdentity;
  /** Releases the identity of the request. Not to be called while the request may be sent again. */
  finish: () => void;
  sentAt: number;
}

// The longest time in ms that a finished job waits to be settled together with others.
const MAX_LINGER = 25;
// The share of a lease after which finished jobs no longer wait for the reply to a turn.
const SLOW_TURN = 1 / 24;
// The time in ms for which an unanswered turn is retried if the loop holds no jobs.
const IDLE_RETRY_TIME = 3_000;

/** Handles jobs until it is stopped. Its user decides when to take turns. */
export class Loop<T> {
  readonly #context: QueueContext<T>;
  readonly #concurrency: number;
  readonly #batch: number;
  readonly #holder: Holder;
  readonly #held: HeldJobs<T>;
  readonly #settling: SettleQueue<T>;
  readonly #renewal: LeaseRenewal<T>;
  readonly #outcomes: Outcomes<T>;
  /** The turn in flight or unanswered. It may have taken effect, so it is repeated unchanged before any other. */
  #unanswered: SentTurn<T> | undefined;
  #stopping = false;
  /** The time after which requests are not retried. */
  #retryUntil = NEVER;
  readonly #sleeper = new Sleeper();
  /** Ends a wait if another job could be started, since a turn may lease one. */
  readonly wake = this.#sleeper.wake;

  /** Validates the options, and connects the parts of the loop. Leases nothing before the first `turn`. */
  constructor(context: QueueContext<T>, handler: Handler<T>, options: LoopOptions<T>) {
    const {
      concurrency = 1,
      batch = concurrency,
      worker,
      version = platformVersion(),
      afterError = "retry",
      on,
      use = [],
    } = options;
    if (afterError !== "retry" && afterError !== "fail") throw invalidArgument('afterError must be "retry" or "fail"');
    const middleware = [...(context.middleware as readonly Middleware<T>[]), ...validateFunctions(use, "use")];
    this.#context = context;
    this.#concurrency = validateCount(concurrency, "concurrency");
    this.#batch = validateCount(batch, "batch");
    this.#holder = { worker: validateWorkerName(worker), version: validateVersion(version) };
    const outcomes = new Outcomes(context, on === undefined ? undefined : validateListeners(on));
    const retry = <R>(send: () => Promise<R>) => this.#retry(send);
    this.#outcomes = outcomes;
    this.#settling = new SettleQueue(context, { outcomes, retry, onRequestEnded: this.wake });
    this.#held = new HeldJobs(context, {
      handler: withMiddleware(validateFunction(handler, "the handler"), middleware),
      concurrency,
      afterError,
      settling: this.#settling,
      outcomes,
      retry,
      onFree: () => (this.#settling.length > 0 ? this.#sleeper.interrupt() : this.wake()),
    });
    this.#renewal = new LeaseRenewal(context, { worker: this.#holder.worker, held: this.#held, outcomes });
  }

  get report(): LoopReport {
    return this.#outcomes.report;
  }

  /** Reports an error that belongs to no job. */
  reportError(error: unknown): void {
    this.#outcomes.reportError(error);
  }

  /** Emits the event `drained`: the queue had no ready job left. */
  emitDrained(): void {
    this.#outcomes.emitter.emit("drained", { queue: this.#context.name });
  }

  /** Sets the deadlines of all handlers. */
  setDeadlines(deadlines: LoopDeadlines): void {
    this.#held.setDeadlines(deadlines);
  }

  /** Starts no more jobs, releases the jobs that have not started, and stops retrying requests after `until`. */
  stop(until = NEVER): void {
    this.#stopping = true;
    this.#retryUntil = Math.min(this.#retryUntil, until);
    this.#held.releaseWaiting();
    this.wake();
  }

  /** Reports whether `wake` was called since the last turn began. */
  get isWoken(): boolean {
    return this.#sleeper.isWoken;
  }

  /** Reports whether the loop has jobs that are waiting, running, or not yet settled. */
  get hasJobs(): boolean {
    const { waiting, running } = this.#held;
    return waiting + running > 0 || !this.#settling.isIdle || !!this.#unanswered?.ends.length;
  }

  get isIdle(): boolean {
    return !this.hasJobs && !this.#unanswered;
  }

  /** Reports whether another job could be started. */
  get hasRoom(): boolean {
    return !this.#stopping && this.#held.waiting === 0 && this.#held.free > 0;
  }

  /**
   * Settles finished jobs and leases more, in one request. From `until` on, a time by the monotonic clock, leased jobs are
   * released instead of started. Until then an unanswered request is sent again, for a shorter time if the loop has no jobs.
   * If no copy is answered, rejects, and the next call repeats the request. If Redis rejects the content of the finished jobs,
   * they are settled apart, and the result is undefined, as it is if there was nothing to send. For any other error rejects,
   * and the next turn settles these jobs.
   */
  async turn(until = NEVER): Promise<LoopTurnResult<T> | undefined> {
    this.#sleeper.isWoken = false;
    const sent = this.#unanswered ?? this.#nextTurn();
    if (!sent) return undefined;
    this.#unanswered = sent;
    // Jobs that finish while the turn is unanswered are settled in requests of their own, before their leases expire.
    const slowTurnTimer = setInterval(() => this.#settling.settleNow(), this.#context.lease * SLOW_TURN);
    try {
      const result = await this.#send(sent, until);
      this.#unanswered = undefined;
      sent.finish();
      for (const [i, end] of sent.ends.entries()) this.#outcomes.noteSettled(end, result.settled[i] as SettleResult);
      this.#add(result.jobs, { sentAt: sent.sentAt, until });
      return result;
    } catch (error) {
      if (isTransient(error)) throw error;
      this.#unanswered = undefined;
      if (sent.ends.length > 0 && isAboutContent(error)) {
        this.#settling.settleInHalves(sent.ends, error);
        return undefined;
      }
      this.#settling.add(...sent.ends);
      throw error;
    } finally {
      clearInterval(slowTurnTimer);
    }
  }

  /** Waits until enough jobs have finished for a turn, until `wake`, or until a time by the monotonic clock. */
  async waitForTurn(until: number): Promise<void> {
    const minFinished = Math.max(1, Math.min(this.#batch, this.#concurrency) / 2);
    let lingerUntil = NEVER;
    await this.#wait(() => {
      const finished = this.#settling.length;
      // While leased jobs wait for a handler, there is nothing to lease, and finished jobs can wait for more.
      if (this.#unanswered || (finished >= minFinished && this.#held.waiting === 0)) return 0;
      if (finished > 0 && this.#held.running === 0) return 0;
      if (finished > 0) lingerUntil = Math.min(lingerUntil, monotonicNow() + MAX_LINGER);
      return Math.min(until, lingerUntil);
    });
  }

  /** Waits until a time by the monotonic clock or until `stop`, regardless of finished jobs. */
  async pause(until: number): Promise<void> {
    await this.#wait(() => (this.#stopping ? 0 : until));
  }

  /** Starts no more jobs, and waits until every handler has returned, or until a time, which may change meanwhile. */
  async waitForHandlers(until: () => number): Promise<void> {
    this.stop();
    for (let end = until(); this.#held.running > 0 && monotonicNow() < end; end = until())
      await this.#sleeper.sleepUntil(end);
  }

  /** Stops, aborts every handler and releases its job. Waits for the handlers and for Redis until a time, `until`. */
  async releaseAll(until: number): Promise<void> {
    this.stop(until);
    this.#held.releaseRunning();
    this.#renewal.stop();
    try {
      await this.waitForHandlers(() => until);
      // Without jobs, an unanswered lease is repeated only once: the jobs that it may have leased return when it expires.
      while (this.#settling.length > 0 || this.#unanswered) await this.turn(this.hasJobs ? until : monotonicNow());
    } finally {
      await this.#settling.waitForRequests();
      await this.#outcomes.emitter.waitForListeners();
    }
  }

  /** Sends a turn, again if it is unanswered, until Redis replies, or until a time by the monotonic clock. */
  #send({ ends, count, request }: SentTurn<T>, until: number): Promise<LoopTurnResult<T>> {
    const items = ends.map(({ item }) => item);
    const startedAt = monotonicNow();
    // Without jobs, the error of an unanswered lease is reported soon. A turn that settles is worth all the time there is.
    const retryUntil = () => Math.min(until, this.hasJobs ? NEVER : startedAt + IDLE_RETRY_TIME);
    const turn = { count, duration: this.#context.lease, ...this.#holder, items, request };
    return this.#retry(() => turnPrepared(this.#context, turn), retryUntil);
  }

  /** Sends a request until Redis replies, or until a time of the request or of the whole loop. */
  #retry<R>(send: () => Promise<R>, until = () => NEVER): Promise<R> {
    return retryUnanswered(send, {
      replyTimeout: this.#context.replyTimeout,
      until: () => Math.min(until(), this.#retryUntil),
      onUnanswered: this.#outcomes.reportUnanswered,
    });
  }

  /** Returns a turn that settles finished jobs and leases as many as there is room for; undefined if there is nothing to do. */
  #nextTurn(): SentTurn<T> | undefined {
    const free = this.hasRoom ? this.#held.free : 0;
    // Of a batch larger than the concurrency, the other jobs wait for a handler.
    const count = free === 0 ? 0 : Math.min(this.#batch, Math.max(free, free + this.#batch - this.#concurrency));
    const ends = this.#settling.take();
    if (ends.length === 0 && count === 0) return undefined;
    const request = this.#context.newRequest();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    void request.during(() => finished);
    return { ends, count, request, finish, sentAt: monotonicNow() };
  }

  /** Adds leased jobs, or releases them if it is too late to start them. */
  #add(jobs: readonly Job<T>[], { sentAt, until }: { sentAt: number; until: number }): void {
    if (jobs.length === 0) return;
    this.#outcomes.noteLeased(jobs);
    if (this.#stopping || monotonicNow() >= until) {
      this.#held.release(jobs);
      return;
    }
    // The leases began after the turn was first sent.
    this.#held.add(jobs, sentAt + this.#context.lease);
    this.#renewal.start();
  }

  /** Waits until a time, which is read anew at each wake, or until a `wake` that can lead to a turn. */
  async #wait(until: () => number): Promise<void> {
    for (;;) {
      const end = until();
      if (monotonicNow() >= end || (this.isWoken && (this.hasRoom || this.#stopping))) return;
      await this.#sleeper.sleepUntil(end);
    }
  }
}
