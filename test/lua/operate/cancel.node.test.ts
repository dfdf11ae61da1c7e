// cancel: what goes, what stays, and what holders learn.
import { expect, test } from "vitest";
import { cancel, extend } from "../../../src/engine/scripts.gen.ts";
import {
  about,
  benches,
  due,
  ending,
  head,
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
const asked = (ids: string[], number = 1) => about(ids, { ids, number });
const headOf = (runs: number) => head({ runs, enqueued: 6, leased: 3 });

/** The endings of jobs that were cancelled. */
const marks = (...ids: string[]) => ({ endings: Object.assign({}, ...ids.map((id) => ending(id, "X", tick(100)))) });

test("removes jobs that wait or are leased, and keeps those that have ended", async () => {
  const queue = fresh();
  const ended: State = {
    failed: [["failed", START]],
    done: [["done", START]],
    jobs: { failed: record(), done: record() },
    runs: { failed: run("F", tick(1)), done: run("C", tick(2)) },
    seen: [["ready", START + 60_000]],
  };
  await queue.seed({
    ...ended,
    ready: [
      ["ready", place(1)],
      ["back", place(2)],
      ["stays", place(3)],
    ],
    delayed: [["delayed", due(START + 1)]],
    leased: [["leased", START + 1]],
    expiring: [
      ["delayed", START + 9],
      ["stays", START + 9],
    ],
    jobs: Object.fromEntries(
      ["failed", "done", "ready", "back", "stays", "delayed", "leased"].map((id) => [id, record()]),
    ),
    runs: { ...ended.runs, back: run("L", tick(3)), leased: run("L", tick(4)), delayed: run("W", tick(5)) },
    meta: { head: headOf(5) },
  });
  const ids = ["ready", "back", "delayed", "leased", "failed", "done", "nobody"];
  expect(await queue.call(cancel, ...asked(ids))).toEqual(["ok", "rrdlFCU"]);
  const after: State = {
    ...ended,
    ready: [["stays", place(3)]],
    expiring: [["stays", START + 9]],
    jobs: { ...ended.jobs, stays: record() },
    meta: { head: headOf(2), cancelled: "4" },
    ...marks("ready", "back", "delayed", "leased"),
    ...reply("rrdlFCU"),
  };
  expect(await queue.state()).toEqual(after);
  for (const [id, fence] of [
    ["leased", tick(4)],
    ["back", tick(3)],
  ] as const) {
    expect(await queue.call(extend, ...about([id], { worker: "", items: [ref(id, fence)] }))).toContain("X");
  }
  expect(await queue.call(cancel, ...asked(["done"]))).toEqual(["again", "rrdlFCU"]);
  expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
});

test("removes a job that is alone", async () => {
  const queue = fresh();
  await queue.seed({
    delayed: [["a", due(START + 1)]],
    jobs: { a: record() },
    runs: { a: run("W", tick(1)) },
    meta: { head: headOf(1) },
  });
  expect(await queue.call(cancel, ...asked(["a"]))).toEqual(["ok", "d"]);
  expect(await queue.state()).toEqual({ meta: { head: headOf(0), cancelled: "1" }, ...marks("a"), ...reply("d") });
});

test("removes a thousand jobs of many hashes", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 1_000 }, (_, i) => `${i}`);
  await queue.seed({
    leased: ids.map((id) => [id, START + 1]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    runs: Object.fromEntries(ids.map((id) => [id, run("L", tick(1))])),
    meta: { head: headOf(1_000) },
  });
  expect((await queue.call(cancel, ...asked(ids)))[1]).toBe("l".repeat(1_000));
  const { "replies:w": _, ...state } = await queue.state();
  expect(state).toEqual({ meta: { head: headOf(0), cancelled: "1000" }, ...marks(...ids) });
});

test("cancels a job once whose id stands twice", async () => {
  const queue = fresh();
  await queue.seed({ ready: [["twice", place(1)]], jobs: { twice: record() }, meta: { head: headOf(0) } });
  expect(await queue.call(cancel, ...asked(["twice", "twice"]))).toEqual(["ok", "rU"]);
  expect(await queue.state()).toEqual({ meta: { head: headOf(0), cancelled: "1" }, ...marks("twice"), ...reply("rU") });
});

test("cancels a job that stands in two states in both of them", async () => {
  const queue = fresh();
  await queue.seed({
    ready: [["both", place(2)]],
    leased: [["both", START + 1]],
    jobs: { both: record() },
    runs: { both: run("L", tick(1)) },
    meta: { head: headOf(1) },
  });
  const [, letters = ""] = await queue.call(cancel, ...asked(["both"]));
  expect(letters).toMatch(/^[rl]$/);
  expect(await queue.state()).toEqual({
    meta: { head: headOf(0), cancelled: "1" },
    ...marks("both"),
    ...reply(letters),
  });
});

test("remembers that it found nothing, in a queue that exists", async () => {
  const queue = fresh();
  await queue.seed({ meta: { head: head({ due: NEVER }) } });
  expect(await queue.call(cancel, ...asked(["a"]))).toEqual(["ok", "U"]);
  expect(await queue.state()).toEqual({ meta: { head: head() }, ...reply("U") });
});

test("finds nothing in a queue without a key, and writes nothing", async () => {
  const queue = fresh();
  expect(await queue.call(cancel, ...asked(["a"]))).toEqual(["ok", "U"]);
  expect(await queue.state()).toEqual({});
});

test("removes jobs with a damaged run, or without a record, and ids of odd characters", async () => {
  const queue = fresh();
  const ids = [" ", "%1", "ünï 😀", "\u2028", "lost"];
  await queue.seed({
    ready: ids.map((id, i) => [id, place(i)]),
    jobs: Object.fromEntries(ids.slice(0, 4).map((id) => [id, record(place(1), id)])),
    runs: { " ": "damaged", "%1": "", lost: run("W", tick(1)) },
    meta: { head: headOf(3) },
  });
  expect(await queue.call(cancel, ...asked(ids))).toEqual(["ok", "rrrrr"]);
  expect(await queue.state()).toEqual({
    meta: { head: headOf(0), cancelled: "5" },
    ...marks(...ids),
    ...reply("rrrrr"),
  });
});

test("removes at once as many large jobs as have 64 MB, and at least one", async () => {
  const queue = fresh();
  const sizes = { a: 64_000_001, b: 21_333_333, c: 21_333_334, d: 21_333_334, e: 21_333_000 };
  const ids = Object.keys(sizes);
  await queue.seed({
    ready: ids.map((id, i) => [id, place(i)]),
    jobs: Object.fromEntries(Object.entries(sizes).map(([id, size]) => [id, "x".repeat(size)])),
    meta: { head: head({ flags: "l" }) },
  });
  const left = ["a", "b", "c", "d", "e"];
  for (const [i, letters] of ["r", "rr", "rr"].entries()) {
    expect(await queue.call(cancel, ...asked(left, i + 1))).toEqual(["ok", letters]);
    left.splice(0, letters.length);
  }
  expect(Object.keys(await queue.state()).sort()).toEqual(["endings", "meta", "replies:w"]);
});
