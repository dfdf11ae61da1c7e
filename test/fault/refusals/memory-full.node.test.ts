// Fault: Redis has no memory left and evicts nothing, which is the policy that a queue needs.
// Guarantee: existing jobs can still be leased, settled, extended, canceled, purged and cleaned. Only new jobs are refused,
// and change nothing.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Job, Queue, type QueueOptions } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { findBrokenInvariants, KeyNames, NO_REPAIRS } from "../../queue/kit/invariants.ts";
import { Clock } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { Database } from "../kit/database.ts";

const database = await Database.open();
let clock: Clock;
let queue: Queue<string>;
const open = (options: Partial<QueueOptions<string>> = {}) =>
  new Queue<string>("q", { redis: ioredis(database.client), prefix: "t", now: clock.now, backoff: 1_000, ...options });

beforeEach(async () => {
  await database.client.flushdb();
  clock = new Clock();
  queue = open();
});
afterEach(async () => {
  await database.configure("maxmemory", "0");
  expect(await findBrokenInvariants(database.client, new KeyNames("t", "q"))).toEqual([]);
  expect(await queue.deepClean()).toMatchObject(NO_REPAIRS);
});

const fillMemory = () => database.configure("maxmemory", "1");
const enqueue = (ids: string[], options = {}) => queue.enqueueMany(ids.map((id) => ({ data: id, id, ...options })));
const lease = async (count: number, options = {}) => (await queue.lease({ count, worker: "w", ...options })).jobs;
const enqueueAndLease = async (id: string, options = {}): Promise<Job<string>> => {
  await enqueue([id], options);
  return (await lease(1))[0] as Job<string>;
};

describe("while memory is full, a holder", () => {
  const WAYS: [string, (job: Job<string>) => Promise<boolean>, object][] = [
    ["completes its job", (job) => job.complete(), { ready: 1, totals: { completed: 1 } }],
    ["completes it with a result", (job) => job.complete("x".repeat(10_000)), { ready: 1, totals: { completed: 1 } }],
    ["retries it at once", (job) => job.retry({ delay: 0 }), { ready: 2, totals: { retried: 1 } }],
    ["retries it later", (job) => job.retry({ error: "x".repeat(300) }), { delayed: 1, totals: { retried: 1 } }],
    ["fails it", (job) => job.fail("no"), { failed: 1, totals: { failed: 1 } }],
    ["releases it", (job) => job.release(), { ready: 2, totals: { released: 1 } }],
  ];

  test.each(WAYS)("%s", async (_, settle, counts) => {
    const job = await enqueueAndLease("a", { ttl: "1h" });
    await enqueue(["b"]);
    await fillMemory();
    expect(await settle(job)).toBe(true);
    expect(await queue.counts()).toMatchObject({ leased: 0, ...counts });
    expect(await settle(job)).toBe(false);
  });

  test.each(WAYS)("%s after its lease expired", async (_, settle, counts) => {
    const job = await enqueueAndLease("a", { ttl: "1h" });
    await enqueue(["b"]);
    clock.pass(31_000);
    await fillMemory();
    expect(await queue.clean()).toMatchObject({ reclaimed: 1 });
    expect(await settle(job)).toBe(true);
    expect(await queue.counts()).toMatchObject({ leased: 0, ...counts });
  });

  test("completes jobs with retention, which removes older ones", async () => {
    queue = open({ retention: { done: { count: 2 } } });
    await enqueue(["a", "b", "c", "d"]);
    const jobs = await lease(4);
    await fillMemory();
    for (const job of jobs) expect(await job.complete({ done: job.id })).toBe(true);
    expect(await queue.counts()).toMatchObject({ done: 2, leased: 0, totals: { completed: 4 } });
    expect(await queue.result("d")).toEqual({ done: "d" });
  });

  test("reports its progress, and extends its lease with it", async () => {
    const job = await enqueueAndLease("a");
    await fillMemory();
    expect(await job.progress(0.5, { note: "half" })).toBe(true);
    expect(await job.progress(0.75, { note: "a longer note", extend: "1h" })).toBe(true);
    expect(await queue.get("a")).toMatchObject({
      state: "leased",
      progress: { fraction: 0.75, note: "a longer note" },
    });
  });

  test("extends its lease, and an expired one", async () => {
    await enqueue(["a", "b"]);
    const [first, second] = (await lease(2)) as [Job<string>, Job<string>];
    await fillMemory();
    expect(await first.extend("1h")).toBe(true);
    clock.pass(31_000);
    await queue.clean();
    expect(await second.extend("1h")).toBe(true);
    expect(await queue.counts()).toMatchObject({ ready: 0, leased: 2 });
  });

  test("keeps its job for longer than its lease", async () => {
    queue = open({ lease: 1_000, now: Date.now });
    await enqueue(["a"]);
    await fillMemory();
    const report = await queue.drain(
      async (job) => {
        const first = job.leasedUntil;
        await until(() => job.leasedUntil > first, 5_000);
      },
      { budget: "10s" },
    );
    expect(report).toMatchObject({ leased: 1, completed: 1, retried: 0, lost: 0 });
  });
});

