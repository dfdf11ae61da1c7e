// The cases of the scripts `turn` and `turnPlain`.
import {
  type CaseDefinition,
  completeAndLease,
  inCalm,
  inDue,
  inFollowed,
  inIdle,
  inPaused,
  type SettleFields,
  settle,
  withIdempotencyKey,
} from "./case-requests.ts";
import { SHORT_LANE } from "./fixture.ts";
import { HELD, LATE, PLAIN } from "./fixture-jobs.ts";

const [held1 = "", held2 = "", held3 = "", held4 = "", held5 = ""] = HELD;
const [lateReady = "", lateTtl = "", lateFailed = ""] = LATE;

/** Every action. The third item replaces a long error with a short one. */
const EVERY_ACTION: SettleFields[] = [
  ["c", held1, '{"n":1}'],
  ["c", held2],
  ["r", held3, "5000", '"no"'],
  ["f", held4, "", '"never"'],
  ["g", held5],
];
const RETAINED: SettleFields[] = [
  ["k", held1, '{"n":1}'],
  ["k", held2],
  ["f", held5, "", '"never"'],
];
/** The holders of expired leases retry and release their jobs. A job fails, so that others are trimmed. */
const LATE_RETURNS: SettleFields[] = [
  ["r", lateReady, "5000", '"late"'],
  ["r", lateTtl, "0"],
  ["g", lateFailed],
  ["f", held2],
];
const LATE_ENDS: SettleFields[] = [
  ["c", lateReady],
  ["k", lateTtl, "1"],
  ["f", lateFailed, "", '"late"'],
];
const LATE_COMPLETES: SettleFields[] = [
  ["c", lateReady],
  ["c", lateFailed, "2"],
  ["c", "unknown"],
  ["c", lateReady],
];
/** No item makes a job ready. Such a turn settles and leases in one unit. */
const NO_RETURNS: SettleFields[] = [
  ["c", held1, '{"n":1}'],
  ["r", held3, "5000", '"no"'],
  ["f", held4],
];

const TRIM = { policy: "- 1 - 1 3600000" };
const SETTLE_ONLY = { count: 0, worker: "", heartbeat: "" };

/** The cases of `turn`, by their titles. */
export const TURN_CASES: Record<string, CaseDefinition> = {
  "settles with every action, heals and leases": inDue(5, settle(EVERY_ACTION)),
  "retains done jobs, trims, heals and leases": inDue(5, settle(RETAINED, TRIM)),
  "returns late jobs, trims, heals and leases": inDue(5, settle(LATE_RETURNS, TRIM)),
  "ends late jobs, trims, heals and leases": inDue(5, settle(LATE_ENDS, TRIM)),
  "completes late jobs, heals and leases": inDue(5, settle(LATE_COMPLETES)),
  "heals, trims and leases": inDue(4, settle([], TRIM)),
  "settles with every action and leases": inCalm(2, settle(EVERY_ACTION)),
  "retains done jobs, trims and leases": inCalm(2, settle(RETAINED, TRIM)),
  "returns late jobs, trims and leases": inCalm(3, settle(LATE_RETURNS, TRIM)),
  "ends late jobs, trims and leases": inCalm(3, settle(LATE_ENDS, TRIM)),
  "completes late jobs and leases": inCalm(2, settle(LATE_COMPLETES)),
  "settles and leases in one unit": inCalm(1, settle(NO_RETURNS)),
  "settles and leases in a new lane": inCalm(1, settle(NO_RETURNS, { lane: "other", number: "1" })),
  "settles and leases after a short reply": inCalm(1, settle(NO_RETURNS, { lane: SHORT_LANE })),
  "settles with every action and leases after a short reply": inCalm(2, settle(EVERY_ACTION, { lane: SHORT_LANE })),
  "settles with every action": inDue(1, settle(EVERY_ACTION, SETTLE_ONLY)),
  "retains done jobs and trims": inCalm(2, settle(RETAINED, { ...SETTLE_ONLY, ...TRIM })),
  "returns late jobs and trims": inCalm(2, settle(LATE_RETURNS, { ...SETTLE_ONLY, ...TRIM })),
  "ends late jobs and trims": inCalm(2, settle(LATE_ENDS, { ...SETTLE_ONLY, ...TRIM })),
  "ends jobs with followers, heals and leases": inFollowed(5, settle(EVERY_ACTION)),
  "ends jobs with followers, of which none is kept": inFollowed(1, settle(RETAINED, SETTLE_ONLY)),
  "ends a late job with a follower": inFollowed(1, settle([["c", "expired-followed", "1"]], SETTLE_ONLY)),
  "leases many jobs": inCalm(1, settle([], { count: 20 })),
  "settles and finds no job to lease": inIdle(1, settle(NO_RETURNS)),
  "finds no job": inIdle(1, settle([])),
  "settles while the queue is paused": inPaused(1, settle(NO_RETURNS)),
  "has an idempotency key": inCalm(1, (fixture) => withIdempotencyKey(settle(NO_RETURNS)(fixture))),
};

/** The cases of `turnPlain`, by their titles. */
export const TURN_PLAIN_CASES: Record<string, CaseDefinition> = {
  "completes and leases": inCalm(1, completeAndLease(PLAIN, { count: 2 })),
  completes: inCalm(1, completeAndLease(PLAIN, { count: 0 })),
  "completes with results and leases": inCalm(1, completeAndLease(PLAIN, { count: 2, results: ['"one"', '"two"'] })),
  "completes a late job and leases the jobs before it": inCalm(1, completeAndLease([lateReady], { count: 1 })),
  "completes a late job with a time to live": inCalm(1, completeAndLease([lateTtl], { count: 0 })),
  "leaves a queue with followers to the full script": inFollowed(0, completeAndLease(PLAIN, { count: 2 })),
  leases: inCalm(1, completeAndLease([], { count: 2 })),
  "leaves an unknown job to the full script": inCalm(0, completeAndLease(["unknown"], { count: 1 })),
  "leaves a late job that it would lease to the full script": inCalm(0, completeAndLease([lateReady], { count: 2 })),
  "leaves a job with a time to live to the full script": inCalm(0, completeAndLease(PLAIN, { count: 3 })),
};
