// Jobs that are due in the same millisecond start in the order in which they were enqueued.
import { describe, expect, test } from "vitest";
import { clean, promote, turn } from "../../../src/engine/scripts.gen.ts";
import { enqueueAll, type NewJob } from "../kit/enqueuing.ts";
import {
  about,
  type Bench,
  benches,
  clockAt,
  due,
  head,
  LEASE,
  leasedIds,
  place,
  record,
  ref,
  run,
  START,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const AT = START + 5_000;

/** Ids whose alphabetical order is not that of their numbers. */
const name = (i: number) => `${String.fromCharCode(122 - (i % 26))}${i}`;
const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => name(from + i));

/** Names for batches of these sizes, which go on from one to the next. */
const namesOfBatches = (sizes: readonly number[]) =>
  sizes.map((size, i) =>
    names(
      size,
      sizes.slice(0, i).reduce((sum, each) => sum + each, 0),
    ),
  );

/** The ids in the order in which turns hand them out, at a time. */
async function startedAt(queue: Bench, time: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; ; number++) {
    const args = { times: clockAt(time), count: 1_000, lane: `starts ${time}`, number, duration: 86_400_000 };
    const [, , header = "", ...rest] = await queue.call(turn, args);
    ids.push(...leasedIds(rest));
    if (header.split(" ")[2] === "0" && rest.length === 0) return ids;
  }
}

/** Enqueues each batch in a request of its own. */
async function enqueueBatches(queue: Bench, batches: NewJob[][]): Promise<void> {
  for (const [i, jobs] of batches.entries()) await enqueueAll(queue, jobs, { number: i + 1 });
}

describe("a given time", () => {
  const at = (ids: string[], time = AT, priority = 5) => ids.map((id): NewJob => [id, `${priority} @${time} 0 - -`]);

  test.each([
    ["in one request", [3]],
    ["in several requests", [2, 1, 2]],
    ["of more than a millisecond has ticks", [1_000, 1_000, 500]],
    ["of more than a millisecond has ticks, filled in the middle of a request", [999, 999, 2, 1_000]],
  ])("orders jobs by their requests: %s", async (_, sizes) => {
    const queue = fresh();
    const batches = namesOfBatches(sizes);
    const all = batches.flat();
    await enqueueBatches(
      queue,
      batches.map((ids) => at(ids)),
    );
    const scores = (await queue.state()).delayed?.map(([, score]) => score) ?? [];
    expect(new Set(scores).size).toBe(all.length);
    expect(scores[0]).toBe(due(AT));
    expect(await startedAt(queue, AT + 10)).toEqual(all);
  });

  test("orders jobs of a priority, and the priorities by themselves", async () => {
    const queue = fresh();
    await enqueueBatches(queue, [
      [...at(["z"], AT, 9), ...at(["y"], AT, 0), ...at(["x"])],
      [...at(["c"]), ...at(["b"], AT, 0), ...at(["a"], AT, 9)],
    ]);
    expect(await startedAt(queue, AT)).toEqual(["y", "b", "x", "c", "z", "a"]);
  });

  test("starts no job before the time that was given", async () => {
    const queue = fresh();
    await enqueueBatches(queue, [at(names(1_000)), at(names(5, 1_000))]);
    expect(await startedAt(queue, AT - 1)).toEqual([]);
    expect(await startedAt(queue, AT)).toEqual(names(1_000));
  });

  test.each([
    [
      "after",
      [
        ["z", AT],
        ["a", AT + 1],
      ],
    ],
    [
      "before",
      [
        ["z", AT + 1],
        ["a", AT],
      ],
    ],
  ] as const)(
    "gives jobs that had no room in their millisecond ticks of their own %s those of the next",
    async (_, jobs) => {
      const queue = fresh();
      await enqueueBatches(queue, [at(names(1_000)), jobs.flatMap(([id, time]) => at([id], time))]);
      const scores = (await queue.state()).delayed?.map(([, score]) => score) ?? [];
      expect(new Set(scores).size).toBe(1_002);
    },
  );

  test("orders a job that had no room in its millisecond before those that are due later", async () => {
    const queue = fresh();
    await enqueueBatches(queue, [at(names(1_000)), [...at(["zz"], AT), ...at(["a"], AT + 1)]]);
    expect((await startedAt(queue, AT + 10)).slice(1_000)).toEqual(["zz", "a"]);
  });

  test("orders it among jobs that were enqueued before for the next one", async () => {
    const queue = fresh();
    await enqueueBatches(queue, [at(["first"], AT + 1), at(names(1_000)), at(["spilled"]), at(["last"], AT + 1)]);
    expect(await startedAt(queue, AT + 10)).toEqual([...names(1_000), "first", "spilled", "last"]);
  });
});

