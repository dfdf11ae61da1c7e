// The types of a worker's queues, from handlers, a type argument or a schema. Its events, middleware and logger.
import * as v from "valibot";
import { expect, test, vi } from "vitest";
import { type Job, LeaseholdError, type Queue } from "../../src/index.ts";
import { consumer } from "../../src/worker/consumer-options.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import { Realm } from "../setup/realm.ts";
import { until } from "../setup/wait.ts";
import { createContext } from "./kit/invocation.ts";

type Email = { to: string };

test("a queue has the payload type of its handler or schema", async () => {
  const realm = new Realm();
  const done: string[] = [];
  const worker = createWorker((_env: { n: number }) => ({
    ...realm.options,
    queues: {
      emails: async (job: Job<Email>) => void done.push(job.data.to),
      images: consumer({
        schema: v.object({ width: v.number() }),
        handler: (job) => void done.push(job.data.width.toFixed(0)),
        concurrency: 2,
      }),
    },
  }));
  const ctx = createContext();
  const emails = worker.queue("emails", { n: 1 }, ctx);
  const typed: Queue<Email> = emails;
  const images: Queue<{ width: number }> = worker.queue("images", { n: 1 });
  void [typed, images];
  // @ts-expect-error: there is no such queue.
  void (() => worker.queue("others", { n: 1 }, ctx));
  // @ts-expect-error: its payload is of another type.
  void (() => emails.enqueue({ to: 5 }));
  const env = { n: 2 };
  await worker.queue("emails", env, ctx).enqueue({ to: "ada" });
  await worker.queue("images", env, ctx).enqueue({ width: 7 });
  await ctx.done();
  expect(done.sort()).toEqual(["7", "ada"]);
});

test("a queue has the payload type of a type argument", () => {
  const worker = createWorker<unknown, { emails: Email }>({
    ...new Realm().options,
    queues: { emails: ({ data }) => data.to },
  });
  const emails: Queue<Email> = worker.queue("emails");
  expect(emails.name).toBe("emails");
});

test("a queue of a worker has its settings, and wakes its deployment whenever it makes jobs ready", async () => {
  const realm = new Realm();
  const woken: string[] = [];
  const worker = createWorker({
    ...realm.options,
    queues: {},
    settings: { emails: { maxAttempts: 2 } },
    wake: { emails: async (queue) => void woken.push(queue) },
  });
  const queue = worker.queue("emails");
  await queue.enqueue("x", { id: "a" });
  expect((await queue.get("a"))?.maxAttempts).toBe(2);
  await until(() => woken.length === 1);
  await queue.pause();
  await queue.resume();
  await until(() => woken.length === 2);
  await queue.drain(() => Promise.reject(new Error("no")), { budget: "5s", afterError: "fail" });
  await queue.redrive();
  await until(() => woken.length === 3);
  await queue.enqueue("y", { id: "b", delay: "1h" });
  await queue.promote("b");
  await until(() => woken.length >= 4);
});

test("the events, the middleware and the logger of a worker apply to all its queues", async () => {
  const realm = new Realm();
  const calls: string[] = [];
  const worker = createWorker({
    ...realm.options,
    on: {
      completed: ({ queue, result }) => void calls.push(`${queue} completed ${result}`),
      failed: async ({ queue, job }) => void calls.push(`${queue} failed ${job.id}`),
    },
    use: [
      async (job, next) => {
        calls.push(`before ${job.id}`);
        const result = await next();
        calls.push(`after ${job.id}`);
        return result;
      },
    ],
    logger: ({ event, queue }) => void calls.push(`${event} in ${queue}`),
    queues: { a: () => "fine", b: { handler: () => Promise.reject(new Error("no")), maxAttempts: 1 } },
  });
  await realm.queue("a").enqueue(1, { id: "x" });
  await realm.queue("b").enqueue(1, { id: "y" });
  await worker.cron.light();
  expect(calls.filter((line) => / x$|^a /.test(line))).toEqual(["before x", "after x", "a completed fine"]);
  expect(calls).toEqual(expect.arrayContaining(["before y", "b failed y", "attempt_failed in b"]));
  expect(calls).not.toContain("after y");
});

test("the drains of a worker have its name and its version", async () => {
  const realm = new Realm();
  const names: string[] = [];
  const worker = createWorker({
    ...realm.options,
    worker: "mail",
    version: "v42",
    queues: {
      emails: (job) => {
        names.push(job.worker);
        if (job.attempt === 1) throw new Error("no");
      },
    },
  });
  await realm.queue("emails").enqueue(1, { id: "a", backoff: "1h" });
  await worker.cron.light();
  expect(names).toEqual(["mail"]);
  expect((await realm.queue("emails").workers()).map(({ worker: name }) => name)).toEqual(["mail"]);
  expect((await realm.queue("emails").get("a"))?.attempts).toMatchObject([{ worker: "mail", version: "v42" }]);
  expect(() => createWorker({ ...realm.options, queues: {}, worker: "\n" })).toThrow(LeaseholdError);
  expect(() => createWorker({ ...realm.options, queues: {}, version: "x".repeat(65) })).toThrow(LeaseholdError);
});

test("a job is reported as created even if waitUntil throws", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const waitUntil = () => {
    throw new Error("the platform refuses");
  };
  const worker = createWorker({ ...new Realm().options, queues: { a: () => {} }, waitUntil });
  expect(await worker.queue("a").enqueue(1, { id: "x" })).toMatchObject({ created: true });
  expect(warn.mock.calls.join()).toContain("wait_until_failed");
  warn.mockRestore();
});
