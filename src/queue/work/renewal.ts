// Renewing the leases of the jobs that a loop holds, beside its turns: neither waits for the other.

import { withDeadline } from "../../base/deadline.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import type { ExtendResult } from "../jobs/extend.ts";
import { extendLeases } from "../jobs/extend.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { StaleReason } from "../jobs/stored/letters.ts";
import type { HeldJob } from "./held-job.ts";

// The pause in ms after a failed attempt.
const RETRY_PAUSE = 250;
const MOST = 1_000;

/** The functions of the loop that a renewal calls. */
interface Holder<T> {
  worker: string;
  /** Returns the jobs whose leases are to be kept. */
  held(): HeldJob<T>[];
  /** Called where a lease no longer holds. */
  lose(held: HeldJob<T>, reason: StaleReason): void;
  /** Called after each failed attempt, with the time of the first one. */
  unanswered(error: unknown, since: number): void;
}

/** Renews each lease when a third of it has passed. An answer is waited for at most a sixth of the lease. */
export class Renewal<T> {
  readonly #context: QueueContext<T>;
  readonly #holder: Holder<T>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRenewing = false;
  #failingSince: number | undefined;

  constructor(context: QueueContext<T>, holder: Holder<T>) {
    this.#context = context;
    this.#holder = holder;
  }

  /** Sets the timer for the first lease that is due. To be called when jobs were leased. */
  start(): void {
    if (this.#timer === undefined && !this.#isRenewing) this.#schedule(0);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(least: number): void {
    this.stop();
    const held = this.#holder.held();
    if (held.length === 0) return;
    let first = Number.POSITIVE_INFINITY;
    for (const { leaseEndsAt } of held) first = Math.min(first, leaseEndsAt);
    const due = first - (this.#context.lease * 2) / 3 - monotonicNow();
    this.#timer = setTimeout(() => void this.#renew(), Math.max(least, due));
  }

  async #renew(): Promise<void> {
    const { lease } = this.#context;
    const now = monotonicNow();
    // Leases that end a little later are renewed in the same request.
    const due = this.#holder.held().filter(({ leaseEndsAt }) => leaseEndsAt - now < lease * 0.75);
    this.#timer = undefined;
    this.#isRenewing = true;
    let least = 0;
    try {
      for (let from = 0; from < due.length; from += MOST) await this.#extend(due.slice(from, from + MOST));
      this.#failingSince = undefined;
    } catch (error) {
      this.#failingSince ??= now;
      this.#holder.unanswered(error, this.#failingSince);
      // Further attempts follow until the leases end; after that the handlers are aborted.
      least = RETRY_PAUSE;
    }
    this.#isRenewing = false;
    this.#schedule(least);
  }

  async #extend(due: HeldJob<T>[]): Promise<void> {
    const { lease } = this.#context;
    const sentAt = monotonicNow();
    const jobs = due.map(({ job }) => job);
    const extended = extendLeases(this.#context, jobs, { duration: lease, worker: this.#holder.worker });
    // An answer that comes late counts all the same.
    const noted = extended.then((outcomes) => this.#note(due, outcomes, sentAt + lease));
    await withDeadline(noted, () => sentAt + lease / 6).finally(() => void noted.catch(() => {}));
  }

  #note(due: HeldJob<T>[], outcomes: ExtendResult[], leaseEndsAt: number): void {
    for (const [i, outcome] of outcomes.entries()) {
      const held = due[i] as HeldJob<T>;
      if (outcome.ok) {
        held.job.leasedUntil = outcome.leasedUntil;
        held.leaseEndsAt = Math.max(held.leaseEndsAt, leaseEndsAt);
        // A job that its handler has ended meanwhile is not lost.
      } else if (held.job.isHeld) {
        this.#holder.lose(held, outcome.reason);
      }
    }
  }
}
