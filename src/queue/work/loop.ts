// The loop behind drain and work: each turn settles finished jobs and leases as many as there is room for. Leases are
// renewed, and jobs settled, also while a turn is unanswered.

import { invalidArgument, validateCount, validateFunction, validateWorkerName } from "../../base/arguments.ts";
import { isTransient } from "../../base/deadline.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import type { RequestIdentity } from "../../engine/request.ts";
import type { Job } from "../jobs/job.ts";
import { type TurnResult, turnPrepared } from "../jobs/lease.ts";
import { type Middleware, validateFunctions, validateListeners } from "../jobs/listeners.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { SettleResult } from "../jobs/stored/letters.ts";
import { type Ended, type Handler, withMiddleware } from "./attempt.ts";
import type { Emitter } from "./events.ts";
import { Hand } from "./hand.ts";
import type { Limits } from "./held-job.ts";
import type { LoopOptions } from "./options.ts";
import { type LoopReport, Outcomes } from "./outcomes.ts";
import { Renewal } from "./renewal.ts";
import { retryUnanswered } from "./retry-unanswered.ts";
import { isAboutContent, Settling } from "./settling.ts";

/** A turn in the form in which it is sent, once or repeatedly. */
interface Request<T> {
  settle: Ended<T>[];
  /** The number of jobs to lease. */
  count: number;
  name: RequestIdentity;
  /** Gives the identity back. An answer that comes late must not do so while the request is sent again. */
  finish: () => void;
  sentAt: number;
}

// The time in ms for which a finished job may wait to be settled with others.
const LINGER = 25;
// The share of a lease after which finished jobs no longer wait for the answer of a turn.
const SLOW = 1 / 24;
// The time in ms for which an unanswered turn is sent again before its error is reported.
const PATIENCE = 3_000;

/** Handles jobs until it is stopped. Its user decides when to take turns. */
export class Loop<T> {
  readonly #context: QueueContext<T>;
  readonly #concurrency: number;
  readonly #batch: number;
  readonly #worker: string;
  readonly #hand: Hand<T>;
  readonly #settling: Settling<T>;
  readonly #renewal: Renewal<T>;
  readonly #outcomes: Outcomes<T>;
  /** The request in flight or unanswered. It may have taken effect, so it is sent again unchanged before any other. */
  #unanswered: Request<T> | undefined;
  #stopping = false;
  #until = Number.POSITIVE_INFINITY;
  #called = false;
  #wake: (() => void) | undefined;

