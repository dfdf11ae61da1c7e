// One queue and its workers behind this process. The state of all jobs is in Redis: this process only knows which workers wait
// behind it, and what it has dispatched to them. A worker has at most one job.
import { monotonicNow, sleep } from "../../base/monotonic.ts";
import { RequestError } from "../kit/cli-errors.ts";
import {
  type HeldJob,
  isTransient,
  type LeaseClient,
  type LeasedJob,
  retryUnanswered,
  type Settled,
} from "../kit/lease-client.ts";
import { writeDiagnostic } from "../lines/diagnostics.ts";
import { withOwnBackoff } from "../lines/outcomes.ts";
import type { AnswerWriter } from "./answers.ts";
import { KnownWorker } from "./known-worker.ts";
import type { EndMessage, HoldMessage } from "./messages.ts";

/** Options of a dispatcher, with times in ms. */
export interface DispatcherOptions {
  queue: string;
  /** The interval at which workers write at least one line. */
  tick: number;
  /** The time in which a worker must accept a job. */
  accept: number;
  answers: AnswerWriter;
  /** Aborts when the process ends. */
  signal: AbortSignal;
}

/** The number of ticks after which a silent worker counts as gone, and its job is dispatched again. */
export const TICKS = 3;
// The time in ms in which a job that was not accepted is given back before its lease expires.
const SETTLE_TIME = 1_000;
const PAUSE_AFTER_ERROR = 1_000;

/** Dispatches the jobs of one queue to the workers behind this process. */
export class Dispatcher {
  readonly workers = new Map<string, KnownWorker>();
  readonly #client: LeaseClient;
  readonly #options: DispatcherOptions;
  #isWaiting = false;

  constructor(client: LeaseClient, options: DispatcherOptions) {
    this.#client = client;
    this.#options = options;
  }

  /**
   * Notes that a worker has no job, and leases the next one for it. A job that it had accepted goes back. Resolves with a function that
   * dispatches the job.
   */
  async idle(name: string): Promise<() => void> {
    const worker = this.#see(name);
    const { job } = worker;
    // The job may just be on its way to the worker.
    if (job && !job.isAccepted) return () => {};
    if (job) {
      worker.drop();
      this.#warn("a worker with a job reported to be idle, and its job goes back", worker, job.id);
      await this.#giveBack(job, true);
    }
    worker.isIdle = true;
    return this.#leaseFor(worker);
  }

  /** Forgets a worker, which takes no more jobs. A job that it has not accepted goes back. */
  async gone(name: string): Promise<void> {
    const worker = this.workers.get(name);
    this.workers.delete(name);
    if (!worker) return;
    worker.isIdle = false;
    const { job } = worker;
    worker.drop();
    if (job && !job.isAccepted) await this.#giveBack(job, false);
  }

  /** Extends the lease of a job, and notes its progress. Resolves with the reason if the lease is lost. */
  async goOn(message: HoldMessage): Promise<string | undefined> {
    const { job } = message;
    const worker = this.#hold(message.worker, job);
    const extendedAt = worker.job?.receipt === job.receipt ? worker.job.extendedAt : 0;
    const isExtended = monotonicNow() - extendedAt < this.#options.tick / TICKS;
    const isAccept = message.type === "job_accepted";
    const reason = isExtended && !isAccept ? undefined : await this.#extend(worker, job);
    if (reason !== undefined || isAccept) return reason;
    const { progress, note } = message;
    const sent = { progress, ...(note !== undefined && { note }) };
    return this.#ask(worker, job, () => this.#client.progress(job, sent));
  }

  /** Settles a job, and leases the next one for its worker in the same request. */
  async end({ worker: name, job, outcome, isIdle }: EndMessage): Promise<{ settled: Settled; dispatch: () => void }> {
    const worker = this.#see(name);
    // A late line about an earlier job says nothing about the one that the worker has now.
    const isFree = (!worker.job || worker.job.receipt === job.receipt) && !worker.isLeasing;
    const lease = isIdle && isFree ? this.#leaseOf(worker) : undefined;
    worker.isLeasing ||= lease !== undefined;
    const leased = worker.job?.receipt === job.receipt ? worker.job.leased : undefined;
    const known = leased && { attempt: leased.attempt, outcome: withOwnBackoff(outcome, leased) };
    const item = { ...job, outcome, ...known };
    try {
      const { settled, jobs } = await this.#client.turn([item], { lease, until: this.#until });
      worker.drop(job.receipt);
      if (lease) worker.isIdle = true;
      return {
        settled: settled[0] ?? { id: job.id, ok: false, reason: "unknown" },
        dispatch: () => {
          if (lease) this.#take(worker, jobs[0]);
        },
      };
    } catch (error) {
      if (lease) worker.isLeasing = false;
      throw error;
    }
  }

  /** Dispatches to workers that wait. It is called when jobs were added, so that they need no wake. */
  dispatchAdded(count: number): void {
    for (const worker of this.#waiting().slice(0, count))
      void this.#leaseFor(worker).then(
        (dispatch) => dispatch(),
        (error) => this.#report(error),
      );
  }

