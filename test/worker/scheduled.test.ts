// A cron of a worker: the clean, then a drain of every queue that has a handler.
import { describe, expect, test, vi } from "vitest";
import type { Adapter, Job } from "../../src/index.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import { Realm, unreachableAdapter } from "../setup/realm.ts";
import { until } from "../setup/wait.ts";
import { context, counted, lineOf, listen, minutely } from "./kit.ts";

const said = listen();

describe("a cron", () => {
  test("cleans, drains the queues that have a handler, and says it in one line", async () => {
    const realm = new Realm();
    const done: string[] = [];
    const worker = createWorker({
      ...realm.options,
      queues: {
        a: (job: Job<string>) => void done.push(job.data),
        b: {
          handler: () => Promise.reject(new Error("no")),
          afterError: "fail",
          concurrency: 2,
          batch: 4,
          lease: "1m",
        },
        idle: () => {},
      },
    });
    await realm.queue("a").enqueue("now");
    await realm.queue("a").enqueue("then", { delay: "1s" });
    await realm.queue("b").enqueueMany([{ data: 1 }, { data: 2 }]);
    await realm.queue("elsewhere").enqueue(1);
    realm.clock.pass(1_000);
    await worker.scheduled(minutely);
    expect(done.sort()).toEqual(["now", "then"]);
    expect(said.log).toHaveLength(1);
    expect(lineOf(said.log)).toMatchObject({
      event: "clean",
      kind: "light",
      cron: "* * * * *",
      queues: 3,
      moved: { promoted: 1 },
      left: [],
      errors: [],
      drained: { completed: 2, retried: 0, failed: 2, released: 0, lost: 0, left: [] },
      // The names, and three cleans in one; three turns of a, two of b, one of the queue without jobs.
      requests: 8,
    });
    expect(await realm.queue("elsewhere").counts()).toMatchObject({ ready: 1 });
  });

  test("a flooded queue and a small one both get on within one run", async () => {
    const realm = new Realm();
    await realm.queue("flooded").enqueueMany(Array.from({ length: 1_000 }, (_, n) => ({ data: n })));
    await realm.queue("small").enqueueMany([{ data: 1 }, { data: 2 }, { data: 3 }]);
    let flooded = 0;
    let small = 0;
    const { cron } = createWorker({
      ...realm.options,
      drain: { budget: 700 },
      queues: {
        // Never ends by itself: each job brings another.
        flooded: async () => {
          flooded += 1;
          await realm.queue("flooded").enqueue(0);
        },
        small: () => {
          small += 1;
        },
      },
    });
    const { drained } = await cron.light();
    expect(small).toBe(3);
    expect(flooded).toBeGreaterThan(3);
    expect(drained?.left).toEqual(["flooded"]);
    expect(await realm.queue("flooded").counts()).toMatchObject({ leased: 0 });
  });

  test("a job longer than its time is given back, and its handler is told", async () => {
    const realm = new Realm();
    await realm.queue("a").enqueue(1);
    let told = false;
    const handler = (_: Job<number>, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => {
          told = true;
          resolve();
        });
      });
    const { cron } = createWorker({ ...realm.options, queues: { a: { handler, budget: 100 } } });
    expect((await cron.light()).drained).toMatchObject({ jobs: { released: 1 }, left: ["a"] });
    expect(told).toBe(true);
    expect(await realm.queue("a").counts()).toMatchObject({ ready: 1, leased: 0 });
  });

  test("brings back the job of a consumer that was killed, and completes it", async () => {
    const realm = new Realm();
    await realm.queue("a").enqueue("work", { id: "x" });
    let killed = false;
    // From a moment on nothing of it reaches Redis any more, as when its process is gone.
    const redis: Adapter = { run: (...call) => (killed ? new Promise(() => {}) : realm.redis.run(...call)) };
    const handler = () => {
      killed = true;
      return new Promise(() => {});
    };
    const dying = createWorker({ ...realm.options, redis, queues: { a: handler }, drain: { budget: 300 } });
    dying.enqueued("a");
    await until(() => killed);
    const done: [string, number][] = [];
    const queues = { a: (job: Job<string>) => void done.push([job.id, job.attempt]) };
    const { scheduled } = createWorker({ ...realm.options, queues });
    // While the lease lasts, nobody else gets the job.
    await scheduled(minutely);
    expect(done).toEqual([]);
    realm.clock.pass(30_000);
    await scheduled(minutely);
    expect(done).toEqual([["x", 2]]);
    expect(lineOf(said.log.slice(1))).toMatchObject({ moved: { reclaimed: 1 }, drained: { completed: 1 } });
    const { totals, ...counts } = await realm.queue("a").counts();
    expect(counts).toMatchObject({ ready: 0, leased: 0 });
    expect(totals).toMatchObject({ enqueued: 1, completed: 1 });
  });

  test("a queue that can be neither cleaned nor drained stops no other, and is reported once", async () => {
    const realm = new Realm();
    await realm.breakQueue("broken");
    await realm.queue("a").enqueue(1);
    const { scheduled } = createWorker({ ...realm.options, queues: { broken: () => {}, a: () => {} } });
    await scheduled(minutely);
    expect(lineOf(said.log)).toMatchObject({
      errors: [{ queue: "broken", code: "other_layout" }],
      drained: { completed: 1 },
    });
  });

  test("two at once handle every job once", async () => {
    const realm = new Realm();
    await realm.queue("a").enqueueMany(Array.from({ length: 40 }, (_, data) => ({ data })));
    const done: number[] = [];
    const worker = () =>
      createWorker({ ...realm.options, queues: { a: (job: Job<number>) => void done.push(job.data) } });
    // Two in different places, and two in the same.
    const [here, there] = [worker(), worker()];
    await Promise.all([here.scheduled(minutely), there.scheduled(minutely), here.scheduled(minutely)]);
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, data) => data));
    expect((await realm.queue("a").counts()).totals).toMatchObject({ enqueued: 40, completed: 40 });
    const completed = said.log.map((line) => JSON.parse(line).drained.completed);
    expect(completed.reduce((all, count) => all + count, 0)).toBe(40);
  });

  test("the expression of the deep clean runs it; one that nobody knows runs the light one, with a warning", async () => {
    const { scheduled } = createWorker({ ...new Realm().options, queues: {}, crons: { deep: "0 4 * * *" } });
    await scheduled({ ...minutely, cron: "0 4 * * *" });
    await scheduled({ ...minutely, cron: "0 5 * * *" });
    expect(said.log.map((line) => JSON.parse(line).kind)).toEqual(["deep", "light"]);
    expect(lineOf(said.warn)).toMatchObject({ event: "unknown_cron", cron: "0 5 * * *" });
    expect(lineOf(said.log)).not.toHaveProperty("drained");
  });

  test("without Redis fails, and drains nothing", async () => {
    const { scheduled } = createWorker({ redis: unreachableAdapter(), queues: { a: () => expect.unreachable() } });
    await expect(scheduled(minutely)).rejects.toMatchObject({ code: "redis_unreachable" });
    const lines = said.error.map((line) => JSON.parse(line)).filter(({ event }) => event === "clean");
    expect(lines).toMatchObject([{ queues: 0, failed: { code: "redis_unreachable" } }]);
  });
});

