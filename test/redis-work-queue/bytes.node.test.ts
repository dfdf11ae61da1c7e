// Data and ids of any bytes: they are unchanged through every adapter and every setting of a client.
import { createClient } from "@redis/client";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Adapter, upstash } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import type { RedisWorkQueueOptions } from "../../src/redis-work-queue/item-queue-context.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { CLIENTS } from "../setup/clients.ts";
import { connectItemQueues } from "./kit/test-item-queue.ts";

const createTestItemQueue = connectItemQueues();
let io: Redis;
let node: ReturnType<typeof createClient>;
beforeAll(async () => {
  io = new Redis(inject("redisUrl"));
  node = createClient({ url: inject("redisUrl") });
  await node.connect();
});
afterAll(() => {
  io.disconnect();
  node.destroy();
});

const lockingUpstash = () => upstash({ url: inject("restUrl"), token: inject("token"), keyLocking: true });
const ADAPTERS: [string, () => RedisWorkQueueOptions["redis"]][] = [
  ...CLIENTS,
  ["keyLocking on", lockingUpstash],
  ["ioredis", (): Adapter => ioredis(io)],
  ["node-redis", (): Adapter => nodeRedis(node)],
];

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, value) => value);
const DATA: [string, Uint8Array | string][] = [
  ["no data", ""],
  ["a byte of 0xff", Uint8Array.of(0xff)],
  ["every byte", EVERY_BYTE],
  ["every byte, in pairs", Uint8Array.from({ length: 512 }, (_, at) => (at % 2 ? at >> 1 : 0xc3))],
  ["a BOM", "\uFEFFx"],
  ["zeros", new Uint8Array(3)],
  ["a number", "123"],
  ["a large number", "9007199254740993"],
  ["JSON", '{"a":[1,null,"ü"]}'],
  ["null", "null"],
  ["text", "héllo 漢字 🦀"],
  ["half a character", Uint8Array.of(0xe6, 0xbc)],
  ["text that looks like our encoding", "tbÃ¿"],
];
const IDS: (string | Uint8Array)[] = [
  "1",
  "1e5",
  "null",
  "true",
  "{}",
  '"x"',
  "ü 漢字",
  "a\nb",
  "a:b",
  "*",
  Uint8Array.of(0xff, 0),
];

describe.each(ADAPTERS)("through %s", (_title, redis) => {
  test.each(DATA)("%s is stored and leased unchanged", async (_name, data) => {
    const { prefix, connection } = createTestItemQueue();
    const queue = new RedisWorkQueue(prefix, { redis: redis() });
    const item = new Item(data);
    expect(await queue.addItem(item)).toBe(true);
    expect(Buffer.from(item.bytes).equals((await connection.send("GET", `${prefix}:item:${item.id}`)) as Buffer)).toBe(
      true,
    );
    const [leased] = (await queue.lease(30)) as [Item];
    expect([leased.id, Buffer.from(leased.bytes).toString("hex")]).toEqual([
      item.id,
      Buffer.from(item.bytes).toString("hex"),
    ]);
    expect(await queue.complete(leased)).toBe(true);
  });

  test("ids of all kinds are added, leased and completed", async () => {
    const { prefix, readState } = createTestItemQueue();
    const queue = new RedisWorkQueue(prefix, { redis: redis() });
    const items = IDS.map((id) => new Item(EVERY_BYTE, id));
    expect(await queue.addItems(items)).toEqual(IDS.map(() => true));
    const leased = await queue.lease(30, { count: 100 });
    expect(leased.map(({ idBytes }) => idBytes)).toEqual(items.map(({ idBytes }) => idBytes));
    for (const item of leased) expect(await queue.complete(item)).toBe(true);
    expect(await readState()).toEqual({});
  });

  test("a MB of random bytes is leased unchanged", async () => {
    const { prefix } = createTestItemQueue();
    const queue = new RedisWorkQueue(prefix, { redis: redis() });
    const data = new Uint8Array(1 << 20);
    for (let at = 0; at < data.length; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536));
    await queue.addItem(new Item(data));
    const [leased] = (await queue.lease(30)) as [Item];
    expect(Buffer.from(leased.bytes).equals(data)).toBe(true);
  });

  test("the replies of cleans, failed items, redrives and counts are read", async () => {
    const { prefix, expireLeases } = createTestItemQueue();
    let now = 1_700_000_000_000;
    const queue = new RedisWorkQueue(prefix, { redis: redis(), grace: 0, maxAttempts: 1, now: () => now++ });
    await queue.addItem(new Item(EVERY_BYTE, "1"));
    await queue.lease(30);
    await expireLeases("1");
    await queue.deepClean();
    expect(await queue.deepClean()).toMatchObject({ finished: true, failed: 1 });
    expect(await queue.counts()).toEqual({ queued: 0, processing: 0 });
    expect((await queue.failed()).map(({ id, bytes }) => [id, bytes])).toEqual([["1", EVERY_BYTE]]);
    expect(await queue.redrive({ ids: ["1", "2"] })).toBe(1);
    expect((await queue.lease(30)).map(({ id, bytes }) => [id, bytes])).toEqual([["1", EVERY_BYTE]]);
  });
});

test("other clients and ours lease the bytes of each other's items", async () => {
  const { queue, otherClient } = createTestItemQueue();
  const data = Buffer.from(EVERY_BYTE);
  await otherClient.run(otherClient.addItem("theirs", data));
  expect((await queue.lease(30)).map(({ bytes }) => Buffer.from(bytes))).toEqual([data]);
  await queue.addItem(new Item(EVERY_BYTE, "ours"));
  expect(await otherClient.run(otherClient.lease(30))).toEqual({ id: Buffer.from("ours"), data });
});

test("text() and json() return the data, and throw if it is not UTF-8 or not JSON", () => {
  expect(Item.json({ a: 1 }).json()).toEqual({ a: 1 });
  expect(new Item("ü").text()).toBe("ü");
  for (const view of ["text", "json"] as const) {
    expect(() => new Item(Uint8Array.of(0xff))[view]()).toThrow(/not (UTF-8|JSON)/);
  }
  expect(() => new Item("\ud800")).toThrow(/surrogate/);
  expect(() => Item.json(undefined)).toThrow(/JSON/);
});
