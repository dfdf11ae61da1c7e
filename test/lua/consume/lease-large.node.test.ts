// turn where it leases from a queue that holds large payloads.
import { expect, test } from "vitest";
import { bucketDigit } from "../../../src/engine/keys.ts";
import { turn } from "../../../src/engine/scripts.gen.ts";
import { benches, head, LEASE, place, record, redis, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
const END = START + LEASE;
const sized = (size: number) => record(place(1), "x".repeat(size - record(place(1), "").length));

test.each([
  ["2 MB", 2_000_000 - 100, 100, 2],
  ["a byte less than the next one needs", 2_000_000 - 99, 100, 1],
  ["more than 2 MB", 3_000_000, 100, 1],
])("hands out jobs up to 2 MB, and the first in any case: %s", async (_, large, small, count) => {
  const queue = fresh();
  const jobs = { large: sized(large), small: sized(small), last: sized(50) };
  const ready: State["ready"] = [
    ["large", place(1)],
    ["small", place(2)],
    ["last", place(3)],
  ];
  await queue.seed({ ready, jobs, meta: { head: head({ flags: "l" }) } });
  const [, , header, ...rest] = await queue.call(turn, { count: 9 });
  expect(rest).toHaveLength(count * 2);
  expect(header).toBe(`- ${END} 1 ${END} -l ${tick(101)}`);
  const state = await queue.state();
  expect(state.ready).toEqual(ready?.slice(count));
  expect(state.leased?.map(([id]) => id)).toEqual(["large", "small"].slice(0, count));
  expect(state.jobs).toEqual(jobs);
});

test.each([
  ["both", 1_000_000, 2, 0],
  ["the first alone", 1_000_001, 1, 1],
])("of two jobs hands out %s, and says whether there is another", async (_, size, count, more) => {
  const queue = fresh();
  const ready: State["ready"] = ["a", "b"].map((id, i) => [id, place(i)]);
  await queue.seed({ ready, jobs: { a: sized(1_000_000), b: sized(size) }, meta: { head: head({ flags: "l" }) } });
  const [, , header, ...rest] = await queue.call(turn, { count: 9 });
  expect([header, rest.length]).toEqual([`- ${END} ${more} ${END} -l ${tick(101)}`, count * 2]);
});

test("passes over ids without a record, and jobs past their time to live", async () => {
  const queue = fresh();
  const late = record(place(2), "x".repeat(1_500_000), `x${START}`);
  const ready: State["ready"] = ["lost", "late", "a", "b"].map((id, i) => [id, place(i)]);
  await queue.seed({
    ready,
    jobs: { late, a: sized(1_500_000), b: sized(9_000) },
    meta: { head: head({ flags: "l" }) },
  });
  const given: string[] = [];
  for (const number of [1, 2, 3]) {
    const [, , header = "", ...rest] = await queue.call(turn, { count: 9, number });
    given.push(...rest.slice(0, rest.length / 2));
    if (header.split(" ")[2] === "0") break;
  }
  expect(given).toEqual(["a", "b"]);
  expect((await queue.state()).ready).toBeUndefined();
});

test("hands out no more than 2 MB also where it passes over an id and looks on", async () => {
  const queue = fresh();
  const ready: State["ready"] = ["lost", "a", "b"].map((id, i) => [id, place(i)]);
  const jobs = { a: sized(1_500_000), b: sized(1_500_000) };
  await queue.seed({ ready, jobs, meta: { head: head({ flags: "l" }) } });
  const [, , header, ...rest] = await queue.call(turn, { count: 2 });
  expect([header, rest]).toEqual([`- ${END} 1 ${END} -l ${tick(101)}`, ["a", jobs.a]]);
});

test("reads no more than 2 MB also of jobs past their time to live", async () => {
  const queue = fresh();
  const late = record(place(1), "x".repeat(1_500_000), `x${START}`);
  const ready: State["ready"] = ["late", "a"].map((id, i) => [id, place(i)]);
  await queue.seed({ ready, jobs: { late, a: sized(1_500_000) }, meta: { head: head({ flags: "l" }) } });
  const [, , header] = await queue.call(turn, { count: 1 });
  expect(header).toMatch(RegExp(`^${START} - 1 `));
  expect(await queue.state()).toMatchObject({ ready: [["a", place(1)]], meta: { expired: "1" } });
  expect((await queue.call(turn, { count: 1, number: 2 }))[3]).toBe("a");
});

test("leaves all that follow a job which is too large to be handed out with the others", async () => {
  const queue = fresh();
  const ready: State["ready"] = ["a", "b", "large", "c", "d"].map((id, i) => [id, place(i)]);
  const jobs = { a: sized(50), b: sized(50), large: sized(2_000_000), c: sized(50), d: sized(50) };
  await queue.seed({ ready, jobs, meta: { head: head({ flags: "l" }) } });
  const [, , , ...rest] = await queue.call(turn, { count: 4 });
  expect(rest).toEqual(["a", "b", jobs.a, jobs.b]);
  expect((await queue.state()).ready).toEqual(ready?.slice(2));
});

test("hands out the only job that is ready, however large it is, and then nothing", async () => {
  const queue = fresh();
  await queue.seed({ ready: [["a", place(1)]], jobs: { a: sized(3_000_000) }, meta: { head: head({ flags: "l" }) } });
  const [, , header, id] = await queue.call(turn, { count: 9 });
  expect([header, id]).toEqual([`- ${END} 0 ${END} -l ${tick(101)}`, "a"]);
  expect(await queue.call(turn, { count: 9, number: 2 })).toEqual(["ok", "-", `${START} - 0 ${END} -lh -`]);
});

test("hands out a thousand payloads that are just not large", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 1_000 }, (_, i) => `${i}`);
  const small = record(place(1), "x".repeat(2_000));
  const jobs = Object.fromEntries(ids.map((id) => [id, small]));
  await queue.seed({ ready: ids.map((id, i) => [id, place(i)]), jobs, meta: { head: head() } });
  expect(await queue.call(turn, { count: 1_000 })).toHaveLength(3 + 2 * ids.length);
});

test.each(["", "l"])("reads no record behind those that it hands out, with the flags '%s'", async (flags) => {
  const queue = fresh();
  const ids = ["a", "b", "c"];
  await queue.seed({
    ready: ids.map((id, i) => [id, place(i)]),
    jobs: { a: sized(50), b: sized(50) },
    meta: { head: head({ flags }) },
  });
  // Whoever reads it gets an error.
  await redis().set(`${queue.keys.root}jobs:${bucketDigit("c")}`, "no hash");
  const [, , , ...rest] = await queue.call(turn, { count: 2 });
  expect(rest.slice(0, 2)).toEqual(["a", "b"]);
});
