// Requests without a reply: extending, leasing and settling do not wait for each other.
import { describe, expect, test } from "vitest";
import { LeaseholdError } from "../../src/index.ts";
import { waitForAbort } from "../setup/handlers.ts";
import { until } from "../setup/wait.ts";
import { createFaultyQueue, isSettling, isTurn, startWorker } from "./faulty-adapter.ts";

describe.concurrent("a worker", () => {
  test("extends the leases of running jobs while its turns get no reply, and no job runs twice", async () => {
    const { adapter, queue, otherClient } = createFaultyQueue({ lease: "3s" });
    await otherClient.enqueue(1, { id: "long" });
    const runs: string[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let wasAborted = false;
    const handle = queue.work(
      async (job, signal) => {
        runs.push(job.id);
        signal.addEventListener("abort", () => {
          wasAborted = true;
        });
        await held;
      },
      { concurrency: 2 },
    );
    await until(() => runs.length === 1);
    adapter.fault = (script) => (isTurn(script) ? "hang" : undefined);
    await otherClient.enqueue(2, { id: "woken", delay: 10 });
    const startedAt = Date.now();
    let taken = 0;
    // Longer than two leases.
    await until(async () => {
      taken += (await otherClient.lease({ count: 5 })).jobs.filter(({ id }) => id === "long").length;
      return Date.now() - startedAt > 7_000;
    }, 12_000);
    adapter.fault = () => undefined;
    release();
    expect({ taken, wasAborted }).toEqual({ taken: 0, wasAborted: false });
    await until(async () => (await otherClient.counts()).totals.completed >= 1, 10_000);
    expect(runs.filter((id) => id === "long")).toHaveLength(1);
    await handle.stop();
  }, 30_000);

  test("leases new jobs at once while its extensions get no reply", async () => {
    const { adapter, queue, otherClient } = createFaultyQueue({ lease: "6s" });
    adapter.fault = (script) => (script === "extend" ? "hang" : undefined);
    await otherClient.enqueue(1);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const handler = ({ data }: { data: number }) => (data === 1 ? held : undefined);
    const { handled, stop } = startWorker(queue, { handler, concurrency: 3 });
    await until(() => adapter.sent.includes("extend"), 10_000);
    const startedAt = Date.now();
    await otherClient.enqueue(2);
    await until(() => handled.includes(2));
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    release();
    await stop();
  }, 20_000);

  test("settles other finished jobs while a turn gets no reply", async () => {
    const { adapter, queue, otherClient } = createFaultyQueue({ lease: "30s" });
    await otherClient.enqueueMany([1, 2, 3].map((data) => ({ data })));
    let hung = 0;
    const handle = queue.work(
      async (job, signal) => {
        if (job.data === 1) return;
        await until(() => hung > 0);
        if (job.data === 3) await waitForAbort(signal).catch(() => {});
      },
      { concurrency: 3, grace: "1s" },
    );
    adapter.fault = (script, args) => {
      // The first turn that settles never gets a reply.
      if (hung > 0 || !isSettling(script, args)) return undefined;
      hung += 1;
      return "hang";
    };
    // The worker waits for the reply for five seconds. The second job is completed long before.
    await until(async () => (await otherClient.counts()).totals.completed === 1, 4_000);
    await handle.stop();
  }, 20_000);

  test("repeats a request without a reply after a sixth of the lease", async () => {
    const { adapter, queue, otherClient } = createFaultyQueue({ lease: "3s" });
    await otherClient.enqueue(1);
    let hung = 0;
    adapter.fault = (script) => {
      if (!isTurn(script) || hung > 0) return undefined;
      hung += 1;
      return "hang";
    };
    const startedAt = Date.now();
    const report = await queue.drain(() => {}, { budget: "20s" });
    expect(report).toMatchObject({ completed: 1, lost: 0, ended: "empty" });
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });
});

test("a reply that arrives after its request was repeated counts, and the request keeps its lane until then", async () => {
  const { adapter, queue, otherClient } = createFaultyQueue({ lease: "3s", batching: false });
  await otherClient.enqueueMany([1, 2].map((data) => ({ data })));
  const { promise: firstReply, resolve: release } = Promise.withResolvers<void>();
  let settles = 0;
  adapter.fault = (script, args) => {
    if (!isSettling(script, args)) return undefined;
    settles += 1;
    // The first reply is held longer than the worker waits for it, and arrives after the second reply was lost.
    if (settles === 1) return firstReply;
    if (settles > 2) return undefined;
    setTimeout(async () => {
      release();
      // Other requests of this process take every free lane. Each round sends more of them at once.
      for (let round = 1; round < 4; round++) {
        await Promise.all(Array.from({ length: round * 10 }, () => otherClient.enqueue(9, { delay: "1h" })));
      }
    });
    return "lose";
  };
  const report = await queue.drain(() => "done", { budget: "20s", concurrency: 2 });
  expect(report).toMatchObject({ leased: 2, completed: 2, failed: 0, lost: 0 });
  expect(settles).toBe(2);
  expect((await otherClient.counts()).totals).toMatchObject({ completed: 2, failed: 0 });
});

describe.concurrent.each(["redis_busy", "redis_unreachable"] as const)("while requests fail with %s", (code) => {
  test("a drain keeps its finished jobs, and settles them when Redis is back", async () => {
    const { adapter, queue, otherClient } = createFaultyQueue({ lease: "30s" });
    await otherClient.enqueueMany(Array.from({ length: 20 }, (_, data) => ({ data })));
    let [handled, outageUntil] = [0, 0];
    adapter.fault = () => (Date.now() < outageUntil ? new LeaseholdError(code, "a short outage") : undefined);
    const report = await queue.drain(
      async () => {
        handled += 1;
        if (handled === 20) outageUntil = Date.now() + 5_000;
      },
      { budget: "25s", concurrency: 20 },
    );
    expect(report).toMatchObject({ leased: 20, completed: 20, lost: 0, ended: "empty" });
    expect((await otherClient.counts()).totals).toMatchObject({ completed: 20, reclaimed: 0, stale: 0 });
  }, 40_000);
});

describe.concurrent("a worker", () => {
  const unreachable = new LeaseholdError("redis_unreachable", "simulated");
  /** Returns a listener of `error` events, and the errors that it receives. */
  const recordErrors = () => {
    const errors: unknown[] = [];
    return { errors, on: { error: ({ error }: { error: unknown }) => void errors.push(error) } };
  };

  test("reports an outage while a finished job waits to be settled", async () => {
    const { adapter, queue, otherClient } = createFaultyQueue({ logger: false });
    await otherClient.enqueue(1);
    const { errors, on } = recordErrors();
    const startOutage = () => {
      adapter.fault = () => unreachable;
    };
    const handle = queue.work(startOutage, { on });
    await until(() => errors.length >= 2, 15_000);
    expect(errors[0]).toMatchObject({ code: "redis_unreachable" });
    adapter.fault = () => undefined;
    expect(await handle.stop()).toMatchObject({ completed: 1, lost: 0 });
  });

  test("reports an outage while all its handlers run", async () => {
    const { adapter, queue, otherClient } = createFaultyQueue({ logger: false, lease: "6s" });
    await otherClient.enqueue(1);
    const { errors, on } = recordErrors();
    const { promise: held, resolve: finish } = Promise.withResolvers<void>();
    const startOutage = () => {
      adapter.fault = () => unreachable;
      return held;
    };
    const handle = queue.work(startOutage, { on });
    await until(() => errors.length >= 1, 15_000);
    adapter.fault = () => undefined;
    finish();
    await handle.stop();
  });

  test("does not report lost replies", async () => {
    const { adapter, queue, otherClient } = createFaultyQueue({ logger: false });
    await otherClient.enqueue(1);
    const { errors, on } = recordErrors();
    let lost = 0;
    adapter.fault = (script) => (isTurn(script) && lost++ < 3 ? "lose" : undefined);
    const { handled, stop } = startWorker(queue, { on });
    await until(() => handled.length === 1);
    await stop();
    expect(errors).toEqual([]);
  });
});
