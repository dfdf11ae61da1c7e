// Redis's time per operation with few and with many waiting or leased jobs, and the cleans of such queues. The times
// are Redis's own (INFO commandstats, SLOWLOG), so the client's do not count.
import { createClient } from "@redis/client";
import { type Job, Queue } from "../../../src/index.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { type MeasuredRedis, withMeasuredRedis } from "../harness/measured-redis.ts";
import type { Probe } from "../harness/probe.ts";
import type { Samples } from "../harness/samples.ts";
import { type FilledQueue, measureDeepClean, measureLightCleans } from "./cleans.ts";

const CALLS = 100;
const PAYLOAD = "x".repeat(128);

/** An operation: `prepare` runs once for all `calls`, then `run` once for each. */
interface Operation {
  name: string;
  calls: number;
  prepare?(queue: Queue<string>, calls: number): Promise<Job<string>[][]>;
  run(queue: FilledQueue, jobs: Job<string>[]): Promise<unknown>;
}

const newJobs = (count: number) => Array.from({ length: count }, () => ({ data: PAYLOAD }));

const leaseEach = (count: number) => async (queue: Queue<string>, calls: number) => {
  const leased: Job<string>[][] = [];
  for (let i = 0; i < calls; i++) leased.push((await queue.lease({ count, for: "1h" })).jobs);
  return leased;
};

const toCompletions = (jobs: Job<string>[]) => jobs.map((job) => ({ job, action: "complete" }) as const);

const OPERATIONS: Operation[] = [
  { name: "enqueue", calls: CALLS, run: ({ queue }) => queue.enqueue(PAYLOAD) },
  { name: "enqueue 100", calls: 20, run: ({ queue }) => queue.enqueueMany(newJobs(100)) },
  { name: "lease", calls: CALLS, run: ({ queue }) => queue.lease({ for: "1h" }) },
  { name: "complete", calls: CALLS, prepare: leaseEach(1), run: async (_, [job]) => job?.complete() },
  { name: "retry", calls: CALLS, prepare: leaseEach(1), run: async (_, [job]) => job?.retry({ delay: 0 }) },
  {
    name: "turn 100",
    calls: 8,
    prepare: leaseEach(100),
    run: ({ queue }, jobs) => queue.turn({ settle: toCompletions(jobs), lease: { count: 100, for: "1h" } }),
  },
  { name: "cancel", calls: CALLS, prepare: leaseEach(1), run: ({ queue }, [job]) => queue.cancel(job?.id ?? "") },
  { name: "explain", calls: CALLS, run: ({ queue }) => queue.explain("absent") },
  { name: "counts", calls: CALLS, run: ({ queue }) => queue.counts() },
];

// Requires that no other leases exist.
const CLEAN_EXPIRED: Operation = {
  name: "clean, 100 expired leases",
  calls: 5,
  prepare: leaseEach(100),
  run: ({ twoHoursAhead }) => twoHoursAhead.clean({ limit: 100 }),
};

/** Warms up a new server, which is slow at first. */
async function warmUp(queue: Queue<string>): Promise<void> {
  for (let i = 0; i < 1_000; i++) {
    await queue.enqueue(PAYLOAD);
    const { jobs } = await queue.lease();
    await jobs[0]?.complete();
  }
}

async function enqueueJobs(queue: Queue<string>, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1_000) await queue.enqueueMany(newJobs(Math.min(left, 1_000)));
}

/** The jobs in the queue while operations are timed. */
export interface QueueSize {
  waiting: number;
  leased?: number;
  rounds: number;
  /** True to measure the cleans at the end. */
  cleans: boolean;
}

/** Times every operation, on a Redis of its own. */
export function measureFlatness(samples: Samples, size: QueueSize): Promise<void> {
  return withMeasuredRedis(samples, async (redis) => {
    const client = createClient({ url: redis.url });
    await client.connect();
    try {
      const options = { redis: nodeRedis(client) };
      const queue = new Queue<string>("flat", options);
      const twoHoursAhead = new Queue<string>("flat", { ...options, now: () => Date.now() + 7_200_000 });
      await measureAtSize(redis, { queue, twoHoursAhead }, size);
    } finally {
      client.destroy();
    }
  });
}

async function measureAtSize(redis: MeasuredRedis, filled: FilledQueue, size: QueueSize): Promise<void> {
  const { probe, samples } = redis;
  const { queue } = filled;
  const { waiting, leased = 0, rounds } = size;
  const load = `${waiting} waiting${leased ? `, ${leased} leased` : ""}`;
  await enqueueJobs(queue, leased);
  for (let left = leased; left > 0; left -= 1_000) await queue.lease({ count: Math.min(left, 1_000), for: "1h" });
  await enqueueJobs(queue, waiting);
  await warmUp(queue);
  for (const operation of leased > 0 ? OPERATIONS : [...OPERATIONS, CLEAN_EXPIRED]) {
    for (let round = 0; round < rounds; round++) {
      const micros = await timeOperation(probe, filled, operation);
      samples.add({ measure: "flatness", system: "leasehold", load, figure: `${operation.name} µs` }, micros);
    }
    // Restores the size that is measured.
    await enqueueJobs(queue, waiting - (await queue.counts()).ready);
  }
  if (!size.cleans) return;
  await measureLightCleans(redis, filled);
  await measureDeepClean(redis, { queue, load });
}

/** Returns Redis's time for a call of an operation, in µs. */
async function timeOperation(probe: Probe, filled: FilledQueue, { calls, prepare, run }: Operation): Promise<number> {
  const prepared = (await prepare?.(filled.queue, calls)) ?? [];
  // The first call loads the script and is not measured.
  await run(filled, prepared[0] ?? []);
  const before = await probe.scriptMicros();
  for (let i = 1; i < calls; i++) await run(filled, prepared[i] ?? []);
  return ((await probe.scriptMicros()) - before) / (calls - 1);
}
