// A turn may take several requests: parts of a large settling, and the reading of jobs whose reply was lost. Each reply may
// be lost while the process sends other requests.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { LeaseholdError, Queue } from "../../../src/index.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";

let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  client = createClient({ url: inject("redisUrl") });
  await client.connect();
});
afterAll(() => client.destroy());

/** Loses the reply to each script for which `isLost` holds, after it took effect and `meanwhile` has run. */
function losing(
  isLost: (script: string, reply: string) => boolean,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Adapter {
  const real = nodeRedis(client);
  return {
    async run(script, keys, args) {
      const reply = await real.run(script, keys, args);
      if (!isLost(script.name, String(Array.isArray(reply) ? reply[0] : reply))) return reply;
      await meanwhile();
      throw new LeaseholdError("redis_unreachable", "the reply was lost");
    },
  };
}

/** Two clients of one queue: one that loses replies, and one that does not. */
function clientsOf<T>(lossy: Adapter, options: object = {}): [Queue<T>, Queue<T>] {
  const name = freshName();
  const queueOf = (redis: Adapter) => new Queue<T>(name, { redis, prefix: testPrefix(), ...options });
  return [queueOf(lossy), queueOf(nodeRedis(client))];
}

test("a lease whose jobs are read after its reply was lost keeps its identity until they are read", async () => {
  let [turns, reads] = [0, 0];
  const isLost = (script: string, reply: string) =>
    (script.startsWith("turn") && /^ok\n.*\n.* \d{15}/s.test(reply) && ++turns === 1) ||
    (script === "held" && ++reads === 1);
  const meanwhile: { act: () => Promise<unknown> } = { act: () => Promise.resolve() };
  const lossy = losing(isLost, () => meanwhile.act());
  const [queue, other] = clientsOf<number>(lossy, { lease: "1m", maxAttempts: 1 });
  // Another request of the same process.
  meanwhile.act = () => other.enqueue(99, { delay: "1h" });
  await other.enqueueMany([0, 1, 2, 3, 4].map((data) => ({ data })));
  const seen: number[] = [];
  const report = await queue.drain((job) => void seen.push(job.data), { budget: "10s", concurrency: 5 });
  expect([turns > 0, reads]).toEqual([true, 2]);
  expect(report).toMatchObject({ completed: 5, lost: 0 });
  expect(seen.sort()).toEqual([0, 1, 2, 3, 4]);
});

test.each([1, 2, 3])("a settling in parts whose reply %i was lost is settled once", async (lost) => {
  let parts = 0;
  const isLost = (script: string, reply: string) =>
    script === "turn" && /^(ok|again)\n[a-zA-Z]{2,}\n/.test(reply) && ++parts === lost;
  const [queue, other] = clientsOf<string>(losing(isLost), { lease: "1m" });
  const data = "x".repeat(1_000_000);
  for (let i = 0; i < 16; i++) await other.enqueueMany([0, 1, 2, 3].map(() => ({ data })));
  const jobs = [];
  while (jobs.length < 64) jobs.push(...(await other.lease({ count: 64 })).jobs);
  const refs = jobs.map(({ id, fence }) => ({ id, fence }));
  const turn = { settle: refs.map((job) => ({ job, action: "complete" as const })) };
  // The second call stands for a caller who asks again.
  const idempotencyKey = "once";
  const settled = await queue.turn({ ...turn, idempotencyKey }).catch(() => queue.turn({ ...turn, idempotencyKey }));
  expect(settled.settled.every(({ ok }) => ok)).toBe(true);
  expect(settled.settled).toHaveLength(64);
  expect((await other.counts()).totals.completed).toBe(64);
});

test.each([1, 2])(
  "a loop that settles large payloads in parts counts each job once, when reply %i was lost",
  async (lost) => {
    let parts = 0;
    const isLost = (script: string, reply: string) =>
      script.startsWith("turn") && /^(ok|again)\n[a-zA-Z]{2,}\n/.test(reply) && ++parts === lost;
    const [queue, other] = clientsOf<string>(losing(isLost), { lease: "1m" });
    const data = "x".repeat(1_000_000);
    for (let i = 0; i < 10; i++) await other.enqueueMany([0, 1, 2, 3].map(() => ({ data })));
    let started = 0;
    let start = () => {};
    const all = new Promise<void>((resolve) => {
      start = resolve;
    });
    const handler = async () => {
      if (++started === 40) start();
      await all;
    };
    expect(await queue.drain(handler, { budget: "20s", concurrency: 40 })).toMatchObject({ completed: 40, lost: 0 });
    expect(parts).toBeGreaterThan(lost);
    expect((await other.counts()).totals.completed).toBe(40);
  },
);

test("a result that its handler changes after it returned is kept as it was returned", async () => {
  let lost = 0;
  const shared = { rate: 0 };
  const isLost = (script: string, reply: string) => {
    const settles = script.startsWith("turn") && /^ok\n[a-zA-Z]/.test(reply);
    if (settles) shared.rate = Number.NaN;
    return settles && ++lost === 1;
  };
  const [queue, other] = clientsOf<number>(losing(isLost));
  const ids = ["a", "b", "c"];
  await other.enqueueMany(ids.map((id, data) => ({ id, data })));
  const report = await queue.drain((job) => (job.id === "b" ? shared : job.data), { budget: "10s", concurrency: 3 });
  expect(report).toMatchObject({ completed: 3, lost: 0 });
  expect(await other.result("b")).toEqual({ rate: 0 });
});
