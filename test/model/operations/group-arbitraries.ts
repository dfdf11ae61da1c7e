// The fast-check arbitraries of groups and limits.
import fc from "fast-check";
import { withoutUndefined } from "../../../src/base/without-undefined.ts";
import type { GroupChange } from "../queue/groups/limits.ts";

const sometimes = <T>(arbitrary: fc.Arbitrary<T>, percent: number) =>
  fc.oneof({ weight: 100 - percent, arbitrary: fc.constant(undefined) }, { weight: percent, arbitrary });

// One looks like an id, one like the number of a group.
const group = fc.constantFrom("x", "x", "y", "a", "1");
const RATES = [
  { limit: 1, per: 30_000, burst: 1 },
  { limit: 2, per: 1_000, burst: 3 },
  { limit: 7, per: 60_000, burst: 2 },
];
const cap = sometimes(fc.constantFrom(1, 2, 3), 60);
const rate = sometimes(fc.constantFrom(...RATES), 30);
const version = sometimes(fc.constantFrom(0, 1, 2, 3), 15);
const nullable = <T>(arbitrary: fc.Arbitrary<T | undefined>) => arbitrary.map((value) => value ?? null);

/** The options of a job that state its group and its cost. */
export const groupFields = {
  group: sometimes(group, 85),
  // The last one exceeds every burst.
  cost: sometimes(fc.constantFrom(1, 2, 3, 9), 25),
};

const change: fc.Arbitrary<GroupChange> = fc
  .record({
    concurrency: sometimes(nullable(cap), 50),
    rate: sometimes(nullable(rate), 40),
    pause: sometimes(
      fc.constantFrom({ paused: true }, { paused: true, until: 5_000 }, { paused: false }, { paused: false }),
      50,
    ),
    ifVersion: version,
  })
  .map(({ pause, ...rest }) => withoutUndefined({ ...rest, ...pause }) as GroupChange);

/** The arbitraries of the operations on groups and limits. */
export const arbitrariesOfGroups = {
  setGroup: fc.record({ group, change }),
  setLimits: fc.record({
    limits: fc.record({
      order: fc.constantFrom("-", "-", "o", "s"),
      group: fc.record({ cap, rate }).map(withoutUndefined),
      queue: fc
        .record({ cap: sometimes(fc.constantFrom(1, 2, 4), 40), rate: sometimes(fc.constantFrom(...RATES), 15) })
        .map(withoutUndefined),
    }),
    ifVersion: version,
  }),
  cancelGroup: fc.record({ group }),
  group: fc.record({ group }),
  groups: fc.record({ blocked: sometimes(fc.constant(true), 30) }).map(withoutUndefined),
};
