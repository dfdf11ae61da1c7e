// The loop behind drain and work: each turn settles finished jobs and leases as many as there is room for.
import type { Context } from "./context.ts";
import { elapsed } from "./elapsed.ts";
import { Discard, RetryLater } from "./endings.ts";
import { LeaseholdError } from "./errors.ts";
import { Finished } from "./finished.ts";
import { InHand } from "./in-hand.ts";
import { insist, isPassing, within } from "./insist.ts";
import { extendAll, type Job } from "./job.ts";
import { type Turned, turn } from "./lease.ts";
import { checkCount, checkFunction, checkWorker, invalid } from "./limits.ts";
import { newRequest, type RequestName } from "./request.ts";
import { preparedItem, type SettleItem, withEncodedResult } from "./settle-items.ts";

/**
 * A function that does the work of one job; its return value is kept as the job's result. The signal aborts when the
 * job is lost, its lease runs out, or its time is up.
 */
export type Handler<T> = (job: Job<T>, signal: AbortSignal) => unknown;

/** Options of working on a queue. */
export interface LoopOptions {
  /** The number of jobs handled at once; 1 unless set. */
  concurrency?: number;
  /** The number of jobs leased in one request; the concurrency unless set. */
  batch?: number;
  worker?: string;
  /** The effect of a thrown error: another attempt after the backoff, unless set to "fail". */
  onError?: "retry" | "fail";
}

/** Totals of the handled jobs. */
export interface LoopReport {
  leased: number;
  completed: number;
  retried: number;
  failed: number;
  released: number;
  /** Jobs lost by their handler: leased again, cancelled, or settled by another holder. */
  lost: number;
}

/** A turn in the form in which it is sent, once or repeatedly. */
interface Request {
  settle: SettleItem[];
  lease: { count: number; worker: string } | undefined;
  name: RequestName;
}

// The time in ms for which a finished job may wait to be settled with others.
const LINGER = 25;

/** Handles jobs until it is stopped. Its user decides when to take turns. */
export class Loop<T> {
  readonly report: LoopReport = { leased: 0, completed: 0, retried: 0, failed: 0, released: 0, lost: 0 };
  readonly #context: Context<T>;
  readonly #handler: Handler<T>;
  readonly #concurrency: number;
  readonly #batch: number;
  readonly #worker: string;
  readonly #onError: "retry" | "fail";
  /** Leased jobs that wait for a free handler. */
  readonly #waiting: Job<T>[] = [];
  readonly #running = new Map<Job<T>, InHand<T>>();
  readonly #finished: Finished;
  /** The request in flight or unanswered. It may have taken effect, so it is sent again unchanged before any other. */
  #unanswered: Request | undefined;
  #stopping = false;
  #until = Number.POSITIVE_INFINITY;
  #called = false;
  #wake: (() => void) | undefined;
  #renewAt = 0;

  constructor(context: Context<T>, handler: Handler<T>, options: LoopOptions) {
    const { concurrency = 1, batch = concurrency, worker, onError = "retry" } = options;
    this.#context = context;
    this.#finished = new Finished((item) => preparedItem(context, item).fields);
    if (onError !== "retry" && onError !== "fail") throw invalid('onError must be "retry" or "fail"');
    this.#handler = checkFunction(handler, "the handler");
    this.#concurrency = checkCount(concurrency, "concurrency");
    this.#batch = checkCount(batch, "batch");
    this.#worker = checkWorker(worker);
    this.#onError = onError;
  }

  /** Starts no more jobs, gives back those not yet started, and stops retrying requests after `until`. */
  stop(until = Number.POSITIVE_INFINITY): void {
    this.#stopping = true;
    this.#until = Math.min(this.#until, until);
    this.#giveBack(this.#waiting.splice(0));
    this.call();
  }

  /** Ends a wait with room for a job: a turn may find some. */
  call(): void {
    this.#called = true;
    this.#wake?.();
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && this.#waiting.length === 0 && this.#finished.length === 0 && !this.#unanswered;
  }

