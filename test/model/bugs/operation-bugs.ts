// Typical bugs of repeated requests, of operations on a queue, and of wakes.
import { forgetReply, type SeededBug } from "./test-bugs.ts";

const openRequest = { file: "lib/unit", in: "openRequest" };
const leaseNext = { file: "lib/run-turn", in: "leaseNext" };
const hasListeners = { file: "lib/wake", in: "hasListeners" };

/** The bugs of repeated requests, of operations on a queue, and of wakes. */
export const OPERATION_BUGS: SeededBug[] = [
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
  ["failWorker removes no ended jobs", { file: "fail-worker", call: "trimEnded" }, "lossy"],
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
