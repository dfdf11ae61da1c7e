// The cases of scripts in queues with groups and limits.
import {
  type CaseDefinition,
  completeAndLease,
  createEnqueueRequest,
  createIdsRequest,
  inAbsent,
  inCalm,
  inCapped,
  inLimited,
  inLimitedDue,
  inOrdered,
  inOrderedDue,
  reportProgress,
  type ScriptRequest,
  type SettleFields,
  settle,
  toReference,
  withArgs,
  withIdempotencyKey,
} from "./case-requests.ts";
import { SHORT_LANE } from "./fixture.ts";
import { type Fixture, HELD, LATE, PLAIN } from "./fixture-jobs.ts";
import { inScheduled } from "./schedule-cases.ts";
import type { ScriptName } from "./script-cases.ts";

const [held1 = "", held2 = "", held3 = "", held4 = "", held5 = ""] = HELD;
const [lateReady = "", lateTtl = "", lateFailed = ""] = LATE;

/** Limits of a later version that lift most limits, and such that set narrow ones. */
const WIDE = "9 - 5 600 60000 60|- - - -";
const NARROW = "9 o 1 6 60000 1|3 60 60000 2";
const TRIM = { policy: "- 1 - 1 3600000" };
const SETTLE_ONLY = { count: 0, worker: "", heartbeat: "" };

/** Each action on a job that a group holds. */
const EVERY_ACTION: SettleFields[] = [
  ["c", held1, '{"n":1}'],
  ["c", held2],
  ["r", held3, "5000", '"no"'],
  ["f", held4, "", '"never"'],
  ["g", held5],
];
const RETAINED: SettleFields[] = [
  ["k", held1, '{"n":1}'],
  ["r", held2, "0"],
  ["f", held5, "", '"never"'],
];
const LATE_RETURNS: SettleFields[] = [
  ["r", lateReady, "5000", '"late"'],
  ["r", lateTtl, "0"],
  ["g", lateFailed],
];
const LATE_ENDS: SettleFields[] = [
  ["c", lateReady],
  ["k", lateTtl, "1"],
  ["f", lateFailed, "", '"late"'],
];

/** The cases of `turnGrouped`, by their titles. */
const TURN_CASES: Record<string, CaseDefinition> = {
  "settles with every action, heals and leases": inLimitedDue(5, settle(EVERY_ACTION)),
  "retains done jobs, trims, heals and leases": inLimitedDue(5, settle(RETAINED, TRIM)),
  "settles with every action in order, heals and leases": inOrderedDue(5, settle(EVERY_ACTION)),
  "retains done jobs in order, trims, heals and leases": inOrderedDue(5, settle(RETAINED, TRIM)),
  "returns late jobs, heals and leases": inLimitedDue(5, settle(LATE_RETURNS)),
  "returns late jobs in order": inOrdered(1, settle(LATE_RETURNS, SETTLE_ONLY)),
  "ends late jobs, heals and leases": inLimitedDue(5, settle(LATE_ENDS)),
  "ends late jobs in order": inOrdered(1, settle(LATE_ENDS, SETTLE_ONLY)),
  "settles with every action": inLimited(1, settle(EVERY_ACTION, SETTLE_ONLY)),
  "settles with every action in order": inOrdered(1, settle(EVERY_ACTION, SETTLE_ONLY)),
  "settles and leases": inLimited(2, settle(EVERY_ACTION)),
  "settles and leases in order": inOrdered(2, settle(EVERY_ACTION)),
  "settles and leases after a short reply": inLimited(2, settle(EVERY_ACTION, { lane: SHORT_LANE })),
  "leases many jobs": inLimited(1, settle([], { count: 50 })),
  "leases many jobs in order": inOrdered(1, settle([], { count: 50 })),
  "adopts wider limits and leases": inLimited(2, settle([], { limits: WIDE, count: 50 })),
  "adopts wider limits, settles and leases": inOrdered(3, settle(EVERY_ACTION, { limits: WIDE })),
  "adopts narrower limits, heals and leases": inLimitedDue(5, settle([], { limits: NARROW, count: 50 })),
  "adopts limits for a queue without any": inCalm(2, settle([], { limits: NARROW })),
  "leases while a slot is due": inScheduled(1, settle([])),
  "has an idempotency key": inLimited(1, (fixture) => withIdempotencyKey(settle([])(fixture))),
};

