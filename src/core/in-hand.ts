// A job in the hands of a handler: the signal that tells it to stop, and how long its lease is known to last.
import { LeaseholdError } from "./errors.ts";
import type { Job } from "./job.ts";

export class InHand<T> {
  readonly job: Job<T>;
  /** Whether somebody else has the job, or nobody may have it any more. */
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

  /** The lease lasts that long from now. When nobody prolongs it, the handler must not go on believing in it. */
  prolong(lease: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.job.isHeld) this.tell("its lease ran out and could not be prolonged");
    }, lease);
  }

  lose(reason: string): void {
    this.isLost = true;
    this.tell(`it is no longer held here: ${reason}`);
  }

  /** Tells the handler to stop. */
  tell(why: string): void {
    this.#controller.abort(new LeaseholdError("lease_lost", `job ${this.job.id}: ${why}`));
  }

  /** The handler is done, or nobody waits for it any more. */
  close(): void {
    clearTimeout(this.#timer);
  }
}
