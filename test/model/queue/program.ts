// The memory of one program that uses the queue: which workers it has noted lately, and whether the queue is registered.
import type { Settings } from "./settings.ts";

// A worker is noted again after so long, and the registry is asked about again.
const BEAT = 10_000;
const KNOWN_FOR = 3_000_000;

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