/** Jobs of groups in every position. */
const NEW_JOBS = [
  ["5 - 60000 - -|1 full", "new-1", "full-1"],
  ["0 - 60000 - 60000|2 full", "new-2"],
  ["5 +60000 60000 - -|1 full", "new-3"],
  ["5 - - - -|1 fresh", "made-up-1", "made-up-2"],
  ["5 - 0 - -|4 limited", "new-4"],
  ["5 - 0 - -|1 slow", "new-5"],
  ["5 - 0 - -|1 paused", "new-6"],
  ["5 - 0 - -|1 stopped", "new-7"],
  ["5 - 0 - -|1 ended", "failed-1", "new-8"],
  ["5 - 0 - -|3 ", "new-9"],
  ["5 - 0 - -|1 open", "new-10"],
  ["5 - 0 - -", "new-11"],
] satisfies [options: string, ...ids: string[]][];
const createGroupedRequest = (args: ScriptRequest["args"] = {}) => withArgs(createEnqueueRequest(...NEW_JOBS), args);

/** A job in each position of a group. */
const EVERY_POSITION = [
  ...[held1, "full-1", "full-first", "open-head", "limited-head", "paused-head", "stopped-1", "retried", "single-1"],
  ...["failed-1", "failed-1-next", "late-1", lateTtl, "later", "many-head", "many-1", "ready-2", "done-1", "unknown"],
];

const purge = (state: "ready" | "delayed" | "blocked" | "failed"): ScriptRequest => ({
  args: { total: "purged", letter: "P", set: state },
  parts: { state },
});

/** Returns what changes a failed job: its id, its state and fence, and its record with another payload and priority. */
const toChange = ({ fences }: Fixture, id: string, state: "F" | "E", payload: string) => [
  id,
  `${state} ${fences[id]}`,
  `${"1".padStart(16, "2")} m9:${payload}`,
];

const createExtension = (fixture: Fixture) => {
  const ids = [...HELD, ...LATE, "over", "unknown"];
  return withArgs(createIdsRequest(ids), { items: ids.map((id) => toReference(fixture, id)) });
};
const setGroup = (group: string, args: ScriptRequest["args"] = {}): ScriptRequest => ({ args: { group, ...args } });

