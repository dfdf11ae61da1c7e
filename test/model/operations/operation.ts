// Operations as plain data, so that a failing sequence can be read, and how they are made up.
import fc from "fast-check";
import type { JobState } from "../../../src/engine/keys.ts";
import { DAMAGES, type Damage } from "../queue/audit.ts";

/** One of the leases that were ever given out, counted from the last; and how far beside its fence the request is. */
export interface Hand {
  hand: number;
  off: number;
}

export type Item = Hand & {
  action: "complete" | "retry" | "fail" | "release";
  detail: {
    delay?: number;
    result?: string;
    error?: string;
    stack?: string;
    /** False where a retry uses up no attempt. */
    attempt?: boolean;
    /** True where a released job had begun. */
    begun?: boolean;
  };
};

export interface Lease {
  count: number;
  for?: number;
  worker?: string;
}

/** A job to enqueue. */
export interface OneJob {
  id?: string;
  delay?: number;
  /** A time to be ready at, from now. */
  at?: number;
  priority?: number;
  maxAttempts?: number;
  timeout?: number;
  ttl?: number;
  uniqueFor?: number;
  /** The length of its payload; a few characters unless set. */
  size?: number;
}

/**
 * `as` is the program that asks; `lose` the number of lost replies before one arrives; `isGone` true where none arrives;
 * `clock` a time of Redis at which no queue works.
 */
type Asked = { as: number; lose?: number; isGone?: boolean; clock?: "early" | "late" };

export type Operation =
  | (Asked & { do: "enqueue"; jobs: OneJob[]; idempotencyKey?: string })
  | (Asked & { do: "lease"; lease: Lease; idempotencyKey?: string })
  | (Asked & { do: "turn"; settle: Item[]; lease?: Lease; idempotencyKey?: string })
  | (Asked & { do: "settle"; settle: Item[]; idempotencyKey?: string })
  | (Asked & { do: "extend"; hands: Hand[]; for: number; worker?: string })
  | (Asked & { do: "progress"; hand: Hand; fraction: number; note?: string; extend?: number })
  | (Asked & { do: "cancel" | "promote"; ids: string[] })
  | (Asked & { do: "redrive"; ids?: string[]; limit?: number })
  | (Asked & { do: "pause" | "resume" | "destroy" })
  | (Asked & { do: "counts" | "workers" })
  | (Asked & { do: "purge"; state: Exclude<JobState, "leased"> })
  | (Asked & { do: "failWorker"; worker: string })
  | (Asked & { do: "clean"; limit: number })
  | (Asked & { do: "deepClean"; slice: number; limit?: number })
  | (Asked & { do: "repair"; damage: Damage; ids: string[] })
  | (Asked & { do: "get" | "result" | "wait" | "explain"; id: string })
  | (Asked & { do: "list"; state: JobState; offset: number; limit: number })
  /** Time passes: so much, or until something is due, one of the next such moments, or a ms before or after it. */
  | { do: "pass"; ms: number }
  | { do: "pass"; next: number; off: number }
  /** A request of before, counted from the last, arrives once more. */
  | { do: "again"; back: number };

// One request leases two of these, and frees or settles one (queue/bounds.ts).
const HEAVY = 120_000;
const TIMES = [1, 999, 1_000, 5_000, 29_999, 30_000, 60_000, 300_000, 3_600_000, 86_400_000, 90_000_000];

