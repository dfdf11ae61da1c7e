// Fault: copies of requests arrive late: after later requests, after the queue was destroyed, or after their sender has
// repeated them.
// Guarantee: a late copy has no effect.
import { expect, test } from "vitest";
import { type Job, listQueues, Queue } from "../../../src/index.ts";
import type { Adapter, Call } from "../../../src/redis/adapter.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { connectToSharedRedis } from "../../queue/kit/connections.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";

const direct = ioredis(connectToSharedRedis());

/** Creates a queue whose requests are copied, and a function that delivers the copies of some scripts. */
function createCopiedQueue() {
  const name = freshName();
  const copies: Call[] = [];
  const adapter: Adapter = {
    run(script, keys, args) {
      copies.push({ script, keys, args });
      return direct.run(script, keys, args);
    },
  };
  const queue = new Queue<unknown>(name, { redis: adapter, prefix: testPrefix() });
  const other = new Queue<unknown>(name, { redis: direct, prefix: testPrefix() });
  const deliverCopies = async (...scripts: string[]) => {
    const late = copies.splice(0).filter(({ script }) => scripts.includes(script.name));
    expect(late.length).toBeGreaterThan(0);
    for (const { script, keys, args } of late) await direct.run(script, keys, args);
  };
  return { queue, other, deliverCopies, clearCopies: () => copies.splice(0) };
}

test("a late enqueue that was repeated with another script has no effect after its job was leased", async () => {
  const { queue, other, deliverCopies } = createCopiedQueue();
  await queue.enqueue(0);
  // This process still assumes that the queue is registered, and tries the plain script first.
  await other.destroy();
  await queue.enqueue(1);
  const [first] = (await queue.lease()).jobs;
  await deliverCopies("enqueuePlain", "enqueue");
  expect((await queue.lease({ count: 5 })).jobs).toEqual([]);
  expect(await first?.complete()).toBe(true);
});

test("a late enqueue has no effect after its job was done and the queue was destroyed", async () => {
  const { queue, other, deliverCopies } = createCopiedQueue();
  await queue.enqueue(1, { id: "a" });
  expect(await (await queue.lease()).jobs[0]?.complete()).toBe(true);
  await other.destroy();
  await deliverCopies("enqueue");
  expect(await other.get("a")).toBeUndefined();
  expect((await other.lease()).jobs).toEqual([]);
});

test("a late lease that found no job has no effect after a job was enqueued", async () => {
  const { queue, other, deliverCopies } = createCopiedQueue();
  await other.enqueue(0);
  await other.drain(() => {}, { budget: "5s" });
  expect((await queue.lease()).jobs).toEqual([]);
  await other.enqueue(1, { id: "a" });
  await deliverCopies("turn", "turnPlain");
  expect(await other.get("a")).toMatchObject({ state: "ready", attempt: 0 });
});

test.each<[script: string, call: (queue: Queue<unknown>) => Promise<unknown>]>([
  ["purge", (queue) => queue.purge("ready")],
  ["destroy", (queue) => queue.destroy()],
])("a late %s has no effect after another job was enqueued", async (script, call) => {
  const { queue, other, deliverCopies, clearCopies } = createCopiedQueue();
  await queue.enqueue(1);
  clearCopies();
  await call(queue);
  await other.enqueue(2, { id: "later" });
  await deliverCopies(script);
  expect(await other.get("later")).toMatchObject({ state: "ready" });
});

test("the late last request of a destroy does not unregister the queue after it was created again", async () => {
  const { queue, other, deliverCopies, clearCopies } = createCopiedQueue();
  await queue.enqueue(1);
  clearCopies();
  await queue.destroy();
  await other.enqueue(2);
  await deliverCopies("forget");
  expect(await listQueues({ redis: direct, prefix: testPrefix() })).toContain(queue.name);
});

test("a late pause has no effect after the queue was resumed", async () => {
  const { queue, other, deliverCopies } = createCopiedQueue();
  await other.enqueue(1);
  await queue.pause();
  await other.resume();
  await deliverCopies("pause");
  expect((await other.lease()).jobs).toHaveLength(1);
});

test("a late failWorker has no effect after the worker has leased the job again", async () => {
  const { queue, other, deliverCopies } = createCopiedQueue();
  await other.enqueue(1);
  await other.lease({ worker: "w" });
  expect(await queue.failWorker("w")).toBe(1);
  const [again] = (await other.lease({ worker: "w" })).jobs;
  await deliverCopies("failWorker");
  expect(await again?.complete()).toBe(true);
});

test("a late extension has no effect after a longer one", async () => {
  const { queue, other, deliverCopies } = createCopiedQueue();
  await other.enqueue(1, { id: "a" });
  const [job] = (await other.lease()).jobs as [Job<unknown>];
  await queue.extend([job], "1s");
  const [outcome] = await other.extend([job], "1h");
  await deliverCopies("extend");
  expect(await other.get("a")).toMatchObject({ leasedUntil: outcome?.ok && outcome.leasedUntil });
});

test("late progress has no effect after newer progress", async () => {
  const { queue, other, deliverCopies } = createCopiedQueue();
  await other.enqueue(1, { id: "a" });
  const [job] = (await other.lease()).jobs as [Job<unknown>];
  await queue.progress(job, 0.1);
  await other.progress(job, 0.9);
  await deliverCopies("progress");
  expect(await other.get("a")).toMatchObject({ progress: { fraction: 0.9 } });
});

test("a late reply does not free the lane of its request while a repetition is still in flight", async () => {
  const releases: (() => void)[] = [];
  let attempts = 0;
  const adapter: Adapter = {
    async run(script, keys, args) {
      if (script.name !== "turn" && script.name !== "turnPlain") return direct.run(script, keys, args);
      attempts += 1;
      const attempt = attempts;
      // Holds the reply to the first sending, and the request of the second one.
      if (attempt === 2) await new Promise<void>((resolve) => releases.push(resolve));
      const reply = await direct.run(script, keys, args);
      if (attempt === 1) await new Promise<void>((resolve) => releases.push(resolve));
      return reply;
    },
  };
  const queue = new Queue<number>(freshName(), { redis: adapter, prefix: testPrefix() });
  await queue.enqueueMany([{ data: 1 }]);
  const handled: number[] = [];
  const working = queue.work((job) => void handled.push(job.data));
  await until(() => releases.length === 1);
  // The worker repeats the request after ten seconds.
  await until(() => releases.length === 2, 15_000);
  releases[0]?.();
  for (let i = 0; i < 5; i++) await queue.counts();
  await queue.enqueue(2);
  releases[1]?.();
  await until(() => handled.length === 2, 15_000);
  await working.stop();
}, 45_000);
