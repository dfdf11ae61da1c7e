// What happens to processes and to Redis in a run, and when: at so many jobs done, so that a slow machine meets as much.

import { createRandom, type Random } from "../../src/instruments/testing/random.ts";
import type { Crew } from "./crew.ts";
import { PAUSES, type Place } from "./place.ts";

const KINDS = ["kill", "end", "freeze", "restart", "pause"] as const;
type Kind = (typeof KINDS)[number];

/** How many jobs there are for each time that something happens. */
const JOBS_FOR_EACH: Record<Kind, number> = { kill: 400, end: 1_500, freeze: 1_500, restart: 5_000, pause: 4_000 };

/** How often something happened. */
export type TroubleCounts = Record<Kind, number>;

/** Whom it happens to, and how much of it. */
interface TroubleOptions {
  place: Place;
  crew: Crew;
  seed: number;
  jobs: number;
  lease: number;
}

export class Trouble {
  readonly counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as TroubleCounts;
  readonly #place: Place;
  readonly #crew: Crew;
  readonly #lease: number;
  readonly #random: Random;
  readonly #plan: { at: number; kind: Kind }[];
  /** Redis is in one kind of trouble at a time; whatever happens to a process may come between. */
  #redis: Promise<unknown> = Promise.resolve();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #failed = new AbortController();

  constructor({ place, crew, seed, jobs, lease }: TroubleOptions) {
    this.#place = place;
    this.#crew = crew;
    this.#lease = lease;
    this.#random = createRandom(`trouble ${seed}`);
    this.#plan = KINDS.flatMap((kind) => {
      const times = Math.max(1, Math.round(jobs / JOBS_FOR_EACH[kind]));
      // Spread so that all of it has happened before the last jobs are done.
      return Array.from({ length: times }, (_, i) => ({
        at: (0.85 * jobs * (i + this.#random.fraction())) / times,
        kind,
      }));
    }).sort((a, b) => a.at - b.at);
  }

  get isOver(): boolean {
    return this.#plan.length === 0 && this.#underWay.size === 0;
  }

  /** Says why something could not happen, such as a Redis that does not start again. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Lets happen what is due when so many jobs are done. */
  play(done: number): void {
    for (let next = this.#plan[0]; next && next.at <= done; next = this.#plan[0]) {
      // Somebody it can happen to is there in a moment.
      if (this.#crew.seats("worker").length === 0) return;
      this.#plan.shift();
      this.counts[next.kind] += 1;
      const work: Promise<unknown> = this.#happen(next.kind)
        .catch((error) => this.#failed.abort(error))
        .finally(() => this.#underWay.delete(work));
      this.#underWay.add(work);
    }
  }

  /** Waits until nothing happens any more that has begun. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #happen(kind: Kind): Promise<unknown> {
    const { pause: number } = this.counts;
    // A third longer than a lease, up to twice as long.
    const ms = Math.ceil(this.#lease * (1.3 + 0.7 * this.#random.fraction()));
    switch (kind) {
      case "kill":
        return this.#crew.replace(this.#oneOf(this.#crew.seats("worker", "producer", "cleaner")), "SIGKILL");
      case "end":
        return this.#crew.replace(this.#oneOf(this.#crew.seats("worker")), "SIGTERM");
      case "freeze":
        return this.#crew.freeze(this.#oneOf(this.#crew.seats("worker")), ms);
      case "restart":
        return this.#next(() => this.#place.restart());
      case "pause":
        return this.#next(() => this.#place.pause(PAUSES[number % PAUSES.length] ?? "SIGSTOP", ms));
    }
  }

  #next(happen: () => Promise<void>): Promise<unknown> {
    this.#redis = this.#redis.then(happen);
    return this.#redis;
  }

  #oneOf(seats: string[]): string {
    return seats[this.#random.below(seats.length)] ?? "";
  }
}
