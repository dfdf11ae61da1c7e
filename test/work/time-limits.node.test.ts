// The time limits of handlers: timeouts, budgets, and the signal `job.stopping`, which aborts shortly before each.
import { describe, expect, test } from "vitest";
import { RetryLater } from "../../src/index.ts";
import { waitForAbort, waitForever } from "../setup/handlers.ts";
import { freshQueue } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { createFaultyQueue, startWorker } from "./faulty-adapter.ts";

describe.concurrent("a handler that never ends", () => {
  test("fails its attempt after the timeout of the queue, and other jobs run", async () => {
    const queue = freshQueue<number>({ timeout: 300, maxAttempts: 2, backoff: 0 });
    await queue.enqueue(1, { id: "stuck" });
    await queue.enqueueMany([2, 3].map((data) => ({ data })));
    const reasons: unknown[] = [];
    const handle = queue.work((job, signal) => {
      if (job.id !== "stuck") return undefined;
      signal.addEventListener("abort", () => reasons.push(signal.reason));
      return waitForever();
    });
    await until(async () => (await queue.counts()).failed === 1);
    expect(await handle.stop()).toMatchObject({ leased: 4, completed: 2, retried: 1, failed: 1, released: 0 });
    const messages = (await queue.get("stuck"))?.errors.map(({ message }) => message);
    expect(messages).toEqual(["timed out after 0.3 s", "timed out after 0.3 s"]);
    const timedOut = expect.objectContaining({ code: "timed_out" });
    expect(reasons).toEqual([timedOut, timedOut]);
  });

  test("fails its attempt after the timeout of the job", async () => {
    const queue = freshQueue<number>({ maxAttempts: 1 });
    await queue.enqueue(1, { id: "stuck", timeout: 200 });
    expect(await queue.drain(waitForever, { budget: "20s" })).toMatchObject({ failed: 1, ended: "empty" });
  });

  test("continues beyond the timeout of the queue if the job has `timeout: false`", async () => {
    const queue = freshQueue<number>({ timeout: 100 });
    await queue.enqueue(1, { timeout: false });
    const startedAt = Date.now();
    const report = await queue.drain(() => until(() => Date.now() - startedAt > 400), { budget: "20s" });
    expect(report).toMatchObject({ completed: 1 });
  });

  test("has a default timeout of 15 minutes", async () => {
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

  test("moves its job behind the others at every tenth release by a drain, until the job fails", async () => {
    const queue = freshQueue<number>({ maxAttempts: 2 });
    await queue.enqueue(1, { id: "stuck" });
    await queue.enqueue(2, { id: "next" });
    const drain = () => queue.drain((job) => (job.id === "stuck" ? waitForever() : undefined), { budget: 400 });
    for (let i = 0; i < 9; i++) expect(await drain()).toMatchObject({ released: 1, ended: "budget" });
    expect((await queue.explain("stuck")).why).toContain("It was released 9 times unfinished.");
    expect(await queue.explain("stuck")).toMatchObject({ place: 0, attemptsLeft: 2 });
    expect(await drain()).toMatchObject({ released: 1 });
    expect(await queue.explain("stuck")).toMatchObject({ place: 1, attemptsLeft: 1 });
    expect((await queue.explain("stuck")).why).toContain("released 10 times");
    await until(async () => {
      await drain();
      return (await queue.counts()).failed === 1;
    }, 40_000);
    expect((await queue.counts()).totals).toMatchObject({ completed: 1, failed: 1 });
    expect(await queue.get("stuck")).toMatchObject({ state: "failed", attempt: 20 });
    expect((await queue.explain("stuck")).why).toContain("after 2 of 2 attempts");
    await queue.redrive({ ids: ["stuck"] });
    expect((await queue.explain("stuck")).why).toBe("It is next; no worker has leased it yet.");
  }, 60_000);

  test("occupies its worker until the timeout only, also after its job was lost", async () => {
    const { queue, otherClient } = createFaultyQueue({ lease: "1s", timeout: "1500ms" });
    await otherClient.enqueue(1, { id: "lost" });
    const { handled, stop } = startWorker(queue, { handler: ({ id }) => (id === "lost" ? waitForever() : undefined) });
    await until(() => handled.length === 1);
    await otherClient.cancel("lost");
    await otherClient.enqueue(2);
    await until(() => handled.includes(2));
    await stop();
  });
});

describe.concurrent("before a limit ends", () => {
  test("job.stopping aborts shortly before the deadline, and the outcome of the handler settles its job", async () => {
    const queue = freshQueue<number>({ backoff: 0 });
    await queue.enqueueMany([1, 2, 3].map((data) => ({ data, id: `job ${data}` })));
    const seen: { left: number; isAborted: boolean }[] = [];
    const report = await queue.drain(
      async (job, signal) => {
        await waitForAbort(job.stopping);
        seen.push({ left: (job.deadline ?? 0) - Date.now(), isAborted: signal.aborted });
        if (job.data === 1) throw new RetryLater("1h");
        if (job.data === 2) throw new Error("stopped early");
        return "in time";
      },
      { budget: "3s", concurrency: 3 },
    );
    expect(report).toMatchObject({ leased: 3, completed: 1, retried: 2, released: 0, ended: "budget" });
    for (const { left, isAborted } of seen) {
      expect(isAborted).toBe(false);
      expect(left).toBeGreaterThan(50);
      expect(left).toBeLessThanOrEqual(400);
    }
    expect(await queue.get("job 1")).toMatchObject({ state: "delayed" });
    expect((await queue.get("job 2"))?.errors).toMatchObject([{ message: "stopped early", attempt: 1 }]);
  });

  test("a handler that ignores job.stopping is aborted at the deadline, and its job is released", async () => {
    const queue = freshQueue<number>();
    await queue.enqueue(1);
    const order: string[] = [];
    const report = await queue.drain(
      (job, signal) => {
        void waitForAbort(job.stopping).then(() => order.push("stopping"));
        void waitForAbort(signal).then(() => order.push("aborted"));
        return waitForever();
      },
      { budget: "2s" },
    );
    await until(() => order.length === 2);
    expect(order).toEqual(["stopping", "aborted"]);
    expect(report).toMatchObject({ released: 1, ended: "budget" });
  });

  test("an aborted drain asks its handlers to stop, and settles jobs by their outcomes", async () => {
    const queue = freshQueue<number>();
    await queue.enqueueMany([1, 2].map((data) => ({ data })));
    const abort = new AbortController();
    const report = await queue.drain(
      async (job) => {
        if (job.data === 2) abort.abort();
        await waitForAbort(job.stopping);
        return "stopped";
      },
      { budget: "20s", concurrency: 2, signal: abort.signal },
    );
    expect(report).toMatchObject({ leased: 2, completed: 2, released: 0, ended: "aborted" });
  });

  test("job.stopping aborts when a worker stops, and its grace sets the deadline", async () => {
    const queue = freshQueue<number>();
    await queue.enqueue(1);
    let left = 0;
    let isRunning = false;
    const handle = queue.work(
      async (job) => {
        isRunning = true;
        await waitForAbort(job.stopping);
        left = (job.deadline ?? 0) - Date.now();
      },
      { grace: "5s" },
    );
    await until(() => isRunning);
    expect(await handle.stop()).toMatchObject({ completed: 1, released: 0 });
    expect(left).toBeGreaterThan(3_000);
    expect(left).toBeLessThanOrEqual(5_000);
  });

  test("job.stopping also aborts before a timeout", async () => {
    const queue = freshQueue<number>({ timeout: "2s" });
    await queue.enqueue(1);
    const report = await queue.drain(({ stopping }) => waitForAbort(stopping).then(() => "done"), { budget: "20s" });
    expect(report).toMatchObject({ completed: 1, retried: 0 });
  });
});
