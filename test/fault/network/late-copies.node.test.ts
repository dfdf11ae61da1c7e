// Copies of requests that arrive late: after later ones, after the queue was destroyed, and after their sender has asked
// again. None of them takes effect.

import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listQueues, Queue } from "../../../src/index.ts";
import type { Adapter, Call } from "../../../src/redis/adapter.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";

let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  client = createClient({ url: inject("redisUrl") });
  await client.connect();
});
afterAll(() => client.destroy());

/** A queue whose requests are copied, and a way to deliver the copies of one script. */
function copied(name = freshName()) {
  const copies: Call[] = [];
  const real = nodeRedis(client);
  const adapter: Adapter = {
    run(script, keys, args) {
      copies.push({ script, keys, args });
      return real.run(script, keys, args);
    },
  };
  const queue = new Queue<unknown>(name, { redis: adapter, prefix: testPrefix() });
  const other = new Queue<unknown>(name, { redis: nodeRedis(client), prefix: testPrefix() });
  const deliver = async (...names: string[]) => {
    const late = copies.splice(0).filter(({ script }) => names.includes(script.name));
    expect(late.length).toBeGreaterThan(0);
    for (const { script, keys, args } of late) await real.run(script, keys, args);
  };
  return { queue, other, deliver, clear: () => copies.splice(0) };
}

test("of an enqueue that was sent again by another script, when its job was leased", async () => {
  const { queue, other, deliver } = copied();
  await queue.enqueue(0);
  // This process still takes the queue for registered, and tries the plain script first.
  await other.destroy();
  await queue.enqueue(1);
  const [first] = (await queue.lease()).jobs;
  await deliver("enqueuePlain", "enqueue");
  expect((await queue.lease({ count: 5 })).jobs).toEqual([]);
  expect(await first?.complete()).toBe(true);
});

test("of an enqueue, when its job was done and the queue destroyed", async () => {
  const { queue, other, deliver } = copied();
  await queue.enqueue(1, { id: "a" });
  expect(await (await queue.lease()).jobs[0]?.complete()).toBe(true);
  await other.destroy();
  await deliver("enqueue");
  expect(await other.get("a")).toBeUndefined();
  expect((await other.lease()).jobs).toEqual([]);
});

test("of a lease that found nothing, when there is something", async () => {
  const { queue, other, deliver } = copied();
  await other.enqueue(0);
  await other.drain(() => {}, { budget: "5s" });
  expect((await queue.lease()).jobs).toEqual([]);
  await other.enqueue(1, { id: "a" });
  await deliver("turn", "turnPlain");
  expect(await other.get("a")).toMatchObject({ state: "ready", attempt: 0 });
});

test.each<[what: string, act: (queue: Queue<unknown>) => Promise<unknown>, script: string]>([
  ["a purge", (queue) => queue.purge("ready"), "purge"],
  ["a destroy", (queue) => queue.destroy(), "destroy"],
])("of %s, when other jobs came", async (_, act, script) => {
  const { queue, other, deliver, clear } = copied();
  await queue.enqueue(1);
  clear();
  await act(queue);
  await other.enqueue(2, { id: "later" });
  await deliver(script);
  expect(await other.get("later")).toMatchObject({ state: "ready" });
});

test("of what takes a destroyed queue out of the registry, when the queue was made again", async () => {
  const { queue, other, deliver, clear } = copied();
  await queue.enqueue(1);
  clear();
  await queue.destroy();
  await other.enqueue(2);
  await deliver("forget");
  expect(await listQueues({ redis: nodeRedis(client), prefix: testPrefix() })).toContain(queue.name);
});

test("of a pause, when the queue was resumed", async () => {
  const { queue, other, deliver } = copied();
  await other.enqueue(1);
  await queue.pause();
  await other.resume();
  await deliver("pause");
  expect((await other.lease()).jobs).toHaveLength(1);
});

test("of failWorker, when the worker has leased the job again", async () => {
  const { queue, other, deliver } = copied();
  await other.enqueue(1);
  await other.lease({ worker: "w" });
  expect(await queue.failWorker("w")).toBe(1);
  const [again] = (await other.lease({ worker: "w" })).jobs;
  await deliver("failWorker");
  expect(await again?.complete()).toBe(true);
});

test("of an extension, when a longer one was asked for", async () => {
  const { queue, other, deliver } = copied();
  await other.enqueue(1, { id: "a" });
  const [job] = (await other.lease()).jobs;
  if (!job) throw new Error("nothing was leased");
  await queue.extend([job], "1s");
  const [outcome] = await other.extend([job], "1h");
  await deliver("extend");
  expect(await other.get("a")).toMatchObject({ leasedUntil: outcome?.ok && outcome.leasedUntil });
});

test("of progress, when there was more", async () => {
  const { queue, other, deliver } = copied();
  await other.enqueue(1, { id: "a" });
  const [job] = (await other.lease()).jobs;
  if (!job) throw new Error("nothing was leased");
  await queue.progress(job, 0.1);
  await other.progress(job, 0.9);
  await deliver("progress");
  expect(await other.get("a")).toMatchObject({ progress: { fraction: 0.9 } });
});

test("an answer that comes late frees no lane in which the same request is still under way", async () => {
  const real = nodeRedis(client);
  const held: (() => void)[] = [];
  let sendings = 0;
  const adapter: Adapter = {
    async run(script, keys, args) {
      if (script.name !== "turn" && script.name !== "turnPlain") return real.run(script, keys, args);
      sendings += 1;
      const turn = sendings;
      // The second sending is slow on its way, and the answer to the first on its way back.
      if (turn === 2) await new Promise<void>((resolve) => held.push(resolve));
      const reply = await real.run(script, keys, args);
      if (turn === 1) await new Promise<void>((resolve) => held.push(resolve));
      return reply;
    },
  };
  const queue = new Queue<number>(freshName(), { redis: adapter, prefix: testPrefix() });
  await queue.enqueueMany([{ data: 1 }]);
  const handled: number[] = [];
  const working = queue.work((job) => void handled.push(job.data));
  await until(() => held.length === 1);
  // The loop asks again after ten seconds.
  await until(() => held.length === 2, 15_000);
  held[0]?.();
  for (let i = 0; i < 5; i++) await queue.counts();
  await queue.enqueue(2);
  held[1]?.();
  await until(() => handled.length === 2, 15_000);
  await working.stop();
}, 45_000);