/** There in so many of a hundred cases. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, percent = 50): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 100 - percent, arbitrary: fc.constant(undefined) },
    { weight: percent, arbitrary },
  );
const when = fc.oneof(
  fc.record({ delay: fc.constantFrom(0, ...TIMES.slice(0, 8)) }),
  fc.record({ at: fc.constantFrom(-5, 0, 1_000, 60_000) }),
);
const worker = fc.constantFrom("w1", "w2", "w3");
const as = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);
const idempotencyKey = sometimes(fc.constantFrom("n1", "n2", "n3", "n4"), 25);
const off = fc.constantFrom(0, 0, 0, 0, 0, 0, -1, 1, 1_000_000_000_000);
const limit = fc.constantFrom(1_000, 1_000, 1, 2);
// Around the size from which a payload counts as large.
const size = fc.constantFrom(1_998, 1_999, 1_999, 5_000);
const state = fc.constantFrom("ready", "delayed", "failed", "done");
const time = fc.constantFrom(...TIMES);
const text = fc.constantFrom("no", "line\nbreak", 'with "quotes" %1', "ünï");
// Three of the long ones take more bytes than a run keeps.
const error = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: fc.constant("long ".repeat(58)) });
const STACK = "Error\n    at send (mail.js:1:2)\n    at run (mail.js:3:4)";
const lost = fc.constantFrom(0, 0, 0, 1, 2);

const lease: fc.Arbitrary<Lease> = fc
  .record({
    count: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 5 }) },
      { weight: 1, arbitrary: fc.constant(20) },
    ),
    for: sometimes(fc.constantFrom(1_000, 30_000, 60_000)),
    worker: sometimes(worker, 80),
  })
  .map(dropNothing);

function dropNothing<T extends object>(all: T) {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/**
 * How each operation is made up. Where there are few jobs, they are rarely done, and by those who lease them. Large payloads pass
 * the limits of requests: `heavy` is how many of a hundred are large.
 */
function made(isFew: boolean, heavy: number): { [Do in Operation["do"]]: fc.Arbitrary<object> } {
  const id = fc.constantFrom(...(isFew ? "ab" : "abcdefgü"));
  const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 });
  const withTwins = fc.array(id, { minLength: 1, maxLength: 5 });
  const hand: fc.Arbitrary<Hand> = fc.record({ hand: fc.nat(isFew ? 1 : 7), off });

  const job: fc.Arbitrary<OneJob> = fc
    .record({
      size: heavy > 0 ? sometimes(fc.constantFrom(1_999, HEAVY), heavy) : sometimes(size, 1),
      id: sometimes(id, isFew ? 100 : 70),
      when: sometimes(when, isFew ? 5 : 30),
      priority: sometimes(fc.nat(9)),
      maxAttempts: sometimes(fc.constantFrom(1, 2, 3, 9), 40),
      timeout: sometimes(fc.constantFrom(1_000, 60_000), 10),
      ttl: sometimes(time, isFew ? 5 : 30),
      uniqueFor: sometimes(fc.constantFrom(0, 60_000, 3_600_000), 25),
    })
    .map(({ when, uniqueFor, ...rest }) =>
      dropNothing({ ...rest, ...when, uniqueFor: rest.id === undefined ? undefined : uniqueFor }),
    ) as fc.Arbitrary<OneJob>;
  // Many at once, so that more is due at some time than one request brings back.
  const many = fc
    .tuple(fc.integer({ min: 13, max: 16 }), sometimes(when), sometimes(time, 30))
    .map(([length, when, ttl]) => Array.from({ length }, () => dropNothing({ ...when, ttl }) as OneJob));

  const item: fc.Arbitrary<Item> = fc
    .tuple(
      hand,
      fc.oneof(
        {
          weight: isFew ? 1 : 10,
          arbitrary: sometimes(text).map((result) => ({
            action: "complete" as const,
            detail: dropNothing({ result }),
          })),
        },
        {
          weight: 10,
          arbitrary: fc
            .tuple(
              sometimes(fc.constantFrom(0, 0, ...TIMES.slice(0, 8)), 60),
              sometimes(error, isFew ? 90 : 50),
              sometimes(fc.constant(STACK), 20),
              sometimes(fc.constant(false), isFew ? 20 : 10),
            )
            .map(([delay, error, stack, attempt]) => ({
              action: "retry" as const,
              detail: dropNothing({ delay, error, stack: error === undefined ? undefined : stack, attempt }),
            })),
        },
        {
          weight: 10,
          arbitrary: sometimes(error, isFew ? 90 : 50).map((error) => ({
            action: "fail" as const,
            detail: dropNothing({ error }),
          })),
        },
        {
          // A few jobs are given back so often that it counts as an attempt.
          weight: isFew ? 20 : 5,
          arbitrary: sometimes(fc.constant(true), isFew ? 90 : 50).map((begun) => ({
            action: "release" as const,
            detail: dropNothing({ begun }),
          })),
        },
      ),
    )
    .map(([held, how]) => ({ ...held, ...how }));

  const items = fc.array(item, { minLength: 1, maxLength: 4 });

  return {
    enqueue: fc.record({
      jobs: fc.oneof(
        { weight: isFew ? 100 : 96, arbitrary: fc.array(job, { minLength: 1, maxLength: 4 }) },
        { weight: isFew ? 0 : 4, arbitrary: many },
      ),
      idempotencyKey,
    }),
    lease: fc.record({ lease, idempotencyKey }),
    turn: fc.record({ settle: fc.array(item, { maxLength: 4 }), lease: sometimes(lease, 80), idempotencyKey }),
    settle: fc.record({ settle: items, idempotencyKey: sometimes(fc.constantFrom("s1", "s2"), 20) }),
    extend: fc.record({
      hands: fc.array(hand, { minLength: 1, maxLength: 3 }),
      for: fc.constantFrom(1_000, 60_000),
      worker: sometimes(worker),
    }),
    progress: fc.record({
      hand,
      fraction: fc.constantFrom(0, 0.25, 0.5, 1),
      note: sometimes(text),
      extend: sometimes(fc.constantFrom(1_000, 60_000)),
    }),
    cancel: fc.record({ ids: withTwins }),
    promote: fc.record({ ids: withTwins }),
    redrive: fc.oneof(fc.record({ ids }), fc.record({ limit: fc.integer({ min: 1, max: 3 }) }), fc.constant({})),
    pause: fc.constant({}),
    resume: fc.constant({}),
    purge: fc.record({ state }),
    failWorker: fc.record({ worker }),
    destroy: fc.constant({}),
    clean: fc.record({ limit }),
    deepClean: fc.record({ slice: fc.constantFrom(250, 5), limit: sometimes(fc.constantFrom(1, 9), 40) }),
    repair: fc.record({ damage: fc.constantFrom(...DAMAGES), ids }),
    get: fc.record({ id: id }),
    result: fc.record({ id: id }),
    wait: fc.record({ id: id }),
    explain: fc.record({ id: id }),
    list: fc.record({
      state: fc.oneof(state, fc.constant("leased")),
      offset: fc.nat(4),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
    counts: fc.constant({}),
    workers: fc.constant({}),
    pass: fc.oneof(fc.record({ ms: time }), fc.record({ next: fc.nat(3), off: fc.constantFrom(0, -1, 1) })),
    again: fc.record({ back: fc.nat(9) }),
  };
}

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
  again: 5,
};

