// Searching the jobs of a state by each kind of condition, and with a cursor.
import { describe, expect, test } from "vitest";
import { codecs } from "../../src/index.ts";
import type { JobFilter } from "../../src/queue/inspect/job-filter.ts";
import { Clock, freshQueue } from "../setup/queue.ts";

const USERS = [
  { id: "order-1", data: { user: { id: 7, name: "Ada" }, tags: ["a", "b"], total: 12.5 } },
  { id: "order-2", data: { user: { id: 77, name: 'Ida "I"' }, tags: [], paid: null } },
  { id: "refund-1", data: { user: { id: "7", name: "Ada" }, "a.b": true } },
  { id: "note", data: "just a text with 7" },
];

async function found(filter: Omit<JobFilter, "state">) {
  const queue = freshQueue<unknown>();
  await queue.enqueueMany(USERS);
  const { jobs, examined, total, cursor } = await queue.search({ state: "ready", ...filter });
  expect({ examined, total, cursor }).toEqual({ examined: 4, total: 4, cursor: undefined });
  return jobs.map(({ id }) => id);
}

test.each<[what: string, filter: Omit<JobFilter, "state">, ids: string[]]>([
  ["nothing", {}, ["order-1", "order-2", "refund-1", "note"]],
  ["an id", { id: "order-1" }, ["order-1"]],
  ["the beginning of an id", { id: "order-*" }, ["order-1", "order-2"]],
  ["any id", { id: "*" }, ["order-1", "order-2", "refund-1", "note"]],
  ["a number", { data: [{ path: "user.id", is: 7 }] }, ["order-1"]],
  ["a text", { data: [{ path: "user.id", is: "7" }] }, ["refund-1"]],
  ["a text with quotes", { data: [{ path: "user.name", is: 'Ida "I"' }] }, ["order-2"]],
  ["null", { data: [{ path: "paid", is: null }] }, ["order-2"]],
  ["a part of a text", { data: [{ path: "user.name", contains: "da" }] }, ["order-1", "order-2", "refund-1"]],
  ["a field", { data: [{ path: "paid", exists: true }] }, ["order-2"]],
  ["no field", { data: [{ path: "user.id", exists: false }] }, ["note"]],
  ["an item of a list", { data: [{ path: "tags.1", is: "b" }] }, ["order-1"]],
  ["a name with a dot", { data: [{ path: ["a.b"], is: true }] }, ["refund-1"]],
  [
    "two fields",
    {
      data: [
        { path: "user.name", is: "Ada" },
        { path: "total", is: 12.5 },
      ],
    },
    ["order-1"],
  ],
  ["a worker of jobs that were never leased", { worker: "w" }, []],
])("finds jobs by %s", async (_what, filter, ids) => {
  expect(await found(filter)).toEqual(ids);
});

describe("a job that has run", () => {
  test("is found by its worker, its attempts and its errors", async () => {
    const queue = freshQueue({ maxAttempts: 2 });
    await queue.enqueueMany([
      { data: 1, id: "a" },
      { data: 2, id: "b" },
    ]);
    const { jobs } = await queue.lease({ count: 2, worker: "w1" });
    await jobs[0]?.fail(new Error('the "mailbox" is full'));
    await jobs[1]?.fail(new Error("no such user"));
    const ids = async (filter: Omit<JobFilter, "state">) =>
      (await queue.search({ state: "failed", ...filter })).jobs.map(({ id }) => id);
    expect(await ids({ worker: "w1" })).toEqual(["a", "b"]);
    expect(await ids({ worker: "w" })).toEqual([]);
    expect(await ids({ error: '"mailbox"' })).toEqual(["a"]);
    expect(await ids({ minAttempts: 1 })).toEqual(["a", "b"]);
    expect(await ids({ minAttempts: 2 })).toEqual([]);
  });
});

test("finds jobs by their age", async () => {
  const clock = new Clock();
  const queue = freshQueue({ now: clock.now });
  await queue.enqueue(1, { id: "old" });
  clock.pass(3_600_000);
  await queue.enqueue(2, { id: "new" });
  clock.pass(1_000);
  const ids = async (filter: Omit<JobFilter, "state">) =>
    (await queue.search({ state: "ready", ...filter })).jobs.map(({ id }) => id);
  expect(await ids({ minAge: "30m" })).toEqual(["old"]);
  expect(await ids({ maxAge: "30m" })).toEqual(["new"]);
});

test("finds each job that stays exactly once, whatever enters and leaves beside it", async () => {
  const queue = freshQueue<number>();
  for (let batch = 0; batch < 4; batch++)
    await queue.enqueueMany(Array.from({ length: 500 }, (_, i) => ({ data: i % 10, id: `job-${batch}-${i}` })));
  const seen = new Map<string, number>();
  let cursor: string | undefined;
  let rounds = 0;
  do {
    const options = { limit: 40, scan: 130, ...(cursor === undefined ? {} : { cursor }) };
    const result = await queue.search({ state: "ready", id: "job-*" }, options);
    for (const { id } of result.jobs) seen.set(id, (seen.get(id) ?? 0) + 1);
    // Jobs that were found leave, the one of the cursor among them; others enter before and after.
    await queue.cancel(result.jobs.map(({ id }) => id));
    await queue.enqueue(1, { id: `first-${rounds}`, priority: 0 });
    await queue.enqueue(1, { id: `last-${rounds}` });
    cursor = result.cursor;
    rounds += 1;
  } while (cursor !== undefined);
  expect(seen.size).toBe(2_000);
  expect(Math.max(...seen.values())).toBe(1);
});

