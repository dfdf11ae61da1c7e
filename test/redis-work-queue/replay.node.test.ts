// The network loses replies, and the client sends again: each operation takes effect once and gets its reply.
import { Redis } from "@upstash/redis";
import { afterAll, describe, expect, inject, test } from "vitest";
import { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { type FaultyProxy, loseReplies, startFaultyProxy } from "../fault/kit/faulty-proxy.ts";
import { benches } from "./kit/bench.ts";

const fresh = benches();
const opened: FaultyProxy[] = [];
afterAll(async () => {
  for (const lossy of opened.splice(0)) await lossy.close();
});
const item = (id: string, data = `${id}!`) => new Item(data, id);

async function reach() {
  const bench = fresh();
  const lossy = await startFaultyProxy(inject("restUrl"));
  opened.push(lossy);
  const redis = new Redis({ url: lossy.url, token: inject("token"), retry: { retries: 5, backoff: () => 1 } });
  return { ...bench, lossy, lossyQueue: new RedisWorkQueue(bench.prefix, { redis }) };
}

describe.concurrent("a request whose reply is lost five times", () => {
  test("adds an item once, and says so", async () => {
    const { lossy, lossyQueue, state } = await reach();
    lossy.injectFaults(loseReplies(5));
    expect(await lossyQueue.addItem(item("a"))).toBe(true);
    expect(lossy.requests).toHaveLength(6);
    expect(await state()).toEqual({ queue: ["a"], items: { a: "a!" } });
  });

  test("adds a unique item once, even when it was completed meanwhile", async () => {
    const { lossy, lossyQueue, state, queue } = await reach();
    lossy.injectFaults(loseReplies(5, async () => queue.complete((await queue.lease(30))[0] as Item)));
    await lossyQueue.addUniqueItem(item("a"));
    expect(await state()).toEqual({});
  });

  test("leases items once, and gives them", async () => {
    const { lossy, lossyQueue, state, queue } = await reach();
    await queue.addItems(["a", "b", "c"].map((id) => item(id)));
    lossy.injectFaults(loseReplies(5));
    expect((await lossyQueue.lease(30, { count: 2 })).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(await state()).toMatchObject({ queue: ["c"], processing: ["b", "a"] });
  });

  test("does not give what was completed or leased by another meanwhile", async () => {
    const { lossy, lossyQueue, foreign, expire, queue, clock } = await reach();
    await queue.addItems(["a", "b", "c"].map((id) => item(id)));
    const meanwhile = async () => {
      await queue.complete({ id: "a" });
      await expire("b");
      await queue.clean();
      clock.pass(1_000);
      await queue.clean();
      await foreign.run(foreign.lease(30));
    };
    lossy.injectFaults(loseReplies(1, meanwhile));
    expect((await lossyQueue.lease(30, { count: 3 })).map(({ id }) => id)).toEqual(["c"]);
  });

  test("completes an item once, and hears that it did, though it was added again meanwhile", async () => {
    const { lossy, lossyQueue, state, queue } = await reach();
    await queue.addItem(item("a"));
    const [leased] = (await queue.lease(30)) as [Item];
    lossy.injectFaults(loseReplies(5, () => queue.addItem(item("a"))));
    expect(await lossyQueue.complete(leased)).toBe(true);
    expect(await state()).toEqual({ queue: ["a"], items: { a: "a!" } });
  });

  test("lets failed items wait once", async () => {
    const { lossy, lossyQueue, another, clock, expire, state } = await reach();
    const strict = another({ maxAttempts: 1, grace: 0 });
    await strict.addItem(item("a"));
    await strict.lease(30);
    await expire("a");
    await strict.clean();
    clock.pass(1);
    await strict.clean();
    lossy.injectFaults(loseReplies(5));
    expect(await lossyQueue.redrive()).toBe(1);
    expect(await state()).toEqual({ queue: ["a"], items: { a: "a!" } });
  });
});

describe.concurrent("a request that its sender names, sent again by another process", () => {
  const again = { idempotencyKey: "delivery-1" };
  const elsewhere = () => {
    const { prefix, queue, state } = fresh();
    const redis = new Redis({ url: inject("restUrl"), token: inject("token") });
    return { queue, state, other: new RedisWorkQueue(prefix, { redis }) };
  };

  test("adds items once, though they were completed meanwhile", async () => {
    const { queue, other, state } = elsewhere();
    expect(await queue.addItems([item("a")], again)).toEqual([true]);
    await queue.complete({ id: "a" });
    expect(await other.addItems([item("a")], again)).toEqual([true]);
    expect(await state()).toEqual({});
    expect(await other.addItem(item("a"), { idempotencyKey: "delivery-2" })).toBe(true);
  });

  test("is remembered for as long as it says", async ({ expect }) => {
    const { queue, state } = elsewhere();
    await queue.addItem(item("a"), { ...again, rememberFor: "1s" });
    await queue.complete({ id: "a" });
    const addedAgain = () => queue.addItem(item("a"), again).then(state);
    await expect.poll(addedAgain, { timeout: 5_000 }).toMatchObject({ queue: ["a"] });
  });

  test("leases items once, and both may complete them", async () => {
    const { queue, other, state } = elsewhere();
    await queue.addItems([item("a"), item("b")]);
    const [first] = await queue.lease(30, again);
    const [second] = await other.lease(30, again);
    expect(second).toEqual(first);
    expect(await state()).toMatchObject({ queue: ["b"], processing: ["a"] });
    expect(await other.complete(second as Item)).toBe(true);
  });

  test("completes an item once, and hears that it did", async () => {
    const { queue, other } = elsewhere();
    await queue.addItem(item("a"));
    const [leased] = (await queue.lease(30)) as [Item];
    expect(await queue.complete(leased, again)).toBe(true);
    expect(await other.complete(leased, again)).toBe(true);
    expect(await other.complete(leased)).toBe(false);
  });

  test("is another request for each operation", async () => {
    const { queue } = elsewhere();
    expect(await queue.addItem(item("a"), again)).toBe(true);
    const [leased] = (await queue.lease(30, again)) as [Item];
    expect(leased.id).toBe("a");
    expect(await queue.complete(leased, again)).toBe(true);
  });

  test.each(["", "a\nb", 7])("is refused by a name that is %j", async (idempotencyKey) => {
    const { queue, state } = elsewhere();
    const refused = { code: "invalid_argument" };
    await expect(queue.addItem(item("a"), { idempotencyKey: idempotencyKey as string })).rejects.toMatchObject(refused);
    await expect(queue.lease(30, { idempotencyKey: idempotencyKey as string })).rejects.toMatchObject(refused);
    await expect(queue.complete({ id: "a" }, { idempotencyKey: idempotencyKey as string })).rejects.toMatchObject(
      refused,
    );
    expect(await state()).toEqual({});
  });
});
