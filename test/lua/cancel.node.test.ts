// cancel: what goes, what stays, and what holders learn.
import { expect, test } from "vitest";
import { cancel, extend } from "../../src/core/scripts.gen.ts";
import { benches, due, KEEP, KEEP_RESULT, order, record, run, START, type State } from "./state.ts";

const fresh = benches();
const meta = { enqueued: "6", fence: "9" };

/** What tells of jobs that were cancelled. */
const marks = (...ids: string[]): State =>
  Object.fromEntries(ids.map((id): [string, [string, number]] => [`result:${id}`, [`X ${START}`, KEEP_RESULT]]));

test("removes jobs that wait or are leased, and keeps those that have ended", async () => {
  const queue = fresh();
  const ended: State = {
    failed: [["failed", START]],
    done: [["done", START]],
    jobs: { failed: record(), done: record() },
    runs: { failed: run("F", 1), done: run("D", 2) },
  };
  await queue.seed({
    ...ended,
    ready: [
      ["ready", order(1)],
      ["back", order(2)],
    ],
    delayed: [["delayed", due(START + 1)]],
    leased: [["leased", START + 1]],
    expiring: [
      ["delayed", START + 9],
      ["failed", START + 9],
    ],
    jobs: { ...ended.jobs, ready: record(), back: record(), delayed: record(), leased: record() },
    runs: { ...ended.runs, back: run("L", 3), leased: run("L", 4), delayed: run("W", 5) },
    meta,
    "seen:ready": ["1", 60_000],
  });
  const ids = ["ready", "back", "delayed", "leased", "failed", "done", "nobody"];
  expect(await queue.call(cancel, { ids }, { ids })).toEqual(["ok", "RRDLFOU"]);
  const after: State = {
    ...ended,
    expiring: [["failed", START + 9]],
    meta: { ...meta, cancelled: "4" },
    "seen:ready": ["1", 60_000],
    ...marks("ready", "back", "delayed", "leased"),
    "reply:n": ["RRDLFOU", KEEP],
  };
  expect(await queue.state()).toEqual(after);
  expect(await queue.call(extend, { worker: "", items: ["leased", "4"] }, { ids: ["leased"] })).toContain("X");
  expect(await queue.call(cancel, { ids: ["done"] }, { ids: ["done"] })).toEqual(["ok", "RRDLFOU"]);
  expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
});

test("removes a job that is alone", async () => {
  const queue = fresh();
  await queue.seed({ delayed: [["a", due(START + 1)]], jobs: { a: record() }, runs: { a: run("W", 1) }, meta });
  expect(await queue.call(cancel, { ids: ["a"] }, { ids: ["a"] })).toEqual(["ok", "D"]);
  expect(await queue.state()).toEqual({ meta: { ...meta, cancelled: "1" }, ...marks("a"), "reply:n": ["D", KEEP] });
});

test("cancels a job once whose id stands twice, and one that stands in two states", async () => {
  const queue = fresh();
  await queue.seed({
    ready: [
      ["twice", order(1)],
      ["both", order(2)],
    ],
    leased: [["both", START + 1]],
    jobs: { twice: record(), both: record() },
    runs: { both: run("L", 1) },
    meta,
  });
  const ids = ["twice", "twice", "both"];
  const [, letters = ""] = await queue.call(cancel, { ids }, { ids });
  expect(letters).toMatch(/^RU[RL]$/);
  expect(await queue.state()).toEqual({
    meta: { ...meta, cancelled: "2" },
    ...marks("twice", "both"),
    "reply:n": [letters, KEEP],
  });
});

test("finds nothing in a queue without a key", async () => {
  const queue = fresh();
  expect(await queue.call(cancel, { ids: ["a"] }, { ids: ["a"] })).toEqual(["ok", "U"]);
  expect(await queue.state()).toEqual({ "reply:n": ["U", KEEP] });
});

test("removes jobs with a damaged run, or without a record, and ids of odd characters", async () => {
  const queue = fresh();
  const ids = [" ", "%1", "ünï 😀", "\u2028", "lost"];
  await queue.seed({
    ready: ids.map((id, i) => [id, order(i)]),
    jobs: Object.fromEntries(ids.slice(0, 4).map((id) => [id, record(id)])),
    runs: { " ": "damaged", "%1": "", lost: run("W", 1) },
    meta,
  });
  expect(await queue.call(cancel, { ids }, { ids })).toEqual(["ok", "RRRRR"]);
  expect(await queue.state()).toEqual({
    meta: { ...meta, cancelled: "5" },
    ...marks(...ids),
    "reply:n": ["RRRRR", KEEP],
  });
});
