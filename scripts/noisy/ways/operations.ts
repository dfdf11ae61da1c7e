// Floods of operations on queues of one's own.
import type { Way } from "../way.ts";

export const OPERATIONS: readonly Way[] = [
  {
    name: "purges and fills",
    prepare: (flood) => flood.fill(50),
    next: (flood, number) =>
      number % 2 === 0 ? flood.ask("POST", "/purge", { body: { state: "ready" } }) : flood.fillOnce(),
  },
  {
    name: "deep cleans",
    factor: 3,
    prepare: (flood) => flood.fill(50),
    next: (flood) => flood.ask("POST", "/deep-clean", { body: {} }),
  },
  {
    name: "destroys and fills",
    prepare: (flood) => flood.fill(20),
    next: (flood, number) =>
      number % 2 === 0 ? flood.ask("POST", "/destroy", { body: { queue: flood.queue } }) : flood.fillOnce(),
  },
];
