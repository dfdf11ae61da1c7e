// After a request has enqueued jobs: the worker drains the queue, or wakes the deployment that does.
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Adapter, Job } from "../../src/index.ts";
import { appCallbacks, BackgroundWork } from "../../src/worker/background-work.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import { validateWorkerOptions } from "../../src/worker/settings.ts";
import { Realm } from "../setup/realm.ts";
import { until } from "../setup/wait.ts";
import { captureLogs } from "./kit/captured-logs.ts";
import { countScripts, createContext, createRecordingHandler } from "./kit/invocation.ts";

const logs = captureLogs();

test("an invocation drains the jobs that it enqueued, and passes the drain to waitUntil", async () => {
  const realm = new Realm();
  const { done, handler } = createRecordingHandler<string>();
  const worker = createWorker({ ...realm.options, queues: { emails: handler } });
  await realm.queue("emails").enqueueMany([{ data: "a" }, { data: "b" }]);
  const ctx = createContext();
  worker.enqueued("emails", undefined, ctx);
  expect(ctx.count).toBe(1);
  await ctx.done();
  expect(done).toEqual(["a", "b"]);
  expect(logs).toEqual({ log: [], warn: [], error: [] });
});

test("concurrent requests share one drain, which handles all their jobs", async () => {
  const realm = new Realm();
  const { redis, sent } = countScripts(realm.redis);
  const done = new Set<number>();
  const gate = Promise.withResolvers<void>();
  const handler = async (job: Job<number>) => {
    if (job.data === 0) await gate.promise;
    done.add(job.data);
  };
  const worker = createWorker({ ...realm.options, redis, queues: { a: handler } });
  const ctx = createContext();
  for (let n = 0; n < 10; n++) {
    await realm.queue("a").enqueue(n);
    worker.enqueued("a", undefined, ctx);
  }
  gate.resolve();
  await ctx.done();
  expect(done.size).toBe(10);
  // One turn leases the first job, and ten turns settle a job each. Another turn looks for later jobs, unless the drain did so
  // while it ran.
  expect([11, 12]).toContain((sent.turn ?? 0) + (sent.turnPlain ?? 0));
});

test("a long job does not delay other jobs while handlers are free", async () => {
  const realm = new Realm();
  const done: string[] = [];
  let finish: (() => void) | undefined;
  const handler = async (job: Job<string>) => {
    if (job.data === "long") await new Promise<void>((resolve) => (finish = resolve));
    done.push(job.data);
  };
  const worker = createWorker({ ...realm.options, queues: { emails: { handler, concurrency: 4 } } });
  const ctx = createContext();
  const queue = worker.queue("emails", undefined, ctx);
  await queue.enqueue("long");
  await until(() => finish);
  for (const each of ["a", "b", "c"]) await queue.enqueue(each);
  await until(() => done.length === 3, 5_000);
  expect(done).toEqual(["a", "b", "c"]);
  finish?.();
  await ctx.done();
  expect(done).toEqual(["a", "b", "c", "long"]);
});

test("a handler has the limits of its queue beside the concurrency of its drains", async () => {
  const realm = new Realm();
  let running = 0;
  let most = 0;
  const handler = async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
  };
  const limits = { queueConcurrency: 1, rate: { limit: 100, per: "1m" as const }, limitsVersion: 2 };
  const worker = createWorker({ ...realm.options, queues: { emails: { handler, concurrency: 4, ...limits } } });
  const ctx = createContext();
  await worker.queue("emails", undefined, ctx).enqueueMany([1, 2, 3].map((data) => ({ data })));
  await ctx.done();
  expect(most).toBe(1);
  const queue = realm.queue("emails");
  expect(await queue.counts()).toMatchObject({ ready: 0, leased: 0, totals: { completed: 3 } });
  expect(await queue.limits()).toEqual({ concurrency: 1, rate: { limit: 100, per: 60_000, burst: 10 }, version: 2 });
});