/** The number of requests that lease or settle. */
const turnsOf = (sent: Record<string, number>) => (sent.turn ?? 0) + (sent.turnPlain ?? 0);

describe("a number of requests", () => {
  test("ends a drain in time to settle what is done and to give back what is not", async () => {
    const realm = new Realm();
    const { redis, sent } = counted(realm.redis);
    await realm.queue("a").enqueueMany(Array.from({ length: 50 }, () => ({ data: 1 })));
    let handled = 0;
    const handler = () => {
      handled += 1;
    };
    const { cron } = createWorker({ ...realm.options, redis, queues: { a: handler }, drain: { maxRequests: 10 } });
    const { drained } = await cron.light();
    expect(sent.turn).toBeLessThanOrEqual(10);
    expect(handled).toBeGreaterThan(3);
    expect(drained).toMatchObject({ jobs: { completed: handled }, left: ["a"] });
    const { totals, ...counts } = await realm.queue("a").counts();
    expect(counts).toMatchObject({ ready: 50 - handled, leased: 0 });
    expect(totals).toMatchObject({ completed: handled });
  });

  test("too small for all queues is spent on others each minute, and names those that are left", async () => {
    const realm = new Realm();
    const names = ["a", "b", "c", "d", "e"];
    const done: string[] = [];
    for (const name of names) await realm.queue(name).enqueue(name);
    const queues = Object.fromEntries(names.map((name) => [name, (job: Job<string>) => void done.push(job.data)]));
    const { redis, sent } = counted(realm.redis);
    const { cron } = createWorker({ ...realm.options, redis, queues, drain: { maxRequests: 8 } });
    const now = Date.now.bind(Date);
    for (let minute = 0; minute < 3; minute++) {
      const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + minute * 60_000);
      const before = turnsOf(sent);
      const { drained } = await cron.light();
      expect(turnsOf(sent) - before).toBeLessThanOrEqual(8);
      expect([...done, ...(drained?.left ?? [])]).toEqual(expect.arrayContaining(names));
      clock.mockRestore();
    }
    expect(done.sort()).toEqual(names);
  });

  test("that idle queues do not need goes to the others", async () => {
    const realm = new Realm();
    const names = Array.from({ length: 12 }, (_, i) => `queue-${i}`);
    const done: string[] = [];
    for (const name of names) await realm.queue(name).enqueue(name);
    for (const name of names.slice(0, -1)) await realm.queue(name).purge("ready");
    const queues = Object.fromEntries(names.map((name) => [name, (job: Job<string>) => void done.push(job.data)]));
    const { redis, sent } = counted(realm.redis);
    const { cron } = createWorker({ ...realm.options, redis, queues, drain: { maxRequests: 20 } });
    expect((await cron.light()).drained).toMatchObject({ jobs: { completed: 1 }, left: [] });
    expect(done).toEqual([names.at(-1)]);
    expect(turnsOf(sent)).toBeLessThanOrEqual(20);
  });

  test("that is too small leaves a queue to the next invocation", async () => {
    const realm = new Realm();
    const done: string[] = [];
    const handler = (job: Job<string>) => void done.push(job.data);
    const worker = createWorker({ ...realm.options, queues: { a: handler, b: handler }, drain: { maxRequests: 4 } });
    const ctx = context();
    await worker.queue("a", undefined, ctx).enqueue("a");
    await worker.queue("b", undefined, ctx).enqueue("b");
    await ctx.done();
    expect(done).toEqual(["a"]);
    worker.enqueued("b", undefined, context());
    await until(() => done.length === 2);
  });

  test("is shared by the drains of one invocation", async () => {
    const realm = new Realm();
    const names = ["a", "b", "c", "d"];
    const { redis, sent } = counted(realm.redis);
    for (const name of names) await realm.queue(name).enqueueMany(Array.from({ length: 50 }, () => ({ data: 1 })));
    const queues = Object.fromEntries(names.map((name) => [name, () => {}]));
    const worker = createWorker({ ...realm.options, redis, queues, drain: { maxRequests: 20 } });
    const ctx = context();
    for (const name of [...names, ...names]) worker.enqueued(name, undefined, ctx);
    await ctx.done();
    expect(turnsOf(sent)).toBeLessThanOrEqual(20);
    for (const name of names) expect(await realm.queue(name).counts()).toMatchObject({ leased: 0 });
  });
});
