// A drain with budget left waits for jobs that limits hold back for a moment, at the pace of Redis's clock.
import { expect, test } from "vitest";
import type { QueueOptions } from "../../../src/index.ts";
import { Clock, freshQueue } from "../../setup/queue.ts";
import { createRecordingAdapter } from "../../setup/recording-adapter.ts";

const FAST = { limit: 50, per: "1s", burst: 5 } as const;
const SLOW = { limit: 2, per: "1h", burst: 1 } as const;

/** Creates a queue with a number of jobs of one group, and a function that drains it and counts its turns. */
async function createBacklog(jobs: number, options: Partial<QueueOptions<number>>) {
  const { redis, scripts } = createRecordingAdapter();
  const queue = freshQueue<number>({ redis, ...options });
  await queue.enqueueMany(Array.from({ length: jobs }, (_, data) => ({ data, group: "g" })));
  const drain = async (budget: number) => {
    scripts.length = 0;
    const startedAt = performance.now();
    const report = await queue.drain(() => {}, { budget, concurrency: 5 });
    // The first turn of a client finds out that the queue has limits, and is sent again in full.
    return {
      ...report,
      time: performance.now() - startedAt,
      turns: scripts.filter((name) => name === "turnGrouped").length,
    };
  };
  return { queue, drain };
}

test.each([
  ["the queue", { rate: FAST }],
  ["a group", { groups: { rate: FAST } }],
])("a drain uses the rate of %s, and does not end with its burst", async (_what, options) => {
  const { drain } = await createBacklog(15, options);
  const { completed, ended, time, nextWakeAt, turns } = await drain(20_000);
  expect({ completed, ended, nextWakeAt }).toEqual({ completed: 15, ended: "empty", nextWakeAt: undefined });
  // Ten tokens beyond the burst.
  expect(time).toBeGreaterThan(150);
  expect(turns).toBeLessThan(35);
});

test("a drain does not wait for jobs that are held back for longer", async () => {
  const { drain } = await createBacklog(3, { rate: SLOW });
  const report = await drain(20_000);
  expect(report).toMatchObject({ completed: 1, ended: "empty", nextWakeAt: expect.any(Number), turns: 2 });
});

test("a drain that cannot wait within its budget ends at once", async () => {
  const { drain } = await createBacklog(3, { rate: { limit: 1, per: "900ms", burst: 1 } });
  const report = await drain(500);
  expect(report).toMatchObject({ completed: 1, ended: "empty", nextWakeAt: expect.any(Number), turns: 2 });
  expect(report.time).toBeLessThan(400);
});

test("a drain with a rate and a long backlog ends with its budget", async () => {
  const { drain } = await createBacklog(100, { rate: { limit: 10, per: "1s", burst: 1 } });
  const { completed, time } = await drain(600);
  expect(completed).toBeGreaterThan(2);
  expect(completed).toBeLessThan(9);
  expect(time).toBeLessThan(900);
});

test("a drain does not wait for a clock of a test", async () => {
  const { drain } = await createBacklog(10, { rate: FAST, now: new Clock().now });
  expect(await drain(20_000)).toMatchObject({ completed: 5, ended: "empty", turns: 2 });
});

test("a drain of a queue without limits does not wait for delayed jobs", async () => {
  const { queue, drain } = await createBacklog(0, {});
  await queue.enqueueMany([{ data: 1 }, { data: 2, delay: "500ms" }]);
  const { completed, ended, time, nextWakeAt } = await drain(20_000);
  expect([completed, ended, nextWakeAt]).toEqual([1, "empty", expect.any(Number)]);
  expect(time).toBeLessThan(400);
});

test("a drain does not wait while its queue is paused", async () => {
  const { queue, drain } = await createBacklog(10, { rate: FAST });
  await queue.pause();
  expect(await drain(20_000)).toMatchObject({ completed: 0, ended: "paused", turns: 1 });
});

test("a drain that waits several times for nothing ends", async () => {
  const { queue, drain } = await createBacklog(1, { groups: { concurrency: 1 } });
  await queue.setGroup("g", { paused: true });
  await queue.enqueueMany(Array.from({ length: 20 }, (_, n) => ({ data: n, delay: 200 + n * 40, group: "g" })));
  const { completed, ended, turns } = await drain(20_000);
  expect([completed, ended]).toEqual([0, "empty"]);
  expect(turns).toBe(4);
});
