// Limits of a handler's time: timeouts, budgets, and the notice before either ends.
import { describe, expect, test } from "vitest";
import { RetryLater } from "../../src/index.ts";
import { freshQueue } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { aborted, faultyQueue, never } from "./faulty.ts";

describe.concurrent("a handler that never ends", () => {
  test("fails its attempt after the timeout of the queue, and others run", async () => {
    const queue = freshQueue<number>({ timeout: 300, maxAttempts: 2, backoff: 0 });
    await queue.enqueue(1, { id: "stuck" });
    await queue.enqueueMany([2, 3].map((data) => ({ data })));
    const reasons: unknown[] = [];
    const handle = queue.work((job, signal) => {
      if (job.id !== "stuck") return undefined;
      signal.addEventListener("abort", () => reasons.push(signal.reason));
      return never();
    });
    await until(async () => (await queue.counts()).failed === 1);
    expect(await handle.stop()).toMatchObject({ leased: 4, completed: 2, retried: 1, failed: 1, released: 0 });
    expect((await queue.get("stuck"))?.errors.map(({ message }) => message)).toEqual([
      "timed out after 0.3 s",
      "timed out after 0.3 s",
    ]);
    expect(reasons).toEqual([
      expect.objectContaining({ code: "timed_out" }),
      expect.objectContaining({ code: "timed_out" }),
    ]);
  });

  test("fails after the job's own timeout", async () => {
    const queue = freshQueue<number>({ maxAttempts: 1 });
    await queue.enqueue(1, { id: "stuck", timeout: 200 });
    expect(await queue.drain(never, { budget: "20s" })).toMatchObject({ failed: 1, ended: "empty" });
  });

  test("runs on where the job has no timeout, and its queue has one", async () => {
    const queue = freshQueue<number>({ timeout: 100 });
    await queue.enqueue(1, { timeout: false });
    const startedAt = Date.now();
    const report = await queue.drain(() => until(() => Date.now() - startedAt > 400), { budget: "20s" });
    expect(report).toMatchObject({ completed: 1 });
  });

  test("has a timeout of 15 minutes unless set", async () => {
    const queue = freshQueue<number>();
    await queue.enqueue(1);
    let left = 0;
    const handle = queue.work((job) => {
      left = (job.deadline ?? 0) - Date.now();
    });
    await until(() => left > 0);
    expect(Math.abs(left - 900_000)).toBeLessThan(5_000);
    await handle.stop();
  });

  test("in drains goes behind the others with every tenth release, fails at last, and explains it", async () => {
    const queue = freshQueue<number>({ maxAttempts: 2 });
    await queue.enqueue(1, { id: "stuck" });
    await queue.enqueue(2, { id: "next" });
    const drain = () => queue.drain((job) => (job.id === "stuck" ? never() : undefined), { budget: 400 });
    for (let i = 0; i < 9; i++) expect(await drain()).toMatchObject({ released: 1, ended: "budget" });
    expect((await queue.explain("stuck")).why).toContain("It was given back 9 times unfinished.");
    expect(await queue.explain("stuck")).toMatchObject({ place: 0, attemptsLeft: 2 });
    expect(await drain()).toMatchObject({ released: 1 });
    expect(await queue.explain("stuck")).toMatchObject({ place: 1, attemptsLeft: 1 });
    expect((await queue.explain("stuck")).why).toContain("given back 10 times");
    await until(async () => {
      await drain();
      return (await queue.counts()).failed === 1;
    }, 40_000);
    expect((await queue.counts()).totals).toMatchObject({ completed: 1, failed: 1 });
    expect(await queue.get("stuck")).toMatchObject({ state: "failed", attempt: 20 });
    expect((await queue.explain("stuck")).why).toContain("after 2 of 2 attempts");
    await queue.redrive({ ids: ["stuck"] });
    expect((await queue.explain("stuck")).why).toBe("It is next; nobody has leased it yet.");
  }, 60_000);

  test("that has lost its job does not occupy its worker beyond the timeout", async () => {
    const { queue, others } = faultyQueue({ lease: "1s", timeout: "1500ms" });
    await others.enqueue(1, { id: "lost" });
    const handled: number[] = [];
    const handle = queue.work((job) => {
      handled.push(job.data);
      return job.id === "lost" ? never() : undefined;
    });
    await until(() => handled.length === 1);
    await others.cancel("lost");
    await others.enqueue(2);
    await until(() => handled.includes(2));
    await handle.stop();
  });
});