describe("while memory is full, a queue", () => {
  test("leases ready and due jobs, and removes jobs past their time to live", async () => {
    await enqueue(["over", "last"], { maxAttempts: 2 });
    await lease(2);
    await enqueue(["due"], { delay: "1s" });
    await enqueue(["expired"], { ttl: "1s" });
    await enqueue(Array.from({ length: 20 }, (_, i) => `b-${i}`));
    clock.pass(31_000);
    await fillMemory();
    const ids = (await lease(30, { worker: "another" })).map(({ id }) => id);
    expect(ids).toHaveLength(23);
    expect(ids.slice(0, 2)).toEqual(["over", "last"]);
    expect(await queue.counts()).toMatchObject({
      ready: 0,
      delayed: 0,
      leased: 23,
      totals: { expired: 1, reclaimed: 2 },
    });
  });

  test("can be drained", async () => {
    await enqueue(Array.from({ length: 300 }, (_, i) => `job-${i}`));
    await fillMemory();
    const failing = new Set(["job-7", "job-123"]);
    const options = { budget: "20s", concurrency: 50, batch: 100, afterError: "fail" } as const;
    const report = await queue.drain((job) => {
      if (failing.has(job.id)) throw new Error("no");
      return { done: job.id };
    }, options);
    expect(report).toMatchObject({ leased: 300, completed: 298, failed: 2, lost: 0, ended: "empty" });
    expect(await queue.counts()).toMatchObject({
      ready: 0,
      leased: 0,
      failed: 2,
      totals: { completed: 298, failed: 2 },
    });
    expect(await queue.result("job-299")).toEqual({ done: "job-299" });
  });

  test("accepts cancel, purge, promote, redrive, failWorker and resume", async () => {
    await enqueue(["held", "failed", "held-too"]);
    const [, failed] = await lease(3);
    await failed?.fail();
    await enqueue(["later", "later-too"], { delay: "1h" });
    await enqueue(["ready"]);
    await queue.pause();
    await fillMemory();
    expect(await queue.cancel(["held", "later", "unknown"])).toMatchObject([{ ok: true }, { ok: true }, { ok: false }]);
    expect(await queue.promote("later-too")).toMatchObject([{ ok: true }]);
    expect(await queue.redrive()).toMatchObject({ redriven: 1 });
    expect(await queue.failWorker("w")).toBe(1);
    await queue.resume();
    expect((await lease(9)).map(({ id }) => id).sort()).toEqual(["failed", "held-too", "later-too", "ready"]);
    await queue.failWorker("w");
    expect(await queue.purge("ready")).toBe(4);
    expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0, leased: 0, failed: 0 });
    expect(await queue.get("ready")).toBeUndefined();
  });

  test("can be cleaned", async () => {
    await enqueue(["over"], { maxAttempts: 1 });
    await enqueue(["over-too"]);
    await lease(2);
    await enqueue(["due"], { delay: "1s" });
    await enqueue(["expired"], { ttl: "1s", uniqueFor: "1s" });
    clock.pass(31_000);
    await fillMemory();
    const cleaned = await queue.clean();
    expect(cleaned).toMatchObject({ reclaimed: 1, failed: 1, promoted: 1, expired: 1, more: false });
    expect(await queue.counts()).toMatchObject({ ready: 2, delayed: 0, leased: 0, failed: 1 });
  });

  test("can be repaired by a deep clean", async () => {
    await enqueue(["a", "b"]);
    await database.client.zrem("t:{q}:ready", "a");
    await fillMemory();
    expect(await queue.deepClean()).toMatchObject({ orphans: 1, lost: 0, stray: 0, counters: 0 });
    expect((await lease(2)).map(({ id }) => id)).toEqual(["a", "b"]);
  });
});

describe("while memory is full, enqueue is refused and changes nothing:", () => {
  const known = { id: "known", idempotencyKey: "n" };
  const REQUESTS: [string, () => Promise<unknown>][] = [
    ["a job", () => queue.enqueue("new")],
    ["a job with an id", () => queue.enqueue("new", { id: "new", uniqueFor: "1h", ttl: "1h" })],
    ["a delayed job", () => queue.enqueue("new", { delay: "1h" })],
    ["a job with an id whose window is over", () => queue.enqueue("new", { id: "seen", uniqueFor: "1h" })],
    ["a batch with duplicates", () => enqueue(["known", "new", "seen-too"], { uniqueFor: "1h" })],
    ["a job with an idempotency key", () => queue.enqueue("new", { idempotencyKey: "another" })],
    ["a job in another queue", () => new Queue("r", { redis: ioredis(database.client), prefix: "t" }).enqueue("new")],
  ];

  test.each(REQUESTS)("%s", async (_, request) => {
    await enqueue(["seen"], { uniqueFor: "1s" });
    await enqueue(["seen-too"], { uniqueFor: "1h" });
    for (const job of await lease(2)) await job.complete("result");
    await queue.enqueue("known", known);
    clock.pass(2_000);
    const before = await database.dump();
    await fillMemory();
    await expect(request()).rejects.toMatchObject({ code: "redis_full" });
    expect(await database.dump()).toEqual(before);
    expect(await queue.enqueue("known", known)).toMatchObject({ created: true });
    await database.configure("maxmemory", "0");
    await request();
    expect((await queue.counts()).totals.replayed).toBeLessThanOrEqual(1);
  });
});
