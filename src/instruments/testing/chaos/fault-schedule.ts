// Decides what happens to each request. A decision hangs on the seed, the operation and how many of it came before, and
// on nothing else, so that it is the same in each run although the requests of others come in another order.

import { createRandom } from "../random.ts";
import { type ChaosOptions, checkChaos, FAULTS, type Fault } from "./chaos-options.ts";

/** What happens to one request. */
export interface Drawn {
  faults: Set<Fault>;
  delay: number;
  /** Whether a delay holds up the request; otherwise it holds up the reply. */
  isRequestLate: boolean;
  errorReply: string;
}

/** How often each fault happened. */
export type FaultCounts = Record<Fault, number>;

export class Dice {
  readonly counts = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as FaultCounts;
  readonly #options: ReturnType<typeof checkChaos>;
  readonly #came = new Map<string, number>();
  #isCalm = false;

  constructor(options: ChaosOptions) {
    this.#options = checkChaos(options);
  }

  /** Lets nothing happen from now on. */
  calm(): void {
    this.#isCalm = true;
  }

  /** Decides about a request, which may carry several operations. */
  draw(operations: readonly string[]): Drawn {
    const { seed, chances, plan, longestDelay, errorReply } = this.#options;
    const numbers = operations.map((operation): [string, number] => [operation, this.#count(operation)]);
    const drawn: Drawn = { faults: new Set(), delay: 0, isRequestLate: true, errorReply };
    if (this.#isCalm) return drawn;
    const random = createRandom(`${seed} ${numbers.join(" ")}`);
    const any = this.#count("*");
    const planned = plan.filter(({ on, nth }) =>
      on === "*"
        ? nth === undefined || nth === any
        : numbers.some(([operation, number]) => operation === on && (nth === undefined || nth === number)),
    );
    // Each is drawn whether or not it counts, so that a chance more or less changes nothing about the others.
    const drawnLots = chances.map(([fault, chance]) => [fault, random.fraction() < chance] as const);
    drawn.delay = Math.ceil(random.fraction() * longestDelay);
    drawn.isRequestLate = random.fraction() < 0.5;
    for (const { fault, delay } of planned) {
      drawn.faults.add(fault);
      drawn.delay = delay ?? drawn.delay;
    }
    if (planned.length === 0) for (const [fault, happens] of drawnLots) if (happens) drawn.faults.add(fault);
    // What never arrives, or is refused, meets nothing more.
    for (const last of ["dropRequest", "error"] as const) {
      if (drawn.faults.has(last))
        for (const later of FAULTS.slice(FAULTS.indexOf(last) + 1)) drawn.faults.delete(later);
    }
    for (const fault of drawn.faults) this.counts[fault] += 1;
    return drawn;
  }

  #count(operation: string): number {
    const number = (this.#came.get(operation) ?? 0) + 1;
    this.#came.set(operation, number);
    return number;
  }
}