describe("the tick of a given time", () => {
  const enqueued = async (delayed: [id: string, score: number][], ...ids: string[]) => {
    const queue = fresh();
    await queue.seed({ delayed, meta: { head: head() } });
    await enqueueAll(
      queue,
      ids.map((id): NewJob => [id, `5 @${AT} 0 - -`]),
    );
    const scores = new Map((await queue.state()).delayed);
    return ids.map((id) => scores.get(id));
  };

  test("is the first one where only others of the next millisecond are there, of any priority", async () => {
    expect(await enqueued([["next", due(AT + 1, 0)]], "a")).toEqual([due(AT)]);
  });

  test("is one of the next millisecond where the last tick is taken, by any priority", async () => {
    for (const priority of [0, 9]) {
      expect(await enqueued([["last", due(AT, priority, 999)]], "a", "b")).toEqual([due(AT + 1), due(AT + 1, 5, 1)]);
    }
  });

  test("is looked for in a thousand milliseconds, and then given as it is", async () => {
    const full = Array.from({ length: 1_001 }, (_, i): [string, number] => [`full ${i}`, due(AT + i, 5, 999)]);
    expect(await enqueued(full, "a", "b")).toEqual([due(AT + 1_000), due(AT + 1_001)]);
  });
});

describe("the tick after a delay", () => {
  test("is that of the clock where ticks have run ahead of it", async () => {
    const queue = fresh();
    await queue.seed({ meta: { head: head({ tick: tick(5_000) }) } });
    await enqueueAll(queue, [["a", "5 +5000 - - -"]]);
    expect((await queue.state()).delayed).toEqual([["a", due(AT)]]);
  });

  test("follows that of a time in the same millisecond", async () => {
    const queue = fresh();
    await queue.seed({ delayed: [["x", due(AT, 5, 500)]], meta: { head: head() } });
    await enqueueAll(queue, [
      ["b", `5 @${AT} - - -`],
      ["a", "5 +5000 - - -"],
    ]);
    expect((await queue.state()).delayed).toEqual([
      ["x", due(AT, 5, 500)],
      ["b", due(AT, 5, 501)],
      ["a", due(AT, 5, 502)],
    ]);
  });
});

test.each([
  ["in one request", [1_000]],
  ["in several requests", [1_000, 1_000, 3]],
])("the same delay orders jobs as they were enqueued %s", async (_, sizes) => {
  const queue = fresh();
  const batches = namesOfBatches(sizes);
  await enqueueBatches(
    queue,
    batches.map((ids) => ids.map((id): NewJob => [id, "5 +5000 - - -"])),
  );
  expect(await startedAt(queue, AT + 10)).toEqual(batches.flat());
});

test("a delay and a time that end in the same millisecond keep the order of their requests", async () => {
  const queue = fresh();
  await enqueueBatches(queue, [
    [["z", `5 @${AT} 0 - -`]],
    [["y", "5 +5000 0 - -"]],
    [["x", `5 @${AT} 0 - -`]],
    [["w", "5 +5000 0 - -"]],
  ]);
  expect(await startedAt(queue, AT)).toEqual(["z", "y", "x", "w"]);
});

test("delays and times that end in the same millisecond keep their order within a request", async () => {
  const queue = fresh();
  const all = names(30);
  const jobs = all.map((id, i): NewJob => [id, i % 3 === 1 ? `5 @${AT} 0 - -` : "5 +5000 - - -"]);
  await enqueueBatches(queue, [jobs.slice(0, 20), jobs.slice(20)]);
  const scores = (await queue.state()).delayed?.map(([, score]) => score) ?? [];
  expect(new Set(scores).size).toBe(all.length);
  expect(await startedAt(queue, AT)).toEqual(all);
});

