// Mistakes in what is done for a holder whose lease ran out, and the rule that each breaks.
import { inOne, type Mistake } from "./mistake.ts";
import * as stories from "./scenarios.ts";

const take = { file: "lib/take", in: "take" };
const settleEach = { file: "lib/settle", in: "settleEach" };
const completeOne = { file: "lib/settle", in: "completeOne" };

export const LATE_MISTAKES: Mistake[] = [
  inOne({
    what: "a complete that ignores the fence",
    found: 'one winner: job "job-0" was leased under fence',
    scripts: ["turn"],
    alteration: { ...settleEach, assigned: "hasFence", to: "before" },
    story: stories.settleLate,
  }),
  inOne({
    what: "a complete that ignores the fence",
    found: 'one winner: job "job-0" was leased under fence',
    scripts: ["turnPlain"],
    alteration: { ...completeOne, condition: "HELD", to: "not run" },
    story: stories.settleLate,
  }),
  inOne({
    what: "a complete of several jobs that ignores their fences",
    found: "one winner: job",
    scripts: ["turnPlain"],
    alteration: { file: "lib/settle", in: "completeAll", condition: "HELD", to: "not run" },
    story: stories.settleManyLate,
  }),
  inOne({
    what: "a late complete that leaves the job in line",
    found: "ends once: job",
    scripts: ["turnPlain"],
    alteration: { file: "lib/commit", in: "commit", call: "ZREM", nth: 3, to: "#unit.finished" },
    story: stories.completeAfterClean,
  }),
  inOne({
    what: "a late complete of the last attempt that leaves the job among the failed",
    found: 'ends once: job "job-0" was enqueued 1 times, and ended or is there more often: complete, is failed',
    scripts: ["turn"],
    alteration: { file: "lib/settle", in: "leaveExpired", call: "leave failed" },
    story: stories.lastAttempt,
  }),
  inOne({
    what: "a late complete in one unit with a lease of the same job",
    found: 'ends once: job "job-1" is gone',
    scripts: ["turn"],
    alteration: { file: "turn", condition: "unit.from.ready", to: "wants and not overdue" },
    story: stories.completeLateAndLease,
  }),
  inOne({
    what: "a late complete in one unit with a lease of the same job",
    found: 'nothing after the end: job "job-0" was completed, and leased after that',
    scripts: ["turnPlain"],
    alteration: { ...take, call: "isFinished", to: "false" },
    story: stories.completeLateAndLease,
  }),
];
