// The fast-check arbitraries of operations that the hot scripts for queues with groups may serve, mixed with some others.
import fc from "fast-check";
import { withoutUndefined } from "../../../src/base/without-undefined.ts";
import { sometimes } from "./arbitraries.ts";
import type { JobOptions, LeaseOptions, SettleChoice } from "./planned-operation.ts";

const group = fc.constantFrom("x", "x", "y", "z", "1");
// Jobs of one priority, with generated ids. The hot scripts leave those with a cost to the full ones.
const jobs: fc.Arbitrary<JobOptions[]> = fc
  .tuple(
    sometimes(fc.constantFrom(0, 4, 6, 9), 25),
    fc.array(fc.record({ group: sometimes(group, 90), cost: sometimes(fc.constant(3), 2) }), {
      minLength: 1,
      maxLength: 5,
    }),
  )
  .map(([priority, all]) => all.map((job) => withoutUndefined({ ...job, priority })));

const item: fc.Arbitrary<SettleChoice> = fc
  .record({ back: fc.nat(5), result: sometimes(fc.constantFrom("no", "ünï"), 20) })
  .map(({ back, result }) => ({
    ...{ back, fenceOffset: 0, isHeld: true, action: "complete" },
    detail: withoutUndefined({ result }),
  }));
const items = fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: ({ back }) => back });

const lease: fc.Arbitrary<LeaseOptions> = fc
  .record({ count: fc.integer({ min: 1, max: 5 }), worker: sometimes(fc.constantFrom("w1", "w2"), 50) })
  .map(withoutUndefined);

/** The limits of a queue whose groups have no rate. */
const limits = fc
  .tuple(
    fc.constantFrom("-" as const, "-" as const, "o" as const),
    sometimes(fc.constantFrom(1, 2, 3), 75),
    fc.record({
      cap: sometimes(fc.constantFrom(2, 3, 5), 25),
      rate: sometimes(fc.constantFrom({ limit: 3, per: 1_000, burst: 3 }, { limit: 7, per: 9_000, burst: 2 }), 25),
    }),
  )
  .map(([order, cap, queue]) => ({
    ...{ order, group: order === "-" ? withoutUndefined({ cap }) : {} },
    queue: withoutUndefined(queue),
  }));

/** Replaces most of the usual operations by those that the hot scripts may serve. */
export function withPlain<Name extends string>(
  usual: Record<Name, fc.Arbitrary<object>>,
): Record<Name, fc.Arbitrary<object>> {
  const plain: Record<string, fc.Arbitrary<object>> = {
    enqueue: fc.record({ jobs }),
    lease: fc.record({ lease }),
    turn: fc.record({ settle: items, lease: sometimes(lease, 85) }).map(withoutUndefined),
    settle: fc.record({ settle: items }),
    setLimits: fc.record({ limits }),
    // The client uses the full scripts for a second after a hot one has refused a request.
    pass: fc.record({ ms: fc.constantFrom(1, 999, 1_000, 1_000, 1_000, 2_000) }),
  };
  const entries = (Object.entries(usual) as [Name, fc.Arbitrary<object>][]).map(([name, arbitrary]) => {
    const own = plain[name];
    return [name, own ? fc.oneof({ weight: 9, arbitrary: own }, { weight: 1, arbitrary }) : arbitrary];
  });
  return Object.fromEntries(entries);
}
