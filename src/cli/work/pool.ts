// The pool of a worker: leases a job for each idle slot, renews the leases, and settles the jobs whose slots have finished. One
// request at a time settles what is finished and leases for the slots that are idle; another one waits while nothing is ready.
import { monotonicNow, sleep } from "../../base/monotonic.ts";
import { RequestError } from "../kit/cli-errors.ts";
import { isTransient, type LeaseClient, type LeasedJob, type Outcome } from "../kit/lease-client.ts";
import { writeDiagnostic } from "../lines/diagnostics.ts";
import { HeldJob } from "./held-job.ts";
import { type Slot, StartError } from "./slot.ts";

/** Options of a pool. */
export interface PoolOptions {
  queue: string;
  /** The name of the worker. */
  worker: string;
  /** The time in ms for which leases are renewed. */
  lease: number;
  /** The time in ms of one attempt. */
  timeout: number;
  /** The time in ms that running jobs have after a stop. */
  grace: number;
}

/** The numbers of jobs of a pool, by their outcome. */
export interface PoolReport {
  completed: number;
  retried: number;
  failed: number;
  released: number;
  /** Jobs whose leases were lost: cancelled, expired, or taken back. */
  lost: number;
}

interface Finished {
  job: LeasedJob;
  outcome: Outcome;
}

const COUNTED = { complete: "completed", retry: "retried", fail: "failed", release: "released" } as const;
const WAIT = 20_000;
const PAUSE_AFTER_ERROR = 1_000;
const MAX_ITEMS = 100;
// In bytes; the API takes 10 MB.
const MAX_BYTES = 4_000_000;
// The time in ms for settling jobs after the end of the grace.
const SETTLE_TIME = 5_000;

/** The slots of a worker, and their jobs. */
export class Pool {
  readonly report: PoolReport = { completed: 0, retried: 0, failed: 0, released: 0, lost: 0 };
  readonly #client: LeaseClient;
  readonly #options: PoolOptions;
  readonly #slots: readonly Slot[];
  readonly #idle: Slot[];
  readonly #held = new Set<HeldJob>();
  readonly #stopping = new AbortController();
  #finished: Finished[] = [];
  #waiting = false;
  /** False until a request has found no job for an idle slot. */
  #isEmpty = false;
  /** The error that has ended the pool. */
  #fault: Error | undefined;
  #endAt = Number.POSITIVE_INFINITY;
  #wake: () => void = () => {};

  constructor(client: LeaseClient, slots: readonly Slot[], options: PoolOptions) {
    this.#client = client;
    this.#slots = slots;
    this.#idle = [...slots];
    this.#options = options;
  }

