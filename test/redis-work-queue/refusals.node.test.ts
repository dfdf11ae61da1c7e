// What is refused, before anything is sent or by Redis; and that no data stands in an error.
import { createClient } from "@redis/client";
import { expect, inject, test } from "vitest";
import { startRedis } from "../../scripts/processes/redis-server.ts";
import { upstash } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import type { RedisWorkQueueOptions } from "../../src/redis-work-queue/item-queue-context.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { benches } from "./kit/bench.ts";

const fresh = benches();
const SECRET = "secret-payload";

test.each<[string, (queue: RedisWorkQueue) => unknown]>([
  ["an empty id", (queue) => queue.addItem(new Item(SECRET, ""))],
  ["an id of more than 1,024 bytes", (queue) => queue.addItem(new Item(SECRET, "x".repeat(1_025)))],
  ["what is no item", (queue) => queue.addItem({ id: "a", data: SECRET } as unknown as Item)],
  ["more than 1,000 items", (queue) => queue.addItems(Array.from({ length: 1_001 }, () => new Item(SECRET)))],
  ["more than 4 MB", (queue) => queue.addItem(new Item(SECRET.repeat(400_000)))],
  ["parts of a second", (queue) => queue.lease(1.5)],
  ["no seconds", (queue) => queue.lease(0)],
  ["no items", (queue) => queue.lease(30, { count: 0 })],
  ["a lease that is none", (queue) => queue.complete({ id: "a", lease: SECRET })],
  ["no requests", (queue) => queue.deepClean({ maxRequests: 0 })],
  ["a limit of 0", (queue) => queue.clean({ limit: 0 })],
  ["a number for options", (queue) => queue.lease(30, 5 as unknown as object)],
])("%s is refused", async (_what, call) => {
  const { queue, state } = fresh();
  const error = await Promise.resolve(call(queue)).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: expect.stringMatching(/^(invalid_argument|too_large)$/) });
  expect(String(error)).not.toContain(SECRET);
  expect(await state()).toEqual({});
});

test.each<[string, string, Partial<RedisWorkQueueOptions>]>([
  ["an empty prefix", "", {}],
  ["half a character in a prefix", "\ud800", {}],
  ["another word for recover", "q", { recover: "left" as "front" }],
  ["a negative grace", "q", { grace: -1 }],
  ["no attempts", "q", { maxAttempts: 0 }],
  ["a nested prefix that is none", "q", { nested: ["other"] }],
])("%s is refused", (_what, prefix, options) => {
  const redis = upstash({ url: inject("restUrl"), token: inject("token") });
  expect(() => new RedisWorkQueue(prefix, { redis, ...options })).toThrow(/^RedisWorkQueue: /);
});

test("a Redis without memory takes no item, none of many, and still lets items be completed", async () => {
  const redis = await startRedis();
  const client = createClient({ url: redis.url });
  try {
    await client.connect();
    const queue = new RedisWorkQueue("q", { redis: nodeRedis(client) });
    await queue.addItem(new Item(SECRET, "a"));
    const [leased] = (await queue.lease(30)) as [Item];
    await client.configSet("maxmemory", "1");
    const error = await queue.addItems([new Item(SECRET, "b"), new Item(SECRET, "c")]).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "redis_full" });
    expect(String(error)).not.toContain(SECRET);
    expect(await client.keys("q:item:*")).toEqual(["q:item:a"]);
    expect(await queue.complete(leased)).toBe(true);
    expect((await client.keys("q:*")).filter((key) => !key.startsWith("q:leasehold:reply:"))).toEqual([]);
  } finally {
    if (client.isOpen) client.destroy();
    await redis.stop();
  }
});

test("a push that Redis refuses after the data was stored takes the data back", async () => {
  const redis = await startRedis();
  const client = createClient({ url: redis.url });
  try {
    await client.connect();
    const queue = new RedisWorkQueue("q", { redis: nodeRedis(client) });
    await queue.addItem(new Item("old", "a"));
    await client.sendCommand(["ACL", "SETUSER", "default", "-lpush"]);
    await expect(queue.addItems([new Item("!", "b"), new Item("!", "c")])).rejects.toMatchObject({
      code: expect.stringMatching(/^redis_/),
    });
    await expect(queue.addUniqueItem(new Item("!", "d"))).rejects.toMatchObject({
      code: expect.stringMatching(/^redis_/),
    });
    expect(await client.keys("q:item:*")).toEqual(["q:item:a"]);
    expect(await client.get("q:item:a")).toBe("old");
  } finally {
    if (client.isOpen) client.destroy();
    await redis.stop();
  }
});

test("a key of another kind where data should be keeps nobody from the items behind it", async () => {
  const { queue, wire, prefix } = fresh();
  await wire.send("LPUSH", `${prefix}:item:odd`, "x");
  await wire.send("LPUSH", `${prefix}:queue`, "odd");
  await queue.addItem(new Item("!", "a"));
  expect((await queue.lease(30)).map(({ id }) => id)).toEqual(["a"]);
  expect(await queue.deepClean()).toMatchObject({ finished: true });
});
