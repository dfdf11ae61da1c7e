// Fault: a turn takes several requests, for the parts of a large settling or to read the jobs of a lost reply, and one of
// the replies is lost while the process sends other requests.
// Guarantee: each job is settled once, and no leased job is lost.
import { expect, test } from "vitest";
import { LeaseholdError, Queue } from "../../../src/index.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { connectToSharedRedis } from "../../queue/kit/connections.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";

const direct = ioredis(connectToSharedRedis());

/** Creates an adapter that loses a reply if `isLost` returns true. It calls `meanwhile` before it reports the loss. */
function createLossyAdapter(
  isLost: (script: string, reply: string) => boolean,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Adapter {
  return {
    async run(script, keys, args) {
      const reply = await direct.run(script, keys, args);
      if (!isLost(script.name, String(Array.isArray(reply) ? reply[0] : reply))) return reply;
      await meanwhile();
      throw new LeaseholdError("redis_unreachable", "the reply was lost");
    },
  };
}

/** Creates two clients of one queue: one over a lossy adapter, and one without faults. */
function createClients<T>(lossy: Adapter, options: object = {}): [Queue<T>, Queue<T>] {
  const name = freshName();
  const openQueue = (redis: Adapter) => new Queue<T>(name, { redis, prefix: testPrefix(), ...options });
  return [openQueue(lossy), openQueue(direct)];
}

test("a lease whose reply was lost keeps its lane until its jobs are read", async () => {
  let [turns, reads] = [0, 0];
  const isLost = (script: string, reply: string) =>
    (script.startsWith("turn") && /^ok\n.*\n.* \d{15}/s.test(reply) && ++turns === 1) ||
    (script === "held" && ++reads === 1);
  // Another request of the same process, which must not take over the lane.
  const sendAnother = () => other.enqueue(99, { delay: "1h" });
  const lossy = createLossyAdapter(isLost, sendAnother);
  const [queue, other] = createClients<number>(lossy, { lease: "1m", maxAttempts: 1 });
  await other.enqueueMany([0, 1, 2, 3, 4].map((data) => ({ data })));
  const seen: number[] = [];
  const report = await queue.drain((job) => void seen.push(job.data), { budget: "10s", concurrency: 5 });
  expect([turns > 0, reads]).toEqual([true, 2]);
  expect(report).toMatchObject({ completed: 5, lost: 0 });
  expect(seen.sort()).toEqual([0, 1, 2, 3, 4]);
});

/** Reports whether a reply is that of a turn that settled several jobs. */
const hasSettledPart = (script: string, reply: string) =>
  script.startsWith("turn") && /^(ok|again)\n[a-zA-Z]{2,}\n/.test(reply);

test.each([1, 2, 3])("a turn in several parts settles each job once if reply %i is lost", async (lost) => {
  let parts = 0;
  const isLost = (script: string, reply: string) =>
    script === "turn" && hasSettledPart(script, reply) && ++parts === lost;
  const [queue, other] = createClients<string>(createLossyAdapter(isLost), { lease: "1m" });
  const data = "x".repeat(1_000_000);
  for (let i = 0; i < 16; i++) await other.enqueueMany([0, 1, 2, 3].map(() => ({ data })));
  const jobs = [];
  while (jobs.length < 64) jobs.push(...(await other.lease({ count: 64 })).jobs);
  const settle = jobs.map(({ id, fence }) => ({ job: { id, fence }, action: "complete" as const }));
  const turn = () => queue.turn({ settle, idempotencyKey: "once" });
  // The caller repeats a turn that failed.
  const { settled } = await turn().catch(turn);
  expect(settled.every(({ ok }) => ok)).toBe(true);
  expect(settled).toHaveLength(64);
  expect((await other.counts()).totals.completed).toBe(64);
});

test.each([1, 2])(
  "a drain that settles large payloads in several parts counts each job once if reply %i is lost",
  async (lost) => {
    let parts = 0;
    const isLost = (script: string, reply: string) => hasSettledPart(script, reply) && ++parts === lost;
    const [queue, other] = createClients<string>(createLossyAdapter(isLost), { lease: "1m" });
    const data = "x".repeat(1_000_000);
    for (let i = 0; i < 10; i++) await other.enqueueMany([0, 1, 2, 3].map(() => ({ data })));
    let started = 0;
    const { promise: allStarted, resolve } = Promise.withResolvers<void>();
    const handler = async () => {
      if (++started === 40) resolve();
      await allStarted;
    };
    expect(await queue.drain(handler, { budget: "20s", concurrency: 40 })).toMatchObject({ completed: 40, lost: 0 });
    expect(parts).toBeGreaterThan(lost);
    expect((await other.counts()).totals.completed).toBe(40);
  },
);

test("a result is stored as it was returned, also if the handler changes it before the repeated request", async () => {
  let lost = 0;
  const shared = { rate: 0 };
  const isLost = (script: string, reply: string) => {
    const settles = script.startsWith("turn") && /^ok\n[a-zA-Z]/.test(reply);
    if (settles) shared.rate = Number.NaN;
    return settles && ++lost === 1;
  };
  const [queue, other] = createClients<number>(createLossyAdapter(isLost));
  const ids = ["a", "b", "c"];
  await other.enqueueMany(ids.map((id, data) => ({ id, data })));
  const report = await queue.drain((job) => (job.id === "b" ? shared : job.data), { budget: "10s", concurrency: 3 });
  expect(report).toMatchObject({ completed: 3, lost: 0 });
  expect(await other.result("b")).toEqual({ rate: 0 });
});
