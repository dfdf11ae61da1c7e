// A leased job in a loop, waiting or running: the end of its lease, the deadlines of its handler, and its abort signal.
import { jobLabel, LeaseholdError } from "../../base/errors.ts";
import { monotonicNow, NEVER } from "../../base/monotonic.ts";
import { type Job, LIMIT } from "../jobs/job.ts";

/** The deadlines of all handlers of a loop, by the monotonic clock. They may change. */
export interface LoopDeadlines {
  /** The time at which handlers are asked to stop: `job.stopping` aborts. */
  stopAt: number;
  /** The time by which handlers must have returned. */
  endAt: number;
}

// A handler is asked to stop this long in ms before its time ends, or a tenth of its time if that is less.
const MAX_STOP_NOTICE = 2_000;
// setTimeout takes no longer time, in ms.
const MAX_TIMER = 2 ** 31 - 1;

/** Returns the time in ms between the request to stop and the end of a period. */
export function stopNotice(period: number): number {
  return Math.min(MAX_STOP_NOTICE, period / 10);
}

/** A leased job in a loop. */
export class HeldJob<T> {
  readonly job: Job<T>;
  /** True if another worker holds the job, or it was settled elsewhere. */
  isLost = false;
  /** The time when the lease ends, by the monotonic clock. A renewal sets it later; the timer reads it when it fires. */
  leaseEndsAt: number;
  readonly #controller = new AbortController();
  readonly #onTimeout: (held: HeldJob<T>) => void;
  #deadlines: LoopDeadlines | undefined;
  #timeoutAt = NEVER;
  #stopAt = NEVER;
  #deadlineTimer: ReturnType<typeof setTimeout> | undefined;

  /** `onTimeout` is called when the handler's own timeout has passed. */
  constructor(job: Job<T>, { leaseEndsAt, onTimeout }: { leaseEndsAt: number; onTimeout: (held: HeldJob<T>) => void }) {
    this.job = job;
    this.leaseEndsAt = leaseEndsAt;
    this.#onTimeout = onTimeout;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the handler's time: `timeout` in ms, 0 for none, and the deadlines of the loop. */
  start(timeout: number, deadlines: LoopDeadlines): void {
    this.#deadlines = deadlines;
    if (timeout > 0) {
      this.#timeoutAt = monotonicNow() + timeout;
      this.#stopAt = this.#timeoutAt - stopNotice(timeout);
    }
    this.check();
  }

  /** Acts on the deadlines of the handler and the lease that have passed, and sets the timer for the next one. */
  readonly check = (): void => {
    clearTimeout(this.#deadlineTimer);
    if (!this.#deadlines) return;
    const now = monotonicNow();
    const endAt = Math.min(this.#timeoutAt, this.#deadlines.endAt);
    const stopAt = Math.min(this.#stopAt, this.#deadlines.stopAt);
    // A handler that has settled its job itself has no lease any more, but all other deadlines.
    const leaseEndsAt = this.job.isHeld && !this.signal.aborted ? this.leaseEndsAt : NEVER;
    const deadline = endAt === NEVER ? undefined : Math.round(Date.now() + endAt - now);
    this.job[LIMIT](deadline, { isStopping: now >= stopAt });
    if (now >= this.#timeoutAt) {
      this.#onTimeout(this);
      return;
    }
    if (now >= leaseEndsAt) this.abort("its lease expired, and could not be renewed");
    const next = [this.#timeoutAt, stopAt, leaseEndsAt].filter((time) => time > now);
    const first = Math.min(...next);
    if (first < NEVER) this.#deadlineTimer = setTimeout(this.check, Math.min(first - now, MAX_TIMER));
  };

  /** Marks the job as lost and aborts its handler. */
  lose(reason: string): void {
    this.isLost = true;
    this.abort(`it is no longer held here: ${reason}`);
  }

  /** Aborts the handler. */
  abort(reason: string, code: "lease_lost" | "timed_out" = "lease_lost"): void {
    this.#controller.abort(new LeaseholdError(code, `${jobLabel(this.job.id)}: ${reason}`));
  }

  /** Clears the timer of the deadlines. To be called when the attempt has ended; `check` then does nothing. */
  close(): void {
    clearTimeout(this.#deadlineTimer);
    this.#deadlines = undefined;
  }
}
