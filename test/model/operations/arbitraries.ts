// The fast-check arbitraries of operations.
import fc from "fast-check";
import { withoutUndefined } from "../../../src/base/without-undefined.ts";
import { DAMAGES } from "../queue/audit.ts";
import type { RedriveChange } from "../queue/operate.ts";
import { arbitrariesOfGroups, groupFields } from "./group-arbitraries.ts";
import type { JobOptions, LeaseChoice, LeaseOptions, Operation, SettleChoice } from "./planned-operation.ts";

// The length of a payload. By queue/state/bounds.ts, one request leases two of these, and frees or settles one.
const HEAVY = 120_000;
const TIMES = [1, 999, 1_000, 5_000, 29_999, 30_000, 60_000, 300_000, 3_600_000, 86_400_000, 90_000_000];

/** Returns the arbitrary of a value in `percent` of the cases, else of undefined. */
export const sometimes = <T>(arbitrary: fc.Arbitrary<T>, percent = 50): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 100 - percent, arbitrary: fc.constant(undefined) },
    { weight: percent, arbitrary },
  );
const when = fc.oneof(
  fc.record({ delay: fc.constantFrom(0, ...TIMES.slice(0, 8)) }),
  fc.record({ at: fc.constantFrom(-5, 0, 1_000, 60_000) }),
);
const duplicates: fc.Arbitrary<Pick<JobOptions, "onDuplicate" | "debounce">> = fc.oneof(
  fc.record({ onDuplicate: fc.constantFrom("replace", "again", "again", "keep") }),
  fc
    .record({ wait: fc.constantFrom(1, 1_000, 30_000), longest: sometimes(fc.constantFrom(30_000, 60_000)) })
    .map((options) => ({ debounce: withoutUndefined(options) })),
);
const worker = fc.constantFrom("w1", "w2", "w3");
const idempotencyKey = sometimes(fc.constantFrom("n1", "n2", "n3", "n4"), 25);
const fenceOffset = fc.constantFrom(0, 0, 0, 0, 0, 0, -1, 1, 1_000_000_000_000);
const limit = fc.constantFrom(1_000, 1_000, 1, 2);
// Around the size from which a payload counts as large.
const size = fc.constantFrom(1_998, 1_999, 1_999, 5_000);
const state = fc.constantFrom("ready", "delayed", "failed", "done");
const time = fc.constantFrom(...TIMES);
const text = fc.constantFrom("no", "line\nbreak", 'with "quotes" %1', "ünï");
// Three of the long ones exceed the bytes of errors that a run keeps.
const error = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: fc.constant("long ".repeat(58)) });
const STACK = "Error\n    at send (mail.js:1:2)\n    at run (mail.js:3:4)";

const lease: fc.Arbitrary<LeaseOptions> = fc
  .record({
    count: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 5 }) },
      { weight: 1, arbitrary: fc.constant(20) },
    ),
    for: sometimes(fc.constantFrom(1_000, 30_000, 60_000)),
    worker: sometimes(worker, 80),
    version: sometimes(fc.constantFrom("v1", "v2"), 30),
  })
  .map(withoutUndefined);

type Detail = SettleChoice["detail"];

/** Returns a weighted arbitrary of an action and its detail. A stack belongs to an error. */
function settlementOf(
  action: SettleChoice["action"],
  { weight, detail }: { weight: number; detail: { [Field in keyof Detail]: fc.Arbitrary<Detail[Field] | undefined> } },
) {
  const arbitrary = fc.record(detail, { noNullPrototype: true }).map(({ stack, ...others }) => ({
    action,
    detail: withoutUndefined({ ...others, stack: others.error === undefined ? undefined : stack }) as Detail,
  }));
  return { weight, arbitrary };
}

/**
 * Returns the arbitrary of each operation. With few jobs, these are rarely completed, and only under recent leases. Of a
 * hundred payloads, `heavyPercent` are so large that they reach the limits of requests. Most jobs have groups if `isGrouped`.
 */
