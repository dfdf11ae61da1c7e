// The time for which Redis remembers the replies to answered requests. The tests count the keys of replies.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Adapter, Call } from "../../src/redis/adapter.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import type { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { addFailedItem, connectItemQueues, createItem, createQueueOnOwnRedis } from "./kit/test-item-queue.ts";

const LINGER = 1_000;
const createTestItemQueue = connectItemQueues();

let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  client = createClient({ url: inject("redisUrl") });
  await client.connect();
});
afterAll(() => client.destroy());

/** Creates a queue whose adapter records its calls. `withFault` makes them fail before or after Redis runs them. */
function createRecordedQueue() {
  const testQueue = createTestItemQueue();
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
  /** Runs an operation whose requests fail. */
  const withFault = async (kind: "after" | "instead", operation: () => Promise<unknown>) => {
    fault = kind;
    await expect(operation()).rejects.toThrow();
    fault = undefined;
  };
  /** Sends the recorded calls once more, as a network that delivers requests twice does. */
  const deliverAgain = async () => {
    for (const { script, keys, args } of calls.splice(0)) await real.run(script, keys, args);
  };
  return { ...testQueue, queue: testQueue.createQueue({ redis: adapter }), adapter, calls, withFault, deliverAgain };
}

describe("a request to the queue, a second after earlier replies arrived", () => {
  test("forgets the replies of all operations, and leaves no reply itself if it finds nothing", async () => {
    const testQueue = createRecordedQueue();
    const { queue, clock, readState, countReplies } = testQueue;
    await addFailedItem(testQueue, "failing");
    expect(await queue.redrive()).toBe(1);
    await queue.addUniqueItem(createItem("a"));
    for (const each of await queue.lease(30, { count: 2 })) await queue.complete(each);
    await queue.complete({ id: "gone" });
    clock.pass(LINGER - 2);
    await queue.lease(30);
    expect(await countReplies()).toBe(8);
    clock.pass(2);
    await queue.lease(30);
    expect([await readState(), await countReplies()]).toEqual([{}, 0]);
  });

  test.each<[string, (queue: RedisWorkQueue) => Promise<unknown>]>([
    ["adds an item", (queue) => queue.addItem(createItem("b"))],
    ["leases an item", (queue) => queue.lease(30)],
    ["completes an item", (queue) => queue.complete({ id: "a" })],
    ["redrives failed items", (queue) => queue.redrive()],
  ])("forgets the replies if it %s", async (_, send) => {
    const { queue, clock, countReplies } = createRecordedQueue();
    await queue.addItem(createItem("a"));
    clock.pass(LINGER);
    await send(queue);
    expect(await countReplies()).toBe(1);
  });

  test("forgets at most 1,000 replies", async () => {
    const { queue, clock, countReplies } = createRecordedQueue();
    await Promise.all(Array.from({ length: 1_001 }, (_, i) => queue.addItem(createItem(`${i}`))));
    await queue.complete({ id: "gone" });
    clock.pass(LINGER);
    for (const left of [3, 2]) {
      await queue.complete({ id: "gone" });
      expect(await countReplies()).toBe(left);
    }
  });

  test("forgets the replies of other objects for the queue over the same client", async () => {
    const { adapter, createQueue, clock, countReplies } = createRecordedQueue();
    await createQueue({ redis: adapter }).addItem(createItem("a"));
    await createQueue({ redis: { base: adapter, run: adapter.run } }).addItem(createItem("b"));
    expect(await countReplies()).toBe(2);
    clock.pass(LINGER);
    await createQueue({ redis: adapter }).complete({ id: "gone" });
    expect(await countReplies()).toBe(1);
  });

  test("forgets no reply of another queue", async () => {
    const { adapter, createQueue, clock, countReplies } = createRecordedQueue();
    await createQueue({ redis: adapter }).addItem(createItem("a"));
    clock.pass(LINGER);
    await new RedisWorkQueue(createTestItemQueue().prefix, { redis: adapter, now: clock.now }).lease(30);
    expect(await countReplies()).toBe(1);
  });

  test("leaves the replies to the next request if it fails", async () => {
    const { queue, clock, countReplies, withFault } = createRecordedQueue();
    await queue.addItem(createItem("a"));
    clock.pass(LINGER);
    await withFault("instead", () => queue.lease(30));
    expect(await countReplies()).toBe(1);
    await withFault("after", () => queue.addItem(createItem("b")));
    await queue.addItem(createItem("c"));
    // The replies for b, which did not arrive, and for c.
    expect(await countReplies()).toBe(2);
  });
});