  /** Forgets the workers that have not been seen for three ticks. The leases of their jobs expire. */
  sweep(): void {
    for (const worker of this.workers.values()) {
      if (worker.isSeenWithin(this.#options.tick * TICKS)) continue;
      this.workers.delete(worker.name);
      worker.isIdle = false;
      this.#warn("a worker was not seen for three ticks", worker, worker.job?.id);
    }
  }

  /** Gives back what was dispatched and not accepted. */
  async close(): Promise<void> {
    await Promise.all([...this.workers.keys()].map((name) => this.gone(name)));
  }

  readonly #until = () => this.#options.signal.aborted;

  #see(name: string): KnownWorker {
    const worker = this.workers.get(name) ?? new KnownWorker(name);
    this.workers.set(name, worker);
    worker.see();
    return worker;
  }

  /** Notes that a worker works on a job, which another process may have dispatched to it. */
  #hold(name: string, job: HeldJob): KnownWorker {
    const worker = this.#see(name);
    worker.job ??= { ...job, leased: undefined, isAccepted: true, timer: undefined, extendedAt: 0 };
    if (worker.job.receipt !== job.receipt) return worker;
    clearTimeout(worker.job.timer);
    worker.job.isAccepted = true;
    worker.isIdle = false;
    return worker;
  }

  async #extend(worker: KnownWorker, job: HeldJob): Promise<string | undefined> {
    // A worker is seen at any line, but not each line extends the lease.
    const duration = Math.ceil(this.#options.tick * (TICKS + 1 / TICKS));
    const sentAt = monotonicNow();
    const reason = await this.#ask(worker, job, () => this.#client.extend(job, { for: duration, worker: worker.name }));
    if (worker.job?.receipt === job.receipt) worker.job.extendedAt = sentAt;
    return reason;
  }

  /** Sends a request about a job. If its lease is lost, the worker no longer holds it. */
  async #ask(
    worker: KnownWorker,
    { receipt }: HeldJob,
    send: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const reason = await retryUnanswered(send, { until: this.#until, onError: (error) => this.#report(error) });
    if (reason !== undefined) worker.drop(receipt);
    return reason;
  }

  /** Leases a job for an idle worker without waiting for one. Resolves with a function that dispatches the job. */
  async #leaseFor(worker: KnownWorker): Promise<() => void> {
    if (worker.isLeasing || worker.job || !worker.isIdle) return () => {};
    worker.isLeasing = true;
    try {
      const { jobs } = await this.#client.turn([], { lease: this.#leaseOf(worker), until: this.#until });
      return () => this.#take(worker, jobs[0]);
    } catch (error) {
      worker.isLeasing = false;
      throw error;
    }
  }

  /** Dispatches a leased job. Without one, the worker waits. */
  #take(worker: KnownWorker, job: LeasedJob | undefined): void {
    worker.isLeasing = false;
    if (job) this.#dispatch(worker, job);
    else void this.#wait();
  }

  #dispatch(worker: KnownWorker, job: LeasedJob): void {
    const { queue, accept, answers, signal } = this.#options;
    if (!worker.isIdle || this.workers.get(worker.name) !== worker || signal.aborted) {
      void this.#giveBack(job, false);
      return;
    }
    const { id, receipt } = job;
    const timer = setTimeout(() => this.#expire(worker, receipt), accept);
    worker.job = { id, receipt, leased: job, isAccepted: false, timer, extendedAt: monotonicNow() };
    worker.isIdle = false;
    answers.write({ type: "dispatch_job", queue, worker: worker.name, ...job });
  }

  /** Takes a job back that its worker has not accepted. Every tenth time that uses up an attempt. */
  #expire(worker: KnownWorker, receipt: string): void {
    const { job } = worker;
    if (job?.receipt !== receipt || job.isAccepted) return;
    worker.drop();
    this.#warn("a worker did not accept its job in time", worker, job.id);
    void this.#giveBack(job, true);
  }

  async #giveBack(job: HeldJob, begun: boolean): Promise<void> {
    try {
      await this.#client.turn([{ ...job, outcome: { action: "release", begun } }], { until: this.#until });
      this.dispatchAdded(1);
    } catch (error) {
      // The job is ready again when its lease expires.
      this.#report(error);
    }
  }

  /** Waits for jobs on behalf of the workers that wait, one after the other: each must lease under its own name. */
  async #wait(): Promise<void> {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const { tick, answers, signal } = this.#options;
    for (let [worker] = this.#waiting(); worker && !signal.aborted; [worker] = this.#waiting()) {
      worker.isLeasing = true;
      try {
        await answers.untilRoom();
        const jobs = await this.#client.lease(this.#leaseOf(worker), { wait: tick, signal });
        worker.isLeasing = false;
        if (jobs[0]) this.#dispatch(worker, jobs[0]);
      } catch (error) {
        worker.isLeasing = false;
        if (signal.aborted) break;
        this.#report(error);
        await sleep(PAUSE_AFTER_ERROR);
      }
    }
    this.#isWaiting = false;
  }

  /** Returns the workers that wait for a job, and have been seen lately. */
  #waiting(): KnownWorker[] {
    const limit = this.#options.tick * TICKS;
    return [...this.workers.values()].filter(
      (worker) => worker.isIdle && !worker.isLeasing && !worker.job && worker.isSeenWithin(limit),
    );
  }

  #leaseOf({ name }: KnownWorker) {
    return { count: 1, for: this.#options.accept + SETTLE_TIME, worker: name };
  }

  #report(error: unknown): void {
    if (!(error instanceof RequestError)) throw error;
    if (!this.#options.signal.aborted || !isTransient(error))
      writeDiagnostic("error", error.message, { queue: this.#options.queue });
  }

  #warn(message: string, { name }: KnownWorker, job: string | undefined): void {
    writeDiagnostic("warn", message, { queue: this.#options.queue, worker: name, job });
  }
}
