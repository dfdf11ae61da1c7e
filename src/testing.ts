// `leasehold/testing`: faults, histories and clocks for tests.

export type { Rule, Violation } from "./instruments/testing/analysis/violation.ts";
export { chaos } from "./instruments/testing/chaos/chaos.ts";
export {
  type ChaosOptions,
  type Fault,
  type PlannedFault,
  parseChaos,
} from "./instruments/testing/chaos/chaos-options.ts";
export type { FaultCounts } from "./instruments/testing/chaos/fault-schedule.ts";
export type { Chaos } from "./instruments/testing/chaos/faulty-connection.ts";
export { type Exhausted, type ExhaustOptions, exhaust } from "./instruments/testing/exhaust.ts";
export { type FinalState, finalState } from "./instruments/testing/history/final-state.ts";
export type { Grant, HistoryEvent, Item } from "./instruments/testing/history/history-event.ts";
export {
  type Recording,
  type RecordOptions,
  readHistory,
  recordHistory,
} from "./instruments/testing/history/record-history.ts";
export { checkHistory } from "./instruments/testing/rules/check-history.ts";
export { setClock, TestClock } from "./instruments/testing/test-clock.ts";
