// The state of one program that uses the queue: its last beats, and when it last knew the queue to be registered.
import type { Settings } from "./state/settings.ts";

// The interval in ms between two beats of a worker.
const BEAT = 10_000;
/** The time in ms for which a program takes a queue to be registered. */
export const KNOWN_FOR = 1_500_000;

export class Program {
  readonly settings: Settings;
  readonly #beats = new Map<string, number>();
  #registeredAt: number | undefined;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  isBeatDue(worker: string, now: number): boolean {
    return now >= (this.#beats.get(worker) ?? Number.NEGATIVE_INFINITY) + BEAT;
  }

  noteBeat(worker: string, now: number): void {
    this.#beats.set(worker, now);
  }

  knowsRegistered(now: number): boolean {
    return this.#registeredAt !== undefined && now - this.#registeredAt < KNOWN_FOR;
  }

  noteRegistered(now: number | undefined): void {
    this.#registeredAt = now;
  }
}
