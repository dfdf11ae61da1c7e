// turnPlain: the same as turn in the plain case; else it answers odd, and leaves everything as it was.
import { describe, expect, test } from "vitest";
import { bucketDigit } from "../../../src/engine/keys.ts";
import { turnPlain } from "../../../src/engine/scripts.gen.ts";
import { type Asked, askBoth, expectSame, plainItems } from "../kit/plain-turns.ts";
import { OUT_OF_MEMORY, refusing } from "../kit/refusing.ts";
import {
  benches,
  ending,
  head,
  idsOfHash,
  KEEP,
  LEASE,
  place,
  record,
  ref,
  reply,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const END = START + LEASE;
/** Until when somebody is taken to listen. */
const HEARD = String(START + 600_000);
const [a = "", b = "", c = "", d = ""] = idsOfHash("3", 4);

const both = (state: State, asked: Asked) => askBoth(fresh, state, asked);

/** Four jobs of one hash, two of them leased. */
const four: State = {
  ready: [
    [c, place(3)],
    [d, place(4)],
  ],
  leased: [
    [a, START + 9],
    [b, START + 9],
  ],
  jobs: Object.fromEntries([a, b, c, d].map((id, i) => [id, record(place(i + 1), id)])),
  runs: { [a]: run("L", tick(5)), [b]: run("L", tick(6), { attempt: 3, errors: ['1 1 "no"'] }) },
  meta: { head: head({ flags: "h", due: START + 9, runs: 2, enqueued: 4, leased: 2 }), retried: "2", heard: HEARD },
};
const held = [ref(a, tick(5)), ref(b, tick(6))];

test("completes a job and leases the next one", async () => {
  const queue = fresh();
  await queue.seed(four);
  const text = `c\n- ${END} 1 ${START + 9} -h ${tick(101)}\n${c}`;
  const args = { count: 1, bucket: "3", items: held.slice(0, 1) };
  expect(await queue.raw(turnPlain, args)).toBe(`ok\n${text}\n\n${record(place(3), c)}`);
  expect(await queue.state()).toEqual({
    ready: [[d, place(4)]],
    leased: [
      [b, START + 9],
      [c, END],
    ],
    jobs: Object.fromEntries([b, c, d].map((id) => [id, four.jobs?.[id]])),
    runs: { [b]: four.runs?.[b], [c]: run("L", tick(101), { place: place(3) }) },
    endings: ending(a, "C", tick(101)),
    meta: {
      head: head({ flags: "h", tick: tick(101), due: START + 9, runs: 2, enqueued: 4, leased: 3, completed: 1 }),
      retried: "2",
      heard: HEARD,
    },
    ...reply(text),
  });
});

/** A job of the last hash. */
const [z = ""] = idsOfHash("f", 1);
const last: State = { ...four, leased: [[z, START + 9]], jobs: { [z]: record() }, runs: { [z]: run("L", tick(5)) } };
/** The queue with another record of a job that is ready. */
const readyJob = (text: string): State => ({ ...four, jobs: { ...four.jobs, [d]: text } });
/** The queue as one that holds large payloads. */
const flagged = (state: State): State => ({
  ...state,
  meta: { ...state.meta, head: String(state.meta?.head).replace(" h ", " hl ") },
});
/** The last job is the second to be leased; together with the first it has so many bytes. */
const ofBytes = (bytes: number): State =>
  flagged(readyJob(record(place(4), "x".repeat(bytes - record(place(3), c).length - record(place(4), "").length))));

const others = Array.from({ length: 40 }, (_, i) => `other ${i}`);
const many: State = {
  ...four,
  ready: others.map((id, i) => [id, place(i)]),
  jobs: { ...four.jobs, ...Object.fromEntries(others.map((id, i) => [id, record(place(i), id)])) },
};
const again: State = {
  ...four,
  runs: {
    ...four.runs,
    [c]: run("W", tick(2), { attempt: 2, given: 1, place: place(77), progress: "0.5", errors: ['1 1 "no"'] }),
    [d]: run("L", tick(3), { attempt: 4, place: place(4) }),
  },
};

describe("does the same as turn, and answers the same:", () => {
  test.each<[what: string, state: State, asked: Asked]>([
    ["completing one job", four, { settle: held.slice(1) }],
    ["completing one of the last hash", last, { settle: [ref(z, tick(5))] }],
    ["completing two", four, { settle: held }],
    ["completing one with a result", four, { settle: held.slice(1), results: ['{"ü":1}'] }],
    ["completing two, one with a result", four, { settle: held, results: ["2"] }],
    ["completing two with results and leasing two", four, { settle: held, results: ["1", "2"], count: 2 }],
    ["leasing one", four, { count: 1 }],
    ["leasing more than there are", four, { count: 9 }],
    ["completing two and leasing two", four, { settle: held, count: 2 }],
    ["leasing twenty of many hashes", many, { count: 20 }],
    ["completing two and leasing all of many hashes", many, { settle: held, count: 1_000 }],
    ["leasing jobs that were leased before", again, { settle: held, count: 2 }],
    ["neither", four, {}],
    ["leasing from a queue that lost its head's due time", { ...four, meta: { head: head() } }, { count: 1 }],
    [
      "a later request of a lane",
      { ...four, "replies:w": [{ lane: "3\nr", b: "1\nr" }, KEEP] },
      { count: 1, number: 4 },
    ],
    ["the same request of a lane", { ...four, "replies:w": [{ lane: "3\nr\nx" }, KEEP] }, { count: 1, number: 3 }],
    ["an earlier request of a lane", { ...four, "replies:w": [{ lane: "3\nr" }, KEEP] }, { count: 1, number: 2 }],
    ["a queue of another layout", { ...four, meta: { head: "3 x" } }, { count: 1 }],
    ["a queue of the first layout", { ...four, meta: { layout: "1" } }, { count: 1 }],
    ["adding to endings", { ...four, endings: ending("x", "P", tick(1)) }, { settle: held }],
    ["leasing nothing", { ...four, ready: [] }, { count: 1 }],
    ["leasing nothing, which is due later than the head says", { ...four, ready: [], leased: [] }, { count: 1 }],
    ["completing two and leasing nothing", { ...four, ready: [] }, { settle: held, count: 1 }],
    ["leasing a job that has attempts of its own", readyJob(record(place(4), "x", "m3")), { settle: held, count: 2 }],
    ["leasing a job that was delayed", readyJob(record(place(4), "x", "c1 m9")), { count: 2 }],
    ["completing one and leasing one of large payloads", flagged(four), { settle: held.slice(1), count: 1 }],
    ["completing two and leasing all of large payloads", flagged(four), { settle: held, count: 9 }],
    ["leasing all of many hashes and large payloads", flagged(many), { count: 1_000 }],
    ["leasing no more of large payloads, which are the last", { ...flagged(four), ready: [] }, { count: 1 }],
    ["leasing 2 MB", ofBytes(2_000_000), { count: 2 }],
    ["leasing less than 2 MB, since the next job is too large", ofBytes(2_000_001), { count: 2 }],
    ["leasing while other jobs have a time to live", { ...four, expiring: [["other", END]] }, { count: 2 }],
    ["leasing one job of more than 2 MB", { ...ofBytes(3_000_000), ready: [[d, place(4)]] }, { count: 1 }],
  ])("%s", async (_, state, asked) => {
    const { answers, states } = await both(state, asked);
    expect(answers[0]).not.toBe("odd");
    expectSame({ answers, states });
  });

  /** The first job is in line again, since its lease ran out. */
  const inLine = (parts: Parameters<typeof run>[2] = {}, more: State = {}): State => ({
    ...four,
    ready: [[a, place(1)], ...(four.ready ?? [])],
    leased: [[b, START + 9]],
    runs: { ...four.runs, [a]: run("L", tick(5), parts) },
    ...more,
  });
  test.each<[what: string, state: State, asked: Asked]>([
    ["completing a job late", inLine(), { settle: held.slice(0, 1) }],
    ["completing one late and one in time", inLine(), { settle: held }],
    ["completing a job late and leasing the next", inLine(), { settle: held.slice(0, 1), count: 1 }],
    ["completing a job late and leasing all", inLine(), { settle: held, count: 9 }],
    [
      "completing a job with a time to live late",
      inLine({ dies: START + 99 }, { expiring: [[a, START + 99]] }),
      { settle: held.slice(0, 1) },
    ],
    ["leasing a job with a damaged record", readyJob("damaged"), { count: 2 }],
    ["leasing a job with an empty record", readyJob(""), { count: 2 }],
    [
      "completing a job with a damaged run",
      { ...four, runs: { ...four.runs, [a]: `L ${tick(5)} x` } },
      { settle: held },
    ],
  ])("or leaves it to turn: %s", async (_, state, asked) => {
    const { answers, states } = await both(state, asked);
    if (answers[0] === "odd") return expect(states[0]).toEqual(state);
    expectSame({ answers, states });
    const ids = [...(states[0].ready ?? []), ...(states[0].leased ?? [])].map(([id]) => id).sort();
    expect(ids).toEqual(Object.keys(states[0].jobs ?? {}).sort());
  });
});

test("completes a job late that is in line behind those that it leases", async () => {
  const queue = fresh();
  await queue.seed({ ...four, ready: [...(four.ready ?? []), [a, place(9)]], leased: [[b, START + 9]] });
  const args = { count: 2, bucket: "3", items: held.slice(0, 1) };
  expect((await queue.call(turnPlain, args)).slice(0, 5)).toEqual(["ok", "c", expect.stringMatching(/^- /), c, d]);
  const { ready, leased, jobs, runs } = await queue.state();
  expect([ready, leased?.map(([id]) => id)]).toEqual([undefined, [b, c, d]]);
  expect([Object.keys(jobs ?? {}).sort(), Object.keys(runs ?? {}).sort()]).toEqual([
    [b, c, d],
    [b, c, d],
  ]);
});

describe("answers odd, and changes nothing:", () => {
  test.each<[what: string, state: State, asked: Asked]>([
    ["where something is due", { ...four, meta: { head: head({ due: START }) } }, { count: 1 }],
    ["of a queue that is paused", { ...four, meta: { head: head({ flags: "p" }) } }, { count: 1 }],
    ["of a paused queue that holds large payloads", { ...four, meta: { head: head({ flags: "lhp" }) } }, { count: 1 }],
    [
      "where nothing is ready in a queue that holds large payloads, and nobody listens",
      { ...four, ready: [], meta: { head: head({ flags: "l" }) } },
      { count: 1 },
    ],
    ["of a queue without a head", { ...four, meta: { born: "1" } }, { count: 1 }],
    ["of a queue that does not exist", {}, { count: 1 }],
    ["of a queue that does not exist, to settle", {}, { settle: held }],
    [
      "where nothing is ready, and nobody listens",
      { ...four, ready: [], meta: { head: head() } },
      { settle: held, count: 1 },
    ],
    ["where a job is not held", four, { settle: [ref(a, tick(99))] }],
    ["where one of two jobs is not held", four, { settle: [ref(a, tick(5)), ref(b, tick(99))], count: 1 }],
    ["where one of two jobs with results is not held", four, { settle: [ref(a, tick(5)), ref(b, 9)], results: ["1"] }],
    ["where one of two jobs is unknown", four, { settle: [ref(a, tick(5)), ref(c, tick(5))] }],
    [
      "where a job has failed when its lease ran out",
      { ...four, leased: [], failed: [[a, START]], runs: { [a]: run("E", tick(5)) } },
      { settle: held.slice(0, 1) },
    ],
    ["where a job has a time to live", readyJob(record(place(4), "x", `x${END}`)), { count: 2 }],
    [
      "where large payloads may have a time to live",
      { ...flagged(four), expiring: [["other", END]] },
      { settle: held, count: 1 },
    ],
    ["where a record is lost", { ...four, ready: [["lost", place(1)], ...(four.ready ?? [])] }, { count: 1 }],
  ])("%s", async (_, state, { settle = [], results = [], count = 0 }) => {
    const queue = fresh();
    await queue.seed(state);
    const before = await queue.state();
    const bucket = settle.length > 0 ? "3" : "";
    const { items, parts } = plainItems(settle, results);
    expect(await queue.raw(turnPlain, { count, bucket, items }, parts)).toBe("odd");
    expect(await queue.state()).toEqual(before);
  });

  test.each([1, 2, 3, 4, 5, 6])("where its write %d is refused", async (nth) => {
    const queue = fresh();
    await queue.seed({ ...four, "replies:w": [{ other: "1\nr" }, KEEP] });
    const before = await queue.state();
    const refused = queue.through(refusing(`n==${nth}`));
    const { items, parts } = plainItems(held, ["1"]);
    const answer = await refused.raw(turnPlain, { count: 1, bucket: "3", items }, parts);
    // The sixth appends endings, on which nothing rests.
    if (nth === 6) expect(answer).toMatch(/^ok\ncc\n/);
    else expect([answer, await queue.state()]).toEqual(["odd", before]);
  });
});

test("completes a job and leases another while the memory is full", async () => {
  const queue = fresh();
  await queue.seed({
    ready: [["next", place(1)]],
    leased: [["a", START + 9]],
    jobs: { a: record(), next: record() },
    runs: { a: run("L", tick(1)) },
    meta: { head: head({ due: START + 9, runs: 1 }) },
  });
  const full = queue.through(refusing("not freed", OUT_OF_MEMORY));
  const [status, letters] = await full.call(turnPlain, {
    count: 1,
    bucket: bucketDigit("a"),
    items: [ref("a", tick(1))],
  });
  expect([status, letters]).toEqual(["ok", "c"]);
  expect((await queue.state()).leased?.map(([id]) => id)).toEqual(["next"]);
});
