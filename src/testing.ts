// The public names for tests.
export { chaos } from "./testing/chaos.ts";
export type { FaultCounts } from "./testing/dice.ts";
export { type ChaosOptions, type Fault, type PlannedFault, parseChaos } from "./testing/faults.ts";
export type { Chaos } from "./testing/wire.ts";
