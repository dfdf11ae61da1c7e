// Faults: a network that loses, duplicates and cuts requests of `drain`, and handlers that take too long, lose their job or
// return values that cannot be stored.
// Guarantee: `drain` handles and settles each job once, releases what it cannot finish, and ends in time.
import { describe, expect, test } from "vitest";
import { type Job, type QueueOptions, upstash } from "../../../src/index.ts";
import { waitForAbort, waitForever } from "../../setup/handlers.ts";
import { until } from "../../setup/wait.ts";
import { useProxiedQueues } from "../kit/proxied-queue.ts";

const createProxiedQueue = useProxiedQueues((settings) => upstash({ ...settings, retries: 0 }));
/** Creates a queue with short leases. */
const createQueue = (options: Partial<QueueOptions<number>> = {}) =>
  createProxiedQueue({ lease: 1_000, backoff: 0, ...options });

describe.concurrent("drain", () => {
  test("extends leases while a handler runs, also the leases of waiting jobs", async () => {
    const { queue, otherClient } = await createQueue();
    await queue.enqueueMany([1, 2, 3].map((data) => ({ data })));
    let taken = 0;
    const report = await queue.drain(
      async (job) => {
        if (job.data !== 1) return;
        const first = job.leasedUntil;
        // Longer than two leases.
        await until(async () => {
          taken += (await otherClient.lease({ count: 9 })).jobs.length;
          return job.leasedUntil > first + 1_500;
        });
      },
      { budget: "20s", batch: 3 },
    );
    expect(taken).toBe(0);
    expect(report).toMatchObject({ leased: 3, completed: 3, lost: 0, ended: "empty" });
    expect((await otherClient.counts()).totals).toMatchObject({ leased: 3, reclaimed: 0, completed: 3 });
  });

  test("settles a batch in the request that leases the next one", async () => {
    const { proxy, queue } = await createQueue({ lease: "1m" });
    // Makes Redis cache the scripts, so that none is sent twice.
    await queue.enqueueMany(Array.from({ length: 2 }, (_, data) => ({ data })));
    await queue.drain(async () => {}, { budget: "20s", batch: 1 });
    await queue.enqueueMany(Array.from({ length: 200 }, (_, data) => ({ data })));
    proxy.injectFaults(() => undefined);
    const report = await queue.drain(async () => {}, { budget: "20s", batch: 100, concurrency: 10 });
    expect(report).toMatchObject({ leased: 200, completed: 200, ended: "empty" });
    // The first request leases, the second one settles and leases, the third one settles and finds no job.
    expect(proxy.requests).toHaveLength(3);
  });

  test("aborts the handler of a canceled job with the reason", async () => {
    const { queue, otherClient } = await createQueue();
    await queue.enqueue(1, { id: "a" });
    let reason: unknown;
    const report = await queue.drain(
      async (job, signal) => {
        await otherClient.cancel(job.id);
        reason = await waitForAbort(signal);
      },
      { budget: "20s" },
    );
    expect(String(reason)).toContain("cancelled");
    expect(report).toMatchObject({ leased: 1, completed: 0, lost: 1, ended: "empty" });
    expect(await otherClient.counts()).toMatchObject({ leased: 0, totals: { cancelled: 1, completed: 0, stale: 0 } });
  });

  test("aborts the handler of a job that another worker has leased", async () => {
    const { queue, otherClient, proxy } = await createQueue();
    await queue.enqueue(1, { id: "a" });
    let takenJob: Job<number> | undefined;
    let reason: unknown;
    const report = await queue.drain(
      async (_job, signal) => {
        proxy.injectFaults(() => ({ loseRequest: true }));
        takenJob = await until(async () => (await otherClient.lease({ for: "1m" })).jobs[0]);
        proxy.injectFaults(() => undefined);
        reason = await waitForAbort(signal);
      },
      { budget: "20s" },
    );
    expect(String(reason)).toContain("its lease expired");
    expect(report).toMatchObject({ leased: 1, completed: 0, lost: 1 });
    expect(await takenJob?.complete()).toBe(true);
    expect((await otherClient.counts()).totals).toMatchObject({ completed: 1, leased: 2 });
  });

  test("releases its jobs when its budget is over, although no handler ends", async () => {
    const { queue, otherClient } = await createQueue();
    await queue.enqueueMany([1, 2, 3, 4, 5].map((data) => ({ data })));
    const report = await queue.drain(waitForever, { budget: 300, concurrency: 2, batch: 4 });
    expect(report).toMatchObject({ leased: 4, released: 4, completed: 0, lost: 0, ended: "budget" });
    expect(await otherClient.counts()).toMatchObject({ ready: 5, leased: 0, totals: { released: 4, reclaimed: 0 } });
    // The jobs are in their original places.
    expect((await otherClient.lease({ count: 9 })).jobs.map(({ data }) => data)).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([
    ["every third reply is lost", { loseReply: true }, 3],
    ["every third reply is cut", { cutReply: true }, 3],
    ["every third request is lost", { loseRequest: true }, 3],
    ["every request arrives twice", { duplicate: true }, 1],
    ["a proxy responds to every third request", { respondWith: "<h1>502</h1>", status: 502 }, 3],
  ])("handles each job once if %s", async (_, fault, interval) => {
    const { queue, otherClient, proxy } = await createQueue({ lease: 10_000 });
    await queue.enqueueMany(Array.from({ length: 12 }, (_, data) => ({ data })));
    proxy.injectFaults((number) => ((number - 1) % interval === 0 ? fault : undefined));
    const handled: number[] = [];
    const report = await queue.drain(async (job) => void handled.push(job.data), { budget: "15s", concurrency: 4 });
    expect(handled.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, data) => data));
    expect(report).toMatchObject({ leased: 12, completed: 12, lost: 0, ended: "empty" });
    const { totals, ...counts } = await otherClient.counts();
    expect(counts).toMatchObject({ ready: 0, leased: 0, delayed: 0, failed: 0 });
    expect(totals).toMatchObject({ leased: 12, completed: 12, stale: 0, reclaimed: 0 });
  });

  test("neither repeats nor loses a job if its budget ends before the reply to a turn", async () => {
    const { queue, otherClient, proxy } = await createQueue({ lease: 30_000 });
    await queue.enqueueMany([1, 2].map((data) => ({ data })));
    let handled = 0;
    // The turn that settles the first job and leases the second one gets no reply within the budget.
    const report = await queue.drain(
      async () => {
        handled += 1;
        const started = Date.now();
        proxy.injectFaults(() => (Date.now() < started + 700 ? { loseReply: true } : undefined));
      },
      { budget: 500 },
    );
    expect(handled).toBe(1);
    expect(report).toMatchObject({ leased: 2, completed: 1, released: 1, lost: 0, ended: "budget" });
    expect(await otherClient.counts()).toMatchObject({ ready: 1, leased: 0, totals: { completed: 1, stale: 0 } });
  });

  test.each([
    ["a value that JSON cannot represent", () => 1n, "BigInt"],
    ["a result that is too large", () => "x".repeat(2_000), "bytes"],
  ])("fails only the job whose handler returns %s", async (_, createResult, message) => {
    const { queue, otherClient } = await createQueue({ maxPayloadBytes: 1_000 });
    await queue.enqueueMany(["a", "b", "c"].map((id, data) => ({ data, id })));
    const report = await queue.drain((job) => (job.id === "b" ? createResult() : "fine"), {
      budget: "20s",
      concurrency: 3,
    });
    expect(report).toMatchObject({ completed: 2, failed: 1, ended: "empty" });
    expect((await otherClient.get("b"))?.errors[0]?.message.toLowerCase()).toContain(message.toLowerCase());
    expect(await otherClient.result("c")).toBe("fine");
  });

  test("handles a job that becomes due while a long job runs", async () => {
    const { queue } = await createQueue();
    await queue.enqueue(1);
    await queue.enqueue(2, { delay: 300 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const report = await queue.drain((job) => (job.data === 1 ? held : release()), { budget: "15s", concurrency: 2 });
    expect(report).toMatchObject({ leased: 2, completed: 2, ended: "empty" });
  });
});
