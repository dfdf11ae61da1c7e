// Requests that are sent again because a reply was lost: each operation takes effect once and gets its first reply.
import { Redis } from "@upstash/redis";
import { afterAll, describe, expect, inject, test } from "vitest";
import type { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { type FaultyProxy, loseReplies, startFaultyProxy } from "../fault/kit/faulty-proxy.ts";
import { addFailedItem, cleanTwice, connectItemQueues, createItem } from "./kit/test-item-queue.ts";

const createTestItemQueue = connectItemQueues();
const opened: FaultyProxy[] = [];
afterAll(async () => {
  for (const lossy of opened.splice(0)) await lossy.close();
});

/** Creates a queue behind a proxy that can lose replies: `lossyQueue`. */
async function createLossyQueue() {
  const testQueue = createTestItemQueue();
  const lossy = await startFaultyProxy(inject("restUrl"));
  opened.push(lossy);
  const redis = new Redis({ url: lossy.url, token: inject("token"), retry: { retries: 5, backoff: () => 1 } });
  return { ...testQueue, lossy, lossyQueue: new RedisWorkQueue(testQueue.prefix, { redis }) };
}

describe.concurrent("a request whose reply is lost five times", () => {
  test("adds an item once and resolves with true", async () => {
    const { lossy, lossyQueue, readState } = await createLossyQueue();
    lossy.injectFaults(loseReplies(5));
    expect(await lossyQueue.addItem(createItem("a"))).toBe(true);
    expect(lossy.requests).toHaveLength(6);
    expect(await readState()).toEqual({ queue: ["a"], items: { a: "a!" } });
  });

  test("adds a unique item once, even if it is completed before the last repetition", async () => {
    const { lossy, lossyQueue, readState, queue } = await createLossyQueue();
    lossy.injectFaults(loseReplies(5, async () => queue.complete((await queue.lease(30))[0] as Item)));
    await lossyQueue.addUniqueItem(createItem("a"));
    expect(await readState()).toEqual({});
  });

  test("leases items once and resolves with them", async () => {
    const { lossy, lossyQueue, readState, queue } = await createLossyQueue();
    await queue.addItems(["a", "b", "c"].map((id) => createItem(id)));
    lossy.injectFaults(loseReplies(5));
    expect((await lossyQueue.lease(30, { count: 2 })).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(await readState()).toMatchObject({ queue: ["c"], processing: ["b", "a"] });
  });

  test("does not return items that were completed or leased again before the repetition", async () => {
    const { lossy, lossyQueue, otherClient, expireLeases, queue, clock } = await createLossyQueue();
    await queue.addItems(["a", "b", "c"].map((id) => createItem(id)));
    const meanwhile = async () => {
      await queue.complete({ id: "a" });
      await expireLeases("b");
      await cleanTwice({ queue, clock });
      await otherClient.run(otherClient.lease(30));
    };
    lossy.injectFaults(loseReplies(1, meanwhile));
    expect((await lossyQueue.lease(30, { count: 3 })).map(({ id }) => id)).toEqual(["c"]);
  });

  test("completes an item once and resolves with true, even if the item is added again before the last repetition", async () => {
    const { lossy, lossyQueue, readState, queue } = await createLossyQueue();
    await queue.addItem(createItem("a"));
    const [leased] = (await queue.lease(30)) as [Item];
    lossy.injectFaults(loseReplies(5, () => queue.addItem(createItem("a"))));
    expect(await lossyQueue.complete(leased)).toBe(true);
    expect(await readState()).toEqual({ queue: ["a"], items: { a: "a!" } });
  });

  test("redrives failed items once", async () => {
    const testQueue = await createLossyQueue();
    const { lossy, lossyQueue, readState } = testQueue;
    await addFailedItem(testQueue, "a");
    lossy.injectFaults(loseReplies(5));
    expect(await lossyQueue.redrive()).toBe(1);
    expect(await readState()).toEqual({ queue: ["a"], items: { a: "a!" } });
  });
});

describe.concurrent("a request with an idempotency key that another process repeats", () => {
  const options = { idempotencyKey: "delivery-1" };
  const createTwoQueues = () => {
    const { prefix, queue, readState } = createTestItemQueue();
    const redis = new Redis({ url: inject("restUrl"), token: inject("token") });
    return { queue, readState, other: new RedisWorkQueue(prefix, { redis }) };
  };

  test("adds items once, even if they are completed before the repetition", async () => {
    const { queue, other, readState } = createTwoQueues();
    expect(await queue.addItems([createItem("a")], options)).toEqual([true]);
    await queue.complete({ id: "a" });
    expect(await other.addItems([createItem("a")], options)).toEqual([true]);
    expect(await readState()).toEqual({});
    expect(await other.addItem(createItem("a"), { idempotencyKey: "delivery-2" })).toBe(true);
  });

  test("is remembered for the time in `rememberFor`", async ({ expect }) => {
    const { queue, readState } = createTwoQueues();
    await queue.addItem(createItem("a"), { ...options, rememberFor: "1s" });
    await queue.complete({ id: "a" });
    const addedAgain = () => queue.addItem(createItem("a"), options).then(readState);
    await expect.poll(addedAgain, { timeout: 5_000 }).toMatchObject({ queue: ["a"] });
  });

  test("leases items once, and both processes may complete them", async () => {
    const { queue, other, readState } = createTwoQueues();
    await queue.addItems([createItem("a"), createItem("b")]);
    const [first] = await queue.lease(30, options);
    const [second] = await other.lease(30, options);
    expect(second).toEqual(first);
    expect(await readState()).toMatchObject({ queue: ["b"], processing: ["a"] });
    expect(await other.complete(second as Item)).toBe(true);
  });

  test("completes an item once and resolves with true", async () => {
    const { queue, other } = createTwoQueues();
    await queue.addItem(createItem("a"));
    const [leased] = (await queue.lease(30)) as [Item];
    expect(await queue.complete(leased, options)).toBe(true);
    expect(await other.complete(leased, options)).toBe(true);
    expect(await other.complete(leased)).toBe(false);
  });

  test("is not confused with a request for another operation that has the same key", async () => {
    const { queue } = createTwoQueues();
    expect(await queue.addItem(createItem("a"), options)).toBe(true);
    const [leased] = (await queue.lease(30, options)) as [Item];
    expect(leased.id).toBe("a");
    expect(await queue.complete(leased, options)).toBe(true);
  });

  test.each(["", "a\nb", 7])("is refused if the key is %j", async (idempotencyKey) => {
    const { queue, readState } = createTwoQueues();
    const [invalid, refused] = [{ idempotencyKey: idempotencyKey as string }, { code: "invalid_argument" }];
    await expect(queue.addItem(createItem("a"), invalid)).rejects.toMatchObject(refused);
    await expect(queue.lease(30, invalid)).rejects.toMatchObject(refused);
    await expect(queue.complete({ id: "a" }, invalid)).rejects.toMatchObject(refused);
    expect(await readState()).toEqual({});
  });
});
