// A cron of a worker: a clean, and then a drain of every queue with a handler.
import { describe, expect, test, vi } from "vitest";
import type { Adapter, Job } from "../../src/index.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import { Realm, unreachableAdapter } from "../setup/realm.ts";
import { until } from "../setup/wait.ts";
import { captureLogs, parseFirstLine } from "./kit/captured-logs.ts";
import { countScripts, createContext, createRecordingHandler, EVERY_MINUTE, fillQueues } from "./kit/invocation.ts";

const logs = captureLogs();

describe("a cron", () => {
  test("cleans, drains the queues with a handler, and logs one line", async () => {
    const realm = new Realm();
    const { done, handler } = createRecordingHandler<string>();
    const failing = { handler: () => Promise.reject(new Error("no")), afterError: "fail" } as const;
    const worker = createWorker({
      ...realm.options,
      queues: { a: handler, b: { ...failing, concurrency: 2, batch: 4, lease: "1m" }, idle: () => {} },
    });
    await realm.queue("a").enqueue("now");
    await realm.queue("a").enqueue("then", { delay: "1s" });
    await realm.queue("b").enqueueMany([{ data: 1 }, { data: 2 }]);
    await realm.queue("elsewhere").enqueue(1);
    realm.clock.pass(1_000);
    await worker.scheduled(EVERY_MINUTE);
    expect(done.sort()).toEqual(["now", "then"]);
    expect(logs.log).toHaveLength(1);
    expect(parseFirstLine(logs.log)).toMatchObject({
      event: "clean",
      kind: "light",
      cron: "* * * * *",
      queues: 3,
      moved: { promoted: 1 },
      left: [],
      errors: [],
      drained: { completed: 2, retried: 0, failed: 2, released: 0, lost: 0, left: [] },
      // One for the names, one for three cleans, one for the report, three turns of a, two of b, and one of the queue
      // without jobs.
      requests: 9,
    });
    expect(await realm.queue("elsewhere").counts()).toMatchObject({ ready: 1 });
  });

  test("makes progress in a flooded queue and in a small one within one run", async () => {
    const realm = new Realm();
    await realm.queue("flooded").enqueueMany(Array.from({ length: 1_000 }, (_, n) => ({ data: n })));
    await realm.queue("small").enqueueMany([{ data: 1 }, { data: 2 }, { data: 3 }]);
    let flooded = 0;
    const small = createRecordingHandler<number>();
    const { cron } = createWorker({
      ...realm.options,
      drain: { budget: 700 },
      queues: {
        // This queue never becomes empty, because each job enqueues another.
        flooded: async () => {
          flooded += 1;
          await realm.queue("flooded").enqueue(0);
        },
        small: small.handler,
      },
    });
    const { drained } = await cron.light();
    expect(small.done).toHaveLength(3);
    expect(flooded).toBeGreaterThan(3);
    expect(drained?.left).toEqual(["flooded"]);
    expect(await realm.queue("flooded").counts()).toMatchObject({ leased: 0 });
  });

  test("releases a job that exceeds its time, and aborts the signal of its handler", async () => {
    const realm = new Realm();
    await realm.queue("a").enqueue(1);
    let isAborted = false;
    const handler = (_: Job<number>, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => {
          isAborted = true;
          resolve();
        });
      });
    const { cron } = createWorker({ ...realm.options, queues: { a: { handler, budget: 1_000 } } });
    expect((await cron.light()).drained).toMatchObject({ jobs: { released: 1 }, left: ["a"] });
    expect(isAborted).toBe(true);
    expect(await realm.queue("a").counts()).toMatchObject({ ready: 1, leased: 0 });
  });

  test("reclaims the job of a killed worker after its lease, and completes it", async () => {
    const realm = new Realm();
    await realm.queue("a").enqueue("work", { id: "x" });
    let killed = false;
    // Once killed, the worker no longer reaches Redis.
    const redis: Adapter = { run: (...call) => (killed ? new Promise(() => {}) : realm.redis.run(...call)) };
    const handler = () => {
      killed = true;
      return new Promise(() => {});
    };
    const dying = createWorker({ ...realm.options, redis, queues: { a: handler }, drain: { budget: 3_000 } });
    dying.enqueued("a");
    await until(() => killed);
    const done: [string, number][] = [];
    const queues = { a: (job: Job<string>) => void done.push([job.id, job.attempt]) };
    const { scheduled } = createWorker({ ...realm.options, queues });
    // The job is not leased again before its lease has expired.
    await scheduled(EVERY_MINUTE);
    expect(done).toEqual([]);
    realm.clock.pass(30_000);
    await scheduled(EVERY_MINUTE);
    expect(done).toEqual([["x", 2]]);
    expect(parseFirstLine(logs.log.slice(1))).toMatchObject({ moved: { reclaimed: 1 }, drained: { completed: 1 } });
    const { totals, ...counts } = await realm.queue("a").counts();
    expect(counts).toMatchObject({ ready: 0, leased: 0 });
    expect(totals).toMatchObject({ enqueued: 1, completed: 1 });
  });

  test("reports a queue that can neither be cleaned nor drained once, and drains the other queues", async () => {
    const realm = new Realm();
    await realm.breakQueue("broken");
    await realm.queue("a").enqueue(1);
    const { scheduled } = createWorker({ ...realm.options, queues: { broken: () => {}, a: () => {} } });
    await scheduled(EVERY_MINUTE);
    expect(parseFirstLine(logs.log)).toMatchObject({
      errors: [{ queue: "broken", code: "other_layout" }],
      drained: { completed: 1 },
    });
  });

  test("handles every job once if several run at the same time", async () => {
    const realm = new Realm();
    await realm.queue("a").enqueueMany(Array.from({ length: 40 }, (_, data) => ({ data })));
    const { done, handler } = createRecordingHandler<number>();
    const worker = () => createWorker({ ...realm.options, queues: { a: handler } });
    // Two run in different processes, and two in the same process.
    const [here, there] = [worker(), worker()];
    await Promise.all([here.scheduled(EVERY_MINUTE), there.scheduled(EVERY_MINUTE), here.scheduled(EVERY_MINUTE)]);
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, data) => data));
    expect((await realm.queue("a").counts()).totals).toMatchObject({ enqueued: 40, completed: 40 });
    const completed = logs.log.map((line) => JSON.parse(line).drained.completed);
    expect(completed.reduce((all, count) => all + count, 0)).toBe(40);
  });

  test("runs the clean of its expression, and for an unknown expression the light clean with a warning", async () => {
    const { scheduled } = createWorker({ ...new Realm().options, queues: {}, crons: { deep: "0 4 * * *" } });
    await scheduled({ ...EVERY_MINUTE, cron: "0 4 * * *" });
    await scheduled({ ...EVERY_MINUTE, cron: "0 5 * * *" });
    expect(logs.log.map((line) => JSON.parse(line).kind)).toEqual(["deep", "light"]);
    expect(parseFirstLine(logs.warn)).toMatchObject({ event: "unknown_cron", cron: "0 5 * * *" });
    expect(parseFirstLine(logs.log)).not.toHaveProperty("drained");
  });

  test("without Redis fails, and drains nothing", async () => {
    const { scheduled } = createWorker({ redis: unreachableAdapter(), queues: { a: () => expect.unreachable() } });
    await expect(scheduled(EVERY_MINUTE)).rejects.toMatchObject({ code: "redis_unreachable" });
    const lines = logs.error.map((line) => JSON.parse(line)).filter(({ event }) => event === "clean");
    expect(lines).toMatchObject([{ queues: 0, failed: { code: "redis_unreachable" } }]);
  });
});

