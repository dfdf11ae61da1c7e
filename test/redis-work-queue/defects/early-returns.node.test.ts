// Defects 1 and 2 of the eleven known defects of the redis-work-queue clients: cleans that put back items in use. Each test
// plays the interleaving that causes the defect there.
import { describe, expect, test } from "vitest";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import { CountingAdapter } from "../kit/clean-cost.ts";
import { connectItemQueues, createItem } from "../kit/test-item-queue.ts";

const createTestItemQueue = connectItemQueues();

/** Creates a queue with an item that another client has popped; `leasing` is that client before it sets the lease. */
async function createWithPoppedItem() {
  const testQueue = createTestItemQueue();
  const { otherClient } = testQueue;
  await otherClient.run(otherClient.addItem("a", "a!"));
  return { ...testQueue, leasing: await otherClient.start(otherClient.lease(30)).step(2) };
}
const LEASED = { processing: ["a"], items: { a: "a!" }, leases: { a: 30 } };

describe("defect 1: a clean between the pop and the lease of another client", () => {
  test.each(["clean", "deepClean"] as const)("%s leaves the item to that client", async (clean) => {
    const { queue, leasing, readState } = await createWithPoppedItem();
    await queue[clean]();
    expect(await queue.lease(30)).toEqual([]);
    expect(await leasing.finish()).toMatchObject({ id: Buffer.from("a") });
    await queue[clean]();
    expect(await readState()).toEqual(LEASED);
  });

  test("several cleaners leave the item to that client, however often they clean within the grace", async () => {
    const { queue, createQueue, leasing, clock, readState } = await createWithPoppedItem();
    for (let i = 0; i < 9; i++) {
      await Promise.all([queue.clean(), createQueue().clean(), createQueue().deepClean(), createQueue().clean()]);
      clock.pass(111);
    }
    expect(await queue.counts()).toEqual({ queued: 0, processing: 1 });
    await leasing.finish();
    clock.pass(1_000);
    await queue.clean();
    expect(await readState()).toEqual(LEASED);
  });

  test("a clean deletes the mark of an item that was leased after it was marked", async () => {
    const { queue, leasing, clock, readState } = await createWithPoppedItem();
    await queue.clean();
    await leasing.finish();
    clock.pass(60_000);
    await queue.clean();
    expect((await readState()).others).toBeUndefined();
  });

  test("our lease is one command, so no clean can run between its pop and its lease", async () => {
    const { prefix, connection, queue } = createTestItemQueue();
    await queue.addItem(createItem("a"));
    const redis = new CountingAdapter(connection);
    await new RedisWorkQueue(prefix, { redis }).lease(30);
    expect(redis.sent).toBe(1);
  });
});

test("defect 2: cleaners that interrupt each other after each item put back no item with a live lease", async () => {
  const { queue, createQueue, otherClient, clock, expireLeases, readState } = createTestItemQueue({ grace: 0 });
  const ids = Array.from({ length: 6 }, (_, i) => `i${i}`);
  await queue.addItems(ids.map((id) => createItem(id)));
  await queue.lease(30, { count: 6 });
  await expireLeases(...ids);
  await queue.clean();
  clock.pass(1);
  const cleaners = [queue, createQueue(), createQueue()];
  for (let i = 0; i < 9; i++) {
    await Promise.all(cleaners.map((cleaner) => cleaner.clean({ limit: 1 })));
    await otherClient.run(otherClient.lease(30));
    clock.pass(1);
  }
  const { queue: waiting = [], processing, leases } = await readState();
  expect(waiting).toEqual([]);
  expect(processing?.toSorted()).toEqual(ids);
  expect(Object.keys(leases ?? {}).sort()).toEqual(ids);
});
