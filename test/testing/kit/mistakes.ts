// Mistakes in the Lua, and the violation of each.
import type { Alteration } from "../../setup/altered-lua.ts";
import { inBothTurnScripts, inScripts, type Mistake } from "./mistake.ts";
import { scenarios } from "./scenarios.ts";

const leaseReady = { file: "lib/lease-ready", in: "leaseReady" };
const enterNext = { file: "lib/settle", in: "enterNext" };
const settleItems = { file: "lib/settle", in: "settleItems" };
const completeOne = { file: "lib/complete", in: "completeOne" };
const reclaimJob = { file: "lib/heal", in: "reclaimJob" };
const addReadyJobs = { file: "lib/add-jobs", in: "addReadyJobs" };
const openRequest = { file: "lib/unit", in: "openRequest" };
const forgetReply: Alteration = { file: "lib/commit", in: "commit", assigned: "line", to: "nil" };
const LEASED = 'one lease: job "job-0" was leased under fence';
const WAITED = "which is ahead of it, waited";

/** Mistakes in every script that moves jobs. */
export const MISTAKES: Mistake[] = [
  ...inBothTurnScripts({
    title: "a lease that does not raise the fence",
    violation: "fences rise: fence",
    alteration: { ...leaseReady, assigned: "unit.lastTick", to: "digits(unit.tick)" },
    scenario: scenarios.leaseAndCompleteEach,
  }),
  ...inBothTurnScripts({
    title: "a lease with falling fences",
    violation: "was issued after the higher place",
    alteration: { ...leaseReady, assigned: "tick", to: "unit.tick - taken * 2" },
    scenario: scenarios.leaseAndCompleteEach,
  }),
  ...inBothTurnScripts({
    title: "a settlement whose reply is not remembered",
    violation: "same answer: settle got the reply",
    alteration: forgetReply,
    scenario: scenarios.sendEachRequestTwice,
  }),
  ...inBothTurnScripts({
    title: "a repeated lease that leases other jobs",
    violation: "same answer: lease got the reply",
    alteration: forgetReply,
    scenario: scenarios.sendEachRequestTwice,
  }),
  inScripts({
    title: "a repeated enqueue that reports its own jobs as duplicates",
    violation: "same answer: enqueue got the reply",
    scripts: ["enqueue"],
    alteration: forgetReply,
    scenario: scenarios.sendEachRequestTwice,
  }),
  inScripts({
    title: "a repeated enqueue that takes effect again",
    violation: "and took effect again when it was repeated",
    scripts: ["enqueuePlain"],
    alteration: forgetReply,
    scenario: scenarios.sendEachRequestTwice,
  }),
  ...inBothTurnScripts({
    title: "a late copy that takes effect again",
    violation: "same answer: lease got the reply",
    alteration: { ...openRequest, operator: ">", to: "> 1e9 +" },
    scenario: scenarios.repeatAfterLaterRequest,
  }),
  ...inBothTurnScripts({
    title: "a request that is refused as late though it is in time",
    violation: "same answer: lease was refused as late",
    alteration: { ...openRequest, operator: ">", to: "~=" },
    scenario: scenarios.leaseTwice,
  }),
  inScripts({
    title: "a clean that reclaims live leases",
    violation: LEASED,
    scripts: ["clean"],
    alteration: { file: "lib/heal", in: "reclaimExpired", call: "digits", nth: 1, to: "'+inf'" },
    scenario: scenarios.cleanWithLiveLease,
  }),
  inScripts({
    title: "a lease that reclaims live leases",
    violation: LEASED,
    scripts: ["turn"],
    alteration: { file: "lib/heal", in: "reclaimExpired", call: "digits", nth: 1, to: "'+inf'" },
    scenario: scenarios.leaseWithLiveLease,
  }),
  inScripts({
    title: "an extension that does not extend the lease",
    violation: LEASED,
    scripts: ["extend"],
    alteration: { file: "lib/extend-lease", in: "extendLease", call: "digits", to: "digits(unit.now)" },
    scenario: scenarios.extendLease,
  }),
  ...inBothTurnScripts({
    title: "a lease that takes jobs in the wrong order",
    violation: WAITED,
    alteration: {
      ...leaseReady,
      call: "ZRANGE",
      nth: 1,
      to: "redis.call('ZRANGE', keys.ready, '0', lease.count, 'REV')",
    },
    scenario: scenarios.leaseAndCompleteEach,
  }),
  inScripts({
    title: "a priority without effect",
    violation: 'order: job "usual" was leased under fence',
    scripts: ["enqueue"],
    alteration: { file: "lib/place", in: "placeOf", operator: "*", to: "* 0 *" },
    scenario: scenarios.enqueueUrgent,
  }),
  inScripts({
    title: "a priority that is missing from the record",
    violation: "and leased with priority 0",
    scripts: ["enqueuePlain"],
    alteration: { ...addReadyJobs, assigned: "last", nth: 1, to: "unit.tick" },
    scenario: scenarios.enqueueWithoutIds,
  }),
  inScripts({
    title: "places that are issued twice",
    violation: "fences rise: tick",
    scripts: ["enqueuePlain"],
    alteration: { ...addReadyJobs, assigned: "unit.tick", to: "unit.tick" },
    scenario: scenarios.enqueueWithoutIds,
  }),
  inScripts({
    title: "a release that puts the job at the back",
    violation: `while job "job-0", ${WAITED}`,
    scripts: ["turn"],
    alteration: { ...enterNext, call: "enterWaiting ready", to: "enter(unit, 'ready', placeOf(9, unit.tick), id)" },
    scenario: scenarios.releaseFirst,
  }),
  inScripts({
    title: "an expired lease that puts the job at the back",
    violation: `while job "job-0", ${WAITED}`,
    scripts: ["turn"],
    alteration: { ...reclaimJob, call: "enterWaiting ready", to: "enter(unit, 'ready', placeOf(5, unit.tick), id)" },
    scenario: scenarios.letFirstLeaseExpire,
  }),
  inScripts({
    title: "delayed jobs of one request with equal ticks",
    violation: `while job "z", ${WAITED}`,
    scripts: ["enqueue"],
    alteration: { file: "lib/free-tick", in: "freeTickAt", assigned: "taken", nth: 1, to: "nil" },
    scenario: scenarios.delayToSameTime,
  }),
  inScripts({
    title: "delayed jobs of several requests with equal ticks",
    violation: `order: job "x" was leased under fence`,
    scripts: ["enqueue"],
    alteration: { file: "lib/free-tick", in: "freeTickAt", assigned: "score", to: "nil" },
    scenario: scenarios.delayToSameTime,
  }),
  inScripts({
    title: "a due job that is put at the back",
    violation: `while job "due", ${WAITED}`,
    scripts: ["turn"],
    alteration: { file: "lib/heal", in: "promoteDue", assigned: "place", to: "placeOf(5, unit.tick + i)" },
    scenario: scenarios.enqueueAfterDueJob,
  }),
  inScripts({
    title: "a delayed job that is leased before it is due",
    violation: "4000 ms before it was due",
    scripts: ["turn"],
    alteration: { file: "lib/place", in: "lastDueScore", literal: "9999", to: "99999999" },
    scenario: scenarios.delayDifferently,
  }),
  inScripts({
    title: "a complete that makes the job ready again",
    violation: 'nothing after the end: job "job-0" was completed, and was later leased',
    scripts: ["turn"],
    alteration: { ...settleItems, call: "removeJob", to: "enter(unit, 'ready', '4500000000000001', id)" },
    scenario: scenarios.leaseAndCompleteEach,
  }),
  inScripts({
    title: "a complete that makes the job ready again",
    violation: 'nothing after the end: job "job-0" was completed, and was later leased',
    scripts: ["turnPlain"],
    alteration: {
      ...completeOne,
      assigned: "unit.bucket",
      to: "nil unit.records = nil unit.to.ready = { '4500000000000001', id }",
    },
    scenario: scenarios.leaseAndCompleteEach,
  }),
  inScripts({
    title: "a failure that makes the job ready again",
    violation: 'nothing after the end: job "job-1" failed, and was later leased',
    scripts: ["turn"],
    alteration: {
      ...enterNext,
      call: "enter failed",
      to: "enter(unit, 'failed', digits(unit.now), id) enter(unit, 'ready', run.place, id)",
    },
    scenario: scenarios.retryAndFail,
  }),
  inScripts({
    title: "a cancel that leaves the job to its holder",
    violation: 'nothing after the end: job "job-0" was cancelled, and later complete took effect under fence',
    scripts: ["cancel"],
    alteration: { file: "cancel", call: "removeJob" },
    scenario: scenarios.cancelLeased,
  }),
  inScripts({
    title: "an expired lease that loses the job",
    violation: 'ends once: job "job-0" is gone',
    scripts: ["turn"],
    alteration: { ...reclaimJob, call: "enterWaiting ready" },
    scenario: scenarios.letFirstLeaseExpire,
  }),
  inScripts({
    title: "an enqueue that loses its jobs",
    violation: "is gone: it was neither completed nor cancelled, and is in no state",
    scripts: ["enqueuePlain"],
    alteration: { ...addReadyJobs, assigned: "unit.to.ready", to: "{ '1', 'stranger' }" },
    scenario: scenarios.enqueueWithoutIds,
  }),
  inScripts({
    title: "a retry that leaves the job in two states",
    violation: 'ends once: job "job-0" is delayed and failed at once',
    scripts: ["turn"],
    alteration: {
      ...enterNext,
      call: "enterWaiting delayed",
      to: "enter(unit, 'delayed', dueScore(tick, priorityOf(run.place)), id) enter(unit, 'failed', '1', id)",
    },
    scenario: scenarios.retryFirst,
  }),
  inScripts({
    title: "a counter that is not raised",
    violation: "counters: completed is 1, not 5",
    scripts: ["turn"],
    alteration: { ...settleItems, assigned: "unit.completed", to: "unit.completed" },
    scenario: scenarios.leaseAndCompleteEach,
  }),
  inScripts({
    title: "a counter that is not raised",
    violation: "counters: completed is 1, not 5",
    scripts: ["turnPlain"],
    alteration: { ...completeOne, assigned: "unit.completed", to: "unit.completed" },
    scenario: scenarios.leaseAndCompleteEach,
  }),
  ...inBothTurnScripts({
    title: "a counter that is raised too far",
    violation: "counters: leased is",
    alteration: { ...leaseReady, assigned: "unit.leased", to: "digits(unit.leased + taken * 2)" },
    scenario: scenarios.leaseAndCompleteEach,
  }),
];
