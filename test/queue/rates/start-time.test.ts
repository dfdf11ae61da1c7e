// The probable start of a waiting job: from the looks at the queue, and in explain.
import { describe, expect, test } from "vitest";
import { estimateStart, formatStart } from "../../../src/queue/inspect/rates/start-time.ts";
import { Clock, freshQueue } from "../../setup/queue.ts";

const NOW = 1_700_000_000_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

interface Look {
  age: number;
  ready?: number;
  leased: number;
}

/** Returns the numbers that get.lua returns: the ready jobs, the leases so far, the age of the queue, and the looks. */
function ratesOf(ready: number, leased: number, { looks = [] as Look[], age = 1e9 } = {}): string {
  const lines = looks.map((look) => {
    const at = NOW - look.age;
    return `${at} ${at} ${look.ready ?? 0} 0 0 0 0 0 9 ${look.leased} 1 2 3`;
  });
  return [`${ready} ${leased} ${NOW - age}`, ...lines].join("\n");
}

const estimate = (rates: string, job: { place?: number; dueAt?: number } = {}) =>
  estimateStart({ now: NOW, place: job.place, dueAt: job.dueAt, rates });

describe("a probable start", () => {
  test("follows from the leases of the times in which jobs waited in line", () => {
    // Two a second for a minute with a line; faster before, while no job waited.
    const looks = [
      { age: MINUTE, ready: 100, leased: 880 },
      { age: 2 * MINUTE, leased: 0 },
    ];
    const start = estimate(ratesOf(50, 1_000, { looks }), { place: 23 });
    expect(start).toEqual({ startsAt: NOW + 12 * SECOND, rate: 2 / SECOND, isAverage: false, isDue: false });
    expect(start && formatStart(start, NOW)).toBe(" It will probably start about 12 s from now, at 2 jobs a second.");
  });

  test("follows from the fastest minute of a queue without a line", () => {
    const looks = [
      { age: MINUTE, leased: 990 },
      { age: 2 * MINUTE, leased: 870 },
    ];
    const rates = ratesOf(1, 1_000, { looks });
    expect(estimate(rates, { place: 0 })).toMatchObject({ startsAt: NOW, rate: 2 / SECOND });
    expect(estimate(rates, { place: 20 })).toMatchObject({ startsAt: NOW + 10 * SECOND });
  });

  test("is unknown if jobs waited in line and none was leased", () => {
    const looks = [
      { age: MINUTE, ready: 3, leased: 1_000 },
      { age: 2 * MINUTE, ready: 3, leased: 1_000 },
    ];
    expect(estimate(ratesOf(3, 1_000, { looks }), { place: 0 })).toBeUndefined();
    const unchanged = `${NOW - 9 * MINUTE} ${NOW} 3 0 0 0 0 0 9 1000 1 2 3`;
    expect(estimate(`3 1000 ${NOW - 1e9}\n${unchanged}`, { place: 0 })).toBeUndefined();
  });

  test("does not count blocked jobs as a line", () => {
    const looks = [MINUTE, 2 * MINUTE].map(
      (age) => `${NOW - age} ${NOW - age} 0 0 500 0 0 0 9 ${1_000 - age / SECOND} 1 2 3`,
    );
    const start = estimate([`1 1000 ${NOW - 1e9}`, ...looks].join("\n"), { place: 0 });
    expect(start).toMatchObject({ startsAt: NOW, rate: 1 / SECOND, isAverage: false });
  });

  test("follows from the average of a queue at which no clean has looked lately", () => {
    const start = estimate(ratesOf(2, 3_600, { looks: [{ age: 11 * MINUTE, leased: 1 }], age: 3_600_000 }), {
      place: 1,
    });
    expect(start).toMatchObject({ startsAt: NOW + 2 * SECOND, rate: 1 / SECOND, isAverage: true });
    expect(start && formatStart(start, NOW)).toBe(
      " It will probably start about 2 s from now, at 1 job a second, the average since the queue was created.",
    );
  });

  test("is unknown for a queue that has leased nothing, or is less than a minute old", () => {
    expect(estimate(ratesOf(2, 0), { place: 1 })).toBeUndefined();
    expect(estimate(ratesOf(2, 5, { age: MINUTE - 1 }), { place: 1 })).toBeUndefined();
    expect(estimate("2 5 -", { place: 1 })).toBeUndefined();
    expect(estimate("", { place: 1 })).toBeUndefined();
  });

  test("ignores a time that is too short, and totals of an earlier queue of this name", () => {
    const looks = [
      { age: 4_999, leased: 900 },
      { age: MINUTE, leased: 5_000 },
    ];
    expect(estimate(ratesOf(2, 1_000, { looks, age: 1e6 }), { place: 1 })).toMatchObject({ isAverage: true });
  });

  test("of a delayed job is not before it is due, nor before the ready jobs", () => {
    const looks = [{ age: MINUTE, ready: 60, leased: 940 }];
    const rates = ratesOf(59, 1_000, { looks });
    expect(estimate(rates, { dueAt: NOW + 10 * SECOND })).toMatchObject({ startsAt: NOW + MINUTE, isDue: false });
    const later = estimate(rates, { dueAt: NOW + 2 * MINUTE });
    expect(later).toMatchObject({ startsAt: NOW + 2 * MINUTE, isDue: true });
    expect(later && formatStart(later, NOW)).toBe(" It will probably start then, at 1 job a second.");
    expect(estimate(rates, { dueAt: NOW - 5 })).toMatchObject({ startsAt: NOW + MINUTE, isDue: false });
  });

  test("beyond what a date can state is unknown", () => {
    expect(estimate(ratesOf(2, 1, { age: 1e12 }), { place: 1e15 })).toBeUndefined();
  });

  test.each([
    [400, 250 / SECOND, "about 1 s from now, at 250 jobs a second"],
    [119_000, 3.26 / SECOND, "about 119 s from now, at 3.3 jobs a second"],
    [600_000, 0.5 / SECOND, "about 10 min from now, at 30 jobs a minute"],
    [30 * 3_600_000, 0.5 / 3_600_000, "about 30 h from now, at 0.5 jobs an hour"],
    [72 * 3_600_000, 1 / 3_600_000, "about 3 days from now, at 1 job an hour"],
  ])("in %i ms at %f jobs a ms is stated as: %s", (ms, rate, sentence) => {
    const start = { startsAt: NOW + ms, rate, isAverage: false, isDue: false };
    expect(formatStart(start, NOW)).toBe(` It will probably start ${sentence}.`);
  });
});

