// The memory of a queue: each key stays under the limit of a plan, and an empty queue keeps almost nothing.
import { expect, test } from "vitest";
import { bucketDigit, bucketOf } from "../../src/engine/keys.ts";
import { Queue, type QueueOptions } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { Clock } from "../setup/queue.ts";
import { connectToOwnRedis } from "./kit/connections.ts";

// Upstash allows 100 MB for one key.
const MAX_KEY_BYTES = 100_000_000;
const MILLION = 1_000_000;

/** Creates a queue on a Redis of its own, and a function that reads the sizes of its keys. */
async function createMeasuredQueue(options: Partial<QueueOptions<unknown>> = {}) {
  const { client } = await connectToOwnRedis();
  const clock = new Clock();
  const queue = new Queue<unknown>("q", { redis: ioredis(client), now: clock.now, ...options });
  /** Resolves with the bytes of each key, by the last part of the key's name. */
  const readSizes = async () => {
    const keys = await client.keys("lh:{q}:*");
    const bytes = await Promise.all(keys.map((key) => client.memory("USAGE", key, "SAMPLES", 0)));
    return new Map(keys.map((key, i) => [key.slice("lh:{q}:".length), Number(bytes[i])]));
  };
  return { client, clock, queue, readSizes };
}

test("a million failed jobs with the most errors that are kept fit into keys of 100 MB", async () => {
  const { clock, queue, readSizes } = await createMeasuredQueue({ backoff: { type: "fixed", delay: 0 } });
  const count = 16_000;
  for (let from = 0; from < count; from += 250) {
    // Generated ids begin with the time. The bucket changes about every second.
    clock.pass(256);
    await queue.enqueueMany(Array.from({ length: 250 }, () => ({ data: "x".repeat(100), maxAttempts: 6 })));
  }
  const error = new Error("e".repeat(1_000));
  for (;;) {
    const { jobs } = await queue.lease({ count: 1_000 });
    if (jobs.length === 0) break;
    await queue.turn({ settle: jobs.map((job) => ({ job, action: "retry", error })) });
  }
  expect(await queue.counts()).toMatchObject({ failed: count });
  const buckets = [...(await readSizes())].filter(([key]) => key.startsWith("jobs:"));
  expect(buckets).toHaveLength(16);
  for (const [, bytes] of buckets) expect((bytes / count) * MILLION).toBeLessThan(MAX_KEY_BYTES);
}, 60_000);

const DAY = 86_400_000;

test.each<[example: string, createId: (i: number) => string]>([
  ["order-7", (i) => `order-${i}`],
  ["7", (i) => `${i}`],
  ["user7@example.com", (i) => `user${i}@example.com`],
  ["order:7:confirmation-email", (i) => `order:${i}:confirmation-email`],
  ["https://example.com/7/index.html", (i) => `https://example.com/${i}/index.html`],
  ["a time", (i) => new Date(DAY * 20_000 + i * 1_000).toISOString()],
  ["a day", (i) => `report-${new Date(DAY * i).toISOString().slice(0, 10)}`],
  ["a number of ms", (i) => `${1_700_000_000_000 + i}`],
  ["24 hexadecimal digits", (i) => i.toString(16).padStart(24, "0")],
  ["每-7", (i) => `每-${i}`],
])("ids like %s are spread evenly over all buckets", (_, createId) => {
  const sizes = Array.from({ length: 16 }, () => 0);
  const count = 10_000;
  for (let i = 0; i < count; i++) sizes[bucketOf(createId(i))] = (sizes[bucketOf(createId(i))] ?? 0) + 1;
  expect(Math.max(...sizes)).toBeLessThan((1.3 * count) / 16);
});

test("the scripts store each job in the bucket that the client computes", async () => {
  const { queue, client } = await createMeasuredQueue();
  const ids = ["order-7", "每-7", "_a", "_z2345678901bc", "_7ööööö", "_f0123456789a", "_g0123456789a", "x".repeat(256)];
  await queue.enqueueMany(ids.map((id) => ({ data: 1, id })));
  const { id } = await queue.enqueue(1);
  for (const each of [...ids, id]) expect(await client.hexists(`lh:{q}:jobs:${bucketDigit(each)}`, each)).toBe(1);
  expect((await queue.lease({ count: 20 })).jobs).toHaveLength(ids.length + 1);
});

test("a queue whose jobs are all done keeps only its totals and the outcomes of its jobs", async () => {
  const { client, queue, readSizes } = await createMeasuredQueue({ retention: { results: false } });
  await queue.enqueueMany(Array.from({ length: 500 }, (_, i) => ({ data: i, id: `${i}`, ttl: "1h" })));
  await queue.drain(async () => "result", { budget: "10s", concurrency: 100 });
  const left = [...(await readSizes()).keys()].filter((key) => !key.startsWith("replies:"));
  expect(left.sort()).toEqual(["endings", "meta"]);
  for (const key of await client.keys("lh:{q}:replies:*")) expect(await client.pttl(key)).toBeGreaterThan(0);
  expect(await queue.wait("7")).toEqual({ state: "done", result: undefined });
  await queue.destroy();
  const replies = await client.keys("lh:{q}:*");
  expect(replies.filter((key) => !key.startsWith("lh:{q}:replies:"))).toEqual([]);
  for (const key of replies) expect(await client.pttl(key)).toBeGreaterThan(0);
});

test("drain reports an empty queue only after it has also handled a thousand jobs with expired leases", async () => {
  const { clock, queue } = await createMeasuredQueue({ lease: "1s" });
  await queue.enqueueMany(Array.from({ length: 1_000 }, (_, data) => ({ data })));
  expect((await queue.lease({ count: 1_000 })).jobs).toHaveLength(1_000);
  clock.pass(1_000);
  const report = await queue.drain(async () => {}, { budget: "10s", concurrency: 10 });
  expect(report).toMatchObject({ completed: 1_000, ended: "empty" });
  expect(await queue.counts()).toMatchObject({ ready: 0, leased: 0 });
});
