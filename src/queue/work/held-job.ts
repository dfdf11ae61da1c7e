// A job that a loop holds, waiting or running: the end of its lease, the limits of its handler, and its abort signal.
import { LeaseholdError } from "../../base/errors.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { type Job, LIMIT } from "../jobs/job.ts";

/** The times at which the handlers of a loop are to stop, and are stopped; they may change. */
export interface Limits {
  softAt: number;
  hardAt: number;
}

/** The time before a handler is stopped at which it is asked to stop: a tenth of its time, at most this many ms. */
const MOST_NOTICE = 2_000;

/** Returns the time in ms by which a request to stop precedes the end of a period. */
export function noticeOf(period: number): number {
  return Math.min(MOST_NOTICE, period / 10);
}

/** A job that a loop holds. */
export class HeldJob<T> {
  readonly job: Job<T>;
  /** True where the holder has lost the job. */
  isLost = false;
  /** The time when the lease ends, by the monotonic clock. A timer finds a later end when it fires. */
  leaseEndsAt: number;
  readonly #controller = new AbortController();
  readonly #onTimeout: (held: HeldJob<T>) => void;
  #limits: Limits | undefined;
  #timeoutAt = Number.POSITIVE_INFINITY;
  #softAt = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(job: Job<T>, leaseEndsAt: number, onTimeout: (held: HeldJob<T>) => void) {
    this.job = job;
    this.leaseEndsAt = leaseEndsAt;
    this.#onTimeout = onTimeout;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the handler's time: `timeout` in ms, 0 for no limit, and at most the limits of the loop. */
  start(timeout: number, limits: Limits): void {
    this.#limits = limits;
    if (timeout > 0) {
      this.#timeoutAt = monotonicNow() + timeout;
      this.#softAt = this.#timeoutAt - noticeOf(timeout);
    }
    this.check();
  }

  /** Acts on the limits that are reached, and sets the timer for the next one. */
  readonly check = (): void => {
    clearTimeout(this.#timer);
    if (!this.#limits) return;
    const now = monotonicNow();
    const hardAt = Math.min(this.#timeoutAt, this.#limits.hardAt);
    const softAt = Math.min(this.#softAt, this.#limits.softAt);
    // A handler that has ended its job itself has no lease any more, and all other limits.
    const leaseEndsAt = this.job.isHeld && !this.signal.aborted ? this.leaseEndsAt : Number.POSITIVE_INFINITY;
    const deadline = hardAt === Number.POSITIVE_INFINITY ? undefined : Math.round(Date.now() + hardAt - now);
    this.job[LIMIT](deadline, { isStopping: now >= softAt });
    if (now >= this.#timeoutAt) {
      this.#onTimeout(this);
      return;
    }
    if (now >= leaseEndsAt) this.abort("its lease ran out and could not be renewed");
    const next = [this.#timeoutAt, softAt, leaseEndsAt].filter((time) => time > now);
    const first = Math.min(...next);
    if (first < Number.POSITIVE_INFINITY) this.#timer = setTimeout(this.check, Math.min(first - now, LONGEST_TIMER));
  };

  /** Marks the job as lost and aborts its handler. */
  lose(reason: string): void {
    this.isLost = true;
    this.abort(`it is no longer held here: ${reason}`);
  }

  /** Aborts the handler. */
  abort(why: string, code: "lease_lost" | "timed_out" = "lease_lost"): void {
    this.#controller.abort(new LeaseholdError(code, `job ${JSON.stringify(this.job.id.slice(0, 64))}: ${why}`));
  }

  /** Stops the timer. */
  close(): void {
    clearTimeout(this.#timer);
    this.#limits = undefined;
  }
}

const LONGEST_TIMER = 2 ** 31 - 1;