test.each([
  ["", {}],
  [", with few requests left", { drain: { maxRequests: 8 } }],
])("a job that is enqueued when a drain finds nothing more is drained too%s", async (_, limits) => {
  const realm = new Realm();
  const ctx = createContext();
  const { done, handler } = createRecordingHandler<number>();
  let turns = 0;
  // The reply that no job is left is already on its way when the next job is enqueued.
  const run: Adapter["run"] = async (script, keys, args) => {
    const reply = await realm.redis.run(script, keys, args);
    if (script.name.startsWith("turn") && ++turns === 2) {
      await realm.queue("a").enqueue(2);
      worker.enqueued("a", undefined, ctx);
    }
    return reply;
  };
  const worker = createWorker({ ...realm.options, redis: { run }, queues: { a: handler }, ...limits });
  await realm.queue("a").enqueue(1);
  worker.enqueued("a", undefined, ctx);
  await until(() => done.length === 2);
  await ctx.done();
  expect(done).toEqual([1, 2]);
});

test("a worker uses its `waitUntil` option, and works without one", async () => {
  const realm = new Realm();
  const { done, handler } = createRecordingHandler<number>();
  const ctx = createContext();
  await realm.queue("a").enqueue(1);
  createWorker({ ...realm.options, queues: { a: handler }, waitUntil: ctx.waitUntil }).enqueued("a");
  expect(ctx.count).toBe(1);
  await ctx.done();
  await realm.queue("a").enqueue(2);
  createWorker({ ...realm.options, queues: { a: handler } }).enqueued("a");
  await until(() => done.length === 2);
});

test("a drain that fails logs one line, and rejects no promise", async () => {
  const ctx = createContext();
  const failing: Adapter = { run: () => Promise.reject(new Error("p4yload")) };
  createWorker({ ...new Realm().options, redis: failing, queues: { a: () => {} } }).enqueued("a", undefined, ctx);
  await ctx.done();
  expect(logs.error).toEqual(['{"event":"drain_failed","queue":"a","code":"internal"}']);
});

test("a queue that is drained elsewhere is woken, and a wake that fails is logged", async () => {
  const woken: string[] = [];
  const wake = { a: async (queue: string) => void woken.push(queue), b: () => Promise.reject(new Error("s3cret")) };
  const worker = createWorker({ ...new Realm().options, queues: {}, wake });
  const ctx = createContext();
  for (const queue of ["a", "b", "unknown"]) worker.enqueued(queue, undefined, ctx);
  await ctx.done();
  expect(woken).toEqual(["a"]);
  expect(logs.error).toEqual(['{"event":"wake_failed","queue":"b","code":"internal"}']);
});

test("the callbacks of the app use the context of their request if it has one", async () => {
  const realm = new Realm();
  const { done, handler } = createRecordingHandler<number>();
  const callbacks = appCallbacks(
    new BackgroundWork(validateWorkerOptions({ ...realm.options, queues: { a: handler } })),
  );
  const app = new Hono()
    .post("/jobs", (c) => {
      callbacks.onEnqueued("a", c);
      return c.json({});
    })
    .post("/drain/:queue", (c) => c.json(callbacks.drain(c, c.req.param("queue"))));
  const ctx = createContext();
  await realm.queue("a").enqueue(1);
  await app.request("/jobs", { method: "POST" }, {}, ctx);
  await ctx.done();
  expect(done).toEqual([1]);
  await realm.queue("a").enqueue(2);
  expect(await (await app.request("/drain/a", { method: "POST" })).json()).toBe(true);
  expect(await (await app.request("/drain/b", { method: "POST" })).json()).toBe(false);
  await until(() => done.length === 2);
  expect(await callbacks.cron.light()).toMatchObject({ kind: "light", queues: 1 });
  expect(await callbacks.cron.deep()).toMatchObject({ kind: "deep", repaired: { orphans: 0 } });
});
