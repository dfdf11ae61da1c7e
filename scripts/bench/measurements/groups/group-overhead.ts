// The cost of a job in a queue without groups, by this tree and by a commit from before groups, in turns on one server.
import { Redis } from "ioredis";
import { quantile } from "../../../measuring/statistics.ts";
import { withCleanup } from "../../../processes/cleanup.ts";
import { BatchedQueue } from "../../harness/batches.ts";
import { hasValgrind, startCountedRedis } from "../../harness/callgrind.ts";
import { CURRENT_ENGINE, type Engine } from "../../harness/engine.ts";
import { type MeasuredRedis, withMeasuredRedis } from "../../harness/measured-redis.ts";
import type { Samples } from "../../harness/samples.ts";

const PAIRS = 60;
const LOADS = [
  { batch: 100, batches: 20, counted: 20 },
  { batch: 1, batches: 500, counted: 200 },
];

/** The cost of a job by both versions. */
export interface Overhead {
  batch: number;
  /** The ratio of the CPU time of Redis to that of the earlier version, of pairs of measurements: median and quartiles. */
  cpu: { median: number; low: number; high: number };
  commands: { now: number; before: number };
  /** The instructions; missing if valgrind is not installed. */
  instructions?: { now: number; before: number };
}

/** Compares this tree with an earlier version. */
export async function measureOverhead(samples: Samples, before: Engine): Promise<Overhead[]> {
  const counts = await countInstructions(before);
  return withMeasuredRedis(samples, async (redis) => {
    const overheads: Overhead[] = [];
    for (const [i, { batch, batches }] of LOADS.entries()) {
      const ratios: number[] = [];
      const commands = { now: 0, before: 0 };
      for (let pair = 0; pair <= PAIRS; pair++) {
        const measureNow = () => measureJobs(redis, { engine: CURRENT_ENGINE, batch, batches });
        const measureBefore = () => measureJobs(redis, { engine: before, batch, batches });
        // The version that is first changes with each pair.
        const first = pair % 2 === 0 ? await measureNow() : await measureBefore();
        const second = pair % 2 === 0 ? await measureBefore() : await measureNow();
        const [now, earlier] = pair % 2 === 0 ? [first, second] : [second, first];
        // The first pair loads the scripts.
        if (pair > 0) ratios.push(now.cpuMicros / earlier.cpuMicros);
        Object.assign(commands, { now: now.commands, before: earlier.commands });
      }
      const [low = 1, median = 1, high = 1] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share));
      overheads.push({ batch, cpu: { median, low, high }, commands, ...(counts[i] && { instructions: counts[i] }) });
    }
    return overheads;
  });
}

/** Measures the life of jobs, all of which are enqueued before the first one is leased. */
async function measureJobs(
  { url, probe }: MeasuredRedis,
  { engine, batch, batches }: { engine: Engine; batch: number; batches: number },
): Promise<{ cpuMicros: number; commands: number }> {
  await probe.flush();
  const client = new Redis(url);
  try {
    const jobs = new BatchedQueue(engine, { client, load: { batch, bytes: 130 } });
    await jobs.enqueue(10);
    await jobs.lease();
    const { cpuMicros, commands } = await probe.measureCost(async () => {
      await jobs.enqueue(batches);
      await jobs.turn(batches);
    });
    return { cpuMicros, commands: Math.round(commands) / batches / batch };
  } finally {
    client.disconnect();
  }
}

/** Counts the instructions of a job by both versions for each load; none if valgrind is not installed. */
async function countInstructions(before: Engine): Promise<{ now: number; before: number }[]> {
  if (!(await hasValgrind())) return [];
  return withCleanup(async (cleanup) => {
    const redis = cleanup.stopAtEnd(await startCountedRedis());
    const client = new Redis(redis.url);
    cleanup.add(async () => client.disconnect());
    const count = async (engine: Engine, { batch, counted }: { batch: number; counted: number }) => {
      await client.flushall();
      const jobs = new BatchedQueue(engine, { client, load: { batch, bytes: 130 } });
      await jobs.enqueue(20);
      await jobs.lease();
      const total = await redis.countInstructions(async () => {
        await jobs.enqueue(counted);
        await jobs.turn(counted);
      });
      return total / counted / batch;
    };
    const counts: { now: number; before: number }[] = [];
    for (const load of LOADS) {
      const earlier = await count(before, load);
      counts.push({ now: await count(CURRENT_ENGINE, load), before: earlier });
    }
    return counts;
  });
}