  /** Handles jobs until `stop` is called. Rejects if the program cannot be started. */
  async run(): Promise<void> {
    const isOver = () =>
      this.#stopping.signal.aborted && this.#held.size === 0 && this.#finished.length === 0 && !this.#waiting;
    while (!isOver()) {
      const room = this.#stopping.signal.aborted || this.#waiting ? 0 : this.#idle.length;
      if (this.#finished.length > 0 || (room > 0 && !this.#isEmpty)) await this.#turn(room);
      else if (room > 0) void this.#waitForJobs(room);
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    await Promise.all(this.#slots.map((slot) => slot.close()));
    if (this.#fault) throw this.#fault;
  }

  /** Starts no more jobs, and gives those that are still running after the grace back. A second call ends the grace. */
  stop(): void {
    const grace = this.#stopping.signal.aborted ? 0 : this.#options.grace;
    this.#stopping.abort();
    this.#endAt = Math.min(this.#endAt, monotonicNow() + grace + SETTLE_TIME);
    setTimeout(() => {
      for (const held of this.#held) held.giveBack();
    }, grace).unref();
    this.#wake();
  }

  /** Settles finished jobs, and leases for idle slots in the same request. */
  async #turn(room: number): Promise<void> {
    const items = this.#takeFinished();
    try {
      const { settled, jobs } = await this.#client.turn(
        items.map(({ job, outcome }) => ({ id: job.id, receipt: job.receipt, attempt: job.attempt, outcome })),
        { lease: room > 0 ? this.#leaseOf(room) : undefined, until: () => monotonicNow() >= this.#endAt },
      );
      for (const [i, { job, outcome }] of items.entries()) {
        const result = settled[i];
        this.#count(job, outcome, result?.ok === false ? result.reason : undefined);
      }
      this.#isEmpty = room > 0 ? jobs.length < room : this.#isEmpty;
      this.#begin(jobs);
    } catch (error) {
      await this.#handleRefusal(items, error);
    }
  }

  /** Settles jobs one by one that were refused together. One that is refused alone has failed its attempt. */
  async #handleRefusal(items: readonly Finished[], error: unknown): Promise<void> {
    if (!(error instanceof RequestError)) throw error;
    if (items.length === 0 && !isTransient(error)) return this.#end(error);
    writeDiagnostic("error", error.message, { queue: this.#options.queue });
    // The end of the grace: the leases of these jobs expire.
    if (isTransient(error)) {
      for (const { job, outcome } of items) this.#count(job, outcome, "unknown");
      return;
    }
    for (const { job, outcome } of items) {
      const settle = (next: Outcome) =>
        this.#client.turn([{ id: job.id, receipt: job.receipt, attempt: job.attempt, outcome: next }], {
          until: () => monotonicNow() >= this.#endAt,
        });
      try {
        const refused = items.length === 1 ? error : undefined;
        const { settled } = refused ? { settled: [] } : await settle(outcome);
        if (refused) throw refused;
        this.#count(job, outcome, settled[0]?.ok === false ? settled[0].reason : undefined);
      } catch (cause) {
        if (!(cause instanceof RequestError)) throw cause;
        const next: Outcome = { action: "retry", error: `the outcome was refused: ${cause.message}` };
        await settle(next).then(
          () => this.#count(job, next, undefined),
          () => this.#count(job, next, "unknown"),
        );
      }
    }
  }

  /** Waits for jobs, beside other requests. */
  async #waitForJobs(room: number): Promise<void> {
    this.#waiting = true;
    try {
      const options = { wait: WAIT, signal: this.#stopping.signal };
      const jobs = await this.#client.lease(this.#leaseOf(room), options);
      this.#isEmpty = jobs.length === 0;
      this.#begin(jobs);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      if (!isTransient(error)) return this.#end(error);
      writeDiagnostic("error", error.message, { queue: this.#options.queue });
      await sleep(PAUSE_AFTER_ERROR);
    } finally {
      this.#waiting = false;
      this.#wake();
    }
  }

  /** Gives leased jobs to idle slots. */
  #begin(jobs: readonly LeasedJob[]): void {
    for (const job of jobs) {
      const slot = this.#idle.shift();
      // An answer that came after the stop, or for slots that are taken meanwhile.
      if (!slot || this.#stopping.signal.aborted) {
        if (slot) this.#idle.unshift(slot);
        this.#finished.push({ job, outcome: { action: "release", begun: false } });
        continue;
      }
      void this.#runOn(slot, job);
    }
  }

  async #runOn(slot: Slot, job: LeasedJob): Promise<void> {
    const { queue, worker, lease, timeout } = this.#options;
    const held = new HeldJob(job, { client: this.#client, queue, worker, lease, timeout });
    this.#held.add(held);
    let outcome: Outcome;
    try {
      outcome = await slot.run(held);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      outcome = { action: "release", begun: false };
      this.#end(error);
    }
    this.#held.delete(held);
    held.close();
    this.#idle.push(slot);
    this.#isEmpty = false;
    this.#finished.push({ job, outcome: held.replaceOutcome(outcome) });
    this.#wake();
  }

  /** Ends the pool because of an error that would come again. */
  #end(error: Error): void {
    this.#fault ??= error;
    if (!this.#stopping.signal.aborted) this.stop();
  }

  /** Takes the finished jobs of the next request. */
  #takeFinished(): Finished[] {
    let bytes = 0;
    const fits = ({ outcome }: Finished) => {
      bytes += "result" in outcome ? (JSON.stringify(outcome.result)?.length ?? 0) : 0;
      return bytes <= MAX_BYTES;
    };
    const firstLeft = this.#finished.findIndex((item, i) => !fits(item) && i > 0);
    return this.#finished.splice(0, Math.min(MAX_ITEMS, firstLeft < 0 ? MAX_ITEMS : firstLeft));
  }

  #count(job: LeasedJob, outcome: Outcome, reason: string | undefined): void {
    this.report[reason === undefined ? COUNTED[outcome.action] : "lost"] += 1;
    const fields = { queue: this.#options.queue, job: job.id, attempt: job.attempt };
    if (reason !== undefined)
      writeDiagnostic("warn", "the lease of the job was lost, so its outcome does not count", { ...fields, reason });
    else if (outcome.action === "retry" || outcome.action === "fail")
      writeDiagnostic("error", "the attempt failed", {
        ...fields,
        error: outcome.error,
        next: COUNTED[outcome.action],
      });
  }

  #leaseOf(count: number) {
    return { count, for: this.#slots[0]?.firstLease ?? this.#options.lease, worker: this.#options.worker };
  }
}
