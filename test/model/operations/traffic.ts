// Kinds of traffic: the weight of each operation in a sequence.
import fc from "fast-check";
import { withoutUndefined } from "../../../src/base/without-undefined.ts";
import { arbitrariesOf, sometimes } from "./arbitraries.ts";
import type { Operation } from "./planned-operation.ts";

type Weights = Record<Operation["do"], number>;

const USUAL: Weights = {
  enqueue: 22,
  lease: 20,
  turn: 10,
  settle: 14,
  extend: 4,
  progress: 3,
  cancel: 3,
  promote: 3,
  redrive: 4,
  pause: 0.5,
  resume: 3,
  purge: 1,
  failWorker: 2,
  destroy: 0.3,
  clean: 6,
  deepClean: 2,
  repair: 1.5,
  get: 1,
  result: 1,
  wait: 1,
  explain: 1.5,
  list: 1,
  counts: 1,
  workers: 1,
  pass: 14,
  resend: 5,
  setGroup: 0,
  setLimits: 0,
  cancelGroup: 0,
  group: 0,
  groups: 0,
};

/** Groups and limits. The deep clean does not know groups. */
const GROUPED: Weights = {
  ...USUAL,
  ...{ enqueue: 26, lease: 26, deepClean: 0, repair: 0, promote: 2, redrive: 5, extend: 3, explain: 4, list: 2 },
  ...{ setGroup: 6, setLimits: 4, cancelGroup: 1, group: 2, groups: 2 },
};

/** The kinds of traffic, with the weights of their operations. */
export const TRAFFIC = {
  usual: USUAL,
  /** Replies are lost, and earlier requests arrive again. */
  lossy: { ...USUAL, resend: 30, pass: 8 },
  /** Leases and jobs expire, and everything is cleaned. */
  late: { ...USUAL, pass: 30, clean: 12, lease: 26, redrive: 8, deepClean: 4 },
  /** A few jobs are retried again and again. */
  stubborn: { ...USUAL, enqueue: 8, turn: 70, settle: 20, redrive: 25, cancel: 0.5, purge: 0.3, destroy: 0.1 },
  /** Payloads are so large that a few of them reach the limit of a request. */
  heavy: { ...USUAL, enqueue: 30, lease: 26, list: 3 },
  /** Jobs have groups, and limits change. */
  grouped: GROUPED,
  /** The same, with lost replies and with leases that expire. */
  groupedLossy: { ...GROUPED, resend: 20, pass: 24, clean: 12 },
} satisfies Record<string, Weights>;

/** The name of a kind of traffic. */
export type Traffic = keyof typeof TRAFFIC;

/** Returns the arbitrary of one operation of a kind of traffic. */
export function operationsOf(traffic: Traffic): fc.Arbitrary<Operation> {
  const weights: Weights = TRAFFIC[traffic];
  const isGrouped = traffic.startsWith("grouped");
  const heavyPercent = traffic === "heavy" ? 40 : 0;
  const arbitraries = arbitrariesOf({ isFewJobs: traffic === "stubborn", heavyPercent, isGrouped });
  const isLossy = /lossy/i.test(traffic);
  const call = fc.record({
    program: isGrouped ? fc.constantFrom(0, 1, 3, 4, 4, 5, 5, 6) : fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
    lostReplies: isLossy ? fc.constantFrom(0, 0, 0, 1, 2) : fc.constantFrom(0, 0, 0, 0, 0, 1),
    isUnanswered: sometimes(fc.constant(true), isLossy ? 15 : 3),
    clock: sometimes(fc.constantFrom("early" as const, "late" as const), 1),
  });
  const names = (Object.keys(arbitraries) as Operation["do"][]).filter((name) => weights[name] > 0);
  const weighted = names.map((name) => {
    const options = name === "pass" || name === "resend" ? fc.constant({}) : call;
    const arbitrary = fc
      .tuple(options, arbitraries[name])
      .map(([called, detail]) => withoutUndefined({ do: name, ...called, ...detail }) as unknown as Operation);
    return { weight: Math.round(weights[name] * 10), arbitrary };
  });
  return fc.oneof(...weighted);
}
