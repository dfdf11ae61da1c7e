// The state of one program that uses the queue: the last beat of each worker, and the last known registration of the queue.
import type { ProgramSettings } from "./state/settings.ts";

// The longest interval in ms between two beats of a worker, and the number of them in the time of a lease.
const BEAT = 10_000;
const BEATS_PER_LEASE = 3;
/** The time in ms for which a program assumes that a queue is registered. */
export const REGISTRATION_KNOWN_FOR = 1_500_000;

/** The state of one program. */
export class ProgramState {
  readonly settings: ProgramSettings;
  readonly #beats = new Map<string, number>();
  #registeredAt: number | undefined;

  constructor(settings: ProgramSettings) {
    this.settings = settings;
  }

  /** Reports whether the next lease of a worker has to note that the worker was seen. */
  isBeatDue(worker: string, { now, duration }: { now: number; duration: number }): boolean {
    const interval = Math.min(BEAT, duration / BEATS_PER_LEASE);
    return now >= (this.#beats.get(worker) ?? Number.NEGATIVE_INFINITY) + interval;
  }

  /** Notes that a lease has recorded the worker as seen. */
  noteBeat(worker: string, now: number): void {
    this.#beats.set(worker, now);
  }

  /** Reports whether the program assumes that the queue is registered. */
  knowsRegistered(now: number): boolean {
    return this.#registeredAt !== undefined && now - this.#registeredAt < REGISTRATION_KNOWN_FOR;
  }

  /** Notes the time at which the queue was registered; undefined once it is destroyed. */
  noteRegistered(now: number | undefined): void {
    this.#registeredAt = now;
  }
}
