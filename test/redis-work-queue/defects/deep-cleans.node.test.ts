// Defects 5 and 6 of the eleven known defects of the redis-work-queue clients: items that are half added, and deep cleans
// that change other queues.
import { describe, expect, test } from "vitest";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import { CountingAdapter } from "../kit/clean-cost.ts";
import { connectItemQueues, createItem } from "../kit/test-item-queue.ts";

const createTestItemQueue = connectItemQueues();
const ADDED = { queue: ["a"], items: { a: "a!" } };

describe("defect 5: an item whose producer stored the data but not the id", () => {
  test("cannot come from us: our add is one command", async () => {
    const { prefix, connection } = createTestItemQueue();
    const redis = new CountingAdapter(connection);
    await new RedisWorkQueue(prefix, { redis }).addItem(createItem("a"));
    expect(redis.sent).toBe(1);
  });

  test("is put into the queue by one deep clean", async () => {
    const { createQueue, otherClient, readState } = createTestItemQueue();
    await otherClient.start(otherClient.addItem("a", "a!")).step(1);
    expect(await createQueue({ grace: 0 }).deepClean()).toMatchObject({ finished: true, strays: 1 });
    expect(await readState()).toEqual(ADDED);
  });

  test("is left to its producer during the grace", async () => {
    const { queue, clock, otherClient, readState } = createTestItemQueue();
    const adding = await otherClient.start(otherClient.addItem("a", "a!")).step(1);
    expect(await queue.deepClean()).toMatchObject({ finished: false, strays: 0 });
    clock.pass(999);
    expect(await queue.deepClean()).toMatchObject({ finished: false, strays: 0 });
    await adding.finish();
    clock.pass(1);
    expect(await queue.deepClean()).toMatchObject({ finished: true, strays: 0 });
    expect(await readState()).toEqual(ADDED);
  });

  test("is put into the queue by a light clean if the item was added again", async () => {
    const { queue, clock, otherClient, readState } = createTestItemQueue();
    await otherClient.start(otherClient.addItem("a", "a!")).step(1);
    expect(await queue.addItem(createItem("a"))).toBe(false);
    clock.pass(1_000);
    expect(await queue.clean()).toMatchObject({ strays: 1 });
    expect(await readState()).toEqual(ADDED);
  });
});

describe("defect 6: a deep clean changes no other queue", () => {
  test.each(["q[12]", "q*", "q?", "q\\", "[^q]", "{q}", "ünï", "q\n"])("if its prefix ends in %j", async (end) => {
    const { prefix } = createTestItemQueue();
    const cleaned = createTestItemQueue({ grace: 0 }, `${prefix}${end}`);
    const other = createTestItemQueue({}, `${prefix}q1`);
    await other.otherClient.start(other.otherClient.addItem("b", "b!")).step(1);
    await cleaned.otherClient.start(cleaned.otherClient.addItem("a", "a!")).step(1);
    await cleaned.queue.deepClean();
    expect(await cleaned.readState()).toEqual(ADDED);
    expect(await other.readState()).toEqual({ items: { b: "b!" } });
  });

  test.each([
    ["without", undefined],
    ["with", ["item"]],
  ] as const)("if the other prefix begins with its own, %s the option `nested`", async (_title, nested) => {
    const { prefix } = createTestItemQueue();
    const names = nested?.map((name) => `${prefix}:${name}`);
    const outer = createTestItemQueue(names ? { grace: 0, nested: names } : { grace: 0 }, prefix);
    const inner = createTestItemQueue({ grace: 0 }, `${prefix}:item`);
    await outer.queue.addItems(["a", "b"].map((id) => createItem(id)));
    await outer.queue.lease(30);
    await inner.queue.addItems(["x", "y"].map((id) => createItem(id)));
    await inner.queue.lease(30);
    await inner.otherClient.start(inner.otherClient.addItem("half", "!")).step(1);
    const innerBefore = await inner.readState();
    await outer.queue.deepClean();
    await outer.queue.deepClean();
    expect(await outer.queue.counts()).toEqual({ queued: 1, processing: 1 });
    expect(await outer.readState()).toMatchObject({ queue: ["b"], processing: ["a"] });
    expect(await inner.readState()).toEqual(innerBefore);
    expect(await inner.queue.deepClean()).toMatchObject({ strays: 1 });
    expect(await inner.readState()).toEqual({ ...innerBefore, queue: ["y", "half"] });
  });

  test("but repairs an item whose id looks like that of a nested queue, if `nested` is empty", async () => {
    const { createQueue, otherClient, readState } = createTestItemQueue({ grace: 0 });
    await otherClient.start(otherClient.addItem("item:1", "!")).step(1);
    expect(await createQueue().deepClean()).toMatchObject({ strays: 0, unclear: 1 });
    expect(await createQueue({ nested: [] }).deepClean()).toMatchObject({ strays: 1, unclear: 0 });
    expect(await readState()).toEqual({ queue: ["item:1"], items: { "item:1": "!" } });
  });
});
