// deepClean: limits of its repairs, ticks that it adopts, refused writes, and the messages that it publishes.
import { expect, test } from "vitest";
import { deepClean } from "../../../src/engine/all-scripts.ts";
import { expectRefused, fillMemory, refuseWrites } from "../kit/adapters.ts";
import { auditRound, HEALTHY, healthyWith } from "../kit/deep-cleaning.ts";
import { head, idsOfBucket, omit, record, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, FIRST_PLACE, NEVER, place, START, tick } from "../kit/times.ts";
import { wakesDuring } from "../kit/wakes.ts";

const queueWith = connectQueues();
const audit = "1 0";

test.each(["0", "f"])("deepClean repairs a queue that has only a record, in bucket %s", async (digit) => {
  const [id = ""] = idsOfBucket(digit, 1);
  const queue = await queueWith({ jobs: { [id]: record(place(0)) } });
  expect(await queue.call(deepClean, { begins: 1 })).toEqual(["ok", "1 1 1 0 0 0 1"]);
  expect(await queue.state()).toEqual({
    ready: { [id]: place(0) },
    jobs: { [id]: record(place(0)) },
    meta: { head: head({ tick: tick(0), due: 0, enqueued: 1 }), audit },
  });
});

const DAY_MICROSECONDS = 86_400_000_000;

test.each([
  ["adopts a tick less than a day", DAY_MICROSECONDS - 1, tick(DAY_MICROSECONDS - 1), 1],
  ["adopts no tick a day", DAY_MICROSECONDS, tick(100), 0],
])("deepClean %s ahead of the clock", async (_, ahead, last, counters) => {
  const before: State = { leased: { a: START + 1 }, jobs: { a: record() }, runs: { a: run("L", tick(ahead)) } };
  const queue = await queueWith({ ...before, meta: { head: head({ runs: 1, enqueued: 1 }) } });
  expect(await auditRound(queue)).toBe(`3 0 0 0 0 ${counters}`);
  const meta = { head: head({ tick: last, runs: 1, enqueued: 1 }), audit };
  expect(await queue.state()).toEqual({ ...before, meta });
});

const EXPIRES = START + 1_000;
const expiring = record(place(8, 3), "{}", { expiresAt: EXPIRES });

test.each<[what: string, state: State, repairs: string]>([
  ["a record without a state", { jobs: { a: expiring } }, "2 1 0 0 0 0"],
  [
    "a record without a state, whose time to live is only in its run,",
    { jobs: { a: record(place(8, 3)) }, runs: { a: run("W", tick(1), { place: place(8, 3), expiresAt: EXPIRES }) } },
    "3 1 0 0 0 0",
  ],
  ["a leased job without a lease", { leased: { a: START + 1 }, jobs: { a: expiring } }, "4 0 0 0 1 0"],
])("deepClean makes %s ready with its time to live, and updates the next due time", async (_, state, repairs) => {
  const parts = { runs: state.runs ? 1 : 0, enqueued: 1 };
  const queue = await queueWith({ ...state, meta: { head: head(parts) } });
  expect(await auditRound(queue)).toBe(repairs);
  expect(await queue.state()).toEqual({
    ...omit(state, "leased"),
    ready: { a: place(8, 3) },
    expiring: { a: EXPIRES },
    meta: { head: head({ ...parts, due: EXPIRES }), audit },
  });
});

test.each([
  ["in the place of its record, if that has less than 100,000 bytes", 99_999, place(8, 3)],
  ["before the others of the usual priority, if its record is larger", 100_000, FIRST_PLACE],
])("deepClean makes a leased job without a lease ready %s", async (_, bytes, at) => {
  const text = record(place(8, 3), "");
  const jobs = { a: text + "x".repeat(bytes - text.length) };
  const queue = await queueWith({ leased: { a: START + 1 }, jobs, meta: { head: head({ flags: "l", enqueued: 1 }) } });
  expect(await auditRound(queue)).toMatch(/ 0 0 0 1 0$/);
  const meta = { head: head({ flags: "l", enqueued: 1 }), audit: "1 0" };
  expect(await queue.state()).toEqual({ ready: { a: at }, jobs, meta });
});

test("deepClean removes an id without a record from a queue with large payloads, and keeps a record of one byte", async () => {
  const [meta, jobs] = [{ head: head({ flags: "l", enqueued: 1 }) }, { a: "x" }];
  const ready = { a: place(1) };
  const queue = await queueWith({ ready: { ...ready, b: place(2) }, jobs, meta });
  expect(await auditRound(queue)).toMatch(/ 0 0 1 0 0$/);
  expect(await queue.state()).toEqual({ ready, jobs, meta: { ...meta, audit: "1 0" } });
});

test("deepClean makes a job ready that is leased and delayed, if its run has another state", async () => {
  const before: State = { jobs: { a: record(place(8, 3)) }, runs: { a: run("F", tick(1)) } };
  const meta = { head: head({ runs: 1, enqueued: 1 }) };
  const queue = await queueWith({ ...before, leased: { a: START + 1 }, delayed: { a: due(START + 1) }, meta });
  expect(await auditRound(queue)).toBe("4 0 1 0 1 0");
  expect(await queue.state()).toEqual({ ...before, ready: { a: place(8, 3) }, meta: { ...meta, audit } });
});

