// Handlers that throw unreadable values, or that settle their own jobs: each job is counted once, by its outcome, and
// other jobs are not affected.
import { describe, expect, test } from "vitest";
import { LeaseholdError, RetryLater } from "../../src/index.ts";
import { throwing, waitForever } from "../setup/handlers.ts";
import { freshQueue } from "../setup/queue.ts";
import { createFaultyQueue, createLoggedQueue, isSettling } from "./faulty-adapter.ts";

const createRevokedProxy = () => {
  const { proxy, revoke } = Proxy.revocable(new Error(), {});
  revoke();
  return proxy;
};
/** Returns an error whose property throws when it is read. */
const createErrorWithThrowing = (property: "stack" | "message") =>
  Object.defineProperty(new Error("x"), property, { get: throwing(() => new Error("no")) });
const UNREADABLE: [description: string, createThrown: () => unknown][] = [
  ["an error whose stack throws", () => createErrorWithThrowing("stack")],
  ["an error whose message throws", () => createErrorWithThrowing("message")],
  ["a revoked proxy", createRevokedProxy],
  ["RetryLater with an invalid delay", () => Object.assign(new RetryLater("1s"), { delay: "soon" })],
];

test.each(UNREADABLE)("a handler that throws %s fails its attempt, and the next job runs", async (_, createThrown) => {
  const { queue, entries } = createLoggedQueue({ maxAttempts: 1 });
  await queue.enqueueMany([1, 2].map((data) => ({ data, id: `job ${data}` })));
  const report = await queue.drain(
    ({ data }) => {
      if (data === 1) throw createThrown();
    },
    { budget: "20s" },
  );
  expect(report).toMatchObject({ leased: 2, completed: 1, failed: 1, ended: "empty" });
  expect(entries.map(({ event, job }) => [event, job])).toEqual([["attempt_failed", "job 1"]]);
  expect((await queue.get("job 1"))?.errors).toHaveLength(1);
});

test.each([undefined, null])("a handler that rejects with %s leaves an error message", async (thrown) => {
  const queue = freshQueue<number>({ maxAttempts: 1, logger: false });
  await queue.enqueue(1, { id: "a" });
  await queue.drain(() => Promise.reject(thrown), { budget: "20s" });
  expect((await queue.get("a"))?.errors).toMatchObject([{ message: expect.stringContaining(String(thrown)) }]);
});

describe("a middleware that does not await its handler", () => {
  test("ends the attempt after the handler, and the error of either one fails it", async () => {
    const queue = freshQueue<number>({ maxAttempts: 1, logger: false });
    await queue.enqueueMany([1, 2].map((data) => ({ data, id: `job ${data}` })));
    const ended: number[] = [];
    const report = await queue.drain(
      async ({ data }) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        ended.push(data);
        if (data === 1) throw new Error("failed late");
      },
      { budget: "20s", use: [async (_, next) => void next()] },
    );
    expect(ended).toEqual([1, 2]);
    expect(report).toMatchObject({ completed: 1, failed: 1 });
    expect((await queue.get("job 1"))?.errors).toMatchObject([{ message: "failed late" }]);
  });

  test("can throw before its handler ends, or catch the handler's error", async () => {
    const queue = freshQueue<number>({ maxAttempts: 1, logger: false });
    await queue.enqueueMany([{ data: 1 }, { data: 2 }]);
    const late = () => new Promise((_, reject) => setTimeout(() => reject(new Error("failed late")), 20));
    const report = await queue.drain(late, {
      budget: "20s",
      use: [
        async ({ data }, next) => {
          const run = next();
          if (data === 1) throw new Error("failed early");
          return run.catch(() => "caught");
        },
      ],
    });
    expect(report).toMatchObject({ completed: 1, failed: 1 });
    expect((await queue.list("failed")).jobs).toMatchObject([{ errors: [{ message: "failed early" }] }]);
  });
});

