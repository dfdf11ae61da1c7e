// The order of jobs that are due in the same millisecond, which is that of their enqueue.
import { describe, expect, test } from "vitest";
import { clean, promote, turn } from "../../../src/engine/all-scripts.ts";
import { enqueueAll, type NewJob } from "../kit/enqueuing.ts";
import { byId, head, numberedIds } from "../kit/forms.ts";
import { leasedQueue } from "../kit/leased-jobs.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, due, LEASE, place, START, tick } from "../kit/times.ts";
import { type Item, lease, settle } from "../kit/turns.ts";

const queueWith = connectQueues();
const AT = START + 5_000;

/** Returns an id. The alphabetical order of ids is not that of their numbers. */
const name = (i: number) => `${String.fromCharCode(122 - (i % 26))}${i}`;
const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => name(from + i));

/** Returns the ids of batches of these sizes. */
const namesOfBatches = (sizes: readonly number[]) =>
  sizes.map((size, i) => {
    const from = sizes.slice(0, i).reduce((sum, each) => sum + each, 0);
    return names(size, from);
  });

/** Leases all jobs that are ready at a time. Resolves with their ids, in order. */
async function leaseAllAt(queue: TestQueue, time: number): Promise<string[]> {
  const all: string[] = [];
  for (let number = 1; ; number++) {
    const args = { times: clockAt(time), count: 1_000, lane: `starts ${time}`, number, duration: 86_400_000 };
    const { header, ids } = await lease(queue, args);
    all.push(...ids);
    if (header.split(" ")[2] === "0" && ids.length === 0) return all;
  }
}

/** Resolves with the scores of the delayed jobs. */
const scoresOf = async (queue: TestQueue) => Object.values((await queue.state()).delayed ?? {});

/** Enqueues each batch in a request of its own. */
async function enqueueBatches(queue: TestQueue, batches: NewJob[][]): Promise<void> {
  for (const [i, jobs] of batches.entries()) await enqueueAll(queue, jobs, { number: i + 1 });
}

const jobAt = (id: string) => ({ id, at: AT, uniqueFor: 0 });

describe("jobs with a start time", () => {
  const at = (ids: string[], time = AT, priority = 5) => ids.map((id) => ({ id, priority, at: time, uniqueFor: 0 }));

  test.each([
    ["in one request", [3]],
    ["in several requests", [2, 1, 2]],
    ["in more requests than a millisecond has ticks", [1_000, 1_000, 500]],
    ["in requests during which the millisecond runs out of ticks", [999, 999, 2, 1_000]],
  ])("start in the order of their enqueue %s", async (_, sizes) => {
    const queue = await queueWith();
    const batches = namesOfBatches(sizes);
    const all = batches.flat();
    const jobs = batches.map((ids) => at(ids));
    await enqueueBatches(queue, jobs);
    const scores = await scoresOf(queue);
    expect(new Set(scores).size).toBe(all.length);
    expect(scores[0]).toBe(due(AT));
    expect(await leaseAllAt(queue, AT + 10)).toEqual(all);
  });

  test("start by priority, and within a priority in order", async () => {
    const queue = await queueWith();
    await enqueueBatches(queue, [
      [...at(["z"], AT, 9), ...at(["y"], AT, 0), ...at(["x"])],
      [...at(["c"]), ...at(["b"], AT, 0), ...at(["a"], AT, 9)],
    ]);
    expect(await leaseAllAt(queue, AT)).toEqual(["y", "b", "x", "c", "z", "a"]);
  });

  test("never start before their time", async () => {
    const queue = await queueWith();
    await enqueueBatches(queue, [at(names(1_000)), at(names(5, 1_000))]);
    expect(await leaseAllAt(queue, AT - 1)).toEqual([]);
    expect(await leaseAllAt(queue, AT)).toEqual(names(1_000));
  });

  test.each([
    ["before", [AT, AT + 1]],
    ["after", [AT + 1, AT]],
  ])("of a full millisecond get ticks of their own if they come %s jobs of the next one", async (_, times) => {
    const queue = await queueWith();
    await enqueueBatches(queue, [at(names(1_000)), times.flatMap((time, i) => at([["z", "a"][i] ?? ""], time))]);
    expect(new Set(await scoresOf(queue)).size).toBe(1_002);
  });

  test("of a full millisecond start before those that are due later", async () => {
    const queue = await queueWith();
    await enqueueBatches(queue, [at(names(1_000)), [...at(["zz"], AT), ...at(["a"], AT + 1)]]);
    expect((await leaseAllAt(queue, AT + 10)).slice(1_000)).toEqual(["zz", "a"]);
  });

  test("of a full millisecond start after earlier jobs of the next one", async () => {
    const queue = await queueWith();
    await enqueueBatches(queue, [at(["first"], AT + 1), at(names(1_000)), at(["spilled"]), at(["last"], AT + 1)]);
    expect(await leaseAllAt(queue, AT + 10)).toEqual([...names(1_000), "first", "spilled", "last"]);
  });
});