/** The cases of scripts of which all are about groups and limits. */
export const GROUP_CASES = {
  turnGrouped: TURN_CASES,
  enqueueGrouped: {
    "jobs of every group": inLimited(1, createGroupedRequest()),
    "jobs of every ordered group": inOrdered(1, createGroupedRequest()),
    "jobs of due groups": inLimitedDue(1, createGroupedRequest({ lane: SHORT_LANE })),
    "jobs of a new queue": inAbsent(1, createGroupedRequest()),
    "jobs of a new queue with limits": inAbsent(2, createGroupedRequest({ limits: NARROW })),
    "jobs and wider limits": inLimited(2, createGroupedRequest({ limits: WIDE })),
    "jobs and narrower limits": inLimited(2, createGroupedRequest({ limits: NARROW, lane: "other", number: "1" })),
    "jobs and other limits of the same version": inLimited(
      1,
      createGroupedRequest({ limits: NARROW.replace("9", "1") }),
    ),
    "jobs of the first groups of a queue": inCalm(1, createGroupedRequest()),
    "jobs with an idempotency key": inLimited(1, withIdempotencyKey(createGroupedRequest())),
  },
  turnGroupedPlain: {
    "completes and leases": inCapped(1, completeAndLease([held1, held3], { count: 4 })),
    completes: inCapped(1, completeAndLease([held1, held2], { count: 0 })),
    "completes with results and leases": inCapped(
      1,
      completeAndLease(PLAIN, { count: 1, results: ['"one"', '"two"'] }),
    ),
    "leases jobs of every group": inCapped(1, completeAndLease([], { count: 7 })),
    "leaves a late job to the full script": inCapped(0, completeAndLease([lateReady], { count: 1 })),
    "leaves a queue with rates to the full script": inLimited(0, completeAndLease([held1], { count: 1 })),
  },
  enqueueGroupedPlain: {
    "new jobs of several groups": inCapped(1, {
      args: { items: ["fresh-a", '"a"', "full", "fresh-q", '"q"', "fresh", "fresh-A", '"A"', "fresh"] },
      parts: { id: "fresh-a" },
    }),
    "the first blocked job of a group": inCapped(1, {
      args: { items: ["fresh-a", '"a"', "single"] },
      parts: { id: "fresh-a" },
    }),
  },
  setGroup: {
    "a larger concurrency of a full group": inLimited(1, setGroup("full", { cap: "9" })),
    "a smaller concurrency than the group holds": inLimited(1, setGroup("open", { cap: "1", rate: "6 60000 1" })),
    "the concurrency of an ordered group": inOrdered(1, setGroup("full", { cap: "9" })),
    "another rate of a group that waits for its tokens": inLimited(1, setGroup("limited", { rate: "600 60000 100" })),
    "no rate of its own": inLimited(1, setGroup("slow", { rate: "- - -" })),
    "a pause of a group with a head": inLimited(1, setGroup("heads", { paused: "+60000" })),
    "a pause without an end": inLimited(1, setGroup("many", { paused: "0" })),
    "the end of a pause": inLimited(1, setGroup("paused", { paused: "-" })),
    "the end of a pause without an end": inOrdered(1, setGroup("stopped", { paused: "-" })),
    "no limits of its own for an idle group": inLimited(1, setGroup("idle", { cap: "-", expected: "" })),
    "a group of a new queue": inAbsent(1, setGroup("full", { cap: "3" })),
    "the first group of a queue": inCalm(1, setGroup("full", { cap: "3" })),
    "a group with another version": inLimited(0, setGroup("full", { cap: "3", expected: "7" })),
  },
  setLimits: {
    "wider limits": inLimited(1, { args: { limits: WIDE.slice(2) } }),
    "narrower limits": inLimited(1, { args: { limits: NARROW.slice(2) } }),
    "wider limits of ordered groups": inOrdered(1, { args: { limits: WIDE.slice(2) } }),
    "wider limits of due groups": inOrderedDue(1, { args: { limits: WIDE.slice(2), expected: "1" } }),
    "the limits of a new queue": inAbsent(1, { args: { limits: NARROW.slice(2) } }),
    "the first limits of a queue": inCalm(1, { args: { limits: NARROW.slice(2), expected: "0" } }),
    "limits with another version": inLimited(0, { args: { limits: NARROW.slice(2), expected: "7" } }),
  },
  cancelGroup: {
    "a full group": inLimited(1, setGroup("full")),
    "a part of a full group": inLimited(1, setGroup("full", { limit: 1 })),
    "a group that waits for its tokens": inLimited(1, setGroup("limited")),
    "a paused group": inLimited(1, setGroup("stopped")),
    "a group that waits for a retry": inOrdered(1, setGroup("retrying")),
    "a group that a failed job has stopped": inOrdered(1, setGroup("ended")),
    "a group without such jobs": inLimited(0, setGroup("unknown")),
  },
  groups: {
    "the groups with blocked jobs": inLimited(0, { args: { names: [] } }),
    "the groups with overrides": inLimited(0, { args: { names: [], cursor: "2 0" } }),
    "the groups with leased jobs": inOrdered(0, { args: { names: [], cursor: "3 " } }),
    "groups by their names": inLimited(0, { args: { names: ["full", "unknown"] } }),
  },
} satisfies Partial<Record<ScriptName, Record<string, CaseDefinition>>>;

