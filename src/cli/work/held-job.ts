// A job that a slot runs: its lease, its timeout, and the requests about it that are in flight.
import { toMilliseconds } from "../../base/duration.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { RequestError } from "../kit/cli-errors.ts";
import type { LeaseClient, LeasedJob, Outcome } from "../kit/lease-client.ts";
import { writeDiagnostic } from "../lines/diagnostics.ts";
import { withOwnBackoff } from "../lines/outcomes.ts";
import type { RunningJob } from "./slot.ts";

/** Options of a held job. */
interface HeldJobOptions {
  client: LeaseClient;
  queue: string;
  worker: string;
  /** The time in ms for which the lease is extended. */
  lease: number;
  timeout: number;
}

// The part of a lease after which it is extended again.
const EXTEND_AFTER = 0.1;
// The longest timer of Node.
const MAX_TIMER = 2_147_483_647;

/** A job that a slot runs. */
export class HeldJob implements RunningJob {
  readonly job: LeasedJob;
  readonly leasedAt = monotonicNow();
  readonly #options: HeldJobOptions;
  readonly #aborted = new AbortController();
  readonly #timeout: NodeJS.Timeout | undefined;
  #extendedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #isGivenBack = false;
  /** The progress to note after the request that is in flight. */
  #progress: { progress: number; note?: string } | undefined;
  #isNoting = false;

  constructor(job: LeasedJob, options: HeldJobOptions) {
    this.job = job;
    this.#options = options;
    if (job.timeout === false) return;
    const timeout = job.timeout === undefined ? options.timeout : toMilliseconds(job.timeout, "timeout");
    this.#timeout = setTimeout(() => this.#abort(`timed out after ${timeout} ms`), Math.min(timeout, MAX_TIMER));
  }

  get signal(): AbortSignal {
    return this.#aborted.signal;
  }

  extend(): void {
    const { client, lease, worker } = this.#options;
    if (monotonicNow() < this.#extendedAt + lease * EXTEND_AFTER) return;
    this.#extendedAt = monotonicNow();
    // Lines that came together may already contain the result.
    setImmediate(() => this.#request(() => client.extend(this.job, { for: lease, worker })));
  }

  progress(progress: number, note: string | undefined): void {
    this.#progress = { progress, ...(note !== undefined && { note }) };
    if (!this.#isNoting) void this.#noteProgress();
  }

  /** Ends the job because the worker stops. */
  giveBack(): void {
    this.#isGivenBack = true;
    this.#abort("the worker stopped");
  }

  /** Returns the outcome to settle. A job that was given back has not failed, and one with a backoff is retried after that. */
  replaceOutcome(outcome: Outcome): Outcome {
    if (this.#isGivenBack && outcome.action === "retry") return { action: "release", begun: true };
    return withOwnBackoff(outcome, this.job);
  }

  /** Ends the timers and requests of the job. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timeout);
  }

  /** Sends the latest progress, one request at a time. */
  async #noteProgress(): Promise<void> {
    this.#isNoting = true;
    for (let note = this.#progress; note && !this.#isClosed; note = this.#progress) {
      this.#progress = undefined;
      await this.#request(() => this.#options.client.progress(this.job, note));
    }
    this.#isNoting = false;
  }

  /** Sends a request about the job, whose slot learns of a lost lease. */
  async #request(send: () => Promise<string | undefined>): Promise<void> {
    if (this.#isClosed) return;
    try {
      const reason = await send();
      if (reason !== undefined) this.#abort(`the lease was lost (${reason})`);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // The next request may succeed; until then the lease ends when it ended before.
      this.#extendedAt = Number.NEGATIVE_INFINITY;
      writeDiagnostic("warn", error.message, { queue: this.#options.queue, job: this.job.id });
    }
  }

  #abort(reason: string): void {
    if (!this.#isClosed) this.#aborted.abort(reason);
  }
}
