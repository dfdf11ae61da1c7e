// Floods of operations on the tenant's own queues.
import type { Scenario } from "../flood/scenario.ts";

/** Scenarios that operate queues. */
export const OPERATIONS: readonly Scenario[] = [
  {
    name: "purges and fills",
    prepare: (flood) => flood.fill(50),
    next: (flood, number) => (number % 2 === 0 ? flood.post("/purge", { state: "ready" }) : flood.enqueueBatch()),
  },
  {
    name: "deep cleans",
    rateFactor: 3,
    prepare: (flood) => flood.fill(50),
    next: (flood) => flood.post("/deep-clean", {}),
  },
  {
    name: "destroys and fills",
    prepare: (flood) => flood.fill(20),
    next: (flood, number) => (number % 2 === 0 ? flood.post("/destroy", { queue: flood.queue }) : flood.enqueueBatch()),
  },
];
