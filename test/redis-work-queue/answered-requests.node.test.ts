// For how long the replies to answered requests stay in Redis, by the number of their keys.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startRedis } from "../../scripts/processes/redis-server.ts";
import type { Adapter, Call } from "../../src/redis/adapter.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import type { RedisWorkQueueOptions } from "../../src/redis-work-queue/item-queue-context.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { benches } from "./kit/bench.ts";

const LINGER = 1_000;
const fresh = benches();
const item = (id: string) => new Item(`${id}!`, id);

let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  client = createClient({ url: inject("redisUrl") });
  await client.connect();
});
afterAll(() => client.destroy());

/** A queue over an adapter that records its calls, and that can fail after or instead of carrying them out. */
function recorded(options: Partial<RedisWorkQueueOptions> = {}) {
  const bench = fresh(options);
  const calls: Call[] = [];
  let fault: "after" | "instead" | undefined;
  const real = nodeRedis(client);
  const adapter: Adapter = {
    async run(script, keys, args) {
      calls.push({ script, keys, args });
      if (fault === "instead") throw new Error("unreachable");
      const reply = await real.run(script, keys, args);
      if (fault === "after") throw new Error("the reply was lost");
      return reply;
    },
  };
  /** Runs an operation while all requests fail. */
  const failing = async (kind: "after" | "instead", operation: () => Promise<unknown>) => {
    fault = kind;
    await expect(operation()).rejects.toThrow();
    fault = undefined;
  };
  const deliverAgain = async () => {
    for (const { script, keys, args } of calls.splice(0)) await real.run(script, keys, args);
  };
  return { ...bench, queue: bench.another({ redis: adapter }), adapter, calls, failing, deliverAgain };
}

async function failOne({ queue, another, expire, clock }: ReturnType<typeof recorded>): Promise<void> {
  const strict = another({ maxAttempts: 1, grace: 0 });
  await queue.addItem(item("failing"));
  await queue.lease(30);
  await expire("failing");
  await strict.clean();
  clock.pass(1);
  await strict.clean();
}

describe("a request to the queue, a second after the replies", () => {
  test("forgets those of every operation, and leaves none itself where it finds nothing", async () => {
    const bench = recorded();
    const { queue, clock, state, replies } = bench;
    await failOne(bench);
    expect(await queue.redrive()).toBe(1);
    await queue.addUniqueItem(item("a"));
    for (const each of await queue.lease(30, { count: 2 })) await queue.complete(each);
    await queue.complete({ id: "gone" });
    clock.pass(LINGER - 2);
    await queue.lease(30);
    expect(await replies()).toBe(8);
    clock.pass(2);
    await queue.lease(30);
    expect([await state(), await replies()]).toEqual([{}, 0]);
  });

  test.each<[string, (queue: RedisWorkQueue) => Promise<unknown>]>([
    ["adds an item", (queue) => queue.addItem(item("b"))],
    ["leases an item", (queue) => queue.lease(30)],
    ["completes an item", (queue) => queue.complete({ id: "a" })],
    ["lets failed items wait", (queue) => queue.redrive()],
  ])("forgets them as well when it %s", async (_, act) => {
    const { queue, clock, replies } = recorded();
    await queue.addItem(item("a"));
    clock.pass(LINGER);
    await act(queue);
    expect(await replies()).toBe(1);
  });

  test("forgets a thousand of them", async () => {
    const { queue, clock, replies } = recorded();
    await Promise.all(Array.from({ length: 1_001 }, (_, i) => queue.addItem(item(`${i}`))));
    await queue.complete({ id: "gone" });
    clock.pass(LINGER);
    for (const left of [3, 2]) {
      await queue.complete({ id: "gone" });
      expect(await replies()).toBe(left);
    }
  });

  test("forgets those of another object for the queue over the same client", async () => {
    const { adapter, another, clock, replies } = recorded();
    await another({ redis: adapter }).addItem(item("a"));
    await another({ redis: { base: adapter, run: adapter.run } }).addItem(item("b"));
    expect(await replies()).toBe(2);
    clock.pass(LINGER);
    await another({ redis: adapter }).complete({ id: "gone" });
    expect(await replies()).toBe(1);
  });

  test("forgets no other queue's", async () => {
    const { adapter, another, clock, replies } = recorded();
    await another({ redis: adapter }).addItem(item("a"));
    clock.pass(LINGER);
    await new RedisWorkQueue(fresh().prefix, { redis: adapter, now: clock.now }).lease(30);
    expect(await replies()).toBe(1);
  });

  test("forgets them with the next one when it fails itself", async () => {
    const { queue, clock, replies, failing } = recorded();
    await queue.addItem(item("a"));
    clock.pass(LINGER);
    await failing("instead", () => queue.lease(30));
    expect(await replies()).toBe(1);
    await failing("after", () => queue.addItem(item("b")));
    await queue.addItem(item("c"));
    // Those of b, whose sender does not know it, and of c.
    expect(await replies()).toBe(2);
  });
});