describe("Redis remembers the reply", () => {
  test("to a request with an idempotency key", async () => {
    const { queue, clock, countReplies } = createRecordedQueue();
    const options = { idempotencyKey: "delivery-1" };
    await queue.addItem(createItem("a"), options);
    await queue.complete((await queue.lease(30, options))[0] as Item, options);
    clock.pass(100 * LINGER);
    await queue.lease(30);
    expect(await countReplies()).toBe(3);
  });

  test("to a request that was not answered", async () => {
    const { queue, clock, countReplies, withFault } = createRecordedQueue();
    await withFault("after", () => queue.addItem(createItem("a")));
    clock.pass(100 * LINGER);
    await queue.complete({ id: "gone" });
    clock.pass(LINGER);
    await queue.lease(30);
    expect(await countReplies()).toBe(2);
  });

  test("to an answered request for a second, so that copies of the request have no effect", async () => {
    const testQueue = createRecordedQueue();
    const { queue, clock, readState, deliverAgain } = testQueue;
    await addFailedItem(testQueue, "failing");
    await queue.redrive();
    await queue.addItem(createItem("a"));
    const leased = await queue.lease(30, { count: 2 });
    expect(leased.map(({ id }) => id)).toEqual(["failing", "a"]);
    for (const each of leased) await queue.complete(each);
    await queue.addItem(createItem("b"));
    clock.pass(LINGER - 1);
    await queue.counts();
    const before = await readState();
    await deliverAgain();
    expect(await readState()).toEqual(before);
  });
});

test("a holder that completes an item that is gone leaves no reply", async () => {
  const { queue, readState, countReplies } = createRecordedQueue();
  await queue.addItem(createItem("a"));
  const [leased] = (await queue.lease(30)) as [Item];
  await queue.complete({ id: "a" });
  const before = await countReplies();
  expect(await queue.complete(leased)).toBe(false);
  expect([await readState(), await countReplies()]).toEqual([{}, before]);
  expect(await queue.complete(leased, { idempotencyKey: "again" })).toBe(false);
  await queue.addItem(createItem("a"));
  expect(await queue.complete(leased, { idempotencyKey: "again" })).toBe(false);
  expect(await countReplies()).toBe(before + 2);
});

test("if no request follows, the queue sends requests that forget all replies, up to 1,000 each", async () => {
  const { prefix, adapter, calls, countReplies } = createRecordedQueue();
  const queue = new RedisWorkQueue(prefix, { redis: adapter });
  await Promise.all(Array.from({ length: 2 * LINGER }, (_, i) => queue.addItem(createItem(`${i}`))));
  await expect.poll(countReplies, { timeout: 10 * LINGER }).toBe(0);
  const counts = calls.filter(({ script }) => script.name === "forget").map(({ keys }) => keys.length);
  expect([counts.reduce((sum, count) => sum + count), Math.max(...counts)]).toEqual([2 * LINGER, 1_000]);
});

test("an add that forgets replies stores no item if Redis has no memory", async () => {
  let time = 1_700_000_000_000;
  const { client, queue } = await createQueueOnOwnRedis({ now: () => time });
  await queue.addItem(createItem("a"));
  time += LINGER;
  await client.configSet("maxmemory", "1");
  await expect(queue.addItem(createItem("b"))).rejects.toMatchObject({ code: "redis_full" });
  expect(await client.keys("q:item:*")).toEqual(["q:item:a"]);
});