describe("explain", () => {
  /** Returns a queue in which two jobs a second were leased for a minute, with 38 ready jobs and a delayed one. */
  async function busyQueue() {
    const clock = new Clock();
    const queue = freshQueue<number>({ now: clock.now });
    await queue.enqueueMany(Array.from({ length: 160 }, (_, i) => ({ data: i, id: `job ${i}` })));
    await queue.enqueue(0, { id: "later", delay: "1h" });
    await queue.enqueue(0, { id: "brief", ttl: "3m" });
    await queue.clean();
    clock.pass(MINUTE);
    await queue.lease({ count: 120, for: "1h" });
    await queue.clean();
    return { queue, clock };
  }

  test("states when a waiting job will probably start", async () => {
    const { queue, clock } = await busyQueue();
    const explained = await queue.explain("job 143");
    expect(explained).toMatchObject({ place: 23, startsAt: clock.now() + 12 * SECOND });
    expect(explained.why).toBe(
      "It is ready, with 23 jobs before it. It will probably start about 12 s from now, at 2 jobs a second.",
    );
    const later = await queue.explain("later");
    expect(later.startsAt).toBe(later.dueAt);
    expect(later.why).toMatch(/^It is delayed until \S+\. It will probably start then, at 2 jobs a second\.$/);
  });

  test("states no start of a job that is leased or gone, waits in a paused queue, or expires before", async () => {
    const { queue, clock } = await busyQueue();
    for (const id of ["job 0", "unknown"]) expect(await queue.explain(id)).not.toHaveProperty("startsAt");
    expect(await queue.explain("brief")).toHaveProperty("startsAt");
    clock.pass(119 * SECOND);
    expect(await queue.explain("brief")).not.toHaveProperty("startsAt");
    await queue.pause();
    expect(await queue.explain("job 143")).toEqual(expect.not.objectContaining({ startsAt: expect.anything() }));
  });

  test("states no start if nothing was leased yet", async () => {
    const queue = freshQueue();
    await queue.enqueue(1, { id: "a" });
    expect(await queue.explain("a")).not.toHaveProperty("startsAt");
    expect((await queue.explain("a")).why).toBe("It is next; no worker has leased it yet.");
  });
});
