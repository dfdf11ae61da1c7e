// The one loop behind drain and work: each turn settles what is finished and leases what there is room for.
import type { Context } from "./context.ts";
import { Discard, RetryLater } from "./endings.ts";
import { LeaseholdError } from "./errors.ts";
import { extendAll, type Job } from "./job.ts";
import { type Turned, type TurnOptions, turn } from "./lease.ts";
import { checkCount, checkFunction, checkWorker, invalid } from "./limits.ts";
import { newNonce } from "./random.ts";
import { type SettleItem, settleFields } from "./settle.ts";

/** Does the work of one job; what it returns is kept as the job's result. The signal fires when the job is lost. */
export type Handler<T> = (job: Job<T>, signal: AbortSignal) => unknown;

/** How a queue is worked on. */
export interface LoopOptions {
  /** How many jobs at once; 1 unless set. */
  concurrency?: number;
  /** How many jobs are leased in one request; as many as run at once unless set. */
  batch?: number;
  worker?: string;
  /** What a thrown error means: another attempt after the backoff, unless set to "fail". */
  onError?: "retry" | "fail";
}

/** What was done. */
export interface LoopReport {
  leased: number;
  completed: number;
  retried: number;
  failed: number;
  released: number;
  /** Jobs that were taken from their handler: leased again, cancelled, or settled by somebody else. */
  lost: number;
}

// How long a finished job may wait for others to be settled with.
const LINGER = 25;
const ATTEMPTS = 6;

/** Handles jobs until it is told to stop. Whoever uses it decides what to do when there is nothing to lease. */
export class Loop<T> {
  readonly report: LoopReport = { leased: 0, completed: 0, retried: 0, failed: 0, released: 0, lost: 0 };
  readonly #context: Context<T>;
  readonly #handler: Handler<T>;
  readonly #concurrency: number;
  readonly #batch: number;
  readonly #worker: string;
  readonly #onError: "retry" | "fail";
  /** Leased, and waiting for a free place. */
  readonly #waiting: Job<T>[] = [];
  readonly #running = new Map<Job<T>, AbortController>();
  #finished: SettleItem[] = [];
  #stopping = false;
  #nudged = false;
  /** Whether more was ready at the last turn. */
  #more = false;
  /** A turn that was sent and never answered; it is sent again as it was. */
  #unanswered: TurnOptions | undefined;
  #wake: (() => void) | undefined;
  #renewAt: number;

  constructor(context: Context<T>, handler: Handler<T>, options: LoopOptions) {
    const { concurrency = 1, batch = concurrency, worker, onError = "retry" } = options;
    this.#context = context;
    if (onError !== "retry" && onError !== "fail") throw invalid('onError must be "retry" or "fail"');
    this.#handler = checkFunction(handler, "the handler");
    this.#concurrency = checkCount(concurrency, "concurrency");
    this.#batch = checkCount(batch, "batch");
    this.#worker = checkWorker(worker);
    this.#onError = onError;
    this.#renewAt = Date.now() + context.lease / 3;
  }

  /** Leases nothing more from now on. */
  stop(): void {
    this.#stopping = true;
    this.nudge();
  }

  /** Ends the pause that is, or the next one: there may be something to lease. */
  nudge(): void {
    this.#nudged = true;
    this.#wake?.();
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && this.#waiting.length === 0 && this.#finished.length === 0 && !this.#unanswered;
  }

  /** Settles what is finished and leases what there is room for; undefined when there was nothing to ask for. */
  async turn(until = Number.POSITIVE_INFINITY): Promise<Turned<T> | undefined> {
    this.#nudged = false;
    const options = this.#unanswered ?? this.#nextTurn();
    if (!options) return undefined;
    this.#unanswered = options;
    const turned = await this.#insist(options, until);
    this.#unanswered = undefined;
    this.#count(options.settle ?? [], turned);
    this.report.leased += turned.jobs.length;
    this.#more = turned.more;
    this.#waiting.push(...turned.jobs);
    this.#start();
    return turned;
  }

