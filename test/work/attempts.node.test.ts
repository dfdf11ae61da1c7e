// Attempts: their counts, progress, errors with stacks, log lines and backoff.
import { describe, expect, test, vi } from "vitest";
import { Discard, RetryLater } from "../../src/index.ts";
import { throwing } from "../setup/handlers.ts";
import { freshQueue } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { createLoggedQueue } from "./faulty-adapter.ts";

describe("RetryLater", () => {
  test("with `attempt: false` uses up no attempt", async () => {
    const queue = freshQueue<number>({ maxAttempts: 2 });
    await queue.enqueue(1, { id: "postponed" });
    let lastAttempt = 0;
    const report = await queue.drain(
      ({ attempt }) => {
        lastAttempt = attempt;
        if (attempt < 25) throw new RetryLater(0, { attempt: false });
        throw new Error("real");
      },
      { budget: "20s", afterError: "fail" },
    );
    expect(lastAttempt).toBe(25);
    expect(report).toMatchObject({ retried: 24, failed: 1 });
    const info = await queue.get("postponed");
    expect(info?.errors.map(({ message }) => message)).toEqual(["real"]);
    expect((await queue.explain("postponed")).why).toContain("It was postponed 24 times without using up an attempt.");
  });

  test("uses up an attempt by default", async () => {
    const queue = freshQueue<number>({ maxAttempts: 2 });
    await queue.enqueue(1, { id: "a" });
    const handler = throwing(() => new RetryLater(0, { message: "not yet" }));
    const report = await queue.drain(handler, { budget: "20s" });
    expect(report).toMatchObject({ retried: 1, failed: 1 });
    expect((await queue.get("a"))?.errors.map(({ message }) => message)).toEqual(["not yet", "not yet"]);
  });

  test("uses up attempts after it has postponed a job 1,000 times", async () => {
    const queue = freshQueue<number>({ maxAttempts: 1 });
    await queue.enqueue(1, { id: "a" });
    const handler = throwing(() => new RetryLater(0, { attempt: false, message: "still not" }));
    const report = await queue.drain(handler, { budget: "60s" });
    expect(report).toMatchObject({ leased: 1_001, retried: 1_000, failed: 1, ended: "empty" });
    expect((await queue.get("a"))?.errors).toMatchObject([{ message: "still not" }]);
  }, 70_000);
});

test("job.previous contains the progress, the note and the errors of earlier attempts", async () => {
  const queue = freshQueue<number>({ backoff: 0 });
  await queue.enqueue(1, { id: "a" });
  const seen: unknown[] = [];
  await queue.drain(
    async (job) => {
      seen.push(job.previous);
      if (job.attempt === 3) return;
      await job.progress(job.attempt / 4, { note: `page ${job.attempt}` });
      throw new TypeError(`broke ${job.attempt}`);
    },
    { budget: "20s" },
  );
  expect(seen).toMatchObject([
    { errors: [] },
    { progress: { fraction: 0.25, note: "page 1" }, errors: [{ message: "broke 1", attempt: 1 }] },
    {
      progress: { fraction: 0.5, note: "page 2" },
      errors: [{ message: "broke 1" }, { message: "broke 2", attempt: 2 }],
    },
  ]);
});

test("job.previous is set for a job whose first lease expired, and for every job of a batch", async () => {
  const queue = freshQueue<number>({ lease: "1s" });
  await queue.enqueueMany([1, 2, 3].map((data) => ({ data, id: `job ${data}` })));
  const first = await queue.lease({ count: 2 });
  await first.jobs[1]?.progress(0.7, { note: "deep" });
  let jobs: typeof first.jobs = [];
  await until(async () => {
    ({ jobs } = await queue.lease({ count: 3 }));
    if (jobs.length === 3) return true;
    await Promise.all(jobs.map((job) => job.release()));
    return false;
  });
  expect(jobs.map(({ previous }) => previous)).toEqual([
    { errors: [] },
    { errors: [], progress: { fraction: 0.7, note: "deep" } },
    { errors: [] },
  ]);
});

test("the last error keeps a capped stack, and earlier errors keep their messages only", async () => {
  const queue = freshQueue<number>({ maxAttempts: 3, backoff: 0 });
  await queue.enqueue(1, { id: "a" });
  const deep = (depth: number): never => {
    if (depth > 0) return deep(depth - 1);
    throw new Error("far down");
  };
  await queue.drain(() => deep(50), { budget: "20s" });
  const errors = (await queue.get("a"))?.errors ?? [];
  expect(errors.map(({ message }) => message)).toEqual(["far down", "far down", "far down"]);
  expect(errors.map(({ stack }) => stack !== undefined)).toEqual([false, false, true]);
  expect(errors[2]?.stack).toContain("deep");
  expect(errors[2]?.stack?.length).toBeLessThanOrEqual(400);
  expect(await queue.explain("a")).toMatchObject({ lastError: { stack: expect.stringContaining("at ") } });
});

test("a report counts a retry of the last attempt as failed", async () => {
  const queue = freshQueue<string>({ maxAttempts: 1 });
  await queue.enqueueMany(["thrown", "retried by hand", "completed by hand"].map((data) => ({ data })));
  const report = await queue.drain(
    async (job) => {
      if (job.data === "thrown") throw new Error("no");
      if (job.data === "retried by hand") await job.retry({ error: "no" });
      if (job.data === "completed by hand") await job.complete();
    },
    { budget: "20s", concurrency: 3 },
  );
  expect(report).toMatchObject({ leased: 3, completed: 1, failed: 2, retried: 0, released: 0, lost: 0 });
});

