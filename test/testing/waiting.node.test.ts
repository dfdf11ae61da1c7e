// Recorded histories of queues with jobs that wait for others, under lost replies and with several clients: each such job runs once,
// after all its children have ended, or ends as its policy says.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { AfterFailure, Job, Queue } from "../../src/index.ts";
import { createRandom } from "../../src/instruments/testing/seeded-random.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { type ChaosOptions, chaos, checkHistory, finalState, recordHistory } from "../../src/testing.ts";
import { Clock, freshName, freshQueue } from "../setup/queue.ts";
import { withCurrentTime } from "./kit/random-traffic.ts";

let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  client = createClient({ url: inject("redisUrl") });
  await client.connect();
});
afterAll(() => client.destroy());

// LEASEHOLD_SEEDS=600 runs more seeds.
const SEEDS = Array.from({ length: Number(process.env.LEASEHOLD_SEEDS ?? 12) }, (_, i) => i + 1);
const STEPS = 30;
const POLICIES: AfterFailure[] = ["run", "fail", "cancel"];

/** The payload of a job: true for one that waits for others. */
type Payload = boolean;

/** Ends jobs in one of the ways. A job that waited runs only when each of its children has ended. */
async function end(queue: Queue<Payload>, job: Job<Payload>, chance: number): Promise<void> {
  if (job.data) {
    const { total, ended } = await queue.children(job.id);
    expect({ id: job.id, ended }).toEqual({ id: job.id, ended: total });
  }
  if (chance < 0.6) await job.complete();
  else if (chance < 0.75) await job.fail("no");
  else if (chance < 0.85) await queue.cancel(job.id);
  else await job.release();
}

/** Uses a queue as one of several clients does. A request without a reply is given up. */
async function useQueue(queue: Queue<Payload>, { clock, seed }: { clock: Clock; seed: number }): Promise<void> {
  const random = createRandom(seed * 2_654_435_761);
  const known: string[] = [];
  const operations = [
    async () => void clock.pass(random.below(20_000)),
    () => queue.clean(),
    async () => void known.push((await queue.enqueue(false, { ttl: "2m" })).id),
    async () => {
      if (known.length === 0) return;
      const after = [random.pick(known), random.pick(known)];
      known.push((await queue.enqueue(true, { after, afterFailure: random.pick(POLICIES) })).id);
    },
    async () => {
      const child = { data: false, priority: random.below(3) };
      const nested = { data: true, afterFailure: random.pick(POLICIES), children: [child, child] };
      await queue.enqueueFlow({ data: true, afterFailure: random.pick(POLICIES), children: [child, { ...nested }] });
    },
    async () => {
      // A batch whose start has no reply is never sealed.
      const batch = await queue.startBatch({ ended: { data: true, ttl: "9m" }, succeeded: { data: true } });
      try {
        await batch.add([{ data: false }, { data: false }]);
      } finally {
        await insist(() => batch.seal());
      }
    },
    ...Array.from({ length: 4 }, () => async () => {
      const { jobs } = await queue.lease({ count: 1 + random.below(4) });
      for (const job of jobs) await end(queue, job, random.fraction());
    }),
  ];
  for (let step = 0; step < STEPS; step++)
    await random.pick<() => Promise<unknown>>(operations)().catch(failUnlessLost);
}

/** Throws an error that is not that of a lost request. */
function failUnlessLost(error: Error): void {
  if (error.name === "AssertionError") throw error;
}

/** Repeats a request until it has a reply. */
async function insist<R>(request: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      failUnlessLost(error as Error);
    }
  }
}

test.each<[string, ChaosOptions]>([
  ["a good connection", {}],
  ["lost requests and replies", { dropReply: 0.2, dropRequest: 0.1, cutBody: 0.05, error: 0.05 }],
  ["doubled and overtaken requests", { duplicate: 0.2, reorder: 0.05, dropReply: 0.1 }],
])("with %s each job that waits goes on once, whichever client lets it", { timeout: 60_000 }, async (_, options) => {
  let cancelled = 0;
  for (const seed of SEEDS) {
    const behind = recordHistory(nodeRedis(client), { by: "behind" });
    const clock = new Clock();
    const redis = chaos(withCurrentTime(clock, behind.redis), { seed, ...options });
    const name = freshName();
    const before = recordHistory(redis, { by: "before" });
    const createClientOf = () => freshQueue<Payload>({ redis: before.redis, now: clock.now }, name);
    const clients = [0, 1, 2].map(createClientOf);
    await Promise.all(clients.map((each, i) => useQueue(each, { clock, seed: seed * 10 + i })));
    await redis.settled();
    redis.calm();
    const queue = createClientOf();
    for (let round = 0; ; round++) {
      expect({ seed, round }).not.toEqual({ seed, round: 200 });
      clock.pass(60_000);
      await queue.clean();
      const { jobs } = await queue.lease({ count: 100 });
      for (const job of jobs) await end(queue, job, 0);
      const { ready, delayed, leased } = await queue.counts();
      if (ready + delayed + leased === 0) break;
    }
    const final = await finalState(queue);
    const violations = [behind, before].flatMap(({ events }) => checkHistory(events, final)).map(String);
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    cancelled += behind.events.filter(({ fires, items }) => fires === "waiting" && items?.length).length;
  }
  expect(cancelled).toBeGreaterThan(0);
});