/** Returns the number of requests that lease or settle. */
const countTurns = (sent: Record<string, number>) => (sent.turn ?? 0) + (sent.turnPlain ?? 0);

describe("a limit of requests", () => {
  test("ends a drain early enough to settle handled jobs and to release the others", async () => {
    const realm = new Realm();
    const { redis, sent } = countScripts(realm.redis);
    await realm.queue("a").enqueueMany(Array.from({ length: 50 }, () => ({ data: 1 })));
    const { done, handler } = createRecordingHandler<number>();
    const { cron } = createWorker({ ...realm.options, redis, queues: { a: handler }, drain: { maxRequests: 10 } });
    const { drained } = await cron.light();
    const handled = done.length;
    expect(sent.turn).toBeLessThanOrEqual(10);
    expect(handled).toBeGreaterThan(3);
    expect(drained).toMatchObject({ jobs: { completed: handled }, left: ["a"] });
    const { totals, ...counts } = await realm.queue("a").counts();
    expect(counts).toMatchObject({ ready: 50 - handled, leased: 0 });
    expect(totals).toMatchObject({ completed: handled });
  });

  test("that is too small for all queues drains other queues each minute, and reports those that are left", async () => {
    const realm = new Realm();
    const names = ["a", "b", "c", "d", "e"];
    const { done, queues } = await fillQueues(realm, names);
    const { redis, sent } = countScripts(realm.redis);
    const { cron } = createWorker({ ...realm.options, redis, queues, drain: { maxRequests: 8 } });
    const now = Date.now.bind(Date);
    for (let minute = 0; minute < 3; minute++) {
      const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + minute * 60_000);
      const before = countTurns(sent);
      const { drained } = await cron.light();
      expect(countTurns(sent) - before).toBeLessThanOrEqual(8);
      expect([...done, ...(drained?.left ?? [])]).toEqual(expect.arrayContaining(names));
      clock.mockRestore();
    }
    expect(done.sort()).toEqual(names);
  });

  test("is not spent on idle queues", async () => {
    const realm = new Realm();
    const names = Array.from({ length: 12 }, (_, i) => `queue-${i}`);
    const { done, queues } = await fillQueues(realm, names);
    for (const name of names.slice(0, -1)) await realm.queue(name).purge("ready");
    const { redis, sent } = countScripts(realm.redis);
    const { cron } = createWorker({ ...realm.options, redis, queues, drain: { maxRequests: 20 } });
    expect((await cron.light()).drained).toMatchObject({ jobs: { completed: 1 }, left: [] });
    expect(done).toEqual([names.at(-1)]);
    expect(countTurns(sent)).toBeLessThanOrEqual(20);
  });

  test("that is too small for a second queue leaves it to the next invocation", async () => {
    const realm = new Realm();
    const { done, handler } = createRecordingHandler<string>();
    const worker = createWorker({ ...realm.options, queues: { a: handler, b: handler }, drain: { maxRequests: 4 } });
    const ctx = createContext();
    await worker.queue("a", undefined, ctx).enqueue("a");
    await worker.queue("b", undefined, ctx).enqueue("b");
    await ctx.done();
    expect(done).toEqual(["a"]);
    worker.enqueued("b", undefined, createContext());
    await until(() => done.length === 2);
  });

  test("applies to all drains of one invocation together", async () => {
    const realm = new Realm();
    const names = ["a", "b", "c", "d"];
    const { redis, sent } = countScripts(realm.redis);
    for (const name of names) await realm.queue(name).enqueueMany(Array.from({ length: 50 }, () => ({ data: 1 })));
    const queues = Object.fromEntries(names.map((name) => [name, () => {}]));
    const worker = createWorker({ ...realm.options, redis, queues, drain: { maxRequests: 20 } });
    const ctx = createContext();
    for (const name of [...names, ...names]) worker.enqueued(name, undefined, ctx);
    await ctx.done();
    expect(countTurns(sent)).toBeLessThanOrEqual(20);
    for (const name of names) expect(await realm.queue(name).counts()).toMatchObject({ leased: 0 });
  });
});
