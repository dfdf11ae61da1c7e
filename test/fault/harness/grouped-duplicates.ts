// The cases of duplicates in queues with groups: jobs that replace others, and followers of other groups.
import {
  type CaseDefinition,
  createEnqueueRequest,
  createIdsRequest,
  inLimitedDue,
  inLimitedFollowed,
  inOrdered,
  inOrderedFollowed,
  type SettleFields,
  settle,
} from "./case-requests.ts";
import { HELD, LATE } from "./fixture-jobs.ts";
import type { ScriptName } from "./script-cases.ts";

const [held1 = "", held2 = "", held3 = "", held4 = "", held5 = ""] = HELD;
const [lateReady = "", lateTtl = "", lateFailed = ""] = LATE;
const SETTLE_ONLY = { count: 0, worker: "", heartbeat: "" };

/** Jobs that replace others in every position of a group: in the same group, in another one, and in none. */
const DUPLICATES = [
  ["5 - r0 - -|1 full", "full-1", "full-first", "full-ttl"],
  ["5 - r0 3 60000|1 heads", "ready-1", "many-1"],
  ["7 - r0 - -|2 open", "open-head", "single-1", "open-1"],
  ["5 +9000 r0 - -|1 limited", "limited-head", "limited-1", "later"],
  ["5 - a - -|1 slow", "slow-head", "failed-1", "done-1"],
  ["5 - a - 60000|1 retrying", "retried", "retried-1", "failed-2"],
  ["5 - a - -", "paused-head", "stopped-1", held3],
  ["5 - a - -|1 fresh", held1, "new-1", "over", "over"],
  ["5 +5000 b60000 - -|1 late", lateReady, lateTtl, "later-ttl", "new-2", "new-2"],
  ["5 +5000 b - -|4 ended", held2, lateFailed, "failed-1-next"],
] satisfies [options: string, ...ids: string[]][];

/** Each ending of a job with a follower. */
const ENDINGS: SettleFields[] = [
  ["c", held1, '{"n":1}'],
  ["c", held2],
  ["f", held3, "", '"never"'],
  ["r", held4, "5000", '"last"'],
  ["r", held5, "0", '"no"'],
];

/** The cases by their scripts. */
export const GROUPED_DUPLICATE_CASES: Partial<Record<ScriptName, Record<string, CaseDefinition>>> = {
  cancel: {
    "jobs of groups with followers": inLimitedFollowed(1, createIdsRequest([held1, held4, "over", "full-1"])),
  },
  cancelGroup: { "a group with a follower": inOrderedFollowed(1, { args: { group: "full" } }) },
  clean: {
    "ends jobs of groups with followers": inLimitedFollowed(4, { args: { policy: "- - - -" } }),
    "ends jobs of ordered groups with followers": inOrderedFollowed(4, { args: { policy: "- - - -" } }),
  },
  enqueueKnown: {
    "jobs that replace others of groups": inLimitedDue(1, createEnqueueRequest(...DUPLICATES)),
    "jobs that replace others of ordered groups": inOrdered(1, createEnqueueRequest(...DUPLICATES)),
    "jobs that replace others of groups and their followers": inLimitedFollowed(1, createEnqueueRequest(...DUPLICATES)),
  },
  failWorker: { "a worker whose jobs of groups have followers": inOrderedFollowed(1) },
  turnGrouped: {
    "ends jobs with followers, heals and leases": inLimitedFollowed(5, settle(ENDINGS)),
    "ends jobs of ordered groups with followers": inOrderedFollowed(1, settle(ENDINGS, SETTLE_ONLY)),
  },
};
