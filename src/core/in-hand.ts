// A job that a handler works on: the signal that stops the handler, and a timer for the end of the lease.
import { LeaseholdError } from "./errors.ts";
import type { Job } from "./job.ts";

/** A job that a handler works on. */
export class InHand<T> {
  readonly job: Job<T>;
  /** True where the holder has lost the job. */
  isLost = false;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(job: Job<T>, lease: number) {
    this.job = job;
    this.prolong(lease);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timer of the lease, whose end aborts the handler. */
  prolong(lease: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.job.isHeld) this.tell("its lease ran out and could not be prolonged");
    }, lease);
  }

  /** Marks the job as lost and aborts its handler. */
  lose(reason: string): void {
    this.isLost = true;
    this.tell(`it is no longer held here: ${reason}`);
  }

  /** Aborts the handler. */
  tell(why: string): void {
    this.#controller.abort(new LeaseholdError("lease_lost", `job ${this.job.id}: ${why}`));
  }

  /** Stops the timer. */
  close(): void {
    clearTimeout(this.#timer);
  }
}
