// Arguments that are refused before a request, and writes that Redis refuses. No error contains the data of an item.
import { expect, inject, test } from "vitest";
import { upstash } from "../../src/index.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import type { RedisWorkQueueOptions } from "../../src/redis-work-queue/item-queue-context.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { connectItemQueues, createQueueOnOwnRedis } from "./kit/test-item-queue.ts";

const createTestItemQueue = connectItemQueues();
const SECRET = "secret-payload";

test.each<[string, (queue: RedisWorkQueue) => unknown]>([
  ["an empty id", (queue) => queue.addItem(new Item(SECRET, ""))],
  ["an id of more than 1,024 bytes", (queue) => queue.addItem(new Item(SECRET, "x".repeat(1_025)))],
  ["an object that is not an Item", (queue) => queue.addItem({ id: "a", data: SECRET } as unknown as Item)],
  ["more than 1,000 items", (queue) => queue.addItems(Array.from({ length: 1_001 }, () => new Item(SECRET)))],
  ["more than 4 MB", (queue) => queue.addItem(new Item(SECRET.repeat(400_000)))],
  ["a lease of fractional seconds", (queue) => queue.lease(1.5)],
  ["a lease of no seconds", (queue) => queue.lease(0)],
  ["a lease of no items", (queue) => queue.lease(30, { count: 0 })],
  ["an invalid lease", (queue) => queue.complete({ id: "a", lease: SECRET })],
  ["a clean of no requests", (queue) => queue.deepClean({ maxRequests: 0 })],
  ["a clean of no entries", (queue) => queue.clean({ limit: 0 })],
  ["a number instead of options", (queue) => queue.lease(30, 5 as unknown as object)],
])("%s is refused", async (_title, call) => {
  const { queue, readState } = createTestItemQueue();
  const error = await Promise.resolve(call(queue)).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: expect.stringMatching(/^(invalid_argument|too_large)$/) });
  expect(String(error)).not.toContain(SECRET);
  expect(await readState()).toEqual({});
});

test.each<[string, string, Partial<RedisWorkQueueOptions>]>([
  ["an empty prefix", "", {}],
  ["half a surrogate pair in a prefix", "\ud800", {}],
  ["an unknown value of recover", "q", { recover: "left" as "front" }],
  ["a negative grace", "q", { grace: -1 }],
  ["a maximum of no attempts", "q", { maxAttempts: 0 }],
  ["a nested prefix that does not begin with the prefix", "q", { nested: ["other"] }],
])("%s is refused", (_title, prefix, options) => {
  const redis = upstash({ url: inject("restUrl"), token: inject("token") });
  expect(() => new RedisWorkQueue(prefix, { redis, ...options })).toThrow(/^RedisWorkQueue: /);
});

test("a Redis without memory accepts none of several items, and still lets items be completed", async () => {
  const { client, queue } = await createQueueOnOwnRedis();
  await queue.addItem(new Item(SECRET, "a"));
  const [leased] = (await queue.lease(30)) as [Item];
  await client.configSet("maxmemory", "1");
  const error = await queue.addItems([new Item(SECRET, "b"), new Item(SECRET, "c")]).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: "redis_full" });
  expect(String(error)).not.toContain(SECRET);
  expect(await client.keys("q:item:*")).toEqual(["q:item:a"]);
  expect(await queue.complete(leased)).toBe(true);
  expect((await client.keys("q:*")).filter((key) => !key.startsWith("q:leasehold:reply:"))).toEqual([]);
});

test("an add whose push Redis refuses reverts the data that it stored", async () => {
  const { client, queue } = await createQueueOnOwnRedis();
  const refused = { code: expect.stringMatching(/^redis_/) };
  await queue.addItem(new Item("old", "a"));
  await client.sendCommand(["ACL", "SETUSER", "default", "-lpush"]);
  await expect(queue.addItems([new Item("!", "b"), new Item("!", "c")])).rejects.toMatchObject(refused);
  await expect(queue.addUniqueItem(new Item("!", "d"))).rejects.toMatchObject(refused);
  expect(await client.keys("q:item:*")).toEqual(["q:item:a"]);
  expect(await client.get("q:item:a")).toBe("old");
});

test("lease and deep clean skip an item whose key has another type", async () => {
  const { queue, connection, prefix } = createTestItemQueue();
  await connection.send("LPUSH", `${prefix}:item:odd`, "x");
  await connection.send("LPUSH", `${prefix}:queue`, "odd");
  await queue.addItem(new Item("!", "a"));
  expect((await queue.lease(30)).map(({ id }) => id)).toEqual(["a"]);
  expect(await queue.deepClean()).toMatchObject({ finished: true });
});