test("a delay that ends where a time of the same request has run ahead comes after it", async () => {
  const queue = fresh();
  const at = names(10).map((id): NewJob => [id, `5 @${AT} 0 - -`]);
  await enqueueAll(queue, at);
  const jobs: NewJob[] = [
    ["y", `5 @${AT} 0 - -`],
    ["x", "5 +4999 - - -"],
    ["w", `5 @${AT} 0 - -`],
  ];
  await enqueueAll(queue, jobs, { times: clockAt(START + 1), number: 2 });
  expect(await startedAt(queue, AT)).toEqual([...names(10), "y", "x", "w"]);
});

test("a time whose next 1,000 ms are full shares the first tick of the one after them, and no more is looked at", async () => {
  const queue = fresh();
  const full = Array.from({ length: 1_000 }, (_, i): [string, number] => [`full ${i}`, due(AT + i, 9, 999)]);
  await queue.seed({ delayed: [...full, ["next", due(AT + 1_000, 0, 0)]] });
  const next = (await queue.state()).delayed?.length;
  expect(next).toBe(1_001);
  await enqueueAll(queue, [
    ["a", `0 @${AT} 0 - -`],
    ["b", `0 @${AT + 1} 0 - -`],
  ]);
  const scores = new Map((await queue.state()).delayed);
  expect([scores.get("a"), scores.get("b")]).toEqual([due(AT + 1_000, 0, 0), due(AT + 1_000, 0, 1)]);
});

test("a tick of the next millisecond is none of this one", async () => {
  const queue = fresh();
  await queue.seed({ delayed: [["next", due(AT + 1, 0, 0)]] });
  await enqueueAll(queue, [["a", `5 @${AT} 0 - -`]]);
  expect(new Map((await queue.state()).delayed).get("a")).toBe(due(AT));
});

test("jobs that are retried after the same delay start in the order in which they were given back", async () => {
  const queue = fresh();
  const ids = ["z", "y", "x", "a"];
  await queue.seed({
    leased: ids.map((id) => [id, START + 1]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    runs: Object.fromEntries(ids.map((id, i) => [id, run("L", tick(i))])),
    meta: { head: head({ runs: 4 }) },
  });
  const items = ids.flatMap((id, i) => ["r", ref(id, tick(i)), "5000", ""]);
  await queue.call(turn, { count: 0, items });
  expect(await startedAt(queue, AT)).toEqual(ids);
});

test("a clean makes them ready in that order, a few at a time", async () => {
  const queue = fresh();
  await enqueueAll(
    queue,
    names(30).map((id): NewJob => [id, `5 @${AT} 0 - -`]),
  );
  for (let i = 0; i < 3; i++) await queue.call(clean, { times: clockAt(AT), limit: 12 });
  expect((await queue.state()).ready).toEqual(names(30).map((id, i) => [id, place(i, 5, AT)]));
});

test("promoted jobs start in the order in which they were named, behind those that are ready", async () => {
  const queue = fresh();
  await enqueueAll(queue, [["r"], ...["a", "b", "c"].map((id): NewJob => [id, `5 @${AT} 0 - -`])]);
  await queue.call(promote, ...about(["c", "a", "b"], { ids: ["c", "a", "b"], number: 2 }));
  expect(await startedAt(queue, START)).toEqual(["r", "c", "a", "b"]);
});

test("jobs that are due in the same millisecond keep their order, by a time or after a delay", async () => {
  const queue = fresh();
  const at = START + 60_000;
  await queue.seed({ meta: { head: head({ tick: tick(3) }) } });
  for (let i = 0; i < 8; i++) await enqueueAll(queue, [[`t${i}`, `5 @${at} - - -`]], { number: i + 1 });
  for (const [i, ahead] of [1, 7, 3].entries()) {
    const job: NewJob = [`d${i}`, `5 +${60_000 - ahead} - - -`];
    await enqueueAll(queue, [job], { times: clockAt(START + ahead), number: 20 + i });
  }
  const leased = await queue.call(turn, { times: clockAt(at), count: 20, number: 40 });
  expect(leased.slice(3, 14)).toEqual(["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "d0", "d1", "d2"]);
  expect(leased[2]).toMatch(new RegExp(`^- ${at + LEASE} `));
});