describe("a job that its handler settles", () => {
  test.each(["complete", "fail", "release"] as const)(
    "by %s without awaiting is counted by its outcome",
    async (action) => {
      const queue = freshQueue<number>();
      await queue.enqueue(1, { id: "a" });
      const seen: string[] = [];
      const on = {
        completed: () => void seen.push("complete"),
        failed: () => void seen.push("fail"),
        released: () => void seen.push("release"),
      };
      const abort = new AbortController();
      const report = await queue.drain(
        (job) => {
          void job[action]();
          abort.abort();
        },
        { budget: "20s", on, signal: abort.signal },
      );
      const counted = { complete: "completed", fail: "failed", release: "released" }[action];
      expect(report).toMatchObject({ leased: 1, completed: 0, failed: 0, released: 0, [counted]: 1 });
      expect(seen).toEqual([action]);
    },
  );

  test.each(["catches", "rethrows"])(
    "is counted by its outcome if the reply was lost and the handler %s the error",
    async (reaction) => {
      const { adapter, queue, otherClient } = createFaultyQueue({ logger: false });
      for (const action of ["complete", "fail", "retry", "release"] as const) {
        await otherClient.enqueue(1, { id: action });
        let lost = 0;
        adapter.fault = (script, args) => (isSettling(script, args) && lost++ === 0 ? "lose" : undefined);
        const settled: string[] = [];
        const record = ({ job }: { job: { id: string } }) => void settled.push(job.id);
        const recordLost = () => void settled.push("lost");
        const on = { completed: record, failed: record, retried: record, released: record, lost: recordLost };
        const abort = new AbortController();
        await queue.drain(
          async (job) => {
            abort.abort();
            const done = { complete: () => job.complete(7), retry: () => job.retry({ delay: "1h" }) };
            const settling = action in done ? done[action as keyof typeof done]() : job[action]();
            await (reaction === "rethrows" ? settling : settling.catch(() => {}));
          },
          { budget: "20s", on, signal: abort.signal },
        );
        expect([action, settled]).toEqual([action, [action]]);
        if (action === "release") await otherClient.cancel("release");
      }
      expect(await otherClient.result("complete")).toBe(7);
      expect((await otherClient.counts()).totals).toMatchObject({ completed: 1, stale: 0 });
    },
  );

  test("is reported with the result and the error that its handler passed", async () => {
    const queue = freshQueue<string>({ logger: false });
    for (const action of ["complete", "fail", "retry"]) await queue.enqueue(action, { id: action });
    const seen: unknown[] = [];
    const own = new Error("its own");
    await queue.drain(
      async (job) => {
        if (job.data === "complete") await job.complete({ own: 1 });
        else if (job.data === "fail") await job.fail(own);
        else await job.retry({ delay: "1h", error: own });
        if (job.data === "fail") throw new Error("thrown later");
        return "returned";
      },
      {
        budget: "20s",
        on: {
          completed: ({ result }) => void seen.push(result),
          failed: ({ error }) => void seen.push(error),
          retried: ({ error }) => void seen.push(error),
        },
      },
    );
    expect(seen).toEqual([{ own: 1 }, own, own]);
  });

  test("is settled by the worker if Redis refuses the handler's request", async () => {
    const { adapter, queue, otherClient } = createFaultyQueue({ logger: false });
    await otherClient.enqueue(1, { id: "a" });
    let refused = 0;
    adapter.fault = (script, args) =>
      isSettling(script, args) && refused++ === 0 ? new LeaseholdError("too_large", "refused") : undefined;
    const report = await queue.drain((job) => job.complete("large").catch(() => "small"), { budget: "20s" });
    expect(report).toMatchObject({ completed: 1, lost: 0 });
    expect(await otherClient.result("a")).toBe("small");
  });

  test("is counted also if the handler runs beyond the budget", async () => {
    const queue = freshQueue<number>();
    await queue.enqueue(1);
    const report = await queue.drain((job) => job.complete().then(waitForever), { budget: 500 });
    expect(report).toMatchObject({ completed: 1, released: 0, lost: 0, ended: "budget" });
  });

  test("leaves a log line if the handler throws afterwards", async () => {
    const { queue, entries } = createLoggedQueue();
    await queue.enqueue(1, { id: "a" });
    const report = await queue.drain(
      async (job) => {
        await job.complete();
        throw new Error("after it was done");
      },
      { budget: "20s" },
    );
    expect(report).toMatchObject({ completed: 1, failed: 0 });
    expect(entries).toMatchObject([{ event: "attempt_failed", job: "a", outcome: "completed" }]);
  });
});

test("a long error message is cut between characters, not inside a surrogate pair", async () => {
  const queue = freshQueue<number>({ maxAttempts: 1 });
  await queue.enqueue(1, { id: "a" });
  await queue.drain(() => Promise.reject(new Error(`a${"😀".repeat(400)}`)), { budget: "20s" });
  expect((await queue.get("a"))?.errors[0]?.message.isWellFormed()).toBe(true);
});

test("listeners and middleware are typed by the payload", async () => {
  const queue = freshQueue<{ to: string }>();
  await queue.enqueue({ to: "ada" });
  const seen: string[] = [];
  await queue.drain(() => {}, {
    budget: "20s",
    on: { completed: ({ job }) => void seen.push(job.data.to.toUpperCase()) },
    use: [
      (job, next) => {
        seen.push(job.data.to);
        return next();
      },
    ],
  });
  expect(seen).toEqual(["ada", "ADA"]);
});

test("middleware receives the error that a handler throws before its first await", async () => {
  const queue = freshQueue<number>({ maxAttempts: 1 });
  await queue.enqueue(1, { id: "a" });
  const seen: unknown[] = [];
  const error = new TypeError("thrown at once");
  const use = async (_: unknown, next: () => Promise<unknown>) => next().catch((caught) => seen.push(caught));
  const report = await queue.drain(
    throwing(() => error),
    { budget: "20s", use: [use] },
  );
  expect(seen).toEqual([error]);
  expect(report).toMatchObject({ completed: 1, failed: 0 });
});
