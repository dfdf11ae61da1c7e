// turn: leases from a queue with large payloads, of which it reads 2 MB at most.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/all-scripts.ts";
import { bucketDigit } from "../../../src/engine/keys.ts";
import { redis } from "../kit/connection.ts";
import { byId, numberedIds, omit, record } from "../kit/forms.ts";
import { readyQueue } from "../kit/leased-jobs.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { LEASE_END, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const LARGE = { flags: "l" };
/** Returns a record of a size in bytes. */
const sized = (size: number) => record(place(1), "x".repeat(size - record(place(1), "").length));

test.each([
  ["2 MB", 2_000_000 - 100, 100, 2],
  ["one byte too little for the next job", 2_000_000 - 99, 100, 1],
  ["more than 2 MB", 3_000_000, 100, 1],
])("a lease hands out jobs up to 2 MB, and always the first: %s", async (_, large, small, count) => {
  const before = readyQueue({ large: sized(large), small: sized(small), last: sized(50) }, LARGE);
  const queue = await queueWith(before);
  const [, , header, ...rest] = await queue.call(turn, { count: 9 });
  expect(rest).toHaveLength(count * 2);
  expect(header).toBe(`- ${LEASE_END} 1 ${LEASE_END} -l ${tick(101)}`);
  const state = await queue.state();
  expect(state.ready).toEqual(omit(before.ready, ...["large", "small"].slice(0, count)));
  expect(Object.keys(state.leased ?? {})).toEqual(["large", "small"].slice(0, count));
  expect(state.jobs).toEqual(before.jobs);
});

test.each([
  ["both", 1_000_000, 2, 0],
  ["the first alone", 1_000_001, 1, 1],
])("a lease hands out %s of two jobs, and reports whether one is left", async (_, size, count, more) => {
  const queue = await queueWith(readyQueue({ a: sized(1_000_000), b: sized(size) }, LARGE));
  const [, , header, ...rest] = await queue.call(turn, { count: 9 });
  expect([header, rest.length]).toEqual([`- ${LEASE_END} ${more} ${LEASE_END} -l ${tick(101)}`, count * 2]);
});

test("a lease of large payloads passes over ids without a record and expired jobs", async () => {
  const late = record(place(2), "x".repeat(1_500_000), { expiresAt: START });
  const { ready, ...others } = readyQueue({ late, a: sized(1_500_000), b: sized(9_000) }, LARGE);
  const queue = await queueWith({ ...others, ready: { lost: place(-1), ...ready } });
  const leased: string[] = [];
  for (const number of [1, 2, 3]) {
    const [, , header = "", ...rest] = await queue.call(turn, { count: 9, number });
    leased.push(...rest.slice(0, rest.length / 2));
    if (header.split(" ")[2] === "0") break;
  }
  expect(leased).toEqual(["a", "b"]);
  expect((await queue.state()).ready).toBeUndefined();
});

test("a lease that passes over an id hands out no more than 2 MB", async () => {
  const jobs = { a: sized(1_500_000), b: sized(1_500_000) };
  const { ready, ...others } = readyQueue(jobs, LARGE);
  const queue = await queueWith({ ...others, ready: { lost: place(-1), ...ready } });
  const [, , header, ...rest] = await queue.call(turn, { count: 2 });
  expect([header, rest]).toEqual([`- ${LEASE_END} 1 ${LEASE_END} -l ${tick(101)}`, ["a", jobs.a]]);
});

test("a lease reads no more than 2 MB of expired jobs", async () => {
  const late = record(place(1), "x".repeat(1_500_000), { expiresAt: START });
  const queue = await queueWith(readyQueue({ late, a: sized(1_500_000) }, LARGE));
  const [, , header] = await queue.call(turn, { count: 1 });
  expect(header).toMatch(RegExp(`^${START} - 1 `));
  const { ready, meta } = await queue.state();
  expect([ready, meta?.expired]).toEqual([{ a: place(1) }, "1"]);
  expect((await queue.call(turn, { count: 1, number: 2 }))[3]).toBe("a");
});

test("a lease stops at a job that is too large to be handed out with the others", async () => {
  const jobs = { a: sized(50), b: sized(50), large: sized(2_000_000), c: sized(50), d: sized(50) };
  const before = readyQueue(jobs, LARGE);
  const queue = await queueWith(before);
  const [, , , ...rest] = await queue.call(turn, { count: 4 });
  expect(rest).toEqual(["a", "b", jobs.a, jobs.b]);
  expect((await queue.state()).ready).toEqual(omit(before.ready, "a", "b"));
});

test("a lease hands out the only ready job whatever its size, and the next lease nothing", async () => {
  const queue = await queueWith(readyQueue({ a: sized(3_000_000) }, LARGE));
  const [, , header, id] = await queue.call(turn, { count: 9 });
  expect([header, id]).toEqual([`- ${LEASE_END} 0 ${LEASE_END} -l ${tick(101)}`, "a"]);
  expect(await queue.call(turn, { count: 9, number: 2 })).toEqual(["ok", "-", `${START} - 0 ${LEASE_END} -lh -`]);
});

test("a lease hands out 1,000 payloads that are just not large", async () => {
  const ids = numberedIds(1_000);
  const small = record(place(1), "x".repeat(2_000));
  const queue = await queueWith(readyQueue(byId(ids, () => small)));
  expect(await queue.call(turn, { count: 1_000 })).toHaveLength(3 + 2 * ids.length);
});

test.each(["", "l"])("a lease reads no record after the last that it hands out, with the flags '%s'", async (flags) => {
  const { ready, ...others } = readyQueue({ a: sized(50), b: sized(50) }, { flags });
  const queue = await queueWith({ ...others, ready: { ...ready, c: place(2) } });
  // A read of this key fails.
  await redis().set(`${queue.keys.root}jobs:${bucketDigit("c")}`, "no hash");
  const [, , , ...rest] = await queue.call(turn, { count: 2 });
  expect(rest.slice(0, 2)).toEqual(["a", "b"]);
});
