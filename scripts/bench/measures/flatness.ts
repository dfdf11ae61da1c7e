// Redis's time per operation with few and with many waiting or leased jobs, and the cleans of such queues. The times
// are Redis's own (INFO commandstats, SLOWLOG), so the client's do not count.
import { createClient } from "@redis/client";
import { type Job, Queue } from "../../../src/index.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { type Place, withRedis } from "../kit/place.ts";
import type { Probe } from "../kit/probe.ts";
import type { Sheet } from "../report/sheet.ts";
import { deepClean, lightCleans } from "./cleans.ts";

const CALLS = 100;
const PAYLOAD = "x".repeat(128);

/** A queue under two clocks: by the second, two hours ahead, every lease has expired. */
export interface Filled {
  queue: Queue<string>;
  later: Queue<string>;
}

/** An operation: `prepare` runs once for all `calls`, then `run` once for each. */
interface Operation {
  name: string;
  calls: number;
  prepare?(queue: Queue<string>, calls: number): Promise<Job<string>[][]>;
  run(queue: Queue<string>, jobs: Job<string>[], later: Queue<string>): Promise<unknown>;
}

const batch = (size: number) => Array.from({ length: size }, () => ({ data: PAYLOAD }));

const leased = (count: number) => async (queue: Queue<string>, calls: number) => {
  const all: Job<string>[][] = [];
  for (let i = 0; i < calls; i++) all.push((await queue.lease({ count, for: "1h" })).jobs);
  return all;
};

const settle = (jobs: Job<string>[]) => jobs.map((job) => ({ job, action: "complete" }) as const);

const OPERATIONS: Operation[] = [
  { name: "enqueue", calls: CALLS, run: (queue) => queue.enqueue(PAYLOAD) },
  { name: "enqueue 100", calls: 20, run: (queue) => queue.enqueueMany(batch(100)) },
  { name: "lease", calls: CALLS, run: (queue) => queue.lease({ for: "1h" }) },
  { name: "complete", calls: CALLS, prepare: leased(1), run: (_, [job]) => job?.complete() ?? Promise.resolve() },
  { name: "retry", calls: CALLS, prepare: leased(1), run: (_, [job]) => job?.retry({ delay: 0 }) ?? Promise.resolve() },
  {
    name: "turn 100",
    calls: 8,
    prepare: leased(100),
    run: (queue, jobs) => queue.turn({ settle: settle(jobs), lease: { count: 100, for: "1h" } }),
  },
  { name: "cancel", calls: CALLS, prepare: leased(1), run: (queue, [job]) => queue.cancel(job?.id ?? "") },
  { name: "explain", calls: CALLS, run: (queue) => queue.explain("nobody") },
  { name: "counts", calls: CALLS, run: (queue) => queue.counts() },
];

// Requires that no other leases exist.
const LATE: Operation = {
  name: "clean, 100 leases over",
  calls: 5,
  prepare: leased(100),
  run: (_queue, _jobs, later) => later.clean({ limit: 100 }),
};

/** Warms up a new server, which is slow at first. */
async function warmUp(queue: Queue<string>): Promise<void> {
  for (let i = 0; i < 1_000; i++) {
    await queue.enqueue(PAYLOAD);
    const { jobs } = await queue.lease();
    await jobs[0]?.complete();
  }
}

async function fill(queue: Queue<string>, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1_000) await queue.enqueueMany(batch(Math.min(left, 1_000)));
}

/** The jobs in the queue while operations are timed. */
export interface Standing {
  waiting: number;
  leased?: number;
  rounds: number;
  /** True where the cleans are measured at the end. */
  cleans: boolean;
}

const standingName = ({ waiting, leased }: Pick<Standing, "waiting" | "leased">): string =>
  `${waiting} waiting${leased ? `, ${leased} leased` : ""}`;

/** Times every operation, on a Redis of its own. */
export function flatness(sheet: Sheet, standing: Standing): Promise<void> {
  return withRedis(sheet, async (place) => {
    const client = createClient({ url: place.redisUrl });
    await client.connect();
    try {
      const options = { redis: nodeRedis(client) };
      const queue = new Queue<string>("flat", options);
      const later = new Queue<string>("flat", { ...options, now: () => Date.now() + 7_200_000 });
      await atSize(place, { queue, later }, standing);
    } finally {
      client.destroy();
    }
  });
}

async function atSize({ probe, sheet }: Place, filled: Filled, standing: Standing): Promise<void> {
  const { queue, later } = filled;
  const { waiting, leased: held = 0, rounds } = standing;
  await fill(queue, held);
  for (let left = held; left > 0; left -= 1_000) await queue.lease({ count: Math.min(left, 1_000), for: "1h" });
  await fill(queue, waiting);
  await warmUp(queue);
  for (const operation of held > 0 ? OPERATIONS : [...OPERATIONS, LATE]) {
    for (let round = 0; round < rounds; round++) {
      const usec = await measure(probe, [queue, later], operation);
      const of = { measure: "flatness", system: "leasehold", load: standingName(standing) };
      sheet.note({ ...of, figure: `${operation.name} µs` }, usec);
    }
    // Restores the size that is measured.
    await fill(queue, waiting - (await queue.counts()).ready);
  }
  if (!standing.cleans) return;
  await lightCleans({ probe, sheet }, filled);
  await deepClean({ probe, sheet }, queue, standingName(standing));
}

/** Returns Redis's time for a call of an operation, in µs. */
async function measure(
  probe: Probe,
  [queue, later]: [Queue<string>, Queue<string>],
  operation: Operation,
): Promise<number> {
  const prepared = (await operation.prepare?.(queue, operation.calls)) ?? [];
  // The first call loads the script and is not measured.
  await operation.run(queue, prepared[0] ?? [], later);
  const before = await scriptUsec(probe);
  for (let i = 1; i < operation.calls; i++) await operation.run(queue, prepared[i] ?? [], later);
  return ((await scriptUsec(probe)) - before) / (operation.calls - 1);
}

/** Returns the total time that Redis has spent in scripts, in µs. */
export async function scriptUsec(probe: Probe): Promise<number> {
  const info = await probe.client.info("commandstats");
  const of = (command: string) => Number(new RegExp(`cmdstat_${command}:calls=\\d+,usec=(\\d+)`).exec(info)?.[1] ?? 0);
  return of("evalsha") + of("eval");
}
