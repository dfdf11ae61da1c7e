// The basic use of a queue, over HTTP, in Node and in workerd.
import { expect, inject, test } from "vitest";
import { upstash } from "../../src/index.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { freshKey } from "../setup/fresh-key.ts";

const redis = () => upstash({ url: inject("restUrl"), token: inject("token") });

test("items are added, leased, cleaned and completed", async () => {
  const queue = new RedisWorkQueue(freshKey("rwq"), { redis: redis() });
  expect(await queue.addItems([Item.json({ n: 1 }, "one"), new Item(Uint8Array.of(0xff))])).toEqual([true, true]);
  const [first, second] = (await queue.lease(60, { count: 2 })) as [Item, Item];
  expect([first.id, first.json(), second.bytes]).toEqual(["one", { n: 1 }, Uint8Array.of(0xff)]);
  expect(await queue.counts()).toEqual({ queued: 0, processing: 2 });
  expect(await queue.deepClean()).toMatchObject({ finished: true, returned: 0 });
  expect(await queue.complete(first)).toBe(true);
  // Another process needs only the prefix, the id and the lease.
  const otherProcess = new RedisWorkQueue(queue.prefix, { redis: redis() });
  expect(await otherProcess.complete({ id: second.id, lease: second.lease })).toBe(true);
  expect(await otherProcess.complete({ id: second.id, lease: second.lease })).toBe(false);
  expect(await queue.counts()).toEqual({ queued: 0, processing: 0 });
});

test("repeated cleans put back an item whose lease expired", async () => {
  const queue = new RedisWorkQueue(freshKey("rwq"), { redis: redis(), grace: "20ms" });
  await queue.addItem(new Item("x"));
  const [item] = (await queue.lease(1)) as [Item];
  await expect.poll(async () => (await queue.clean()).returned, { timeout: 5_000, interval: 50 }).toBe(1);
  expect((await queue.lease(60)).map(({ id }) => id)).toEqual([item.id]);
});
