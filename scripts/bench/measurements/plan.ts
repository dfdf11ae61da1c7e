// The measurements with their rounds and sizes: all of them, and a quick plan for CI.
import { type MeasuredRedis, withMeasuredRedis } from "../harness/measured-redis.ts";
import type { Samples } from "../harness/samples.ts";
import type { System } from "../harness/system.ts";
import { beeQueue } from "../systems/bee-queue.ts";
import { bullmq } from "../systems/bullmq.ts";
import { leasehold } from "../systems/leasehold.ts";
import { leaseholdCalls, leaseholdUnbatchedCalls } from "../systems/leasehold-calls.ts";
import { leaseholdHttp } from "../systems/leasehold-http.ts";
import { rawList } from "../systems/raw-list.ts";
import { redisWorkQueue } from "../systems/redis-work-queue.ts";
import { measureFar } from "./far.ts";
import { measureFlatness, type QueueSize } from "./flatness.ts";
import { measureWorkerd } from "./from-workerd.ts";
import { type BlockedJobs, measureGroupFlatness } from "./groups/group-flatness.ts";
import { GROUP_QUEUES, measureGroupLife } from "./groups/group-life.ts";
import { measureHttp } from "./http.ts";
import { type IdleWorkers, measureIdleCron, startIdleWorkers } from "./idle.ts";
import { type LifeLoad, measureLife } from "./life.ts";
import { measureMemory } from "./memory.ts";
import { measureStart } from "./start.ts";
import { measureSteps } from "./steps.ts";

/** Measurements by name, in their order. */
export type Plan = Record<string, Measurement>;

/** A measurement; `begin` starts work that runs beside the others. */
interface Measurement {
  begin?(): Promise<void>;
  measure(samples: Samples): Promise<void>;
}

/** All compared systems. */
export const ALL_SYSTEMS: System[] = [leasehold, bullmq, beeQueue, redisWorkQueue, rawList];
const ROUNDS = 5;

/** Returns a measurement on a Redis server of its own. */
const onOneRedis = (measure: (redis: MeasuredRedis) => Promise<void>): Measurement => ({
  measure: (samples) => withMeasuredRedis(samples, measure),
});

/** Returns a measurement of the systems in rounds, on one Redis server. Each round begins with another system. */
const inRounds = <S>(
  systems: readonly S[],
  measure: (redis: MeasuredRedis, systems: readonly S[]) => Promise<void>,
): Measurement =>
  onOneRedis(async (redis) => {
    for (let round = 0; round < ROUNDS; round++) {
      console.error(`        round ${round + 1} of ${ROUNDS}`);
      const first = round % systems.length;
      await measure(redis, [...systems.slice(first), ...systems.slice(0, first)]);
    }
  });

/** Returns a measurement of each system under each load. */
const forEachLoad = (
  systems: readonly System[],
  loads: readonly LifeLoad[],
  measure: (redis: MeasuredRedis, system: System, load: LifeLoad) => Promise<void>,
): Measurement =>
  inRounds(systems, async (redis, ordered) => {
    for (const load of loads) for (const system of ordered) await measure(redis, system, load);
  });

const QUICK_LIFE: LifeLoad[] = [
  { batch: 100, concurrency: 32, bytes: 130, jobs: 4_000 },
  { batch: 1, concurrency: 1, bytes: 130, jobs: 1_000 },
];

const FULL_LIFE: LifeLoad[] = [130, 10_000].flatMap((bytes) =>
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

/** Returns the measurement of idle workers, which wait beside all other measurements. */
const createIdleMeasurement = (): Measurement => {
  let workers: IdleWorkers;
  return {
    begin: async () => {
      workers = await startIdleWorkers(ALL_SYSTEMS);
    },
    async measure(samples) {
      try {
        await workers.measure(samples);
        await measureIdleCron(samples);
      } finally {
        await workers.stop();
      }
    },
  };
};

/** Returns a measurement of operations on queues of some sizes. */
const forEachSize = (sizes: readonly Omit<QueueSize, "rounds">[]): Measurement => ({
  async measure(samples) {
    for (const size of sizes) await measureFlatness(samples, { ...size, rounds: ROUNDS });
  },
});

/** Returns a measurement of operations on queues with some numbers of blocked jobs. */
const forEachBlocked = (sizes: readonly Omit<BlockedJobs, "rounds">[]): Measurement => ({
  async measure(samples) {
    for (const size of sizes) await measureGroupFlatness(samples, { ...size, rounds: ROUNDS });
  },
});

const measureMemoryOf = (systems: readonly System[], jobs: number) => async (redis: MeasuredRedis) => {
  for (const system of systems) await measureMemory(redis, system, { jobs });
};

const BLOCKED_SIZES = [1, 10_000].flatMap((groups) => [1_000, 1_000_000].map((blocked) => ({ blocked, groups })));

/** The measurements of CI. */
export const QUICK_PLAN: Plan = {
  life: forEachLoad([leasehold, bullmq], QUICK_LIFE, measureLife),
  http: inRounds([leasehold], (redis) => measureHttp(redis, 300)),
  far: onOneRedis((redis) => measureFar(redis, { leasehold: 3_000, redisWorkQueue: 20 })),
  memory: onOneRedis(measureMemoryOf([leasehold, bullmq], 10_000)),
  flatness: forEachSize([
    { waiting: 1_000, cleans: false },
    { waiting: 100_000, cleans: true },
  ]),
};

/** All measurements. */
export const FULL_PLAN: Plan = {
  life: forEachLoad(ALL_SYSTEMS, FULL_LIFE, measureLife),
  calls: forEachLoad([leaseholdCalls, leaseholdUnbatchedCalls, bullmq, beeQueue, redisWorkQueue], CALLS, measureLife),
  "life over HTTP": forEachLoad([leaseholdHttp], OVER_HTTP, measureLife),
  steps: forEachLoad(ALL_SYSTEMS, STEPS, measureSteps),
  http: inRounds([leasehold], (redis) => measureHttp(redis, 1_000)),
  workerd: onOneRedis((redis) => measureWorkerd(redis, { rounds: ROUNDS, calls: 200 })),
  far: inRounds([leasehold], (redis) => measureFar(redis, { leasehold: 10_000, redisWorkQueue: 50 })),
  memory: inRounds(ALL_SYSTEMS, (redis, systems) => measureMemoryOf(systems, 20_000)(redis)),
  flatness: forEachSize([
    { waiting: 1_000, cleans: false },
    { waiting: 1_000, leased: 100_000, cleans: false },
    { waiting: 100_000, cleans: false },
    { waiting: 1_000_000, cleans: true },
  ]),
  groups: inRounds(GROUP_QUEUES, measureGroupLife),
  "blocked jobs": forEachBlocked(BLOCKED_SIZES),
  start: { measure: (samples) => measureStart(samples, ROUNDS) },
  idle: createIdleMeasurement(),
};