describe("the reply stays", () => {
  test("of a request that its sender has named", async () => {
    const { queue, clock, replies } = recorded();
    const named = { idempotencyKey: "delivery-1" };
    await queue.addItem(item("a"), named);
    await queue.complete((await queue.lease(30, named))[0] as Item, named);
    clock.pass(100 * LINGER);
    await queue.lease(30);
    expect(await replies()).toBe(3);
  });

  test("of a request that was not answered", async () => {
    const { queue, clock, replies, failing } = recorded();
    await failing("after", () => queue.addItem(item("a")));
    clock.pass(100 * LINGER);
    await queue.complete({ id: "gone" });
    clock.pass(LINGER);
    await queue.lease(30);
    expect(await replies()).toBe(2);
  });

  test("so that copies of answered requests take no effect within a second", async () => {
    const bench = recorded();
    const { queue, clock, state, deliverAgain } = bench;
    await failOne(bench);
    await queue.redrive();
    await queue.addItem(item("a"));
    const leased = await queue.lease(30, { count: 2 });
    expect(leased.map(({ id }) => id)).toEqual(["failing", "a"]);
    for (const each of leased) await queue.complete(each);
    await queue.addItem(item("b"));
    clock.pass(LINGER - 1);
    await queue.counts();
    const before = await state();
    await deliverAgain();
    expect(await state()).toEqual(before);
  });
});

test("a holder that completes what is gone leaves no reply", async () => {
  const { queue, state, replies } = recorded();
  await queue.addItem(item("a"));
  const [leased] = (await queue.lease(30)) as [Item];
  await queue.complete({ id: "a" });
  const before = await replies();
  expect(await queue.complete(leased)).toBe(false);
  expect([await state(), await replies()]).toEqual([{}, before]);
  expect(await queue.complete(leased, { idempotencyKey: "again" })).toBe(false);
  await queue.addItem(item("a"));
  expect(await queue.complete(leased, { idempotencyKey: "again" })).toBe(false);
  expect(await replies()).toBe(before + 2);
});

test("without a later request, one of its own forgets all replies", async () => {
  const { prefix, adapter, calls, replies } = recorded();
  const queue = new RedisWorkQueue(prefix, { redis: adapter });
  await Promise.all(Array.from({ length: 2 * LINGER }, (_, i) => queue.addItem(item(`${i}`))));
  await expect.poll(replies, { timeout: 10 * LINGER }).toBe(0);
  const counts = calls.filter(({ script }) => script.name === "forget").map(({ keys }) => keys.length);
  expect([counts.reduce((sum, count) => sum + count), Math.max(...counts)]).toEqual([2 * LINGER, 1_000]);
});

test("a Redis without memory takes no item from a request that forgets replies", async () => {
  const redis = await startRedis();
  const own = createClient({ url: redis.url });
  try {
    await own.connect();
    let time = 1_700_000_000_000;
    const queue = new RedisWorkQueue("q", { redis: nodeRedis(own), now: () => time });
    await queue.addItem(item("a"));
    time += LINGER;
    await own.configSet("maxmemory", "1");
    await expect(queue.addItem(item("b"))).rejects.toMatchObject({ code: "redis_full" });
    expect(await own.keys("q:item:*")).toEqual(["q:item:a"]);
  } finally {
    own.destroy();
    await redis.stop();
  }
});
