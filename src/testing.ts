// `leasehold/testing`: faults, histories and clocks for tests.
export { chaos } from "./instruments/testing/chaos.ts";
export { setClock, TestClock } from "./instruments/testing/clock.ts";
export type { FaultCounts } from "./instruments/testing/dice.ts";
export { type Exhausted, type ExhaustOptions, exhaust } from "./instruments/testing/exhaust.ts";
export { type ChaosOptions, type Fault, type PlannedFault, parseChaos } from "./instruments/testing/faults.ts";
export { checkHistory } from "./instruments/testing/history/check.ts";
export type { Grant, HistoryEvent, Item } from "./instruments/testing/history/event.ts";
export { type FinalState, finalState } from "./instruments/testing/history/final-state.ts";
export {
  type Recording,
  type RecordOptions,
  readHistory,
  recordHistory,
} from "./instruments/testing/history/record.ts";
export type { Rule, Violation } from "./instruments/testing/history/violation.ts";
export type { Chaos } from "./instruments/testing/wire.ts";
