// The measurements, their repetitions and sizes: all of them, and a quick plan for CI.
import { far } from "../measures/far.ts";
import { flatness, type Standing } from "../measures/flatness.ts";
import { http } from "../measures/http.ts";
import { type Idle, idleCron, startIdle } from "../measures/idle.ts";
import { type LifeLoad, life } from "../measures/life.ts";
import { memory } from "../measures/memory.ts";
import { start } from "../measures/start.ts";
import { steps } from "../measures/steps.ts";
import { workerd } from "../measures/workerd.ts";
import type { Sheet } from "../report/sheet.ts";
import { beeQueue } from "../systems/bee-queue.ts";
import { bullmq } from "../systems/bullmq.ts";
import { leasehold } from "../systems/leasehold.ts";
import { leaseholdCalls, leaseholdCallsAlone } from "../systems/leasehold-calls.ts";
import { leaseholdHttp } from "../systems/leasehold-http.ts";
import { rawList } from "../systems/raw-list.ts";
import { redisWorkQueue } from "../systems/redis-work-queue.ts";
import { type Place, withRedis } from "./place.ts";
import type { System } from "./system.ts";

/** Measurements by name, in their order. */
export type Plan = Record<string, Measurement>;

/** A measurement; `begin` starts work that runs beside the others. */
interface Measurement {
  begin?(): Promise<void>;
  measure(sheet: Sheet): Promise<void>;
}

/** All compared systems. */
export const EVERYONE: System[] = [leasehold, bullmq, beeQueue, redisWorkQueue, rawList];
const ROUNDS = 5;

/** Runs rounds in which the systems take turns, each round with another first one. */
async function rounds(systems: readonly System[], each: (systems: readonly System[]) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    console.error(`        round ${round + 1} of ${ROUNDS}`);
    const first = round % systems.length;
    await each([...systems.slice(first), ...systems.slice(0, first)]);
  }
}

const lives = (systems: readonly System[], loads: readonly LifeLoad[]): Measurement =>
  once((place) =>
    rounds(systems, async (turn) => {
      for (const load of loads) await life(place, turn, load);
    }),
  );

const QUICK_LIFE: LifeLoad[] = [
  { batch: 100, concurrency: 32, bytes: 130, jobs: 4_000 },
  { batch: 1, concurrency: 1, bytes: 130, jobs: 1_000 },
];

const WHOLE_LIFE: LifeLoad[] = [130, 10_000].flatMap((bytes) =>
  [1, 32].flatMap((concurrency) =>
    [1, 10, 100].map((batch) => ({
      batch,
      concurrency,
      bytes,
      jobs: bytes > 1_000 ? 1_000 : batch * concurrency > 1 ? 4_000 : 2_000,
    })),
  ),
);

const CALLS: LifeLoad[] = [{ batch: 1, concurrency: 32, bytes: 130, jobs: 10_000, isCalls: true }];

const OVER_HTTP: LifeLoad[] = [1, 32].flatMap((concurrency) =>
  [1, 10, 100].map((batch) => ({ batch, concurrency, bytes: 130, jobs: batch === 1 ? 1_000 : 4_000 })),
);

const STEPS: LifeLoad[] = [130, 10_000].flatMap((bytes) =>
  [1, 32].flatMap((concurrency) =>
    [1, 10, 100].map((batch) => ({ batch, concurrency, bytes, jobs: bytes > 1_000 ? 300 : 1_000 })),
  ),
);

/** Measures idle workers, which wait while the rest is measured. */
const idle = (): Measurement => {
  let waiting: Idle;
  return {
    begin: async () => {
      waiting = await startIdle(EVERYONE);
    },
    async measure(sheet) {
      try {
        await waiting.note(sheet);
        await idleCron(sheet);
      } finally {
        await waiting.stop();
      }
    },
  };
};

const once = (measure: (place: Place) => Promise<void>): Measurement => ({
  measure: (sheet) => withRedis(sheet, measure),
});

const flatnesses = (standings: readonly Omit<Standing, "rounds">[]): Measurement => ({
  async measure(sheet) {
    for (const standing of standings) await flatness(sheet, { ...standing, rounds: ROUNDS });
  },
});

/** The measurements of CI. */
export const QUICK: Plan = {
  life: lives([leasehold, bullmq], QUICK_LIFE),
  http: once((place) => rounds([leasehold], () => http(place, 300))),
  far: once((place) => far(place, { leasehold: 3_000, redisWorkQueue: 20 })),
  memory: once((place) => memory(place, [leasehold, bullmq], 10_000)),
  flatness: flatnesses([
    { waiting: 1_000, cleans: false },
    { waiting: 100_000, cleans: true },
  ]),
};

/** All measurements. */
export const WHOLE: Plan = {
  life: lives(EVERYONE, WHOLE_LIFE),
  calls: lives([leaseholdCalls, leaseholdCallsAlone, bullmq, beeQueue, redisWorkQueue], CALLS),
  "life over HTTP": lives([leaseholdHttp], OVER_HTTP),
  steps: once((place) =>
    rounds(EVERYONE, async (turn) => {
      for (const load of STEPS) await steps(place, turn, load);
    }),
  ),
  http: once((place) => rounds([leasehold], () => http(place, 1_000))),
  workerd: once((place) => workerd(place, { rounds: ROUNDS, calls: 200 })),
  far: once((place) => rounds([leasehold], () => far(place, { leasehold: 10_000, redisWorkQueue: 50 }))),
  memory: once((place) => rounds(EVERYONE, (turn) => memory(place, turn, 20_000))),
  flatness: flatnesses([
    { waiting: 1_000, cleans: false },
    { waiting: 1_000, leased: 100_000, cleans: false },
    { waiting: 100_000, cleans: false },
    { waiting: 1_000_000, cleans: true },
  ]),
  start: { measure: (sheet) => start(sheet, ROUNDS) },
  idle: idle(),
};
