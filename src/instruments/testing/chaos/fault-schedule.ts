// Decides which faults each request meets. A decision depends only on the seed, the operation and the number of earlier
// requests of that operation, so it is the same in each run, even if requests of other operations come in another
// order.
import { createRandom } from "../seeded-random.ts";
import { type ChaosOptions, FAULTS, type Fault, validateChaosOptions } from "./chaos-options.ts";

/** The faults of one request. */
export interface RequestFaults {
  faults: Set<Fault>;
  /** The delay in ms, for a request with the fault `delay`. */
  delay: number;
  /** True if the delay holds back the request, false if it holds back the reply. */
  isRequestDelayed: boolean;
  errorReply: string;
}

/** The number of times that each fault has happened. */
export type FaultCounts = Record<Fault, number>;

/** The faults of a connection, drawn for one request after another. */
export class FaultSchedule {
  readonly counts = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as FaultCounts;
  readonly #options: ReturnType<typeof validateChaosOptions>;
  /** The number of requests so far, by operation; `*` counts all. */
  readonly #requests = new Map<string, number>();
  #isCalm = false;

  constructor(options: ChaosOptions) {
    this.#options = validateChaosOptions(options);
  }

  /** Draws no more faults from now on. */
  calm(): void {
    this.#isCalm = true;
  }

  /** Draws the faults of the next request, which may carry several operations. */
  draw(operations: readonly string[]): RequestFaults {
    const { seed, chances, plan, longestDelay, errorReply } = this.#options;
    const numbered = operations.map((operation): [string, number] => [operation, this.#nextNumber(operation)]);
    const drawn: RequestFaults = { faults: new Set(), delay: 0, isRequestDelayed: true, errorReply };
    if (this.#isCalm) return drawn;
    const random = createRandom(`${seed} ${numbered.join(" ")}`);
    const numberOfAll = this.#nextNumber("*");
    const planned = plan.filter(({ operation, nth }) =>
      operation === "*"
        ? nth === undefined || nth === numberOfAll
        : numbered.some(([name, number]) => operation === name && (nth === undefined || nth === number)),
    );
    // Every fault is drawn, even if a plan overrides it, so that another chance changes nothing about the other faults.
    const randomFaults = chances.filter(([, chance]) => random.fraction() < chance).map(([fault]) => fault);
    drawn.delay = Math.ceil(random.fraction() * longestDelay);
    drawn.isRequestDelayed = random.fraction() < 0.5;
    for (const { fault, delay } of planned) {
      drawn.faults.add(fault);
      drawn.delay = delay ?? drawn.delay;
    }
    if (planned.length === 0) for (const fault of randomFaults) drawn.faults.add(fault);
    // A request that never arrives, or that is refused, meets no later fault.
    for (const last of ["dropRequest", "error"] as const) {
      if (drawn.faults.has(last))
        for (const later of FAULTS.slice(FAULTS.indexOf(last) + 1)) drawn.faults.delete(later);
    }
    for (const fault of drawn.faults) this.counts[fault] += 1;
    return drawn;
  }

  /** Returns the number of the next request of an operation, from 1, and counts it. */
  #nextNumber(operation: string): number {
    const number = (this.#requests.get(operation) ?? 0) + 1;
    this.#requests.set(operation, number);
    return number;
  }
}
