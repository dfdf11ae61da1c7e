// Bytes and ids come out as they went in, through every adapter and every setting of a client.
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
import { benches } from "./kit/bench.ts";

const fresh = benches();
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

const locked = () => upstash({ url: inject("restUrl"), token: inject("token"), keyLocking: true });
const WAYS: [string, () => RedisWorkQueueOptions["redis"]][] = [
  ...CLIENTS,
  ["keyLocking on", locked],
  ["ioredis", (): Adapter => ioredis(io)],
  ["node-redis", (): Adapter => nodeRedis(node)],
];

const every = Uint8Array.from({ length: 256 }, (_, value) => value);
const DATA: [string, Uint8Array | string][] = [
  ["nothing", ""],
  ["a byte of 0xff", Uint8Array.of(0xff)],
  ["every byte", every],
  ["every byte, in pairs", Uint8Array.from({ length: 512 }, (_, at) => (at % 2 ? at >> 1 : 0xc3))],
  ["a BOM", "\uFEFFx"],
  ["zeros", new Uint8Array(3)],
  ["a number", "123"],
  ["a large number", "9007199254740993"],
  ["JSON", '{"a":[1,null,"ü"]}'],
  ["null", "null"],
  ["text", "héllo 漢字 🦀"],
  ["half a character", Uint8Array.of(0xe6, 0xbc)],
  ["what looks like our encoding", "tbÃ¿"],
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

describe.each(WAYS)("through %s", (_title, redis) => {
  test.each(DATA)("%s is stored as it is, and comes back", async (_name, data) => {
    const { prefix, wire } = fresh();
    const queue = new RedisWorkQueue(prefix, { redis: redis() });
    const item = new Item(data);
    expect(await queue.addItem(item)).toBe(true);
    expect(Buffer.from(item.bytes).equals((await wire.send("GET", `${prefix}:item:${item.id}`)) as Buffer)).toBe(true);
    const [leased] = (await queue.lease(30)) as [Item];
    expect([leased.id, Buffer.from(leased.bytes).toString("hex")]).toEqual([
      item.id,
      Buffer.from(item.bytes).toString("hex"),
    ]);
    expect(await queue.complete(leased)).toBe(true);
  });

  test("ids of any kind are added, leased and completed", async () => {
    const { prefix, state } = fresh();
    const queue = new RedisWorkQueue(prefix, { redis: redis() });
    const items = IDS.map((id) => new Item(every, id));
    expect(await queue.addItems(items)).toEqual(IDS.map(() => true));
    const leased = await queue.lease(30, { count: 100 });
    expect(leased.map(({ idBytes }) => idBytes)).toEqual(items.map(({ idBytes }) => idBytes));
    for (const item of leased) expect(await queue.complete(item)).toBe(true);
    expect(await state()).toEqual({});
  });

  test("a MB of random bytes comes back", async () => {
    const { prefix } = fresh();
    const queue = new RedisWorkQueue(prefix, { redis: redis() });
    const data = new Uint8Array(1 << 20);
    for (let at = 0; at < data.length; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536));
    await queue.addItem(new Item(data));
    const [leased] = (await queue.lease(30)) as [Item];
    expect(Buffer.from(leased.bytes).equals(data)).toBe(true);
  });

  test("cleans, failed items and counts are read", async () => {
    const { prefix, expire } = fresh();
    let now = 1_700_000_000_000;
    const queue = new RedisWorkQueue(prefix, { redis: redis(), grace: 0, maxAttempts: 1, now: () => now++ });
    await queue.addItem(new Item(every, "1"));
    await queue.lease(30);
    await expire("1");
    await queue.deepClean();
    expect(await queue.deepClean()).toMatchObject({ finished: true, failed: 1 });
    expect(await queue.counts()).toEqual({ queued: 0, processing: 0 });
    expect((await queue.failed()).map(({ id, bytes }) => [id, bytes])).toEqual([["1", every]]);
    expect(await queue.redrive({ ids: ["1", "2"] })).toBe(1);
    expect((await queue.lease(30)).map(({ id, bytes }) => [id, bytes])).toEqual([["1", every]]);
  });
});

test("what other clients wrote is read, and what we wrote is read by them", async () => {
  const { queue, foreign } = fresh();
  const data = Buffer.from(every);
  await foreign.run(foreign.addItem("theirs", data));
  expect((await queue.lease(30)).map(({ bytes }) => Buffer.from(bytes))).toEqual([data]);
  await queue.addItem(new Item(every, "ours"));
  expect(await foreign.run(foreign.lease(30))).toEqual({ id: Buffer.from("ours"), data });
});

test("views say what the bytes are, or that they are not", () => {
  expect(Item.json({ a: 1 }).json()).toEqual({ a: 1 });
  expect(new Item("ü").text()).toBe("ü");
  for (const view of ["text", "json"] as const) {
    expect(() => new Item(Uint8Array.of(0xff))[view]()).toThrow(/no (UTF-8|JSON)/);
  }
  expect(() => new Item("\ud800")).toThrow(/surrogate/);
  expect(() => Item.json(undefined)).toThrow(/JSON/);
});
