// A worker behind this process: when it was seen, and the job that was dispatched to it.
import { monotonicNow } from "../../base/monotonic.ts";
import type { HeldJob, LeasedJob } from "../kit/lease-client.ts";

/** A job that was dispatched to a worker. */
export interface DispatchedJob extends HeldJob {
  /** The job as it was leased; undefined if another process has dispatched it. */
  leased: LeasedJob | undefined;
  isAccepted: boolean;
  /** Gives the job back unless it is accepted in time. */
  timer: NodeJS.Timeout | undefined;
  /** The time at which its lease was last extended, by the monotonic clock. */
  extendedAt: number;
}

/** A worker behind this process. */
export class KnownWorker {
  readonly name: string;
  job: DispatchedJob | undefined;
  /** True while a request leases a job for it. */
  isLeasing = false;
  /** True if it has asked for a job. */
  isIdle = false;
  /** The time of its last line, in ms since the epoch. */
  lastSeen = Date.now();
  #seenAt = monotonicNow();

  constructor(name: string) {
    this.name = name;
  }

  /** Notes that it has written a line. */
  see(): void {
    this.lastSeen = Date.now();
    this.#seenAt = monotonicNow();
  }

  /** Reports whether it has written a line in the last `ms`. */
  isSeenWithin(ms: number): boolean {
    return monotonicNow() - this.#seenAt <= ms;
  }

  /** Forgets its job. With a receipt, only if it is that of the job. */
  drop(receipt = this.job?.receipt): void {
    if (this.job?.receipt !== receipt) return;
    clearTimeout(this.job?.timer);
    this.job = undefined;
  }
}
