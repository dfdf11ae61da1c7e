// turn as a whole: settling, healing and leasing in one request, and what it notes of those who ask.
import { describe, expect, test } from "vitest";
import { turn } from "../../../src/engine/scripts.gen.ts";
import { asked } from "../kit/settling.ts";
import {
  benches,
  due,
  ending,
  head,
  idsOfHash,
  KEEP_RESULT,
  LEASE,
  NEVER,
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

/** A job that is held, and one that is ready. */
const two: State = {
  ready: [["b", place(2)]],
  leased: [["a", START + 1]],
  jobs: { a: record(place(1), "A"), b: record(place(2), "B") },
  runs: { a: run("L", tick(7)) },
  meta: { head: head({ due: START + 1, runs: 1, enqueued: 2, leased: 1 }) },
};

test("settles and leases in one unit", async () => {
  const queue = fresh();
  await queue.seed(two);
  const [items, parts] = asked([["c", "a", tick(7), "1"]]);
  const text = `c\n- ${END} 0 ${START + 1} - ${tick(101)}\nb`;
  expect(await queue.raw(turn, { items, count: 2 }, parts)).toBe(`ok\n${text}\n\n${record(place(2), "B")}`);
  expect(await queue.state()).toEqual({
    leased: [["b", END]],
    jobs: { b: record(place(2), "B") },
    runs: { b: run("L", tick(101), { place: place(2) }) },
    endings: ending("a", "C", tick(101)),
    "result:a": [`C ${START} 1`, KEEP_RESULT],
    meta: { head: head({ tick: tick(101), due: START + 1, runs: 1, enqueued: 2, leased: 2, completed: 1 }) },
    ...reply(text),
  });
});

test("settles first and then leases, also what it has just given back", async () => {
  const queue = fresh();
  await queue.seed(two);
  const [items, parts] = asked([["g", "a", tick(7)]]);
  const text = `r\n- ${END} 1 ${START + 1} - ${tick(101)}\n2\ta`;
  expect(await queue.raw(turn, { items, count: 1 }, parts)).toEqual([`ok\n${text}`, record(place(1), "A"), "H\n"]);
  expect(await queue.state()).toEqual({
    ...two,
    leased: [["a", END]],
    runs: { a: run("L", tick(101), { attempt: 2, given: 1 }) },
    meta: { head: head({ tick: tick(101), due: START + 1, runs: 1, enqueued: 2, leased: 2 }), released: "1" },
    ...reply(text),
  });
});

test("writes the run of a job that it settles and of one that it leases, where each is in a hash of its own", async () => {
  const queue = fresh();
  await queue.seed(two);
  const [items, parts] = asked([["f", "a", tick(7), "", '"x"']]);
  await queue.call(turn, { items, count: 1 }, parts);
  expect((await queue.state()).runs).toEqual({
    a: run("F", tick(7), { errors: [`${START} 1 "x"`] }),
    b: run("L", tick(101), { place: place(2) }),
  });
});

test("writes the runs of jobs that it settles and of those that it leases, where they share a hash", async () => {
  const queue = fresh();
  const [a = "", b = "", c = ""] = idsOfHash("7", 3);
  await queue.seed({
    ready: [
      [b, place(2)],
      [c, place(3)],
    ],
    leased: [[a, START + 1]],
    jobs: { [a]: record(), [b]: record(place(2)), [c]: record(place(3)) },
    runs: { [a]: run("L", tick(7)) },
    meta: { head: head({ due: START + 1, runs: 1 }) },
  });
  await queue.call(turn, { count: 2, items: ["r", ref(a, tick(7)), "500", '"no"'] });
  expect(await queue.state()).toMatchObject({
    delayed: [[a, due(START + 500, 5)]],
    leased: [b, c].map((id) => [id, END]),
    runs: {
      [a]: run("W", tick(7), { place: place(0, 5, START + 500), errors: [`${START} 1 "no"`] }),
      [b]: run("L", tick(102), { place: place(2) }),
      [c]: run("L", tick(103), { place: place(3) }),
    },
    meta: { head: head({ tick: tick(103), due: START + 1, runs: 3, leased: 2 }), retried: "1" },
  });
});

test("settles, drops what is past its time to live, ends leases, makes ready what is due, and then leases", async () => {
  const queue = fresh();
  await queue.seed({
    ready: [
      ["late", place(1)],
      ["r", place(5)],
    ],
    delayed: [
      ["due", due(START, 0)],
      ["not due", due(START + 1, 0)],
    ],
    leased: [
      ["a", START + 1],
      ["ran out", START - 1],
      ["spent", START],
    ],
    expiring: [["late", START]],
    jobs: Object.fromEntries(["a", "late", "r", "due", "not due", "ran out", "spent"].map((id) => [id, record()])),
    runs: {
      a: run("L", tick(1)),
      "ran out": run("L", tick(2), { place: place(6) }),
      spent: run("L", tick(3), { max: 1 }),
    },
    meta: { head: head({ due: START - 1, runs: 3 }) },
  });
  const [items, parts] = asked([["c", "a", tick(1)]]);
  expect((await queue.call(turn, { items, count: 4 }, parts)).slice(0, 6)).toEqual([
    "ok",
    "c",
    `- ${END} 0 ${START + 1} - ${tick(101)}`,
    "due",
    "r",
    "2\tran out",
  ]);
  const { "replies:w": _, ...state } = await queue.state();
  expect(state).toEqual({
    delayed: [["not due", due(START + 1, 0)]],
    leased: ["due", "r", "ran out"].map((id) => [id, END]),
    failed: [["spent", START]],
    jobs: Object.fromEntries(["r", "due", "not due", "ran out", "spent"].map((id) => [id, record()])),
    runs: {
      due: run("L", tick(101)),
      r: run("L", tick(102)),
      "ran out": run("L", tick(103), { attempt: 2, place: place(6) }),
      spent: run("E", tick(3), { max: 1, errors: [`${START} 1 "lease expired"`] }),
    },
    endings: { ...ending("a", "C", tick(100)), ...ending("late", "E", tick(100)) },
    meta: {
      head: head({ tick: tick(103), due: START + 1, runs: 4, leased: 3, completed: 1 }),
      expired: "1",
      reclaimed: "1",
      failed: "1",
    },
  });
});

describe("on a queue that does not exist", () => {
  test.each([
    ["a lease", { count: 3 }],
    ["a lease with a beat", { count: 3, beats: "p" }],
    ["settling", { count: 0, items: ["c", ref("a", tick(1)), "", ""] }],
    ["settling and a lease", { count: 3, items: ["r", ref("a", tick(1)), "0", ""] }],
    ["neither", { count: 0 }],
  ])("%s writes nothing", async (_, args) => {
    const queue = fresh();
    const [status, letters, header] = await queue.call(turn, args);
    expect([status, letters, header?.slice(0, 13)]).toEqual(["ok", "items" in args ? "U" : "-", String(START)]);
    expect(await queue.state()).toEqual({});
  });
});

test("that asks for nothing changes nothing", async () => {
  const queue = fresh();
  await queue.seed(two);
  expect(await queue.call(turn, { count: 0 })).toEqual(["ok", "-", `${START} - 0 - - -`]);
  expect(await queue.state()).toEqual(two);
});

describe("where nothing is ready", () => {
  const empty: State = { meta: { head: head() } };
  const after = { head: head({ flags: "h" }), heard: String(START + 600_000) };

  test("notes that somebody listens, and again when half of that time is over", async () => {
    const queue = fresh();
    await queue.seed(empty);
    await queue.call(turn);
    expect((await queue.state()).meta).toEqual(after);
    await queue.call(turn, { number: 2, times: `=${START + 299_999} 1` });
    expect((await queue.state()).meta?.heard).toBe(after.heard);
    await queue.call(turn, { number: 3, times: `=${START + 300_000} 1` });
    expect((await queue.state()).meta?.heard).toBe(String(START + 900_000));
  });

  test("notes anew that somebody listens where that was lost", async () => {
    const queue = fresh();
    await queue.seed({ meta: { head: head({ flags: "h" }) } });
    await queue.call(turn);
    expect((await queue.state()).meta).toEqual(after);
  });

  test("does not remember that it hands out nothing, so that the same request may ask anew", async () => {
    for (const state of [
      empty,
      { meta: { head: head({ due: START }) } },
      { ...empty, delayed: [["d", due(START + 9)]] },
    ] as State[]) {
      const queue = fresh();
      await queue.seed(state);
      const ask = () => queue.call(turn, { number: 0, lane: "what" }, { replies: "reply:n" });
      expect((await ask())[0]).toBe("ok");
      await queue.seed({ ready: [["a", place(1)]], jobs: { a: record() } });
      expect(await ask()).toContain("a");
      expect(await ask()).toEqual(["again", "-", `- ${END} 0 ${END} -h ${tick(101)}`, "a"]);
    }
  });
});

describe("with a beat", () => {
  const text = (flags: string) => `- ${END} 0 ${START + 1} -${flags}h ${tick(101)}`;

  test("notes the worker and the policy, and asks to register the queue", async () => {
    const queue = fresh();
    await queue.seed(two);
    const policy = "1000 - - 5 60000";
    const [, , header] = await queue.call(turn, { count: 1, beats: "p", policy, worker: "ü %1" });
    expect(header).toBe(text("u"));
    const state = await queue.state();
    expect(state.workers).toEqual([["ü %1", START]]);
    expect(state.meta?.policy).toBe(policy);
    // What is remembered says nothing of the registry.
    expect(state["replies:w"]?.[0].lane).toContain(text(""));
  });

  test.each([
    ["asks to register a queue that was registered half an hour ago", START - 1_800_000, "u"],
    ["does not ask where that was later", START - 1_799_999, ""],
  ])("%s", async (_, registered, flag) => {
    const queue = fresh();
    await queue.seed(two);
    await queue.seed({ meta: { registered: String(registered) } });
    expect((await queue.call(turn, { count: 1, beats: "1", worker: "" }))[2]).toBe(text(flag));
    const { workers, meta } = await queue.state();
    expect([workers, meta?.policy]).toEqual([undefined, undefined]);
  });

  test("asks to register a queue of which it hands out nothing", async () => {
    for (const flags of ["", "p"]) {
      const queue = fresh();
      await queue.seed({ meta: { head: head({ flags }) } });
      const [, letters, header] = await queue.call(turn, { beats: "1" });
      expect([letters, header]).toEqual(["-", `${START} - 0 ${NEVER} -u${flags}h -`]);
    }
  });

  test("remembers the thousand workers that were seen last", async () => {
    const queue = fresh();
    const known = Array.from({ length: 1_000 }, (_, i): [string, number] => [`w${i}`, START - 2_000 + i]);
    await queue.seed({ ...two, workers: known });
    await queue.call(turn, { beats: "1", worker: "new" });
    expect((await queue.state()).workers).toEqual([...known.slice(1), ["new", START]]);
  });
});