test("deepClean removes a run without a record that was not counted", async () => {
  const meta = { head: head() };
  const queue = await queueWith({ leased: { a: START + 1 }, runs: { a: run("L", tick(1)) }, meta });
  expect(await auditRound(queue)).toBe("1 0 0 1 0 0");
  expect(await queue.state()).toEqual({ meta: { ...meta, audit } });
});

test("deepClean sets the number of runs to 0 if the buckets have fewer fields than there are jobs", async () => {
  const ready = { a: place(1) };
  const queue = await queueWith({ ready, meta: { head: head({ runs: 3, enqueued: 1 }), audit: "24 0" } });
  expect(await queue.call(deepClean, { begins: 1 })).toEqual(["ok", "1 0 0 0 0 0 1"]);
  expect(await queue.state()).toEqual({ ready, meta: { head: head({ enqueued: 1 }), audit } });
});

test("deepClean removes the last time to live, if its job has ended", async () => {
  const queue = await queueWith({ ...HEALTHY, expiring: { o: START } });
  expect(await auditRound(queue)).toBe("23 0 0 0 1 0");
  expect(await queue.state()).toEqual(omit(healthyWith({}), "expiring"));
});

test.each<[what: string, bytes: number, runBytes: number, flags: string]>([
  ["restores the flag for large payloads for a record of 2,101 bytes", 2_101, 0, "l"],
  ["does not flag a record of 2,100 bytes", 2_100, 0, ""],
  ["does not flag a run of more than that", 100, 3_000, ""],
])("deepClean %s", async (_, bytes, runBytes, flags) => {
  const tags = { enqueuedAt: START, max: 9_999, expiresAt: START + 1 };
  const payload = "x".repeat(bytes - record(place(1), "", tags).length);
  const before: State = {
    ready: { a: place(1) },
    failed: { b: START },
    expiring: { a: START + 1 },
    jobs: { a: record(place(1), payload, tags), b: record() },
    runs: { b: run("F", tick(1), { attempts: ["x".repeat(runBytes)] }) },
  };
  const queue = await queueWith({ ...before, meta: { head: head({ runs: 1, enqueued: 2 }) } });
  expect(await auditRound(queue)).toBe("6 0 0 0 0 0");
  expect(await queue.state()).toEqual({ ...before, meta: { head: head({ flags, runs: 1, enqueued: 2 }), audit } });
});

test.each<[what: string, ready: State["ready"], repairs: string]>([
  ["finishes a round", { a: place(1) }, "2 0 0 0 0 0"],
  ["makes a record without a state ready", undefined, "1 1 0 0 0 0"],
])("deepClean %s while memory is full", async (_, ready, repairs) => {
  const [meta, jobs] = [{ head: head({ enqueued: 1 }) }, { a: record(place(1)) }];
  const queue = await queueWith({ ...(ready && { ready }), jobs, meta });
  expect(await auditRound(queue.through(fillMemory()))).toBe(repairs);
  expect(await queue.state()).toEqual({ ready: { a: place(1) }, jobs, meta: { ...meta, audit } });
});

test("deepClean keeps its cursor if it cannot write a new one", async () => {
  const before = { ...HEALTHY, meta: { ...HEALTHY.meta, audit: "3 0" } };
  const queue = await queueWith(before);
  const once = queue.through(refuseWrites("name=='HSET' and n==1")).call(deepClean, { begins: 1 });
  await expectRefused(once);
  expect(await queue.state()).toEqual(before);
});

test.each<[what: string, state: State, messages: string[]]>([
  ["publishes that it makes a leased job without a lease ready", { leased: { a: START + 1 } }, ["1 6000"]],
  ["publishes nothing if no job becomes ready or delayed", { ready: { a: place(1) } }, []],
])("deepClean %s", async (_, state, messages) => {
  const meta = { head: head({ flags: "h", due: START + 6_000, enqueued: 1 }), heard: String(NEVER) };
  const jobs = { a: record() };
  const queue = await queueWith({ ...state, jobs, meta });
  expect(await wakesDuring(queue, (each) => each.call(deepClean, { begins: 1 }))).toEqual(messages);
  expect(await queue.state()).toEqual({ ready: { a: place(1) }, jobs, meta: { ...meta, audit } });
});

test.each<[what: string, damage: State]>([
  ["a fence", { ready: { a: place(1) }, runs: { a: run("W", 999_999_999_999_999) } }],
  ["a place", { ready: { a: FIRST_PLACE + 899_999_999_999_990 } }],
])("deepClean adopts no tick from %s far ahead of the clock", async (_, damage) => {
  const queue = await queueWith({ jobs: { a: record() }, meta: { head: head({ enqueued: 1 }) }, ...damage });
  await queue.call(deepClean, { begins: 1 });
  expect((await queue.state()).meta?.head).toMatch(new RegExp(`^2 +${tick(100)} `));
});

test("deepClean restores the time to live of a job that it makes ready or delayed", async () => {
  const queue = await queueWith({
    jobs: {
      a: record(place(1), "{}", { expiresAt: START + 1_000 }),
      b: record(place(0, 5, { time: START + 500 }), "{}", { expiresAt: START + 2_000 }),
    },
    meta: { head: head({ enqueued: 2 }) },
  });
  await queue.call(deepClean, { begins: 1 });
  const { ready, delayed, expiring, meta } = await queue.state();
  expect([ready, delayed]).toEqual([{ a: place(1) }, { b: due(START + 500) }]);
  expect(expiring).toEqual({ a: START + 1_000, b: START + 2_000 });
  expect(meta?.head).toContain(` ${START + 500} `);
});
