// Typical mistakes, each at one place of the Lua, and the traffic that shows it.
import type { Alteration } from "../setup/altered-lua.ts";
import type { Traffic } from "./operations.ts";

const settleEach = { file: "lib/settle", in: "settleEach" };
const reclaim = { file: "lib/heal", in: "reclaim" };
const take = { file: "lib/take", in: "take" };
const openRequest = { file: "lib/unit", in: "openRequest" };

export const ONE_ATTEMPT_TOO_MANY: Alteration = { file: "lib/heal", in: "bringBack", operator: ">=", to: ">" };

export const MISTAKES: [what: string, alteration: Alteration, traffic?: Traffic][] = [
  // Jobs in the hands of their holders
  ["release uses up an attempt", { ...settleEach, assigned: "given", nth: 3, to: "given" }],
  [
    "an old fence is good enough",
    { ...settleEach, assigned: "isFence", to: "run and string.sub(run, 2, HELD) >= string.sub(reference, 2, HELD)" },
  ],
  [
    "an old fence is good enough to complete a plain job",
    { file: "lib/settle", in: "completeOne", condition: "HELD", to: "not run" },
  ],
  ["the second item of a job is carried out too", { ...settleEach, assigned: "seen[id]" }],
  ["a late completion leaves the time to live", { ...settleEach, assigned: "unit.from.expiring" }, "late"],
  ["a lease that runs out leaves one attempt too many", ONE_ATTEMPT_TOO_MANY, "late"],
  ["a retry leaves one attempt too many", { ...settleEach, operator: ">=", to: ">" }, "stubborn"],
  ["an error is forgotten too early", { file: "lib/runs", assigned: "ERRORS", to: "2" }, "stubborn"],
  ["a result is forgotten too early", { file: "turn", assigned: "unit.keepResults", to: "'1000'" }],
  ["how a job ended is not noted", { ...settleEach, call: "noteEnd" }],
  ["a worker that failed may still settle its jobs", { file: "fail-worker", literal: "'W'", to: "'L'" }, "late"],
  ["an extended job stays in line", { file: "lib/hold", in: "holdOn", assigned: "unit.from.ready" }, "late"],

  // What is due
  ["a lease ends a millisecond late", { ...reclaim, call: "digits", nth: 1, to: "'(' .. digits(unit.now)" }, "late"],
  [
    "a delayed job loses its priority",
    { file: "lib/place", in: "placeWhenDue", assigned: "priority", to: "5" },
    "late",
  ],
  ["a job is still handed out as its time to live ends", { ...take, operator: "<=", nth: 1, to: "<" }, "late"],
  ["an expired job is handed out", { ...take, condition: "unit.now", to: "keys.delayed and not record" }, "late"],
  ["a lease leaves the time to live", { ...take, assigned: "unit.from.expiring" }],
  ["an earlier due time is not noted", { file: "lib/unit", in: "dueBy", operator: "<", to: "< -1000 +" }],
  [
    "a retry is told to be due when its last lease ends",
    { file: "turn", assigned: "due", to: "nextDue(keys)" },
    "stubborn",
  ],
  ["ticks fall behind the clock", { file: "lib/unit", in: "openUnit", condition: "least", to: "false" }],

  // Requests that come again
  ["a repeated settling is carried out again", { file: "turn", assigned: "isRemembered", to: "given > 0" }, "lossy"],
  ["a repeated lease is a new one", { file: "turn", assigned: "isRemembered", to: "settles" }, "lossy"],
  ["a lease without jobs is remembered", { file: "turn", assigned: "isRemembered", to: "true" }, "late"],
  ["a repeated plain turn is a new one", { file: "turn-plain", call: "commit", to: "commit(unit, keys)" }, "lossy"],
  ["a request that comes late is carried out", { ...openRequest, operator: ">", to: "> 1e9 +" }, "lossy"],
  ["a name is good for any content", { ...openRequest, condition: "'0'", to: "false" }],

  // Jobs that come in
  ["one job too many may wait", { file: "enqueue", call: "tonumber", to: "(tonumber(maxLength) + 1)" }],
  ["an id is forgotten with its job", { file: "lib/enqueue", in: "addJobs", condition: "'0'", to: "false" }],
  [
    "plain jobs lose their priority",
    { file: "enqueue-plain", call: "addReady", to: "addReady(unit, keys.hash, '5', items, first)" },
  ],
  ["jobs that are due at the same time share a place", { file: "lib/due", in: "tickAt", assigned: "unit.ticks[each]" }],
  ["a record lies in another hash", { file: "lib/jobs", in: "hashNumber", assigned: "length", to: "1" }],

  // Operating a queue
  ["cancel leaves the run", { file: "cancel", call: "dropJob", to: "dropJob(unit, only or hashes[i], id, nil)" }],
  ["cancel takes what has failed", { file: "cancel", literal: "'F'", to: "'f'" }],
  [
    "redrive keeps the attempts",
    {
      file: "redrive",
      call: "putInLine",
      to: "putInLine(unit, only or hashes[i], id, runs[i], placeOf(5, unit.tick), false)",
    },
  ],
  ["promoted jobs share a place", { file: "promote", assigned: "unit.tick" }],
  ["purged jobs are not counted", { file: "purge", call: "count" }],
  [
    "retention keeps one failed job too many",
    { file: "lib/trim", in: "trimEnded", condition: "excess", to: "excess - 1 > #old" },
    "late",
  ],
  ["retention is left to cleans", { file: "turn", call: "trimEnded", nth: 1 }, "stubborn"],
  [
    "the audit takes a whole job apart",
    { file: "deep-clean", in: "auditState", condition: "exists[i]", to: "exists[i]" },
  ],

  // Those who listen
  ["a settled job wakes nobody", { file: "turn", assigned: "heard", nth: 2, to: "false" }],
  ["a resumed queue wakes nobody", { file: "resume", condition: "isHeard", to: "false" }],
  ["nobody is noted as listening", { file: "lib/wake", in: "listen", condition: "LISTENING", to: "true" }],
];