  /** Reports whether another job could be started. */
  get hasRoom(): boolean {
    return !this.#stopping && this.#waiting.length === 0 && this.#running.size < this.#concurrency;
  }

  /** Settles finished jobs and leases more; undefined where there was nothing to send. */
  async turn(until = Number.POSITIVE_INFINITY): Promise<Turned<T> | undefined> {
    this.#called = false;
    const request = this.#unanswered ?? this.#next();
    if (!request) return undefined;
    // A repeated reply hands out leases that have already run for some time.
    if (this.#unanswered) this.#renewAt = 0;
    else if (this.#running.size === 0) this.#renewAt = elapsed() + this.#context.lease / 3;
    this.#unanswered = request;
    try {
      // Each repetition has the same identity, so the request takes effect once.
      const send = () => turn(this.#context, { settle: request.settle, lease: request.lease }, { known: request.name });
      const turned = await insist(send, () => Math.min(until, this.#until));
      this.#unanswered = undefined;
      this.#count(request.settle, turned);
      this.report.leased += turned.jobs.length;
      if (this.#stopping || elapsed() >= until) this.#giveBack(turned.jobs);
      else this.#waiting.push(...turned.jobs);
      this.#start();
      return turned;
    } catch (error) {
      if (!isPassing(error)) {
        this.#unanswered = undefined;
        this.#finished.add(...request.settle);
      }
      throw error;
    }
  }

  /** Waits until a turn is worth a request, until `call`, or until a time. Extends leases meanwhile. */
  async settleable(until: number): Promise<void> {
    const enough = Math.min(this.#batch, this.#concurrency) / 2;
    let lingerUntil = Number.POSITIVE_INFINITY;
    await this.#wait(() => {
      const finished = this.#finished.length;
      // While leased jobs wait here, there is nothing to lease, and finished ones can wait for more.
      if (this.#unanswered || (finished >= enough && this.#waiting.length === 0)) return 0;
      if (finished > 0 && this.#running.size === 0) return 0;
      if (finished > 0) lingerUntil = Math.min(lingerUntil, elapsed() + LINGER);
      return Math.min(until, lingerUntil);
    });
  }

  /** Waits until a time or until `stop`, regardless of finished jobs. Extends leases meanwhile. */
  async rest(until: number): Promise<void> {
    await this.#wait(() => (this.#stopping ? 0 : until));
  }

  /** Waits until a time, which is evaluated anew at each wake, or until a `call` that can lead to a turn. */
  async #wait(until: () => number): Promise<void> {
    for (;;) {
      const end = until();
      if (elapsed() >= end || (this.#called && (this.hasRoom || this.#stopping))) return;
      const holdsJobs = this.#running.size > 0 || this.#waiting.length > 0;
      await this.#sleep(holdsJobs ? Math.min(end, this.#renewAt) : end);
      await this.#renew();
    }
  }

  /** Extends all leases together when a third of their time has passed, and aborts handlers whose jobs are lost. */
  async #renew(): Promise<void> {
    const jobs = [...this.#running.values()].filter(({ isLost, job }) => !isLost && job.isHeld).map(({ job }) => job);
    jobs.push(...this.#waiting);
    if (elapsed() < this.#renewAt || jobs.length === 0) return;
    const { lease } = this.#context;
    const next = elapsed() + lease / 3;
    this.#renewAt = next;
    try {
      const outcomes = await within(extendAll(this.#context, jobs, lease, { worker: this.#worker }), () => next);
      outcomes.forEach((outcome, i) => {
        const job = jobs[i];
        if (job && outcome.ok) {
          job.leasedUntil = outcome.leasedUntil;
          this.#running.get(job)?.prolong(lease);
        }
        // A job that its handler has ended meanwhile is not lost.
        if (job?.isHeld && !outcome.ok) this.#lose(job, outcome.reason);
      });
    } catch {
      // Two more extensions follow before the leases end; after them the handlers are aborted.
    }
  }

  /** Stops, aborts every handler and gives its job back. */
  async releaseAll(until: number): Promise<void> {
    this.stop();
    const inHand = [...this.#running.values()];
    this.#running.clear();
    for (const each of inHand) {
      each.close();
      each.tell("its time is up; it was given back");
    }
    this.#giveBack(inHand.filter(({ isLost, job }) => !isLost && job.isHeld).map(({ job }) => job));
    while (this.#finished.length > 0 || this.#unanswered) await this.turn(until);
  }

  #giveBack(jobs: Job<T>[]): void {
    this.#finished.add(...jobs.map((job) => ({ job, action: "release" as const })));
  }

  #next(): Request | undefined {
    const free = this.hasRoom ? this.#concurrency - this.#running.size : 0;
    // A batch larger than the concurrency is leased ahead; its other jobs wait here.
    const count = free === 0 ? 0 : Math.min(this.#batch, Math.max(free, free + this.#batch - this.#concurrency));
    const items = this.#finished.take();
    if (items.length === 0 && count === 0) return undefined;
    const name = newRequest(this.#context.keepRequests);
    return { settle: items, name, lease: count > 0 ? { count, worker: this.#worker } : undefined };
  }

  #start(): void {
    while (this.#running.size < this.#concurrency) {
      const job = this.#waiting.shift();
      if (!job) return;
      const inHand = new InHand(job, this.#context.lease);
      this.#running.set(job, inHand);
      void this.#handle(inHand);
    }
  }

  async #handle(inHand: InHand<T>): Promise<void> {
    const { job } = inHand;
    const item = await this.#outcome(job, inHand.signal);
    inHand.close();
    // The job was given back meanwhile.
    if (!this.#running.delete(job)) return;
    if (job.isHeld && !inHand.isLost) this.#finished.add(item);
    else if (job.ended) this.report[TOTAL[job.ended]] += 1;
    this.#start();
    if (this.#finished.length > 0) this.#wake?.();
    else this.call();
  }

  async #outcome(job: Job<T>, signal: AbortSignal): Promise<SettleItem> {
    try {
      const result = await this.#handler(job, signal);
      return this.#keepable({ job, action: "complete", result });
    } catch (error) {
      if (error instanceof RetryLater) return { job, action: "retry", delay: error.delay, error };
      if (error instanceof Discard || this.#onError === "fail") return { job, action: "fail", error };
      return { job, action: "retry", error };
    }
  }

  /** Returns the item, or a failure where its result cannot be kept: another attempt would not help. */
  #keepable(item: SettleItem): SettleItem {
    try {
      return withEncodedResult(this.#context, item);
    } catch (error) {
      const why = error instanceof LeaseholdError ? `: ${error.message}` : "";
      return { job: item.job, action: "fail", error: `it was done, but its result cannot be kept${why}` };
    }
  }

  /** Marks a job as lost; it counts as running until its handler returns. */
  #lose(job: Job<T>, reason: string): void {
    const waiting = this.#waiting.indexOf(job);
    const inHand = this.#running.get(job);
    // Its handler has returned meanwhile; the loss is counted when the job is settled.
    if (waiting < 0 && !inHand) return;
    if (waiting >= 0) this.#waiting.splice(waiting, 1);
    inHand?.lose(reason);
    this.report.lost += 1;
    this.call();
  }

  #count(items: SettleItem[], { settled }: Turned<T>): void {
    items.forEach((item, i) => {
      const outcome = settled[i];
      // A retry with no attempts left fails the job.
      if (outcome?.ok) this.report[outcome.state === "failed" ? "failed" : TOTAL[item.action]] += 1;
      else this.report.lost += 1;
    });
  }

  /** Sleeps until a time, or until a handler returns. */
  #sleep(until: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, Math.min(until - elapsed(), 2 ** 31 - 1)));
      this.#wake = done;
    });
  }
}

const TOTAL = { complete: "completed", retry: "retried", fail: "failed", release: "released" } as const;