/** Kinds of traffic: what is frequent in it. */
export const TRAFFIC = {
  usual: USUAL,
  /** Replies are lost, and old requests arrive once more. */
  lossy: { ...USUAL, again: 30, pass: 8 },
  /** Leases run out, jobs expire, and everything is cleaned. */
  late: { ...USUAL, pass: 30, clean: 12, lease: 26, redrive: 8, deepClean: 4 },
  /** A few jobs that are tried again and again. */
  stubborn: { ...USUAL, enqueue: 8, turn: 70, settle: 20, redrive: 25, cancel: 0.5, purge: 0.3, destroy: 0.1 },
  /** Payloads so large that a few of them are all that one request may read. */
  heavy: { ...USUAL, enqueue: 30, lease: 26, list: 3 },
} satisfies Record<string, Weights>;

export type Traffic = keyof typeof TRAFFIC;

export function operationOf(traffic: Traffic): fc.Arbitrary<Operation> {
  const weights: Weights = TRAFFIC[traffic];
  const arbitraries = made(traffic === "stubborn", traffic === "heavy" ? 40 : 0);
  const isLossy = traffic === "lossy";
  const losing = isLossy ? lost : fc.constantFrom(0, 0, 0, 0, 0, 1);
  const isGone = sometimes(fc.constant(true), isLossy ? 15 : 3);
  const clock = sometimes(fc.constantFrom("early" as const, "late" as const), 1);
  const kinds = (Object.keys(arbitraries) as Operation["do"][]).map((name) => {
    const asked =
      name === "pass" || name === "again" ? fc.constant({}) : fc.record({ as, lose: losing, isGone, clock });
    const arbitrary = fc
      .tuple(asked, arbitraries[name])
      .map(([who, what]) => dropNothing({ do: name, ...who, ...what }) as unknown as Operation);
    return { weight: Math.round(weights[name] * 10), arbitrary };
  });
  return fc.oneof(...kinds);
}
