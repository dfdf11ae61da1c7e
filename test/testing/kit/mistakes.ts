// Mistakes in the Lua, and the rule that each breaks.
import type { Alteration } from "../../setup/altered-lua.ts";
import { inBoth, inOne, type Mistake } from "./mistake.ts";
import * as stories from "./scenarios.ts";

const take = { file: "lib/take", in: "take" };
const enterNext = { file: "lib/settle", in: "enterNext" };
const settleEach = { file: "lib/settle", in: "settleEach" };
const completeOne = { file: "lib/settle", in: "completeOne" };
const reclaimJob = { file: "lib/heal", in: "reclaimJob" };
const addReady = { file: "lib/enqueue", in: "addReady" };
const openRequest = { file: "lib/unit", in: "openRequest" };
const forgets: Alteration = {
  file: "lib/commit",
  in: "commit",
  assigned: "line",
  to: "nil",
};
const LEASED = 'one lease: job "job-0" was leased under fence';
const WAITED = "which comes before it, waited";

export const MISTAKES: Mistake[] = [
  ...inBoth({
    what: "a lease that forgets to raise the fence",
    found: "fences rise: fence",
    alteration: { ...take, assigned: "unit.lastTick", to: "digits(unit.tick)" },
    story: stories.leaseEach,
  }),
  ...inBoth({
    what: "a lease whose fences fall",
    found: "was given before fence",
    alteration: { ...take, assigned: "tick", to: "unit.tick - given * 2" },
    story: stories.leaseEach,
  }),
  ...inBoth({
    what: "a settling that is not remembered",
    found: "same answer: settle was answered",
    alteration: forgets,
    story: stories.askTwice,
  }),
  ...inBoth({
    what: "a lease that is given anew when it is asked for again",
    found: "same answer: lease was answered",
    alteration: forgets,
    story: stories.askTwice,
  }),
  inOne({
    what: "an enqueue that takes its repetition for a duplicate",
    found: "same answer: enqueue was answered",
    scripts: ["enqueue"],
    alteration: forgets,
    story: stories.askTwice,
  }),
  inOne({
    what: "an enqueue that is carried out again",
    found: "and carried out anew when it came again",
    scripts: ["enqueuePlain"],
    alteration: forgets,
    story: stories.askTwice,
  }),
  ...inBoth({
    what: "a copy that comes late, and is carried out again",
    found: "same answer: lease was answered",
    alteration: { ...openRequest, operator: ">", to: "> 1e9 +" },
    story: stories.askLate,
  }),
  ...inBoth({
    what: "a request that is turned away as if it came late",
    found: "same answer: lease was turned away as late",
    alteration: { ...openRequest, operator: ">", to: "~=" },
    story: stories.askOneByOne,
  }),
  inOne({
    what: "a clean that brings back live leases",
    found: LEASED,
    scripts: ["clean"],
    alteration: { file: "lib/heal", in: "reclaim", call: "digits", nth: 1, to: "'+inf'" },
    story: stories.cleanAndLease,
  }),
  inOne({
    what: "a lease that brings back live leases",
    found: LEASED,
    scripts: ["turn"],
    alteration: { file: "lib/heal", in: "reclaim", call: "digits", nth: 1, to: "'+inf'" },
    story: stories.leaseWhileDue,
  }),
  inOne({
    what: "an extension that prolongs nothing",
    found: LEASED,
    scripts: ["extend"],
    alteration: { file: "lib/hold", in: "extendLease", call: "digits", to: "digits(unit.now)" },
    story: stories.prolong,
  }),
  ...inBoth({
    what: "a lease in the wrong order",
    found: WAITED,
    alteration: { ...take, call: "ZRANGE", nth: 1, to: "redis.call('ZRANGE', keys.ready, '0', lease.count, 'REV')" },
    story: stories.leaseEach,
  }),
  inOne({
    what: "a priority that counts for nothing",
    found: 'order: job "usual" was leased under fence',
    scripts: ["enqueue"],
    alteration: { file: "lib/place", in: "placeOf", operator: "*", to: "* 0 *" },
    story: stories.urgent,
  }),
  inOne({
    what: "a priority that is not written down",
    found: "and leased with priority 0",
    scripts: ["enqueuePlain"],
    alteration: { ...addReady, assigned: "last", nth: 1, to: "unit.tick" },
    story: stories.madeUp,
  }),
  inOne({
    what: "places that are given twice",
    found: "fences rise: tick",
    scripts: ["enqueuePlain"],
    alteration: { ...addReady, assigned: "unit.tick", to: "unit.tick" },
    story: stories.madeUp,
  }),
  inOne({
    what: "a release that puts the job at the back",
    found: `while job "job-0", ${WAITED}`,
    scripts: ["turn"],
    alteration: { ...enterNext, call: "enter ready", to: "enter(unit, 'ready', placeOf(9, unit.tick), id)" },
    story: stories.giveBack,
  }),
  inOne({
    what: "a lease that ran out and puts the job at the back",
    found: `while job "job-0", ${WAITED}`,
    scripts: ["turn"],
    alteration: { ...reclaimJob, call: "enter ready", to: "enter(unit, 'ready', placeOf(5, unit.tick), id)" },
    story: stories.runOut,
  }),
  inOne({
    what: "delayed jobs of one request that all get the same tick",
    found: `while job "z", ${WAITED}`,
    scripts: ["enqueue"],
    alteration: { file: "lib/due", in: "tickAt", assigned: "taken", nth: 1, to: "nil" },
    story: stories.atOnce,
  }),
  inOne({
    what: "delayed jobs of several requests that get the same tick",
    found: `order: job "x" was leased under fence`,
    scripts: ["enqueue"],
    alteration: { file: "lib/due", in: "tickAt", assigned: "score", to: "nil" },
    story: stories.atOnce,
  }),
  inOne({
    what: "a job that stands at the back once it is due",
    found: `while job "due", ${WAITED}`,
    scripts: ["turn"],
    alteration: { file: "lib/heal", in: "promoteDue", assigned: "place", to: "placeOf(5, unit.tick + i)" },
    story: stories.dueBefore,
  }),
  inOne({
    what: "a delayed job that is leased before it is due",
    found: "4000 ms before it was due",
    scripts: ["turn"],
    alteration: { file: "lib/place", in: "lastDueScore", literal: "9999", to: "99999999" },
    story: stories.oneDueOneNot,
  }),
  inOne({
    what: "a complete that puts the job back",
    found: 'nothing after the end: job "job-0" was completed, and leased after that',
    scripts: ["turn"],
    alteration: { ...settleEach, call: "dropJob", to: "enter(unit, 'ready', '4500000000000001', id)" },
    story: stories.leaseEach,
  }),
  inOne({
    what: "a complete that puts the job back",
    found: 'nothing after the end: job "job-0" was completed, and leased after that',
    scripts: ["turnPlain"],
    alteration: {
      ...completeOne,
      assigned: "unit.bucket",
      to: "nil unit.records = nil unit.to.ready = { '4500000000000001', id }",
    },
    story: stories.leaseEach,
  }),
  inOne({
    what: "a failure that is tried again",
    found: 'nothing after the end: job "job-1" was failed, and leased after that',
    scripts: ["turn"],
    alteration: {
      ...enterNext,
      call: "enter failed",
      to: "enter(unit, 'failed', digits(unit.now), id) enter(unit, 'ready', run.place, id)",
    },
    story: stories.tryAgain,
  }),
  inOne({
    what: "a cancel that leaves the job with its holder",
    found: 'nothing after the end: job "job-0" was cancelled, and then fence',
    scripts: ["cancel"],
    alteration: { file: "cancel", call: "dropJob" },
    story: stories.cancelHeld,
  }),
  inOne({
    what: "a lease that ran out and loses the job",
    found: 'ends once: job "job-0" is gone',
    scripts: ["turn"],
    alteration: { ...reclaimJob, call: "enter ready" },
    story: stories.runOut,
  }),
  inOne({
    what: "an enqueue that loses its jobs",
    found: "is gone: neither completed, cancelled, failed nor waiting",
    scripts: ["enqueuePlain"],
    alteration: { ...addReady, assigned: "unit.to.ready", to: "{ '1', 'stranger' }" },
    story: stories.madeUp,
  }),
  inOne({
    what: "a retry that leaves the job in two states",
    found: 'ends once: job "job-0" is delayed and failed at once',
    scripts: ["turn"],
    alteration: {
      ...enterNext,
      call: "enter delayed",
      to: "enter(unit, 'delayed', dueScore(tick, priorityOf(run.place)), id) enter(unit, 'failed', '1', id)",
    },
    story: stories.retryOnce,
  }),
  inOne({
    what: "a counter that is forgotten",
    found: "counters: completed is 1, not 5",
    scripts: ["turn"],
    alteration: { ...settleEach, assigned: "unit.completed", to: "unit.completed" },
    story: stories.leaseEach,
  }),
  inOne({
    what: "a counter that is forgotten",
    found: "counters: completed is 1, not 5",
    scripts: ["turnPlain"],
    alteration: { ...completeOne, assigned: "unit.completed", to: "unit.completed" },
    story: stories.leaseEach,
  }),
  ...inBoth({
    what: "a counter that counts too much",
    found: "counters: leased is",
    alteration: { ...take, assigned: "unit.leased", to: "digits(unit.leased + given * 2)" },
    story: stories.leaseEach,
  }),
];
