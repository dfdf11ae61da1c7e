// Fault: the system clock is set back by ten minutes while the library waits.
// Guarantee: budgets, leases, waits and timeouts still end in time, because they use a monotonic clock.
import { afterEach, expect, inject, test, vi } from "vitest";
import { sleep } from "../../../src/base/monotonic.ts";
import { type Adapter, upstash } from "../../../src/index.ts";
import { freshQueue } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";

const TEN_MINUTES = 600_000;
const realNow = Date.now;

function setClockBack(): void {
  vi.spyOn(Date, "now").mockImplementation(() => realNow() - TEN_MINUTES);
}

afterEach(() => {
  vi.restoreAllMocks();
});

test("a drain ends with its budget", async () => {
  const queue = freshQueue<number>();
  await queue.enqueueMany(Array.from({ length: 1_000 }, (_, data) => ({ data })));
  const startedAt = performance.now();
  const report = await queue.drain(
    async (job) => {
      if (job.data === 0) setClockBack();
      await sleep(20);
    },
    { budget: 300 },
  );
  expect(report.ended).toBe("budget");
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("work continues to extend leases", async () => {
  const queue = freshQueue<string>({ lease: 1_000 });
  await queue.enqueue("long");
  const working = queue.work(async () => {
    setClockBack();
    await sleep(1_800);
  });
  await until(async () => {
    expect(await queue.clean()).toMatchObject({ reclaimed: 0 });
    return (await queue.counts()).totals.completed === 1;
  });
  expect(await working.stop()).toMatchObject({ completed: 1, lost: 0 });
});

test("work leases a job that becomes due while it is idle", async () => {
  const client = upstash({ url: inject("restUrl"), token: inject("token") });
  const redis: Adapter = {
    run: async (...call) => {
      const reply = await client.run(...call);
      // By then the worker has read the reply and sleeps.
      setTimeout(setClockBack, 50);
      return reply;
    },
  };
  const queue = freshQueue<string>({ redis });
  await freshQueue<string>({}, queue.name).enqueue("later", { delay: 500 });
  const handled: string[] = [];
  const working = queue.work((job) => void handled.push(job.data));
  await until(() => handled.length === 1);
  await working.stop();
});

test("a lease with `wait` ends after its wait", async () => {
  const queue = freshQueue<string>();
  const startedAt = performance.now();
  const waiting = queue.lease({ wait: 500 });
  setClockBack();
  expect((await waiting).jobs).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("`wait` ends with its timeout", async () => {
  const queue = freshQueue<string>();
  await queue.enqueue("never", { id: "never" });
  const waiting = queue.wait("never", { timeout: 500 });
  setClockBack();
  expect(await waiting).toEqual({ state: "timeout" });
});
