// All scenarios, in the order of the table.
import type { Scenario } from "../flood/scenario.ts";
import { ENQUEUES } from "./enqueues.ts";
import { LEASES } from "./leases.ts";
import { OPERATIONS } from "./operations.ts";
import { READS } from "./reads.ts";
import { REFUSALS } from "./refusals.ts";
import { WAITS } from "./waits.ts";

// Requests that a bare server refuses with 429, in another process and in the app's: the minimum cost of a flood of this rate.
const BARE: readonly Scenario[] = [
  { name: "429 from another process", usesBareServer: true, next: (flood) => flood.getApp("/refuse") },
  { name: "429 from the app's process", next: (flood) => flood.getApp("/refuse") },
];

/** All scenarios. */
export const SCENARIOS: readonly Scenario[] = [
  ...BARE,
  ...ENQUEUES,
  ...LEASES,
  ...WAITS,
  ...READS,
  ...REFUSALS,
  ...OPERATIONS,
];