describe("the tick of a start time", () => {
  /** Enqueues jobs beside others. Resolves with their scores. */
  const scoresBeside = async (delayed: Record<string, number>, ...ids: string[]) => {
    const queue = await queueWith({ delayed, meta: { head: head() } });
    await enqueueAll(queue, ids.map(jobAt));
    const state = await queue.state();
    return ids.map((id) => state.delayed?.[id]);
  };

  test("is the first of its millisecond if other jobs are due in the next one", async () => {
    expect(await scoresBeside({ next: due(AT + 1, 0) }, "a")).toEqual([due(AT)]);
  });

  test("is in the next millisecond if a job of any priority has the last tick", async () => {
    for (const priority of [0, 9]) {
      const scores = await scoresBeside({ last: due(AT, priority, { n: 999 }) }, "a", "b");
      expect(scores).toEqual([due(AT + 1), due(AT + 1, 5, { n: 1 })]);
    }
  });

  test("is searched for in 1,000 milliseconds, and shared after that", async () => {
    const full = byId(numberedIds(1_001, "full "), (_, i) => due(AT + i, 5, { n: 999 }));
    expect(await scoresBeside(full, "a", "b")).toEqual([due(AT + 1_000), due(AT + 1_001)]);
  });
});

describe("the tick after a delay", () => {
  test("is that of the clock even if ticks are ahead of it", async () => {
    const queue = await queueWith({ meta: { head: head({ tick: tick(5_000) }) } });
    await enqueueAll(queue, [{ id: "a", delay: 5_000 }]);
    expect((await queue.state()).delayed).toEqual({ a: due(AT) });
  });

  test("follows that of a start time in the same millisecond", async () => {
    const queue = await queueWith({ delayed: { x: due(AT, 5, { n: 500 }) }, meta: { head: head() } });
    await enqueueAll(queue, [
      { id: "b", at: AT },
      { id: "a", delay: 5_000 },
    ]);
    expect((await queue.state()).delayed).toEqual({
      x: due(AT, 5, { n: 500 }),
      b: due(AT, 5, { n: 501 }),
      a: due(AT, 5, { n: 502 }),
    });
  });
});

test.each([
  ["in one request", [1_000]],
  ["in several requests", [1_000, 1_000, 3]],
])("jobs with the same delay start in the order of their enqueue %s", async (_, sizes) => {
  const queue = await queueWith();
  const batches = namesOfBatches(sizes);
  const jobs = batches.map((ids) => ids.map((id) => ({ id, delay: 5_000 })));
  await enqueueBatches(queue, jobs);
  expect(await leaseAllAt(queue, AT + 10)).toEqual(batches.flat());
});

test("delays and start times of the same millisecond keep the order of their requests", async () => {
  const queue = await queueWith();
  await enqueueBatches(queue, [
    [jobAt("z")],
    [{ id: "y", delay: 5_000, uniqueFor: 0 }],
    [jobAt("x")],
    [{ id: "w", delay: 5_000, uniqueFor: 0 }],
  ]);
  expect(await leaseAllAt(queue, AT)).toEqual(["z", "y", "x", "w"]);
});