test("jobs of equal scores are found once when the job of the cursor is gone", async () => {
  const clock = new Clock();
  const queue = freshQueue({ now: clock.now, retention: { failed: "1d" } });
  await queue.enqueueMany(Array.from({ length: 60 }, (_, i) => ({ data: i, id: `${i}` })));
  const { jobs } = await queue.lease({ count: 60 });
  await queue.turn({ settle: jobs.map((job) => ({ job, action: "fail" as const })) });
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const result = await queue.search({ state: "failed" }, { limit: 7, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...result.jobs.map(({ id }) => id));
    await queue.redrive({ ids: result.jobs.map(({ id }) => id) });
    cursor = result.cursor;
  } while (cursor !== undefined);
  expect(ids.sort()).toEqual(Array.from({ length: 60 }, (_, i) => `${i}`).sort());
});

test("counts the matches without reading them, in as many requests as `slices` permits", async () => {
  const queue = freshQueue<number>();
  for (let batch = 0; batch < 3; batch++)
    await queue.enqueueMany(
      Array.from({ length: 1_000 }, (_, i) => ({ data: i, id: `${batch === 1 ? "b" : "a"}-${batch}-${i}` })),
    );
  const filter = { state: "ready" as const, id: "a-*" };
  const whole = await queue.search(filter, { output: "count", limit: 1 });
  expect(whole).toEqual({ jobs: [], matched: 2_000, examined: 3_000, total: 3_000, skipped: 0, cursor: undefined });
  const first = await queue.search(filter, { output: "count", slices: 4 });
  expect(first).toMatchObject({ matched: 1_000, examined: 2_000, cursor: expect.any(String) });
  const { cursor = "" } = first;
  expect(await queue.search(filter, { output: "count", slices: 4, cursor })).toMatchObject({
    matched: 1_000,
    examined: 3_000,
    cursor: undefined,
  });
});

test("a result ends with the record that exceeds 2 MB, and the cursor of the rest", async () => {
  const queue = freshQueue<string>();
  for (let i = 0; i < 5; i++) await queue.enqueue("x".repeat(900_000), { id: `${i}` });
  const first = await queue.search({ state: "ready" });
  expect(first.jobs.map(({ id }) => id)).toEqual(["0", "1", "2"]);
  const { cursor = "" } = first;
  expect((await queue.search({ state: "ready" }, { cursor })).jobs.map(({ id }) => id)).toEqual(["3", "4"]);
});

test("a payload of over 64 kB is skipped if it contains the text of a condition, and one of over 640 kB in any case", async () => {
  const queue = freshQueue<string[]>();
  for (const size of [100, 65_000, 600_000, 650_000]) await queue.enqueue(["x".repeat(size), "end"], { id: `${size}` });
  const search = async (...texts: string[]) => {
    const data = texts.map((contains, i) => ({ path: `${i + 1}`, contains }));
    const { jobs, matched, skipped } = await queue.search({ state: "ready", data });
    expect(jobs).toHaveLength(matched);
    return { matched, skipped };
  };
  expect(await search("end")).toEqual({ matched: 1, skipped: 3 });
  expect(await search("none")).toEqual({ matched: 0, skipped: 1 });
  // Two texts in 600 kB are too many, unless the first one is missing.
  expect(await search("none", "end")).toEqual({ matched: 0, skipped: 1 });
  expect(await search("end", "none")).toEqual({ matched: 0, skipped: 2 });
});

test("a queue whose payloads are not JSON in Redis refuses conditions on fields", async () => {
  const queue = freshQueue({ codec: codecs.text });
  const search = queue.search({ state: "ready", data: [{ path: "a", is: 1 }] });
  await expect(search).rejects.toMatchObject({ code: "invalid_argument", message: expect.stringMatching(/not JSON/) });
});

test.each<[filter: object, message: RegExp]>([
  [{ state: "gone" }, /filter.state/],
  [{ state: "ready", color: 1 }, /color/],
  [{ state: "ready", data: [{ path: "", is: 1 }] }, /path/],
  [{ state: "ready", data: [{ path: "a", is: {} }] }, /is must be/],
  [{ state: "ready", data: [{ path: "a" }] }, /needs is, contains or exists/],
  [{ state: "ready", error: "x".repeat(301) }, /at most 300/],
])("refuses %j", async (filter, message) => {
  const search = freshQueue().search(filter as JobFilter);
  await expect(search).rejects.toMatchObject({ code: "invalid_argument", message: expect.stringMatching(message) });
});
