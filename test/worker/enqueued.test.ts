// After a request that put jobs into a queue: they are drained here, or the queue is woken elsewhere.
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Adapter, Job } from "../../src/index.ts";
import { appCallbacks, BackgroundWork } from "../../src/worker/background-work.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import { validateWorkerOptions } from "../../src/worker/settings.ts";
import { Realm } from "../setup/realm.ts";
import { until } from "../setup/wait.ts";
import { context, counted, listen } from "./kit.ts";

const said = listen();

test("what it enqueued is drained, within what the platform waits for", async () => {
  const realm = new Realm();
  const done: string[] = [];
  const worker = createWorker({ ...realm.options, queues: { emails: (job: Job<string>) => void done.push(job.data) } });
  await realm.queue("emails").enqueueMany([{ data: "a" }, { data: "b" }]);
  const ctx = context();
  worker.enqueued("emails", undefined, ctx);
  expect(ctx.count).toBe(1);
  await ctx.done();
  expect(done).toEqual(["a", "b"]);
  expect(said).toEqual({ log: [], warn: [], error: [] });
});

test("many requests at once share one drain, and none of their jobs is missed", async () => {
  const realm = new Realm();
  const { redis, sent } = counted(realm.redis);
  const done = new Set<number>();
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const handler = async (job: Job<number>) => {
    if (job.data === 0) await opened;
    done.add(job.data);
  };
  const worker = createWorker({ ...realm.options, redis, queues: { a: handler } });
  const ctx = context();
  for (let n = 0; n < 10; n++) {
    await realm.queue("a").enqueue(n);
    worker.enqueued("a", undefined, ctx);
  }
  open?.();
  await ctx.done();
  expect(done.size).toBe(10);
  // One turn leases the first, and each of ten settles one; another looks for later jobs, unless the drain did while it ran.
  expect([11, 12]).toContain((sent.turn ?? 0) + (sent.turnPlain ?? 0));
});

test("a long job keeps no others waiting while handlers are free", async () => {
  const realm = new Realm();
  const done: string[] = [];
  let finish: (() => void) | undefined;
  const handler = async (job: Job<string>) => {
    if (job.data === "long") await new Promise<void>((resolve) => (finish = resolve));
    done.push(job.data);
  };
  const worker = createWorker({ ...realm.options, queues: { emails: { handler, concurrency: 4 } } });
  const ctx = context();
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

test.each([
  ["", {}],
  [", with few requests left", { drain: { maxRequests: 8 } }],
])("what is enqueued in the moment in which a drain finds nothing more is drained too%s", async (_, limits) => {
  const realm = new Realm();
  const ctx = context();
  const done: number[] = [];
  let turns = 0;
  // The answer that nothing is left is already on its way when the next job comes.
  const run: Adapter["run"] = async (script, keys, args) => {
    const reply = await realm.redis.run(script, keys, args);
    if (script.name.startsWith("turn") && ++turns === 2) {
      await realm.queue("a").enqueue(2);
      worker.enqueued("a", undefined, ctx);
    }
    return reply;
  };
  const queues = { a: (job: Job<number>) => void done.push(job.data) };
  const worker = createWorker({ ...realm.options, redis: { run }, queues, ...limits });
  await realm.queue("a").enqueue(1);
  worker.enqueued("a", undefined, ctx);
  await until(() => done.length === 2);
  await ctx.done();
  expect(done).toEqual([1, 2]);
});

test("a `waitUntil` that is passed in is used, and none is needed", async () => {
  const realm = new Realm();
  const done: number[] = [];
  const queues = { a: (job: Job<number>) => void done.push(job.data) };
  const ctx = context();
  await realm.queue("a").enqueue(1);
  createWorker({ ...realm.options, queues, waitUntil: ctx.waitUntil }).enqueued("a");
  expect(ctx.count).toBe(1);
  await ctx.done();
  await realm.queue("a").enqueue(2);
  createWorker({ ...realm.options, queues }).enqueued("a");
  await until(() => done.length === 2);
});

test("a drain that fails says so in one line, and rejects nowhere", async () => {
  const ctx = context();
  const shaky: Adapter = { run: () => Promise.reject(new Error("p4yload")) };
  createWorker({ ...new Realm().options, redis: shaky, queues: { a: () => {} } }).enqueued("a", undefined, ctx);
  await ctx.done();
  expect(said.error).toEqual(['{"event":"drain_failed","queue":"a","code":"internal"}']);
});

test("a queue that is drained elsewhere is woken there; a wake that fails is reported, and does no harm", async () => {
  const woken: string[] = [];
  const wake = {
    a: async (queue: string) => void woken.push(queue),
    b: () => Promise.reject(new Error("s3cret")),
  };
  const worker = createWorker({ ...new Realm().options, queues: {}, wake });
  const ctx = context();
  for (const queue of ["a", "b", "nobody's"]) worker.enqueued(queue, undefined, ctx);
  await ctx.done();
  expect(woken).toEqual(["a"]);
  expect(said.error).toEqual(['{"event":"wake_failed","queue":"b","code":"internal"}']);
});

test("the hooks of the app know the context of their request, where there is one", async () => {
  const realm = new Realm();
  const done: number[] = [];
  const queues = { a: (job: Job<number>) => void done.push(job.data) };
  const hooks = appCallbacks(new BackgroundWork(validateWorkerOptions({ ...realm.options, queues })));
  const app = new Hono()
    .post("/jobs", (c) => {
      hooks.onEnqueued("a", c);
      return c.json({});
    })
    .post("/drain/:queue", (c) => c.json(hooks.drain(c, c.req.param("queue"))));
  const ctx = Object.assign(context(), { passThroughOnException() {}, props: {} });
  await realm.queue("a").enqueue(1);
  await app.request("/jobs", { method: "POST" }, {}, ctx);
  await ctx.done();
  expect(done).toEqual([1]);
  await realm.queue("a").enqueue(2);
  expect(await (await app.request("/drain/a", { method: "POST" })).json()).toBe(true);
  expect(await (await app.request("/drain/b", { method: "POST" })).json()).toBe(false);
  await until(() => done.length === 2);
  expect(await hooks.cron.light()).toMatchObject({ kind: "light", queues: 1 });
  expect(await hooks.cron.deep()).toMatchObject({ kind: "deep", repaired: { orphans: 0 } });
});