/** Further cases of scripts that are used in queues without groups, too. */
export const FURTHER_CASES: Partial<Record<ScriptName, Record<string, CaseDefinition>>> = {
  cancel: {
    "a job in each position of a group": inLimited(1, createIdsRequest(EVERY_POSITION)),
    "a job in each position of an ordered group": inOrdered(1, createIdsRequest(EVERY_POSITION)),
    "a job in each position of a due group": inLimitedDue(1, createIdsRequest([...EVERY_POSITION, "over", "expired"])),
  },
  clean: {
    "heals groups": inLimitedDue(4, { args: { policy: "- - - -" } }),
    "heals and trims groups": inLimitedDue(5, { args: { policy: "0 - 0 -" } }),
    "heals ordered groups": inOrderedDue(4, { args: { policy: "- - - -" } }),
    "heals and trims ordered groups": inOrderedDue(5, { args: { policy: "0 - 0 -" } }),
    "finds a slot that is due": inScheduled(1, { args: { policy: "" } }),
  },
  destroy: { "a queue with groups": inLimited(1) },
  extend: {
    "leases of groups, also expired ones": inLimitedDue(1, createExtension),
    "leases of ordered groups, also expired ones": inOrderedDue(1, createExtension),
  },
  progress: {
    "a longer lease of a group": inLimited(1, reportProgress(held2, '0.5 "half"', 60_000)),
    "a late job of a group that is ready": inLimited(1, reportProgress(lateTtl, '0.5 "half"', 60_000)),
    "a late job of a group that has failed": inOrdered(1, reportProgress(lateFailed, '0.5 "half"')),
  },
  failWorker: {
    "a worker with jobs of groups": inLimited(1),
    "a worker with jobs of ordered groups": inOrdered(1),
    "a worker with expired leases": inOrderedDue(1),
  },
  get: {
    "a blocked job": inLimited(0, createIdsRequest(["full-1"], { parts: "dsr" })),
    "a job of an ordered group": inOrdered(0, createIdsRequest(["retried"], { parts: "dsr" })),
  },
  promote: {
    "delayed jobs of groups": inLimited(
      1,
      createIdsRequest(["later", "later-ttl", "limited-head", "paused-head", "retried"]),
    ),
    "delayed jobs of ordered groups": inOrdered(1, createIdsRequest(["later", "later-ttl", "limited-head", "retried"])),
  },
  purge: {
    "the ready jobs of groups": inLimited(1, purge("ready")),
    "the delayed jobs of groups": inLimited(1, purge("delayed")),
    "the delayed jobs of ordered groups": inOrdered(1, purge("delayed")),
    "the blocked jobs": inLimited(1, purge("blocked")),
    "some blocked jobs": inLimited(1, { ...purge("blocked"), args: { ...purge("blocked").args, limit: 3 } }),
    "the failed jobs of ordered groups": inOrdered(1, purge("failed")),
  },
  redrive: {
    "the failed jobs of groups": inLimited(1, { args: { ids: [] } }),
    "the failed jobs of ordered groups": inOrdered(1, { args: { ids: [] } }),
    "failed jobs of groups by their ids": inOrdered(1, {
      args: { ids: ["failed-2", lateFailed, "unknown", "failed-2"] },
    }),
  },
  redriveChanged: {
    "failed jobs of groups": inLimited(1, (fixture) => ({
      args: {
        items: [
          ...toChange(fixture, "failed-1", "F", `{"larger":"${"x".repeat(3_000)}"}`),
          ...toChange(fixture, lateFailed, "E", "1"),
        ],
      },
    })),
    "failed jobs of ordered groups": inOrdered(1, (fixture) => ({
      args: { items: [...toChange(fixture, "failed-1", "F", "1"), ...toChange(fixture, lateFailed, "E", "2")] },
    })),
  },
  turn: { "leaves a queue with groups to another script": inLimited(0, settle(EVERY_ACTION)) },
  turnPlain: {},
};
