// Options that do not exist, such as misspelled ones: every method and constructor refuses them by name.
import { describe, expect, test, vi } from "vitest";
import { createApp } from "../../../src/http/app.ts";
import { LeaseholdError, Queue, RetryLater } from "../../../src/index.ts";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import { createWorker } from "../../../src/worker/create-worker.ts";
import { freshQueue } from "../../setup/queue.ts";
import { type Any, catchError } from "./invalid-values.ts";

const handler = vi.fn();

describe("an unknown option is refused by its name in the options of", () => {
  const MISSPELLED: [options: string, call: (queue: Any) => unknown][] = [
    ["enqueue", (queue) => queue.enqueue(1, { dely: "1s" })],
    ["enqueueMany", (queue) => queue.enqueueMany([{ data: 1 }], { idempotencykey: "a" })],
    ["a job", (queue) => queue.enqueueMany([{ data: 1, idempotencyKey: "a" }])],
    ["lease", (queue) => queue.lease({ cuont: 1 })],
    ["turn", (queue) => queue.turn({ lese: {} })],
    ["settle", (queue) => queue.settle([], { idempotencyKy: "a" })],
    ["extend", (queue) => queue.extend([], "1m", { wrker: "w" })],
    ["progress", (queue) => queue.progress({ id: "a", fence: 1 }, 0.5, { extnd: "1m" })],
    ["redrive", (queue) => queue.redrive({ id: ["a"] })],
    ["list", (queue) => queue.list("ready", { limt: 1 })],
    ["wait", (queue) => queue.wait("a", { timout: 1 })],
    ["clean", (queue) => queue.clean({ limt: 1 })],
    ["deepClean", (queue) => queue.deepClean({ budgt: 1 })],
    ["drain", (queue) => queue.drain(handler, { budget: "1s", concurency: 2 })],
    ["work", (queue) => queue.work(handler, { grce: "1s" })],
    ["events", (queue) => queue.events({ sinse: 1 }).next()],
    ["recordEvents", (queue) => queue.recordEvents({ kep: 1 })],
  ];
  test.each(MISSPELLED)("%s", async (_, call) => {
    const run = vi.fn();
    const error = await catchError(() => call(freshQueue<Any>({ redis: { run } })));
    expect(error).toMatchObject({ code: "invalid_argument", message: expect.stringContaining("there is no ") });
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ["retention", { retention: { don: "1d" } }],
    ["a retention limit", { retention: { done: { ages: "1d" } } }],
    ["backoff", { backoff: { type: "fixed", delay: 1, jiter: 0 } }],
    ["a queue", { leese: "1m" }],
  ])("%s", async (_, options) => {
    const error = await catchError(() => new Queue("emails", { redis: { run: vi.fn() }, ...(options as object) }));
    expect(error).toMatchObject({ code: "invalid_argument", message: expect.stringContaining("there is no ") });
  });

  test("RetryLater", () => {
    for (const options of [{ atempt: false }, { attempt: 0 }] as never[]) {
      expect(() => new RetryLater("1m", options)).toThrow(LeaseholdError);
    }
  });

  test("items, apps and crons", async () => {
    const redis = { run: vi.fn() };
    const items = new RedisWorkQueue("items", { redis });
    for (const call of [
      () => new RedisWorkQueue("items", { redis, recver: "back" } as never),
      () => items.lease(30, { cuont: 1 } as never),
      () => items.clean({ limt: 1 } as never),
      () => createApp({ redis, token: [] } as never),
      () => createWorker({ redis, queues: { a: { handler, concurency: 2 } } } as never),
      () => createWorker({ redis, queues: {}, crons: { lite: "* * * * *" } } as never),
    ]) {
      expect(await catchError(call)).toMatchObject({ message: expect.stringContaining("there is no ") });
    }
    expect(redis.run).not.toHaveBeenCalled();
  });
});