  /** How many jobs could start at once if they were here. */
  get #free(): number {
    return this.#stopping || this.#waiting.length > 0 ? 0 : this.#concurrency - this.#running.size;
  }

  #nextTurn(): TurnOptions | undefined {
    const free = this.#free;
    // A batch that is larger than what runs at once is leased ahead, and waits here for its place.
    const count = free === 0 ? 0 : Math.min(this.#batch, Math.max(free, free + this.#batch - this.#concurrency));
    const settle = this.#finished.splice(0, 1_000);
    if (settle.length === 0 && count === 0) return undefined;
    const lease = count > 0 ? { lease: { count, worker: this.#worker } } : {};
    return { settle, ...lease, nonce: newNonce() };
  }

  /** Waits until a turn is worth a request, until a nudge, or until a time. Prolongs leases meanwhile. */
  async pause(until: number): Promise<void> {
    const enough = Math.max(1, Math.ceil(Math.min(this.#batch, this.#concurrency) / 2));
    let lingerUntil = Number.POSITIVE_INFINITY;
    while (!this.#nudged && !(this.#more && this.#free > 0) && Date.now() < Math.min(until, lingerUntil)) {
      const done = this.#finished.length;
      if (done >= enough || (done > 0 && this.#running.size === 0)) return;
      if (done > 0) lingerUntil = Math.min(lingerUntil, Date.now() + LINGER);
      await this.#sleep(Math.min(until, lingerUntil, this.isIdle ? until : this.#renewAt));
      await this.renew();
    }
  }

  /** Prolongs all leases together when a third of their time has passed; jobs that are lost hear of it. */
  async renew(): Promise<void> {
    if (Date.now() < this.#renewAt) return;
    this.#renewAt = Date.now() + this.#context.lease / 3;
    const jobs = [...this.#running.keys(), ...this.#waiting];
    if (jobs.length === 0) return;
    try {
      const outcomes = await extendAll(this.#context, jobs, this.#context.lease, this.#worker);
      outcomes.forEach((outcome, i) => {
        const job = jobs[i];
        if (!outcome.ok && job) this.#lose(job, outcome.reason);
      });
    } catch {
      // Two more renewals come before the leases end; the turn after that says what was lost.
    }
  }

  /** Tells every handler to stop, and gives its job back. */
  async releaseAll(until: number): Promise<void> {
    this.stop();
    for (const [job, controller] of this.#running) {
      controller.abort(new LeaseholdError("timeout", `job ${job.id}: its time is up; it was given back`));
      this.#finished.push({ job, action: "release" });
    }
    this.#running.clear();
    for (const job of this.#waiting.splice(0)) this.#finished.push({ job, action: "release" });
    while (this.#unanswered || this.#finished.length > 0) await this.turn(until);
  }

  /** Sends a turn again under its nonce when Redis does not answer: it takes effect once. */
  async #insist(options: TurnOptions, until: number): Promise<Turned<T>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await turn(this.#context, options);
      } catch (error) {
        const passing =
          error instanceof LeaseholdError && (error.code === "redis_unreachable" || error.code === "redis_busy");
        if (!passing || attempt === ATTEMPTS || Date.now() >= until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt));
      }
    }
  }

  #start(): void {
    while (this.#running.size < this.#concurrency) {
      const job = this.#waiting.shift();
      if (!job) return;
      const controller = new AbortController();
      this.#running.set(job, controller);
      void this.#handle(job, controller);
    }
  }

  async #handle(job: Job<T>, controller: AbortController): Promise<void> {
    const item = await this.#outcome(job, controller.signal);
    // A job that was lost or given back meanwhile is no longer ours to settle.
    if (!this.#running.delete(job)) return;
    this.#finished.push(item);
    this.#start();
    this.#wake?.();
  }

  async #outcome(job: Job<T>, signal: AbortSignal): Promise<SettleItem> {
    try {
      const result = await this.#handler(job, signal);
      return this.#keepable({ job, action: "complete", ...(result === undefined ? {} : { result }) });
    } catch (error) {
      if (error instanceof RetryLater) return { job, action: "retry", delay: error.delay, error };
      if (error instanceof Discard || this.#onError === "fail") return { job, action: "fail", error };
      return { job, action: "retry", error };
    }
  }

  /** The item itself, or a failure that says why its result cannot be kept; doing the work again would not help. */
  #keepable(item: SettleItem): SettleItem {
    try {
      settleFields(this.#context, item);
      return item;
    } catch (error) {
      const why = error instanceof LeaseholdError ? `: ${error.message}` : "";
      return { job: item.job, action: "fail", error: `it was done, but its result cannot be kept${why}` };
    }
  }

  #lose(job: Job<T>, reason: string): void {
    const controller = this.#running.get(job);
    this.#running.delete(job);
    const waiting = this.#waiting.indexOf(job);
    if (waiting >= 0) this.#waiting.splice(waiting, 1);
    if (!controller && waiting < 0) return;
    this.report.lost += 1;
    controller?.abort(new LeaseholdError("timeout", `job ${job.id} is no longer held here: ${reason}`));
    this.#start();
  }

  #count(items: readonly SettleItem[], { settled }: Turned<T>): void {
    items.forEach((item, i) => {
      if (settled[i]?.ok) this.report[TOTAL[item.action]] += 1;
      else this.report.lost += 1;
    });
  }

  /** Sleeps until a time, or until a handler is done. */
  #sleep(until: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, Math.min(until - Date.now(), 2 ** 31 - 1)));
      this.#wake = done;
    });
  }
}

const TOTAL = { complete: "completed", retry: "retried", fail: "failed", release: "released" } as const;
