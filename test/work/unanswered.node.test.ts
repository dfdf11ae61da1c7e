// Requests that are not answered: renewing, leasing and settling do not wait for each other.
import { describe, expect, test } from "vitest";
import { LeaseholdError } from "../../src/index.ts";
import { until } from "../setup/wait.ts";
import { aborted, faultyQueue, isTurn } from "./faulty.ts";

describe.concurrent("an unanswered request", () => {
  test("of turns: leases of running jobs are renewed, and no job runs twice", async () => {
    const { adapter, queue, others } = faultyQueue({ lease: "3s" });
    await others.enqueue(1, { id: "long" });
    const runs: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
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
    await others.enqueue(2, { id: "woken", delay: 10 });
    const startedAt = Date.now();
    let taken = 0;
    // More than two leases long.
    await until(async () => {
      taken += (await others.lease({ count: 5 })).jobs.filter(({ id }) => id === "long").length;
      return Date.now() - startedAt > 7_000;
    }, 12_000);
    adapter.fault = () => undefined;
    release();
    expect({ taken, wasAborted }).toEqual({ taken: 0, wasAborted: false });
    await until(async () => (await others.counts()).totals.completed >= 1, 10_000);
    expect(runs.filter((id) => id === "long")).toHaveLength(1);
    await handle.stop();
  }, 30_000);

  test("of extensions: new jobs are leased at once", async () => {
    const { adapter, queue, others } = faultyQueue({ lease: "6s" });
    adapter.fault = (script) => (script === "extend" ? "hang" : undefined);
    await others.enqueue(1);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const handled: number[] = [];
    const handle = queue.work(
      async (job) => {
        handled.push(job.data);
        if (job.data === 1) await held;
      },
      { concurrency: 3 },
    );
    await until(() => adapter.sent.includes("extend"), 10_000);
    const startedAt = Date.now();
    await others.enqueue(2);
    await until(() => handled.includes(2));
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    release();
    await handle.stop();
  }, 20_000);

  test("of a turn: other finished jobs are settled meanwhile", async () => {
    const { adapter, queue, others } = faultyQueue({ lease: "30s" });
    await others.enqueueMany([1, 2, 3].map((data) => ({ data })));
    let hung = 0;
    const handle = queue.work(
      async (job, signal) => {
        if (job.data === 1) return;
        await until(() => hung > 0);
        if (job.data === 3) await aborted(signal).catch(() => {});
      },
      { concurrency: 3, grace: "1s" },
    );
    adapter.fault = (script, args) => {
      // The first turn that settles is never answered.
      if (!isTurn(script) || hung > 0 || !args.some((arg) => arg.startsWith("L "))) return undefined;
      hung += 1;
      return "hang";
    };
    // The answer is waited for five seconds; the second job is completed long before.
    await until(async () => (await others.counts()).totals.completed === 1, 4_000);
    await handle.stop();
  }, 20_000);

  test("is sent again after a sixth of the lease", async () => {
    const { adapter, queue, others } = faultyQueue({ lease: "3s" });
    await others.enqueue(1);
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

test("an answer that comes when its request was sent again counts, and the request keeps its lane until then", async () => {
  const { adapter, queue, others } = faultyQueue({ lease: "3s", batching: false });
  await others.enqueueMany([1, 2].map((data) => ({ data })));
  let release = () => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  let settles = 0;
  adapter.fault = (script, args) => {
    if (!isTurn(script) || !args.some((arg) => arg.startsWith("L "))) return undefined;
    settles += 1;
    // The first answer is held back for longer than it is waited for, and comes after the second was lost.
    if (settles === 1) return first;
    if (settles > 2) return undefined;
    setTimeout(async () => {
      release();
      // Other requests of this process, each time more at once, so that they take every lane that is free.
      for (let round = 1; round < 4; round++) {
        await Promise.all(Array.from({ length: round * 10 }, () => others.enqueue(9, { delay: "1h" })));
      }
    });
    return "lose";
  };
  const report = await queue.drain(() => "done", { budget: "20s", concurrency: 2 });
  expect(report).toMatchObject({ leased: 2, completed: 2, failed: 0, lost: 0 });
  expect(settles).toBe(2);
  expect((await others.counts()).totals).toMatchObject({ completed: 2, failed: 0 });
});

const PASSING = ["redis_busy", "redis_unreachable"] as const;

describe.concurrent.each(PASSING)("while Redis answers %s", (code) => {
  test("a drain keeps its finished jobs, and settles them when that has passed", async () => {
    const { adapter, queue, others } = faultyQueue({ lease: "30s" });
    await others.enqueueMany(Array.from({ length: 20 }, (_, data) => ({ data })));
    let [handled, troubleUntil] = [0, 0];
    adapter.fault = () => (Date.now() < troubleUntil ? new LeaseholdError(code, "for a moment") : undefined);
    const report = await queue.drain(
      async () => {
        handled += 1;
        if (handled === 20) troubleUntil = Date.now() + 5_000;
      },
      { budget: "25s", concurrency: 20 },
    );
    expect(report).toMatchObject({ leased: 20, completed: 20, lost: 0, ended: "empty" });
    expect((await others.counts()).totals).toMatchObject({ completed: 20, reclaimed: 0, stale: 0 });
  }, 40_000);
});

describe.concurrent("an outage is reported", () => {
  const unreachable = new LeaseholdError("redis_unreachable", "made up");

  test("while a finished job waits to be settled", async () => {
    const { adapter, queue, others } = faultyQueue({ logger: false });
    await others.enqueue(1);
    const errors: unknown[] = [];
    const on = { error: ({ error }: { error: unknown }) => void errors.push(error) };
    const cut = () => {
      adapter.fault = () => unreachable;
    };
    const handle = queue.work(cut, { on });
    await until(() => errors.length >= 2, 15_000);
    expect(errors[0]).toMatchObject({ code: "redis_unreachable" });
    adapter.fault = () => undefined;
    expect(await handle.stop()).toMatchObject({ completed: 1, lost: 0 });
  });

  test("while all handlers run", async () => {
    const { adapter, queue, others } = faultyQueue({ logger: false, lease: "6s" });
    await others.enqueue(1);
    const errors: unknown[] = [];
    const on = { error: ({ error }: { error: unknown }) => void errors.push(error) };
    let finish = () => {};
    const handle = queue.work(
      () => {
        adapter.fault = () => unreachable;
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
      { on },
    );
    await until(() => errors.length >= 1, 15_000);
    adapter.fault = () => undefined;
    finish();
    await handle.stop();
  });

  test("but not a lost reply", async () => {
    const { adapter, queue, others } = faultyQueue({ logger: false });
    await others.enqueue(1);
    const errors: unknown[] = [];
    let lost = 0;
    adapter.fault = (script) => (isTurn(script) && lost++ < 3 ? "lose" : undefined);
    const on = { error: ({ error }: { error: unknown }) => void errors.push(error) };
    const handled: number[] = [];
    const handle = queue.work((job) => void handled.push(job.data), { on });
    await until(() => handled.length === 1);
    await handle.stop();
    expect(errors).toEqual([]);
  });
});
