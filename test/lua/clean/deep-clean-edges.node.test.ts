// deepClean: the edges of what it repairs and adopts, and what it does where a write is refused.
import { expect, test } from "vitest";
import { deepClean } from "../../../src/engine/scripts.gen.ts";
import { healthy, like, round } from "../kit/deep-cleaning.ts";
import { heardOf } from "../kit/hearing.ts";
import { OUT_OF_MEMORY, refusing } from "../kit/refusing.ts";
import { without } from "../kit/settling.ts";
import { benches, due, head, idsOfHash, NEVER, place, record, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
const audit = "1 0";

test.each(["0", "f"])("repairs a queue of which nothing is left but a record in hash %s", async (digit) => {
  const queue = fresh();
  const [id = ""] = idsOfHash(digit, 1);
  await queue.seed({ jobs: { [id]: record(place(0)) } });
  expect(await queue.call(deepClean, { begins: 1 })).toEqual(["ok", "1 1 1 0 0 0 1"]);
  expect(await queue.state()).toEqual({
    ready: [[id, place(0)]],
    jobs: { [id]: record(place(0)) },
    meta: { head: head({ tick: tick(0), due: 0, enqueued: 1 }), audit },
  });
});

const DAY = 86_400_000_000;

test.each([
  ["adopts a tick that is less than a day", DAY - 1, tick(DAY - 1), 1],
  ["adopts no tick that is a day", DAY, tick(100), 0],
])("%s ahead of the clock", async (_, ahead, last, counters) => {
  const queue = fresh();
  const before: State = {
    leased: [["a", START + 1]],
    jobs: { a: record() },
    runs: { a: run("L", tick(ahead)) },
  };
  await queue.seed({ ...before, meta: { head: head({ runs: 1, enqueued: 1 }) } });
  expect(await round(queue)).toBe(`3 0 0 0 0 ${counters}`);
  const meta = { head: head({ tick: last, runs: 1, enqueued: 1 }), audit };
  expect(await queue.state()).toEqual({ ...before, meta });
});

const DIES = START + 1_000;
const dying = record(place(8, 3), "{}", `x${DIES}`);

test.each<[what: string, state: State, repairs: string]>([
  ["a record without a state", { jobs: { a: dying } }, "2 1 0 0 0 0"],
  [
    "a record without a state, whose run alone has the time to live,",
    { jobs: { a: record(place(8, 3)) }, runs: { a: run("W", tick(1), { place: place(8, 3), dies: DIES }) } },
    "3 1 0 0 0 0",
  ],
  ["a leased job without a lease", { leased: [["a", START + 1]], jobs: { a: dying } }, "4 0 0 0 1 0"],
])("makes %s ready with its time to live, whose end is when something is due next", async (_, state, repairs) => {
  const queue = fresh();
  const parts = { runs: state.runs ? 1 : 0, enqueued: 1 };
  await queue.seed({ ...state, meta: { head: head(parts) } });
  expect(await round(queue)).toBe(repairs);
  expect(await queue.state()).toEqual({
    ...without(state as Record<string, unknown>, "leased"),
    ready: [["a", place(8, 3)]],
    expiring: [["a", DIES]],
    meta: { head: head({ ...parts, due: DIES }), audit },
  });
});

test.each([
  ["in the place of its record, which has less than 100,000 bytes", 99_999, place(8, 3)],
  ["before the others of the usual priority where its record is larger", 100_000, place(0, 5, 1_600_000_000_000)],
])("makes a leased job without a lease ready %s", async (_, bytes, at) => {
  const queue = fresh();
  const text = record(place(8, 3), "");
  const jobs = { a: text + "x".repeat(bytes - text.length) };
  await queue.seed({ leased: [["a", START + 1]], jobs, meta: { head: head({ flags: "l", enqueued: 1 }) } });
  expect(await round(queue)).toMatch(/ 0 0 0 1 0$/);
  const meta = { head: head({ flags: "l", enqueued: 1 }), audit: "1 0" };
  expect(await queue.state()).toEqual({ ready: [["a", at]], jobs, meta });
});

test("removes an id without a record where payloads are large, and keeps one with a record of one byte", async () => {
  const queue = fresh();
  const [meta, jobs] = [{ head: head({ flags: "l", enqueued: 1 }) }, { a: "x" }];
  const ready: [string, number][] = [["a", place(1)]];
  await queue.seed({ ready: [...ready, ["b", place(2)]], jobs, meta });
  expect(await round(queue)).toMatch(/ 0 0 1 0 0$/);
  expect(await queue.state()).toEqual({ ready, jobs, meta: { ...meta, audit: "1 0" } });
});

test("makes a leased job ready that is delayed too, where its run says neither", async () => {
  const queue = fresh();
  const before: State = { jobs: { a: record(place(8, 3)) }, runs: { a: run("F", tick(1)) } };
  const meta = { head: head({ runs: 1, enqueued: 1 }) };
  await queue.seed({ ...before, leased: [["a", START + 1]], delayed: [["a", due(START + 1)]], meta });
  expect(await round(queue)).toBe("4 0 1 0 1 0");
  expect(await queue.state()).toEqual({ ...before, ready: [["a", place(8, 3)]], meta: { ...meta, audit } });
});

test("removes the run of an id without a record that was not counted", async () => {
  const queue = fresh();
  const meta = { head: head() };
  await queue.seed({ leased: [["a", START + 1]], runs: { a: run("L", tick(1)) }, meta });
  expect(await round(queue)).toBe("1 0 0 1 0 0");
  expect(await queue.state()).toEqual({ meta: { ...meta, audit } });
});

test("sets the number of runs to 0 where the hashes have fewer fields than there are jobs", async () => {
  const queue = fresh();
  const ready: State["ready"] = [["a", place(1)]];
  await queue.seed({ ready, meta: { head: head({ runs: 3, enqueued: 1 }), audit: "23 0" } });
  expect(await queue.call(deepClean, { begins: 1 })).toEqual(["ok", "1 0 0 0 0 0 1"]);
  expect(await queue.state()).toEqual({ ready, meta: { head: head({ enqueued: 1 }), audit } });
});

test("removes the only time to live, which belongs to a job that has ended", async () => {
  const queue = fresh();
  await queue.seed({ ...healthy, expiring: [["o", START]] });
  expect(await round(queue)).toBe("23 0 0 0 1 0");
  expect(await queue.state()).toEqual(without(like({}) as Record<string, unknown>, "expiring"));
});

test.each<[what: string, bytes: number, runBytes: number, flags: string]>([
  ["notes again that payloads are large, where that was lost: a record of 2,101 bytes", 2_101, 0, "l"],
  ["does not take payloads for large: a record of 2,100 bytes", 2_100, 0, ""],
  ["does not take payloads for large: a run of more than that", 100, 3_000, ""],
])("%s", async (_, bytes, runBytes, flags) => {
  const queue = fresh();
  const tags = `c${START} m9999 x${START + 1}`;
  const payload = "x".repeat(bytes - record(place(1), "", tags).length);
  const before: State = {
    ready: [["a", place(1)]],
    failed: [["b", START]],
    expiring: [["a", START + 1]],
    jobs: { a: record(place(1), payload, tags), b: record() },
    runs: { b: run("F", tick(1), { errors: ["x".repeat(runBytes)] }) },
  };
  await queue.seed({ ...before, meta: { head: head({ runs: 1, enqueued: 2 }) } });
  expect(await round(queue)).toBe("6 0 0 0 0 0");
  expect(await queue.state()).toEqual({ ...before, meta: { head: head({ flags, runs: 1, enqueued: 2 }), audit } });
});

test.each<[what: string, ready: State["ready"], repairs: string]>([
  ["finishes a round", [["a", place(1)]], "2 0 0 0 0 0"],
  ["makes a record without a state ready", undefined, "1 1 0 0 0 0"],
])("%s while memory is full", async (_, ready, repairs) => {
  const queue = fresh();
  const [meta, jobs] = [{ head: head({ enqueued: 1 }) }, { a: record(place(1)) }];
  await queue.seed({ ...(ready && { ready }), jobs, meta });
  expect(await round(queue.through(refusing("not freed", OUT_OF_MEMORY)))).toBe(repairs);
  expect(await queue.state()).toEqual({ ready: [["a", place(1)]], jobs, meta: { ...meta, audit } });
});

test("keeps the note of its place where it cannot write a new one", async () => {
  const queue = fresh();
  const before = { ...healthy, meta: { ...healthy.meta, audit: "3 0" } };
  await queue.seed(before);
  const once = queue.through(refusing("name=='HSET' and n==1")).call(deepClean, { begins: 1 });
  await expect(once).rejects.toMatchObject({ code: "record_too_large" });
  expect(await queue.state()).toEqual(before);
});

test.each<[what: string, state: State, heard: string[]]>([
  ["publishes that it makes a leased job without a lease ready", { leased: [["a", START + 1]] }, ["1 6000"]],
  ["publishes nothing where no job becomes ready or delayed", { ready: [["a", place(1)]] }, []],
])("%s", async (_, state, heard) => {
  const queue = fresh();
  const meta = { head: head({ flags: "h", due: START + 6_000, enqueued: 1 }), heard: String(NEVER) };
  const jobs = { a: record() };
  await queue.seed({ ...state, jobs, meta });
  expect(await heardOf(queue, (each) => each.call(deepClean, { begins: 1 }))).toEqual(heard);
  expect(await queue.state()).toEqual({ ready: [["a", place(1)]], jobs, meta: { ...meta, audit } });
});

test.each<[what: string, damage: State]>([
  ["a fence", { ready: [["a", place(1)]], runs: { a: run("W", 999_999_999_999_999) } }],
  ["a place", { ready: [["a", 5 * 900_000_000_000_000 + 899_999_999_999_990]] }],
])("adopts no tick from %s that is far ahead of the clock", async (_, damage) => {
  const queue = fresh();
  await queue.seed({ jobs: { a: record() }, meta: { head: head({ enqueued: 1 }) }, ...damage });
  await queue.call(deepClean, { begins: 1 });
  expect((await queue.state()).meta?.head).toMatch(new RegExp(`^2 +${tick(100)} `));
});

test("puts the end of its time to live back with a job that it makes ready or delayed", async () => {
  const queue = fresh();
  await queue.seed({
    jobs: {
      a: record(place(1), "{}", `x${START + 1_000}`),
      b: record(place(0, 5, START + 500), "{}", `x${START + 2_000}`),
    },
    meta: { head: head({ enqueued: 2 }) },
  });
  await queue.call(deepClean, { begins: 1 });
  const { ready, delayed, expiring, meta } = await queue.state();
  expect([ready, delayed]).toEqual([[["a", place(1)]], [["b", due(START + 500)]]]);
  expect(expiring).toEqual([
    ["a", START + 1_000],
    ["b", START + 2_000],
  ]);
  expect(meta?.head).toContain(` ${START + 500} `);
});