export function arbitrariesOf({
  isFewJobs,
  heavyPercent,
  isGrouped,
}: {
  isFewJobs: boolean;
  heavyPercent: number;
  isGrouped: boolean;
}): {
  [Do in Operation["do"]]: fc.Arbitrary<object>;
} {
  // Some ids look like the numbers of groups.
  const id = fc.constantFrom(...(isFewJobs ? "ab" : isGrouped ? "abcdefghij1234" : "abcdefgü"));
  const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 });
  const repeatedIds = fc.array(id, { minLength: 1, maxLength: 5 });
  const choice: fc.Arbitrary<LeaseChoice> = fc.record({ back: fc.nat(isFewJobs ? 1 : 7), fenceOffset });

  const job: fc.Arbitrary<JobOptions> = fc
    .record({
      size: heavyPercent > 0 ? sometimes(fc.constantFrom(1_999, HEAVY), heavyPercent) : sometimes(size, 1),
      id: sometimes(id, isFewJobs ? 100 : 70),
      when: sometimes(when, isFewJobs ? 5 : 30),
      priority: sometimes(fc.nat(9)),
      maxAttempts: sometimes(fc.constantFrom(1, 2, 3, 9), 40),
      timeout: sometimes(fc.constantFrom(1_000, 60_000), 10),
      ttl: sometimes(time, isFewJobs ? 5 : 30),
      uniqueFor: sometimes(fc.constantFrom(0, 60_000, 3_600_000), 25),
      ...(isGrouped ? groupFields : {}),
      duplicates: sometimes(duplicates, 40),
    })
    .map(({ when, uniqueFor, duplicates, ...rest }) => {
      if (rest.id === undefined) return withoutUndefined({ ...rest, ...when });
      const isAgain = duplicates !== undefined && "onDuplicate" in duplicates && duplicates.onDuplicate === "again";
      const isDebounced = duplicates !== undefined && "debounce" in duplicates;
      return withoutUndefined({
        ...{ ...rest, ...duplicates, ...(isDebounced ? {} : when) },
        uniqueFor: isAgain || isDebounced ? undefined : uniqueFor,
      });
    }) as fc.Arbitrary<JobOptions>;
  // Many at once, so that more jobs are due at one time than one request heals.
  const manyJobs = fc
    .tuple(fc.integer({ min: 13, max: 16 }), sometimes(when), sometimes(time, 30))
    .map(([length, when, ttl]) => Array.from({ length }, () => withoutUndefined({ ...when, ttl }) as JobOptions));

  // Around the size from which a payload counts as large, too.
  const changed = fc.record({ changed: fc.constantFrom("", "x".repeat(2_100), null) });
  const change: fc.Arbitrary<RedriveChange> = fc
    .record({
      data: sometimes(changed, 60),
      priority: sometimes(fc.nat(9)),
      maxAttempts: sometimes(fc.constantFrom(1, 9)),
    })
    .map((parts) => withoutUndefined(parts) as RedriveChange)
    .filter((parts) => Object.keys(parts).length > 0);

  const item: fc.Arbitrary<SettleChoice> = fc
    .tuple(
      choice,
      fc.oneof(
        settlementOf("complete", { weight: isFewJobs ? 1 : 10, detail: { result: sometimes(text) } }),
        settlementOf("retry", {
          weight: 10,
          detail: {
            delay: sometimes(fc.constantFrom(0, 0, ...TIMES.slice(0, 8)), 60),
            error: sometimes(error, isFewJobs ? 90 : 50),
            stack: sometimes(fc.constant(STACK), 20),
            attempt: sometimes(fc.constant(false), isFewJobs ? 20 : 10),
          },
        }),
        settlementOf("fail", { weight: 10, detail: { error: sometimes(error, isFewJobs ? 90 : 50) } }),
        // Few jobs are released so often that a release counts as an attempt.
        settlementOf("release", {
          weight: isFewJobs ? 20 : 5,
          detail: { begun: sometimes(fc.constant(true), isFewJobs ? 90 : 50) },
        }),
      ),
    )
    .map(([chosen, settled]) => ({ ...chosen, ...settled }));

  const items = fc.array(item, { minLength: 1, maxLength: 4 });

  return {
    enqueue: fc.record({
      jobs: fc.oneof(
        { weight: isFewJobs ? 100 : 96, arbitrary: fc.array(job, { minLength: 1, maxLength: 4 }) },
        { weight: isFewJobs ? 0 : 4, arbitrary: manyJobs },
      ),
      idempotencyKey,
    }),
    lease: fc.record({ lease, idempotencyKey }),
    turn: fc.record({ settle: fc.array(item, { maxLength: 4 }), lease: sometimes(lease, 80), idempotencyKey }),
    settle: fc.record({ settle: items, idempotencyKey: sometimes(fc.constantFrom("s1", "s2"), 20) }),
    extend: fc.record({
      leases: fc.array(choice, { minLength: 1, maxLength: 3 }),
      for: fc.constantFrom(1_000, 60_000),
      worker: sometimes(worker),
    }),
    progress: fc.record({
      lease: choice,
      fraction: fc.constantFrom(0, 0.25, 0.5, 1),
      note: sometimes(text),
      extend: sometimes(fc.constantFrom(1_000, 60_000)),
    }),
    cancel: fc.record({ ids: repeatedIds }),
    promote: fc.record({ ids: repeatedIds }),
    redrive: fc.oneof(
      fc.record({ ids }),
      fc.record({ ids, change }),
      fc.record({ limit: fc.integer({ min: 1, max: 3 }) }),
      fc.constant({}),
    ),
    pause: fc.constant({}),
    resume: fc.constant({}),
    purge: fc.record({ state: isGrouped ? fc.oneof(state, fc.constant("blocked")) : state }),
    failWorker: fc.record({ worker }),
    destroy: fc.constant({}),
    clean: fc.record({ limit }),
    // The model does not know which groups a part of a round has written.
    deepClean: fc.record({
      slice: fc.constantFrom(250, 5),
      limit: sometimes(fc.constantFrom(1, 9), isGrouped ? 0 : 40),
    }),
    repair: fc.record({ damage: fc.constantFrom(...DAMAGES), ids }),
    get: fc.record({ id }),
    result: fc.record({ id }),
    wait: fc.record({ id }),
    explain: fc.record({ id }),
    list: fc.record({
      state: fc.oneof(state, fc.constantFrom("leased", ...(isGrouped ? ["blocked"] : []))),
      offset: fc.nat(4),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
    counts: fc.constant({}),
    workers: fc.constant({}),
    ...arbitrariesOfGroups,
    pass: fc.oneof(fc.record({ ms: time }), fc.record({ next: fc.nat(3), offset: fc.constantFrom(0, -1, 1) })),
    resend: fc.record({ back: fc.nat(9) }),
  };
}
