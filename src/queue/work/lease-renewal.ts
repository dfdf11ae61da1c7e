// Renews the leases that a loop holds. Renewals and turns do not wait for each other.

import { withDeadline } from "../../base/deadline.ts";
import { monotonicNow, NEVER } from "../../base/monotonic.ts";
import { extendLeases } from "../jobs/extend.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { HeldJob } from "./held-job.ts";
import type { HeldJobs } from "./held-jobs.ts";
import type { Outcomes } from "./outcomes.ts";

// The pause in ms after a failed request.
const RETRY_PAUSE = 250;
const MAX_JOBS = 1_000;

/** The worker, and the parts of its loop that a renewal uses. */
interface Holder<T> {
  worker: string;
  held: HeldJobs<T>;
  outcomes: Outcomes<T>;
}

/** Renews each lease when a third of it has passed. Waits for a reply for at most a sixth of the lease. */
export class LeaseRenewal<T> {
  readonly #context: QueueContext<T>;
  readonly #holder: Holder<T>;
  #renewalTimer: ReturnType<typeof setTimeout> | undefined;
  #isRenewing = false;
  #failingSince: number | undefined;

  /** Creates a renewal that begins with `start`. */
  constructor(context: QueueContext<T>, holder: Holder<T>) {
    this.#context = context;
    this.#holder = holder;
  }

  /** Sets the timer for the first lease that is due. To be called when jobs were leased. */
  start(): void {
    if (this.#renewalTimer === undefined && !this.#isRenewing) this.#schedule(0);
  }

  /** Clears the timer: no lease is renewed until `start`. */
  stop(): void {
    clearTimeout(this.#renewalTimer);
    this.#renewalTimer = undefined;
  }

  /** Sets the timer for the time when a third of the first lease has passed, at least `minPause` ms from now. */
  #schedule(minPause: number): void {
    this.stop();
    const held = this.#holder.held.renewableJobs();
    if (held.length === 0) return;
    let first = NEVER;
    for (const { leaseEndsAt } of held) first = Math.min(first, leaseEndsAt);
    const due = first - (this.#context.lease * 2) / 3 - monotonicNow();
    this.#renewalTimer = setTimeout(() => void this.#renew(), Math.max(minPause, due));
  }

  /** Renews the leases that are due, and sets the timer for the next ones. */
  async #renew(): Promise<void> {
    const { lease } = this.#context;
    const now = monotonicNow();
    // Leases that end a little later are renewed in the same request.
    const due = this.#holder.held.renewableJobs().filter(({ leaseEndsAt }) => leaseEndsAt - now < lease * 0.75);
    this.#renewalTimer = undefined;
    this.#isRenewing = true;
    let minPause = 0;
    try {
      for (let from = 0; from < due.length; from += MAX_JOBS) await this.#extend(due.slice(from, from + MAX_JOBS));
      this.#failingSince = undefined;
    } catch (error) {
      this.#failingSince ??= now;
      this.#holder.outcomes.reportUnanswered(error, this.#failingSince);
      // Requests are repeated until the leases end. Then the handlers are aborted.
      minPause = RETRY_PAUSE;
    }
    this.#isRenewing = false;
    this.#schedule(minPause);
  }

  /** Extends leases in one request. Marks the jobs that this loop no longer holds as lost. */
  async #extend(due: HeldJob<T>[]): Promise<void> {
    const { lease } = this.#context;
    const sentAt = monotonicNow();
    const jobs = due.map(({ job }) => job);
    const extended = extendLeases(this.#context, jobs, { duration: lease, worker: this.#holder.worker });
    const noted = extended.then((results) => {
      for (const [i, result] of results.entries()) {
        const held = due[i] as HeldJob<T>;
        if (result.ok) {
          held.job.leasedUntil = result.leasedUntil;
          held.leaseEndsAt = Math.max(held.leaseEndsAt, sentAt + lease);
          // A job that its handler has settled meanwhile is not lost.
        } else if (held.job.isHeld) {
          this.#holder.held.lose(held, result.reason);
        }
      }
    });
    // A reply that arrives after the deadline is noted, too.
    await withDeadline(noted, () => sentAt + lease / 6).finally(() => void noted.catch(() => {}));
  }
}