  constructor(context: QueueContext<T>, handler: Handler<T>, options: LoopOptions<T>) {
    const { concurrency = 1, batch = concurrency, worker, afterError = "retry", on, use = [] } = options;
    if (afterError !== "retry" && afterError !== "fail") throw invalidArgument('afterError must be "retry" or "fail"');
    const around = [...(context.middleware as readonly Middleware<T>[]), ...validateFunctions(use, "use")];
    this.#context = context;
    this.#concurrency = validateCount(concurrency, "concurrency");
    this.#batch = validateCount(batch, "batch");
    this.#worker = validateWorkerName(worker);
    this.#outcomes = new Outcomes(context, on === undefined ? undefined : validateListeners(on));
    const handling = {
      handler: withMiddleware(validateFunction(handler, "the handler"), around),
      concurrency,
      afterError,
    };
    this.#hand = new Hand(context, handling, {
      retry: (send) => this.#retry(send),
      ended: (ended) => this.#settling.add(ended),
      endedByHandler: (ended) =>
        this.#outcomes.settled(ended, { id: ended.job.id, ok: true, state: ended.job.endState ?? "done" }),
      refused: (ended, error) => this.#outcomes.refused(ended, error),
      lost: (job, reason) => this.#outcomes.lost(job, reason),
      freed: () => (this.#settling.length > 0 ? this.#wake?.() : this.call()),
    });
    this.#settling = new Settling(context, {
      retry: (send) => this.#retry(send),
      settled: (ended, outcome) => this.#outcomes.settled(ended, outcome),
      refused: (ended, error) => this.#outcomes.refused(ended, error),
      asideEnded: () => this.call(),
    });
    this.#renewal = new Renewal(context, {
      worker: this.#worker,
      held: () => this.#hand.leases(),
      lose: (held, reason) => this.#hand.lose(held, reason),
      unanswered: this.#outcomes.unanswered,
    });
  }

  get report(): LoopReport {
    return this.#outcomes.report;
  }

  get events(): Emitter<T> {
    return this.#outcomes.events;
  }

  /** Reports an error that belongs to no job. */
  troubled(error: unknown): void {
    this.#outcomes.troubled(error);
  }

  /** Limits the time of the handlers: they are asked to stop at `softAt`, and have to have stopped at `hardAt`. */
  limit(limits: Limits): void {
    this.#hand.limit(limits);
  }

  /** Starts no more jobs, gives back those not yet started, and stops retrying requests after `until`. */
  stop(until = Number.POSITIVE_INFINITY): void {
    this.#stopping = true;
    this.#until = Math.min(this.#until, until);
    this.#hand.giveBackWaiting();
    this.call();
  }

  /** Ends a wait with room for a job: a turn may find some. */
  call(): void {
    this.#called = true;
    this.#wake?.();
  }

  /** Reports whether no job is in hand: waiting, running, or not yet settled. */
  get isEmptyHanded(): boolean {
    const { waiting, running } = this.#hand;
    return waiting + running === 0 && this.#settling.isIdle && !this.#unanswered?.settle.length;
  }

  get isIdle(): boolean {
    return this.isEmptyHanded && !this.#unanswered;
  }

  /** Reports whether there was a `call` since the last turn began. */
  get isCalled(): boolean {
    return this.#called;
  }

  /** Reports whether another job could be started. */
  get hasRoom(): boolean {
    return !this.#stopping && this.#hand.waiting === 0 && this.#hand.free > 0;
  }

  /**
   * Settles finished jobs and leases more; undefined where there was nothing to send, or where Redis refused the settled
   * jobs, which are then settled one by one. A turn that is unanswered is sent again for a while: until `until` where jobs
   * are in hand.
   */
  async turn(until = Number.POSITIVE_INFINITY): Promise<TurnResult<T> | undefined> {
    this.#called = false;
    const request = this.#unanswered ?? this.#next();
    if (!request) return undefined;
    this.#unanswered = request;
    const slow = setInterval(() => this.#settling.settleAside(), this.#context.lease * SLOW);
    try {
      const turned = await this.#send(request, until);
      this.#unanswered = undefined;
      request.finish();
      for (const [i, ended] of request.settle.entries())
        this.#outcomes.settled(ended, turned.settled[i] as SettleResult);
      this.#take(turned.jobs, { request, until });
      return turned;
    } catch (error) {
      if (isTransient(error)) throw error;
      this.#unanswered = undefined;
      if (request.settle.length > 0 && isAboutContent(error)) {
        this.#settling.narrow(request.settle, error);
        return undefined;
      }
      this.#settling.add(...request.settle);
      throw error;
    } finally {
      clearInterval(slow);
    }
  }

  /** Waits until a turn is worth a request, until `call`, or until a time. */
  async waitForTurn(until: number): Promise<void> {
    const enough = Math.max(1, Math.min(this.#batch, this.#concurrency) / 2);
    let lingerUntil = Number.POSITIVE_INFINITY;
    await this.#wait(() => {
      const finished = this.#settling.length;
      // While leased jobs wait here, there is nothing to lease, and finished ones can wait for more.
      if (this.#unanswered || (finished >= enough && this.#hand.waiting === 0)) return 0;
      if (finished > 0 && this.#hand.running === 0) return 0;
      if (finished > 0) lingerUntil = Math.min(lingerUntil, monotonicNow() + LINGER);
      return Math.min(until, lingerUntil);
    });
  }

  /** Waits until a time or until `stop`, regardless of finished jobs. */
  async rest(until: number): Promise<void> {
    await this.#wait(() => (this.#stopping ? 0 : until));
  }

  /** Waits until every handler has returned, or until a time, which may change meanwhile. Starts no more jobs. */
  async waitForHandlers(until: () => number): Promise<void> {
    this.stop();
    for (let end = until(); this.#hand.running > 0 && monotonicNow() < end; end = until()) await this.#sleep(end);
  }

  /** Notes that the queue had no ready job left. */
  noteDrained(): void {
    this.events.emit("drained", { queue: this.#context.name });
  }

  /** Stops, aborts every handler and gives its job back. */
  async releaseAll(until: number): Promise<void> {
    this.stop(until);
    this.#hand.giveBackRunning();
    this.#renewal.stop();
    try {
      await this.waitForHandlers(() => until);
      // Where nothing is in hand, an unanswered lease is tried once more: its jobs return when their leases run out.
      while (this.#settling.length > 0 || this.#unanswered)
        await this.turn(this.isEmptyHanded ? monotonicNow() : until);
    } finally {
      await this.#settling.finished();
      await this.events.settled();
    }
  }

  #send(request: Request<T>, until: number): Promise<TurnResult<T>> {
    const { count, name } = request;
    const items = request.settle.map(({ item }) => item);
    const startedAt = monotonicNow();
    // Where nothing is in hand, an unanswered lease is reported soon. A turn that settles is worth all the time there is.
    const patience = () => (this.isEmptyHanded ? startedAt + PATIENCE : Number.POSITIVE_INFINITY);
    const wanted = { count, duration: this.#context.lease, worker: this.#worker, items, request: name };
    const send = () => turnPrepared(this.#context, wanted);
    return this.#retry(send, () => Math.min(until, patience()));
  }

  #retry<R>(send: () => Promise<R>, until = () => Number.POSITIVE_INFINITY): Promise<R> {
    return retryUnanswered(send, {
      answer: this.#context.replyTimeout,
      until: () => Math.min(until(), this.#until),
      unanswered: this.#outcomes.unanswered,
    });
  }

  #next(): Request<T> | undefined {
    const free = this.hasRoom ? this.#hand.free : 0;
    // A batch larger than the concurrency is leased ahead; its other jobs wait here.
    const count = free === 0 ? 0 : Math.min(this.#batch, Math.max(free, free + this.#batch - this.#concurrency));
    const ended = this.#settling.take();
    if (ended.length === 0 && count === 0) return undefined;
    const name = this.#context.newRequest();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    void name.during(() => finished);
    return { settle: ended, count, name, finish, sentAt: monotonicNow() };
  }

  /** Takes leased jobs into the hand, or gives them back where it is too late to start them. */
  #take(jobs: readonly Job<T>[], { request, until }: { request: Request<T>; until: number }): void {
    if (jobs.length === 0) return;
    this.#outcomes.leased(jobs);
    if (this.#stopping || monotonicNow() >= until) {
      this.#hand.giveBack(jobs);
      return;
    }
    // The lease began after the request was sent for the first time.
    this.#hand.take(jobs, request.sentAt + this.#context.lease);
    this.#renewal.start();
  }

  /** Waits until a time, which is evaluated anew at each wake, or until a `call` that can lead to a turn. */
  async #wait(until: () => number): Promise<void> {
    for (;;) {
      const end = until();
      if (monotonicNow() >= end || (this.#called && (this.hasRoom || this.#stopping))) return;
      await this.#sleep(end);
    }
  }

  /** Sleeps until a time, or until a handler returns. */
  #sleep(until: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, Math.min(until - monotonicNow(), 2 ** 31 - 1)));
      this.#wake = done;
    });
  }
}
