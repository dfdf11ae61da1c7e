// Typical bugs of queues without groups.
import type { Alteration } from "../../setup/altered-lua.ts";
import { BOUNDS } from "../queue/state/bounds.ts";
import type { SeededBug } from "./test-bugs.ts";

const settleItems = { file: "lib/settle", in: "settleItems" };
const reclaimExpired = { file: "lib/heal", in: "reclaimExpired" };
const leaseReady = { file: "lib/lease-ready", in: "leaseReady" };
const openUnit = { file: "lib/unit", in: "openUnit" };
const leaseNext = { file: "lib/run-turn", in: "leaseNext" };
const runEnqueue = { file: "lib/run-enqueue", in: "runEnqueue" };

/** An expired lease leaves one attempt too many. */
export const ONE_ATTEMPT_TOO_MANY: Alteration = { file: "lib/heal", in: "reclaimJob", operator: ">=", to: ">" };

/** The bugs of queues without groups. */
export const USUAL_BUGS: SeededBug[] = [
  // Leases and settlements
  [
    "release uses up an attempt",
    { file: "lib/settle", in: "countRelease", assigned: "run.released", to: "run.released" },
  ],
  [
    "a job that is never finished never uses up an attempt",
    { file: "lib/settle", assigned: "RELEASES_PER_ATTEMPT", to: "1000" },
    "stubborn",
  ],
  [
    "a stale fence is accepted",
    {
      ...settleItems,
      assigned: "hasFence",
      to: "before and string.sub(before, 2, PROOF_LENGTH) >= string.sub(reference, 2, PROOF_LENGTH)",
    },
  ],
  [
    "a stale fence is accepted for a plain completion",
    { file: "lib/complete", in: "completeOne", condition: "PROOF_LENGTH", to: "not run" },
  ],
  ["the second item of a job takes effect too", { ...settleItems, assigned: "settled[id]" }],
  [
    "a late completion leaves the time to live",
    { file: "lib/settle", in: "leaveExpired", call: "leave expiring" },
    "late",
  ],
  ["an expired lease leaves one attempt too many", ONE_ATTEMPT_TOO_MANY, "late"],
  [
    "a retry leaves one attempt too many",
    { file: "lib/settle", in: "chooseOutcome", operator: ">=", to: ">" },
    "stubborn",
  ],
  [
    "a run keeps too few errors",
    { file: "lib/runs", assigned: "MAX_ERRORS", to: String(BOUNDS.errors - 1) },
    "stubborn",
  ],
  [
    "a run keeps too many attempts",
    { file: "lib/runs", assigned: "MAX_ATTEMPTS", to: String(BOUNDS.attempts + 1) },
    "stubborn",
  ],
  [
    "the end of an expired lease stays",
    { file: "lib/runs", in: "endAttempt", condition: "run.fence", to: "false" },
    "late",
  ],
  [
    "a repeated error is stored twice",
    { file: "lib/runs", in: "endAttempt", assigned: "isSame", to: "false" },
    "stubborn",
  ],
  [
    "a run keeps too many bytes of attempts",
    { file: "lib/runs", assigned: "MAX_ATTEMPT_BYTES", to: "2000" },
    "stubborn",
  ],
  ["a result expires too early", { file: "lib/run-turn", in: "settle", assigned: "unit.resultTtl", to: "'1000'" }],
  ["a plain completion loses its result", { file: "turn-plain", call: "addResults" }],
  ["a worker that failed may still settle its jobs", { file: "fail-worker", literal: "'W'", to: "'L'" }, "late"],
  ["an extended job stays ready", { file: "lib/extend-lease", in: "extendLease", call: "leave ready" }, "late"],
  ["one request settles payloads of any size", { ...settleItems, condition: "isLimited", to: "false" }, "heavy"],

  // Endings
  ["the ending of a job is not recorded", { ...settleItems, call: "addEnding" }],
  [
    "the endings do not contain the time since which they are written",
    { file: "lib/endings", in: "writeEndings", call: "beginEndings" },
  ],
  [
    "old endings are removed at once",
    { file: "lib/endings", in: "rotateEndings", call: "RENAME", to: "redis.call('UNLINK', keys.endings)" },
    "late",
  ],
  ["a clean ages the endings too early", { file: "clean", assigned: "IDLE_ENDINGS_AGE", to: "3600000" }, "late"],
  ["a turn ages the endings too late", { file: "lib/endings", assigned: "MIN_ENDINGS_AGE", to: "240000" }, "late"],

  // Times
  [
    "a lease expires a millisecond late",
    { ...reclaimExpired, call: "digits", nth: 1, to: "'(' .. digits(unit.now)" },
    "late",
  ],
  [
    "a delayed job loses its priority",
    { file: "lib/place", in: "placeWhenDue", assigned: "priority", to: "5" },
    "late",
  ],
  ["a job is leased as its time to live ends", { ...leaseReady, operator: "<=", nth: 1, to: "<" }, "late"],
  ["an expired job is leased", { ...leaseReady, condition: "unit.now", to: "keys.delayed and not record" }, "late"],
  ["a lease leaves the time to live", { ...leaseReady, call: "leave expiring", nth: 2 }],
  ["an earlier due time is not recorded", { file: "lib/unit", in: "lowerDue", operator: "<", to: "< -1000 +" }],
  [
    "a turn ignores the due time of the jobs that it settles",
    { ...leaseNext, assigned: "due", nth: 1, to: "nextDue(keys)" },
    "stubborn",
  ],
  ["ticks fall behind the clock", { ...openUnit, condition: "clockTick", nth: 1, to: "false" }],
  ["a queue works with a clock that is wrong by years", { ...openUnit, condition: "clockTick", nth: 2, to: "false" }],

  // Enqueues
  ["one job too many may wait", { ...runEnqueue, call: "tonumber", to: "(tonumber(sent.maxLength) + 1)" }],
  ["an id is forgotten with its job", { file: "lib/add-jobs", in: "addJobs", condition: "'0'", to: "false" }],
  [
    "plain jobs lose their priority",
    { file: "enqueue-plain", call: "addReadyJobs", to: "addReadyJobs(unit, keys.bucket, '5', items, first)" },
  ],
  [
    "jobs that are due at the same time share a place",
    { file: "lib/free-tick", in: "freeTickAt", assigned: "taken", nth: 2, to: "first - 1" },
  ],
  [
    "a record is in another hash",
    { file: "lib/jobs", in: "bucketOfBytes", assigned: "sum", nth: 1, to: "0" },
    "grouped",
  ],
  ["the result of an earlier job stays", { file: "lib/remove-results", in: "removeResults", call: "UNLINK" }],
  [
    "a queue counts as registered for too long",
    { file: "lib/heartbeat", assigned: "REGISTRATION_TTL", to: "3600000" },
    "late",
  ],
];