describe.concurrent("before a drain's budget ends", () => {
  test("job.stopping aborts with the deadline known, and what the handler decides counts", async () => {
    const queue = freshQueue<number>({ backoff: 0 });
    await queue.enqueueMany([1, 2, 3].map((data) => ({ data, id: `job ${data}` })));
    const seen: { left: number; hard: boolean }[] = [];
    const report = await queue.drain(
      async (job, signal) => {
        await aborted(job.stopping);
        seen.push({ left: (job.deadline ?? 0) - Date.now(), hard: signal.aborted });
        if (job.data === 1) throw new RetryLater("1h");
        if (job.data === 2) throw new Error("stopped half way");
        return "in time";
      },
      { budget: "3s", concurrency: 3 },
    );
    expect(report).toMatchObject({ leased: 3, completed: 1, retried: 2, released: 0, ended: "budget" });
    for (const { left, hard } of seen) {
      expect(hard).toBe(false);
      expect(left).toBeGreaterThan(50);
      expect(left).toBeLessThanOrEqual(400);
    }
    expect(await queue.get("job 1")).toMatchObject({ state: "delayed" });
    expect((await queue.get("job 2"))?.errors).toMatchObject([{ message: "stopped half way", attempt: 1 }]);
  });

  test("a handler that takes no notice is aborted at the deadline, and its job given back", async () => {
    const queue = freshQueue<number>();
    await queue.enqueue(1);
    const order: string[] = [];
    const report = await queue.drain(
      (job, signal) => {
        void aborted(job.stopping).then(() => order.push("stopping"));
        void aborted(signal).then(() => order.push("aborted"));
        return never();
      },
      { budget: "2s" },
    );
    await until(() => order.length === 2);
    expect(order).toEqual(["stopping", "aborted"]);
    expect(report).toMatchObject({ released: 1, ended: "budget" });
  });

  test("an aborted drain asks its handlers to stop, and settles what they decide", async () => {
    const queue = freshQueue<number>();
    await queue.enqueueMany([1, 2].map((data) => ({ data })));
    const abort = new AbortController();
    const report = await queue.drain(
      async (job) => {
        if (job.data === 2) abort.abort();
        await aborted(job.stopping);
        return "stopped";
      },
      { budget: "20s", concurrency: 2, signal: abort.signal },
    );
    expect(report).toMatchObject({ leased: 2, completed: 2, released: 0, ended: "aborted" });
  });

  test("job.stopping aborts when a worker stops, and its grace is the deadline", async () => {
    const queue = freshQueue<number>();
    await queue.enqueue(1);
    let left = 0;
    let isRunning = false;
    const handle = queue.work(
      async (job) => {
        isRunning = true;
        await aborted(job.stopping);
        left = (job.deadline ?? 0) - Date.now();
      },
      { grace: "5s" },
    );
    await until(() => isRunning);
    expect(await handle.stop()).toMatchObject({ completed: 1, released: 0 });
    expect(left).toBeGreaterThan(3_000);
    expect(left).toBeLessThanOrEqual(5_000);
  });

  test("job.stopping aborts before a timeout, too", async () => {
    const queue = freshQueue<number>({ timeout: "2s" });
    await queue.enqueue(1);
    const report = await queue.drain(({ stopping }) => aborted(stopping).then(() => "done"), { budget: "20s" });
    expect(report).toMatchObject({ completed: 1, retried: 0 });
  });
});
