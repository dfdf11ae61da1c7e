// The history of a queue, from the samples that cleans add.
import { Redis } from "@upstash/redis";
import { describe, expect, inject, test } from "vitest";
import { parseLatencies } from "../../src/queue/inspect/latency.ts";
import { Clock, freshQueue, testPrefix } from "../setup/queue.ts";

const MINUTE = 60_000;

/** Returns a queue that has been cleaned each minute, and its clock. */
async function queueWithHistory() {
  const clock = new Clock();
  const queue = freshQueue<number>({ now: clock.now });
  const start = clock.now();
  await queue.enqueueMany([1, 2, 3].map((data) => ({ data })));
  await queue.clean();
  clock.pass(MINUTE);
  const { jobs } = await queue.lease({ count: 2 });
  clock.pass(500);
  await jobs[0]?.complete();
  await jobs[1]?.retry({ delay: 0 });
  await queue.clean();
  return { queue, clock, start };
}

test("a sample has the jobs, the increase of the totals and the latencies between two cleans", async () => {
  const { queue, start } = await queueWithHistory();
  const { step, samples } = await queue.history();
  expect(step).toBe(MINUTE);
  expect(samples).toEqual([
    {
      from: start,
      to: start + MINUTE + 500,
      states: { ready: 2, delayed: 0, blocked: 0, leased: 0, failed: 0, done: 0 },
      totals: { enqueued: 0, leased: 2, completed: 1, failed: 0, retried: 1 },
      waits: expect.objectContaining({ count: 2, sum: 98_304 }),
      runTimes: expect.objectContaining({ count: 2, sum: 768 }),
    },
  ]);
});

test("a sample has the number of jobs that their groups block", async () => {
  const { queue, clock } = await queueWithHistory();
  for (const count of [3, 2]) {
    const jobs = Array.from({ length: count }, (_, data) => ({ data, group: "a" }));
    await queue.enqueueMany([...jobs, ...jobs.map((job) => ({ ...job, group: "b" }))]);
    clock.pass(MINUTE);
    await queue.clean();
  }
  const { samples } = await queue.history();
  // Two jobs without a group are ready, and the first of each group.
  expect(samples.slice(-2).map(({ states }) => [states.ready, states.blocked])).toEqual([
    [4, 4],
    [4, 8],
  ]);
});

test("a quiet time is one sample, and a time without a clean is part of the next one", async () => {
  const { queue, clock, start } = await queueWithHistory();
  for (let i = 0; i < 3; i++) {
    clock.pass(MINUTE);
    await queue.clean();
  }
  clock.pass(20 * MINUTE);
  await queue.enqueue(4);
  await queue.clean();
  const { samples } = await queue.history();
  const [first, quiet, gap] = samples;
  expect(samples).toHaveLength(3);
  expect(quiet).toMatchObject({ from: first?.to, to: start + 4 * MINUTE + 500, totals: { enqueued: 0, leased: 0 } });
  expect(gap).toMatchObject({ from: quiet?.to, to: start + 24 * MINUTE + 500, totals: { enqueued: 1 } });
});

test("a history begins at a time, and has the hours for a month", async () => {
  const { queue, clock } = await queueWithHistory();
  for (let i = 0; i < 3; i++) {
    clock.pass(60 * MINUTE);
    await queue.enqueue(i);
    await queue.clean();
  }
  expect((await queue.history({ from: clock.now() - MINUTE })).samples).toHaveLength(1);
  expect((await queue.history({ from: new Date(clock.now() + 1) })).samples).toHaveLength(0);
  const { step, samples } = await queue.history({ step: "hour" });
  expect(step).toBe(60 * MINUTE);
  expect(samples.map(({ totals }) => totals.enqueued)).toEqual([1, 1, 1]);
});

test("a queue that was created again counts from zero, and damaged samples are passed over", async () => {
  const { queue, clock } = await queueWithHistory();
  const root = `${testPrefix()}:{${queue.name}}:`;
  const redis = new Redis({ url: inject("restUrl"), token: inject("token") });
  await redis.hdel(`${root}meta`, "head");
  clock.pass(MINUTE);
  await queue.enqueue(9);
  await queue.clean();
  const last = (await queue.history()).samples.at(-1);
  expect(last?.totals).toMatchObject({ enqueued: 1, leased: 0 });
  await redis.lpush(`${root}history`, "damaged");
  expect((await queue.history()).samples).toHaveLength(2);
});

test("a queue without samples has no history", async () => {
  expect(await freshQueue().history()).toEqual({ step: MINUTE, samples: [] });
});

test.each([{ step: "day" }, { from: "yesterday" }, { from: Number.NaN }, { to: 5 }])(
  "history refuses %j",
  async (options) => {
    await expect(freshQueue().history(options as object)).rejects.toMatchObject({ code: "invalid_argument" });
  },
);

describe("latencies", () => {
  test.each([
    ["||", { count: 0, sum: 0, buckets: [], p50: undefined, p95: undefined, p99: undefined }],
    ["4||", { count: 4, sum: 2, buckets: [4], p50: 1, p95: 1, p99: 1 }],
    ["1||I", { count: 2, sum: 385, buckets: [1, 0, 0, 0, 0, 0, 0, 0, 0, 1], p50: 1, p95: 486, p99: 507 }],
    ["0 0 0 99||K", { count: 100, p50: 6, p95: 8, p99: 8 }],
    ["||@@A", { count: 3, buckets: [2, 1] }],
    ["|3|`a", { count: 0 }],
  ])("%s have the number, the sum and the quantiles of the waits", (text, expected) => {
    expect(parseLatencies(text)?.waits).toMatchObject(expected);
  });

  test("have the run times, whose letters include a bar", () => {
    expect(parseLatencies("|3|`@|")?.runTimes).toMatchObject({ count: 5, buckets: [4, ...Array(27).fill(0), 1] });
  });

  test.each(["", "|", "x||", "1,2||", "1 ||", "|-1|", "||?", "||\x7f", "||_", "|| "])("%j are damaged", (text) => {
    expect(parseLatencies(text)).toBeUndefined();
  });
});

test("counts have the overdue jobs, and the latencies since the queue was created", async () => {
  const { queue, clock } = await queueWithHistory();
  await queue.enqueue(7, { delay: "1s" });
  await queue.lease({ count: 1, for: "1s" });
  clock.pass(2_000);
  const { overdue, waits, runTimes } = await queue.counts();
  expect(overdue).toEqual({ delayed: 1, leased: 1 });
  expect([waits.count, runTimes.count, runTimes.p50]).toEqual([3, 2, 384]);
});
