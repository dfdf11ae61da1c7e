// exhaust runs a queue until it is empty, without sleeping: delays, backoff and expired leases included.
import { expect, test } from "vitest";
import { Discard, RetryLater } from "../../src/index.ts";
import { checkHistory, exhaust, finalState, recordHistory, setClock, TestClock } from "../../src/testing.ts";
import { freshQueue } from "../setup/queue.ts";

const HOUR = 3_600_000;

test("delayed jobs, retries and the jobs of a dead worker are all handled, in order", async () => {
  const clock = new TestClock(1_700_000_000_000);
  const queue = freshQueue<string>({ now: clock.now, backoff: "10s", maxAttempts: 3 });
  const history = recordHistory(queue);
  await queue.enqueueMany([
    { data: "held", id: "held" },
    { data: "now" },
    { data: "tomorrow", delay: "1d" },
    // Retries that are due at the same time are handled in the order in which they were requested.
    { data: "twice", id: "b" },
    { data: "never", id: "a" },
    { data: "later" },
    { data: "refused" },
  ]);
  await queue.lease({ for: "1h", worker: "dead" });
  const seen: string[] = [];
  const report = await exhaust(
    queue,
    (job) => {
      seen.push(`${job.data} ${job.attempt} +${clock.time - 1_700_000_000_000}`);
      if (job.data === "never" || (job.data === "twice" && job.attempt === 1)) throw new Error(job.data);
      if (job.data === "later" && job.attempt === 1) throw new RetryLater("2h");
      if (job.data === "refused") throw new Discard("no");
    },
    { clock },
  );
  expect(seen).toEqual([
    "now 1 +0",
    "twice 1 +0",
    "never 1 +0",
    "later 1 +0",
    "refused 1 +0",
    "twice 2 +10000",
    "never 2 +10000",
    "never 3 +20000",
    `held 2 +${HOUR}`,
    `later 2 +${2 * HOUR}`,
    `tomorrow 1 +${24 * HOUR}`,
  ]);
  expect(report).toEqual({
    leased: 11,
    completed: 5,
    retried: 4,
    // The last retry of "never" ended as failed.
    failed: 2,
    released: 0,
    lost: 0,
    ended: "empty",
    at: clock.time,
    took: 24 * HOUR,
  });
  expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0, leased: 0, failed: 2 });
  expect(checkHistory(history.events, await finalState(queue)).map(String)).toEqual([]);
});

test("a queue without a test clock has one during the run, and Redis's time afterwards", async () => {
  const queue = freshQueue<string>();
  await queue.enqueueMany([{ data: "a", delay: "1d" }, { data: "b" }]);
  const started = Date.now();
  const report = await exhaust(queue, async (job) => {
    if (job.data === "a") await queue.enqueue("c", { delay: "1d" });
  });
  expect(report).toMatchObject({ completed: 3, ended: "empty" });
  expect(report.took).toBeGreaterThan(47 * HOUR);
  expect(Date.now() - started).toBeLessThan(10_000);
  expect((await queue.lease()).now).toBeLessThan(Date.now() + HOUR);
});

test("the operations of a job use the test clock too", async () => {
  const clock = new TestClock();
  const queue = freshQueue<number>({ now: clock.now });
  await queue.enqueue(1);
  const report = await exhaust(
    queue,
    async (job) => {
      if (job.attempt < 3) await job.retry({ delay: "1h" });
    },
    { clock, concurrency: 4 },
  );
  expect(report).toMatchObject({ leased: 3, completed: 1, took: 2 * HOUR });
});

test("a paused queue ends the run, and a handler that always enqueues more fails it", async () => {
  const queue = freshQueue<number>({ backoff: 1_000 });
  await queue.enqueue(1);
  await queue.pause();
  expect(await exhaust(queue, () => {})).toMatchObject({ leased: 0, ended: "paused" });
  await queue.resume();
  const endless = exhaust(queue, (job) => queue.enqueue(job.data + 1, { delay: "1m" }), { limit: 20 });
  await expect(endless).rejects.toThrow("is not empty after 20 leases");
  await queue.destroy();
  await queue.enqueue(1);
  await expect(exhaust(queue, (job) => queue.enqueue(job.data + 1), { limit: 20 })).rejects.toThrow(
    "not empty after 20",
  );
});

test("setClock sets the clock of an existing queue, and its result restores the queue's own", async () => {
  const queue = freshQueue<number>();
  const clock = new TestClock(1_700_000_000_000);
  const restore = setClock(queue, clock);
  await queue.enqueue(1, { delay: "10m" });
  expect((await queue.lease()).jobs).toEqual([]);
  clock.pass("10m");
  const { jobs, now } = await queue.lease();
  expect(now).toBe(1_700_000_600_000);
  clock.pass("20s");
  await jobs[0]?.extend("1m");
  expect(jobs[0]?.leasedUntil).toBe(1_700_000_680_000);
  expect(() => clock.pass(-1)).toThrow("time that passes");
  restore();
  expect((await queue.lease()).now).toBeGreaterThan(1_750_000_000_000);
});
