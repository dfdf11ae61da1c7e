// Typical bugs of queues without groups.
import type { Alteration } from "../../setup/altered-lua.ts";
import { BOUNDS } from "../queue/state/bounds.ts";
import { forgetReply, type SeededBug } from "./test-bugs.ts";

const settleItems = { file: "lib/settle", in: "settleItems" };
const reclaimExpired = { file: "lib/heal", in: "reclaimExpired" };
const leaseReady = { file: "lib/lease-ready", in: "leaseReady" };
const openUnit = { file: "lib/unit", in: "openUnit" };
const openRequest = { file: "lib/unit", in: "openRequest" };
const leaseNext = { file: "lib/run-turn", in: "leaseNext" };
const runEnqueue = { file: "lib/run-enqueue", in: "runEnqueue" };
const hasListeners = { file: "lib/wake", in: "hasListeners" };

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
    { file: "lib/settle", in: "completeOne", condition: "PROOF_LENGTH", to: "not run" },
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

  // Repeated requests
  [
    "a repeated settle takes effect again",
    { file: "lib/run-turn", in: "commitUnit", assigned: "isRemembered", to: "taken > 0" },
    "lossy",
  ],
  [
    "a repeated lease is a new one",
    { file: "lib/run-turn", in: "commitUnit", assigned: "isRemembered", to: "settles" },
    "lossy",
  ],
  [
    "a repeated empty lease is a new one",
    { ...leaseNext, assigned: "changed", nth: 3, to: "changed or isWritten" },
    "lossy",
  ],
  [
    "an empty lease with an idempotency key is remembered",
    { file: "lib/run-turn", in: "commitUnit", assigned: "isRemembered", to: "true" },
    "late",
  ],
  ["a repeated plain turn is a new one", forgetReply("turn-plain"), "lossy"],
  ["a repeated extension is a new one", forgetReply("extend"), "lossy"],
  ["a repeated progress note is a new one", forgetReply("progress"), "lossy"],
  ["a repeated pause is a new one", forgetReply("pause"), "lossy"],
  ["a repeated resume is a new one", forgetReply("resume"), "lossy"],
  ["a repeated purge is a new one", forgetReply("purge"), "lossy"],
  ["a repeated failWorker is a new one", { ...forgetReply("fail-worker"), nth: 1 }, "lossy"],
  ["a repeated clean is a new one", { file: "clean", assigned: "isRemembered", to: "false" }, "lossy"],
  ["a repeated destroy is a new one", { file: "destroy", call: "HSET" }, "lossy"],
  ["a late request takes effect", { ...openRequest, operator: ">", to: "> 1e9 +" }, "lossy"],
  ["an idempotency key is valid for any content", { ...openRequest, condition: "'0'", to: "false" }],

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
  ["a record is in another hash", { file: "lib/jobs", in: "bucketOfBytes", assigned: "sum", nth: 1, to: "0" }],
  ["the result of an earlier job stays", { ...runEnqueue, call: "UNLINK" }],
  [
    "a queue counts as registered for too long",
    { file: "lib/heartbeat", assigned: "REGISTRATION_TTL", to: "3600000" },
    "late",
  ],

  // Operating a queue
  [
    "cancel leaves the run",
    { file: "cancel", call: "removeJob", to: "removeJob(unit, oneBucket or buckets[i], id, nil)" },
  ],
  ["cancel removes failed jobs", { file: "cancel", literal: "'F'", to: "'f'" }],
  [
    "redrive keeps the attempts",
    {
      file: "lib/redrive-jobs",
      in: "redriveJob",
      call: "makeReady",
      to: "makeReady(unit, bucket, id, run, placeOf(priority, unit.tick), false)",
    },
  ],
  ["a changed job keeps its record", { file: "redrive-changed", call: "rewriteField" }],
  ["promoted jobs share a place", { file: "promote", assigned: "unit.tick" }],
  ["purged jobs are not counted", { file: "purge", call: "count" }],
  [
    "one request removes payloads of any size",
    { file: "lib/job-writes", in: "limitFreed", condition: "MAX_FREED_BYTES", to: "false" },
    "heavy",
  ],
  [
    "retention keeps one failed job too many",
    { file: "lib/trim", in: "trimEnded", condition: "excess", to: "excess - 1 > #old" },
    "late",
  ],
  [
    "a turn removes no ended jobs",
    { file: "lib/run-turn", in: "settle", call: "trimEnded", to: "0, false" },
    "stubborn",
  ],
  [
    "a batch larger than the retention is kept",
    { file: "lib/run-turn", in: "runTurn", call: "trimAdded", nth: 2 },
    "stubborn",
  ],
  ["failWorker removes no ended jobs", { file: "fail-worker", call: "trimEnded" }, "late"],
  [
    "the audit removes undamaged jobs",
    { file: "deep-clean", in: "auditState", condition: "exists[i]", to: "exists[i]" },
  ],

  // Wakes and listeners
  [
    "a settled job publishes no wake",
    { file: "lib/run-turn", in: "runTurn", assigned: "shouldWake", nth: 2, to: "false" },
  ],
  [
    "an emptied queue publishes no wake",
    { file: "lib/run-turn", in: "runTurn", assigned: "shouldWake", nth: 3, to: "false" },
  ],
  ["a resumed queue publishes no wake", { file: "resume", condition: "hasListeners", to: "false" }],
  ["a paused queue publishes wakes", { ...hasListeners, condition: "hasFlag", nth: 2, to: "false" }],
  ["a shortened lease publishes no wake", { file: "lib/extend-lease", in: "extendLease", assigned: "unit.sooner" }],
  [
    "a wake without ready jobs reports an empty queue",
    { file: "lib/wake", in: "wake", literal: "'-'", nth: 2, to: "'0'" },
  ],
  ["the flag of the last listener stays", { ...hasListeners, assigned: "unit.flags" }],
  ["no listener is recorded", { file: "lib/wake", in: "addListener", condition: "LISTENER_TTL", to: "true" }],
  ["a beat records no listener", { ...leaseNext, condition: "heartbeat", to: "not unit.isNew and taken == 0" }],
];