describe("the log", () => {
  test("has a line for each failed attempt, with queue, job, attempt, error and stack, without the payload", async () => {
    const { queue, entries } = createLoggedQueue<{ secret: string }>({ maxAttempts: 2, backoff: 0 });
    await queue.enqueue({ secret: "hidden" }, { id: "a" });
    await queue.enqueue({ secret: "hidden" }, { id: "useless" });
    await queue.enqueue({ secret: "hidden" }, { id: "later" });
    await queue.drain(
      (job) => {
        if (job.id === "useless") throw new Discard("no use");
        if (job.id === "later") throw new RetryLater("1h");
        throw new TypeError("boom");
      },
      { budget: "20s" },
    );
    const failed = entries.filter(({ event }) => event === "attempt_failed");
    const shared = { event: "attempt_failed", queue: queue.name };
    expect(failed).toMatchObject([
      { ...shared, level: "warn", job: "a", attempt: 1, outcome: "retried", retryInMs: 0, error: "TypeError: boom" },
      { ...shared, level: "error", job: "useless", outcome: "failed", error: "Discard: no use" },
      { ...shared, level: "error", job: "a", attempt: 2, outcome: "failed", error: "TypeError: boom" },
    ]);
    expect(failed[0]?.stack).toContain("attempts.node.test");
    expect(JSON.stringify(entries)).not.toContain("hidden");
  });

  test("is written to the console as JSON by default, and not written with `logger: false`", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      for (const options of [{ logger: undefined }, { logger: false as const }]) {
        const queue = freshQueue<number>({ maxAttempts: 1, ...(options as object) });
        await queue.enqueue(1, { id: "a" });
        await queue.drain(
          throwing(() => new Error("boom")),
          { budget: "20s" },
        );
      }
      const printed = [...warn.mock.calls, ...error.mock.calls].map(([line]) => JSON.parse(String(line)));
      expect(printed).toMatchObject([{ level: "error", event: "attempt_failed", job: "a", outcome: "failed" }]);
    } finally {
      warn.mockRestore();
      error.mockRestore();
    }
  });

  test("may throw or reject without an effect on jobs", async () => {
    for (const logger of [throwing(() => new Error("full disk")), () => Promise.reject(new Error("unreachable"))]) {
      const queue = freshQueue<number>({ maxAttempts: 1, logger });
      await queue.enqueue(1);
      const report = await queue.drain(() => Promise.reject(new Error("no")), { budget: "20s" });
      expect(report).toMatchObject({ failed: 1 });
    }
  });
});

describe("a backoff", () => {
  test("that is a duration is exact to the millisecond", async () => {
    for (const backoff of ["10s", { type: "fixed", delay: "10s" }] as const) {
      const queue = freshQueue<number>({ backoff, now: () => 1_700_000_000_000 });
      await queue.enqueue(1, { id: "a" });
      await queue.drain(() => Promise.reject(new Error("no")), { budget: "20s" });
      expect((await queue.get("a"))?.dueAt).toBe(1_700_000_010_000);
    }
  });

  test("can be a function of the attempt and the error", async () => {
    const backoff = (attempt: number, error: unknown) => (error instanceof RangeError ? 5_000 : attempt * 1_000);
    const queue = freshQueue<string>({ backoff, now: () => 1_700_000_000_000 });
    await queue.enqueueMany(["range", "other"].map((data) => ({ data, id: data })));
    const report = await queue.drain(
      ({ data }) => {
        throw data === "range" ? new RangeError("no") : new Error("no");
      },
      { budget: "20s" },
    );
    expect(report).toMatchObject({ retried: 2 });
    expect((await queue.get("range"))?.dueAt).toBe(1_700_000_005_000);
    expect((await queue.get("other"))?.dueAt).toBe(1_700_000_001_000);
  });

  test.each([
    ["throws", throwing(() => new Error("broken"))],
    ["rejects", (async () => Promise.reject(new Error("unreachable"))) as never],
  ])("that %s is logged, and the default backoff applies", async (_, backoff) => {
    const { queue, entries } = createLoggedQueue({ backoff });
    await queue.enqueue(1, { id: "a" });
    await queue.drain(() => Promise.reject(new Error("no")), { budget: "20s" });
    expect(await queue.get("a")).toMatchObject({ state: "delayed" });
    expect(entries.map(({ event }) => event)).toEqual(["backoff_failed", "attempt_failed"]);
  });

  test("of a job takes precedence over the backoff of its queue", async () => {
    const now = () => 1_700_000_000_000;
    const queue = freshQueue<number>({ backoff: "1h", now });
    await queue.enqueue(1, { id: "fixed", backoff: "7s" });
    await queue.enqueue(1, { id: "double", backoff: { type: "exponential", delay: "3s", jitter: 0 } });
    await queue.enqueue(1, { id: "plain" });
    await queue.drain(() => Promise.reject(new Error("no")), { budget: "20s", concurrency: 3 });
    const dueIn = async (id: string) => ((await queue.get(id))?.dueAt ?? 0) - now();
    expect(await Promise.all(["fixed", "double", "plain"].map(dueIn))).toEqual([7_000, 3_000, 3_600_000]);
  });
});
