// drain on a bad network and with handlers that take too long, lose their job, or return what cannot be kept.
import { afterAll, describe, expect, inject, test } from "vitest";
import type { Job, Queue } from "../../../src/index.ts";
import { upstash } from "../../../src/index.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { type Lossy, startLossy } from "../kit/lossy.ts";

const opened: Lossy[] = [];
afterAll(async () => {
  for (const lossy of opened.splice(0)) await lossy.close();
});

/** A queue with short leases, through the bad network and, for everybody else, directly. */
async function reach(options: object = {}): Promise<{ lossy: Lossy; queue: Queue<number>; others: Queue<number> }> {
  const [lossy, name] = [await startLossy(inject("restUrl")), freshName()];
  opened.push(lossy);
  const redis = upstash({ url: lossy.url, token: inject("token"), retries: 0 });
  const settings = { lease: 1_000, backoff: 0, ...options };
  return { lossy, queue: freshQueue({ redis, ...settings }, name), others: freshQueue(settings, name) };
}

const aborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener("abort", () => resolve(signal.reason));
  });
const never = () => new Promise<never>(() => {});

describe.concurrent("drain", () => {
  test("prolongs leases while a handler runs, also of jobs that wait for it", async () => {
    const { queue, others } = await reach();
    await queue.enqueueMany([1, 2, 3].map((data) => ({ data })));
    let taken = 0;
    const report = await queue.drain(
      async (job) => {
        if (job.data !== 1) return;
        const first = job.leasedUntil;
        // More than two leases long.
        await until(async () => {
          taken += (await others.lease({ count: 9 })).jobs.length;
          return job.leasedUntil > first + 1_500;
        });
      },
      { budget: "20s", batch: 3 },
    );
    expect(taken).toBe(0);
    expect(report).toMatchObject({ leased: 3, completed: 3, lost: 0, ended: "empty" });
    expect((await others.counts()).totals).toMatchObject({ leased: 3, reclaimed: 0, completed: 3 });
  });

  test("settles a batch that was leased ahead in the request that leases the next", async () => {
    const { lossy, queue } = await reach({ lease: "1m" });
    await queue.enqueueMany(Array.from({ length: 200 }, (_, data) => ({ data })));
    lossy.play(() => undefined);
    const report = await queue.drain(async () => {}, { budget: "20s", batch: 100, concurrency: 10 });
    expect(report).toMatchObject({ leased: 200, completed: 200, ended: "empty" });
    // One that leases, one that settles those and leases the others, one that settles these and finds nothing.
    expect(lossy.requests).toHaveLength(3);
  });

  test("tells a handler that its job was cancelled", async () => {
    const { queue, others } = await reach();
    await queue.enqueue(1, { id: "a" });
    let reason: unknown;
    const report = await queue.drain(
      async (job, signal) => {
        await others.cancel(job.id);
        reason = await aborted(signal);
      },
      { budget: "20s" },
    );
    expect(String(reason)).toContain("cancelled");
    expect(report).toMatchObject({ leased: 1, completed: 0, lost: 1, ended: "empty" });
    expect(await others.counts()).toMatchObject({ leased: 0, totals: { cancelled: 1, completed: 0, stale: 0 } });
  });

  test("tells a handler that somebody else has leased its job", async () => {
    const { queue, others, lossy } = await reach();
    await queue.enqueue(1, { id: "a" });
    let theirs: Job<number> | undefined;
    let reason: unknown;
    const report = await queue.drain(
      async (_job, signal) => {
        lossy.play(() => ({ loseRequest: true }));
        theirs = await until(async () => (await others.lease({ for: "1m" })).jobs[0]);
        lossy.play(() => undefined);
        reason = await aborted(signal);
      },
      { budget: "20s" },
    );
    expect(String(reason)).toContain("its lease expired");
    expect(report).toMatchObject({ leased: 1, completed: 0, lost: 1 });
    expect(await theirs?.complete()).toBe(true);
    expect((await others.counts()).totals).toMatchObject({ completed: 1, leased: 2 });
  });

  test("gives back what it holds when its time is up, though no handler ever settles", async () => {
    const { queue, others } = await reach();
    await queue.enqueueMany([1, 2, 3, 4, 5].map((data) => ({ data })));
    const report = await queue.drain(never, { budget: 300, concurrency: 2, batch: 4 });
    expect(report).toMatchObject({ leased: 4, released: 4, completed: 0, lost: 0, ended: "budget" });
    expect(await others.counts()).toMatchObject({ ready: 5, leased: 0, totals: { released: 4, reclaimed: 0 } });
    // In their places, with all their attempts.
    expect((await others.lease({ count: 9 })).jobs.map(({ data }) => data)).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([
    [
      "the reply of every third request is lost",
      (n: number) => (n % 3 === 1 ? { loseReply: true as const } : undefined),
    ],
    ["every third reply is cut", (n: number) => (n % 3 === 1 ? { cutReply: true as const } : undefined)],
    ["every third request is lost", (n: number) => (n % 3 === 1 ? { loseRequest: true as const } : undefined)],
    ["every request arrives twice", () => ({ double: true as const })],
    [
      "a proxy answers every third time",
      (n: number) => (n % 3 === 1 ? { answer: "<h1>502</h1>", status: 502 } : undefined),
    ],
  ])("handles each job once when %s", async (_, script) => {
    const { queue, others, lossy } = await reach({ lease: 10_000 });
    await queue.enqueueMany(Array.from({ length: 12 }, (_, data) => ({ data })));
    lossy.play(script);
    const handled: number[] = [];
    const report = await queue.drain(async (job) => void handled.push(job.data), { budget: "15s", concurrency: 4 });
    expect(handled.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, data) => data));
    expect(report).toMatchObject({ leased: 12, completed: 12, lost: 0, ended: "empty" });
    const { totals, ...counts } = await others.counts();
    expect(counts).toMatchObject({ ready: 0, leased: 0, delayed: 0, failed: 0 });
    expect(totals).toMatchObject({ leased: 12, completed: 12, stale: 0, reclaimed: 0 });
  });

  test("neither doubles nor loses a job when its time is up before a turn is answered", async () => {
    const { queue, others, lossy } = await reach({ lease: 30_000 });
    await queue.enqueueMany([1, 2].map((data) => ({ data })));
    let handled = 0;
    // The turn that settles the first job and leases the second is not answered before the time is up.
    const report = await queue.drain(
      async () => {
        handled += 1;
        const started = Date.now();
        lossy.play(() => (Date.now() < started + 700 ? { loseReply: true } : undefined));
      },
      { budget: 500 },
    );
    expect(handled).toBe(1);
    expect(report).toMatchObject({ leased: 2, completed: 1, released: 1, lost: 0, ended: "budget" });
    expect(await others.counts()).toMatchObject({ ready: 1, leased: 0, totals: { completed: 1, stale: 0 } });
  });

  test.each([
    ["what JSON cannot hold", () => 1n, "BigInt"],
    ["more than a result may take", () => "x".repeat(2_000), "bytes"],
  ])("fails only the job whose handler returns %s", async (_, returned, message) => {
    const { queue, others } = await reach({ maxPayloadBytes: 1_000 });
    await queue.enqueueMany(["a", "b", "c"].map((id, data) => ({ data, id })));
    const report = await queue.drain((job) => (job.id === "b" ? returned() : "fine"), {
      budget: "20s",
      concurrency: 3,
    });
    expect(report).toMatchObject({ completed: 2, failed: 1, ended: "empty" });
    expect((await others.get("b"))?.errors[0]?.message.toLowerCase()).toContain(message.toLowerCase());
    expect(await others.result("c")).toBe("fine");
  });

  test("uses the room beside a long job for what becomes due", async () => {
    const { queue } = await reach();
    await queue.enqueue(1);
    await queue.enqueue(2, { delay: 300 });
    let release: (value?: unknown) => void = () => {};
    const held = new Promise((resolve) => {
      release = resolve;
    });
    const report = await queue.drain((job) => (job.data === 1 ? held : release()), { budget: "15s", concurrency: 2 });
    expect(report).toMatchObject({ leased: 2, completed: 2, ended: "empty" });
  });
});
