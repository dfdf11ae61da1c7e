// Mistakes in settlements by a holder whose lease has expired, and the violation of each.
import { inScripts, type Mistake } from "./mistake.ts";
import { scenarios } from "./scenarios.ts";

const leaseReady = { file: "lib/lease-ready", in: "leaseReady" };
const settleItems = { file: "lib/settle", in: "settleItems" };
const completeOne = { file: "lib/complete", in: "completeOne" };

/** Mistakes in settlements under expired leases. */
export const LATE_HOLDER_MISTAKES: Mistake[] = [
  inScripts({
    title: "a complete that ignores the fence",
    violation: 'one winner: job "job-0" was leased under fence',
    scripts: ["turn"],
    alteration: { ...settleItems, assigned: "hasFence", to: "before" },
    scenario: scenarios.completeAfterNextLease,
  }),
  inScripts({
    title: "a complete that ignores the fence",
    violation: 'one winner: job "job-0" was leased under fence',
    scripts: ["turnPlain"],
    alteration: { ...completeOne, condition: "PROOF_LENGTH", to: "not run" },
    scenario: scenarios.completeAfterNextLease,
  }),
  inScripts({
    title: "a complete of several jobs that ignores their fences",
    violation: "one winner: job",
    scripts: ["turnPlain"],
    alteration: { file: "lib/complete", in: "completeAll", condition: "PROOF_LENGTH", to: "not run" },
    scenario: scenarios.completeManyAfterNextLease,
  }),
  inScripts({
    title: "a late complete that leaves the job ready",
    violation: "ends once: job",
    scripts: ["turnPlain"],
    alteration: { file: "lib/commit", in: "commit", call: "ZREM", nth: 3, to: "#unit.finished" },
    scenario: scenarios.completeAfterClean,
  }),
  inScripts({
    title: "a late complete of the last attempt that leaves the job failed",
    violation:
      'ends once: job "job-0" was enqueued 1 times, but ended or is in the queue more often: complete, is failed',
    scripts: ["turn"],
    alteration: { file: "lib/settle", in: "leaveExpired", call: "leave failed" },
    scenario: scenarios.completeAfterLastAttempt,
  }),
  inScripts({
    title: "a late complete and a lease of the same job in one unit",
    violation: 'ends once: job "job-1" is gone',
    scripts: ["turn"],
    alteration: { file: "lib/run-turn", in: "runTurn", condition: "unit.from.ready", to: "mayLease and not overdue" },
    scenario: scenarios.completeAfterCleanAndLease,
  }),
  inScripts({
    title: "a late complete and a lease of the same job in one unit",
    violation: 'nothing after the end: job "job-0" was completed, and was later leased',
    scripts: ["turnPlain"],
    alteration: { ...leaseReady, call: "isFinished", to: "false" },
    scenario: scenarios.completeAfterCleanAndLease,
  }),
];
