// The public names for tests.
export { chaos } from "./testing/chaos.ts";
export { setClock, TestClock } from "./testing/clock.ts";
export type { FaultCounts } from "./testing/dice.ts";
export { type Exhausted, type ExhaustOptions, exhaust } from "./testing/exhaust.ts";
export { type ChaosOptions, type Fault, type PlannedFault, parseChaos } from "./testing/faults.ts";
export { checkHistory } from "./testing/history/check.ts";
export type { Grant, HistoryEvent, Item } from "./testing/history/event.ts";
export { type FinalState, finalState } from "./testing/history/final-state.ts";
export { type Recording, type RecordOptions, readHistory, recordHistory } from "./testing/history/record.ts";
export type { Rule, Violation } from "./testing/history/violation.ts";
export type { Chaos } from "./testing/wire.ts";