test("delays and start times of the same millisecond keep their order within a request", async () => {
  const queue = await queueWith();
  const all = names(30);
  const jobs = all.map((id, i) => (i % 3 === 1 ? jobAt(id) : { id, delay: 5_000 }));
  await enqueueBatches(queue, [jobs.slice(0, 20), jobs.slice(20)]);
  expect(new Set(await scoresOf(queue)).size).toBe(all.length);
  expect(await leaseAllAt(queue, AT)).toEqual(all);
});

test("a delay follows an earlier start time of the same request whose tick is ahead", async () => {
  const queue = await queueWith();
  await enqueueAll(queue, names(10).map(jobAt));
  const jobs: NewJob[] = [jobAt("y"), { id: "x", delay: 4_999 }, jobAt("w")];
  await enqueueAll(queue, jobs, { times: clockAt(START + 1), number: 2 });
  expect(await leaseAllAt(queue, AT)).toEqual([...names(10), "y", "x", "w"]);
});

test("a start time whose next 1,000 ms are full shares the first tick after them", async () => {
  const full = byId(numberedIds(1_000, "full "), (_, i) => due(AT + i, 9, { n: 999 }));
  const queue = await queueWith({ delayed: { ...full, next: due(AT + 1_000, 0) } });
  expect(await scoresOf(queue)).toHaveLength(1_001);
  await enqueueAll(queue, [
    { id: "a", priority: 0, at: AT, uniqueFor: 0 },
    { id: "b", priority: 0, at: AT + 1, uniqueFor: 0 },
  ]);
  const { delayed } = await queue.state();
  expect([delayed?.a, delayed?.b]).toEqual([due(AT + 1_000, 0), due(AT + 1_000, 0, { n: 1 })]);
});

test("the first tick of the next millisecond does not use up this one", async () => {
  const queue = await queueWith({ delayed: { next: due(AT + 1, 0) } });
  await enqueueAll(queue, [jobAt("a")]);
  expect((await queue.state()).delayed?.a).toBe(due(AT));
});

test("jobs that are retried after the same delay start in the order of their retries", async () => {
  const ids = ["z", "y", "x", "a"];
  const queue = await queueWith(leasedQueue(ids, { fence: tick }));
  const items = ids.map((id, i): Item => ["retry", id, tick(i), "5000"]);
  await settle(queue, items);
  expect(await leaseAllAt(queue, AT)).toEqual(ids);
});

test("cleans make due jobs ready in order, a few at a time", async () => {
  const queue = await queueWith();
  await enqueueAll(queue, names(30).map(jobAt));
  for (let i = 0; i < 3; i++) await queue.call(clean, { times: clockAt(AT), limit: 12 });
  expect((await queue.state()).ready).toEqual(byId(names(30), (_, i) => place(i, 5, { time: AT })));
});

test("promoted jobs start in the order of the request, behind those that are ready", async () => {
  const queue = await queueWith();
  await enqueueAll(queue, [{ id: "r" }, ...["a", "b", "c"].map(jobAt)]);
  await queue.call(promote, { ids: ["c", "a", "b"], number: 2 });
  expect(await leaseAllAt(queue, START)).toEqual(["r", "c", "a", "b"]);
});

test("jobs with a start time and jobs with a delay keep their order across several clocks", async () => {
  const at = START + 60_000;
  const queue = await queueWith({ meta: { head: head({ tick: tick(3) }) } });
  for (let i = 0; i < 8; i++) await enqueueAll(queue, [{ id: `t${i}`, at }], { number: i + 1 });
  for (const [i, ahead] of [1, 7, 3].entries()) {
    const job: NewJob = { id: `d${i}`, delay: 60_000 - ahead };
    await enqueueAll(queue, [job], { times: clockAt(START + ahead), number: 20 + i });
  }
  const leased = await queue.call(turn, { times: clockAt(at), count: 20, number: 40 });
  expect(leased.slice(3, 14)).toEqual(["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "d0", "d1", "d2"]);
  expect(leased[2]).toMatch(new RegExp(`^- ${at + LEASE} `));
});
