// A queue on a Redis Cluster. Its prefix has a hash tag, which puts all its keys into one slot.
import { Cluster as IoCluster } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ioredis } from "../../src/redis/ioredis.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { type Cluster, startCluster } from "../setup/cluster.ts";

let cluster: Cluster;
let io: IoCluster;
beforeAll(async () => {
  cluster = await startCluster();
  io = new IoCluster(cluster.urls.map((url) => ({ host: "127.0.0.1", port: Number(new URL(url).port) })));
});
afterAll(async () => {
  io?.disconnect();
  await cluster?.stop();
});

test.each(["{a}", "{b}", "{c}:jobs"])("items of %s are added, leased, cleaned and completed", async (prefix) => {
  let now = 1_700_000_000_000;
  const queue = new RedisWorkQueue(prefix, { redis: ioredis(io), grace: 0, now: () => now++ });
  await queue.addItems(["1", "2"].map((id) => new Item("!", id)));
  const [item] = (await queue.lease(30)) as [Item];
  await io.del(`${prefix}:lease:1`, `${prefix}:queue`);
  for (let i = 0; i < 2; i++) expect(await queue.deepClean()).toMatchObject({ finished: true });
  expect(await queue.counts()).toEqual({ queued: 2, processing: 0 });
  expect(await queue.complete(item)).toBe(true);
  const [other] = (await queue.lease(30)) as [Item];
  expect([other.id, await queue.complete(other)]).toEqual(["2", true]);
  now += 1_000;
  expect(await queue.lease(30)).toEqual([]);
  const keys = await Promise.all(io.nodes("master").map((node) => node.keys(`${prefix}:*`)));
  expect(keys.flat()).toEqual([]);
});
