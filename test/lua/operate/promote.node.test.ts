// promote: delayed jobs become ready at the end of their priority.
import { expect, test } from "vitest";
import { promote } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { byId, head, newRun, RETRIED, record, rememberedReply, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const EXPIRES = START + 9_000;
const parts = {
  attempt: 2,
  released: 1,
  max: 9,
  expiresAt: EXPIRES,
  worker: "ü",
  progress: "0.5",
  attempts: [RETRIED],
};

const before: State = {
  ready: { r: place(1, 4) },
  delayed: { "ünï %1": due(START + 1_000, 4, { n: 7 }), retried: due(START + 2_000, 9), stays: due(START + 3_000) },
  leased: { l: START + 5_000 },
  failed: { f: START },
  expiring: { retried: EXPIRES },
  jobs: byId(["r", "ünï %1", "retried", "stays", "l", "f"], (id) => record(place(9), id)),
  runs: {
    l: run("L", tick(1)),
    f: run("F", tick(2)),
    retried: run("W", tick(3), { ...parts, place: place(5, 9, { time: START + 2_000 }) }),
  },
  meta: { head: head({ due: START + 1_000, runs: 3, enqueued: 6, leased: 4 }), born: "1" },
};

test("promote puts delayed jobs at the end of their priorities, each once and in the order of the request", async () => {
  const queue = await queueWith(before);
  const ids = ["retried", "r", "ünï %1", "unknown", "ünï %1", "l", "f"];
  expect(await queue.call(promote, { ids })).toEqual(["ok", "dUdUUUU"]);
  const after: State = {
    ...before,
    ready: { r: place(1, 4), "ünï %1": place(102, 4), retried: place(101, 9) },
    delayed: { stays: due(START + 3_000) },
    runs: {
      ...before.runs,
      "ünï %1": newRun(place(102, 4)),
      retried: run("W", tick(3), { ...parts, place: place(101, 9) }),
    },
    // The next due time stays, although it may be too early now.
    meta: { ...before.meta, head: head({ tick: tick(102), due: START + 1_000, runs: 4, enqueued: 6, leased: 4 }) },
    ...rememberedReply("dUdUUUU"),
  };
  expect(await queue.state()).toEqual(after);
  expect(await queue.call(promote, { ids: ["stays"] })).toEqual(["again", "dUdUUUU"]);
  expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
});

test.each<[what: string, state: State]>([
  ["other jobs are delayed", before],
  ["there are no jobs", { meta: { head: head() } }],
])("promote only remembers its reply if %s", async (_, state) => {
  const queue = await queueWith(state);
  expect(await queue.call(promote, { ids: ["r", "l"] })).toEqual(["ok", "UU"]);
  expect(await queue.state()).toEqual({ ...state, ...rememberedReply("UU") });
});

test.each([1, 2, 3, 4, 5])("promote changes nothing if its write %i is refused", async (nth) => {
  const queue = await queueWith(before);
  const ids = ["retried", "ünï %1"];
  await expectRefused(queue.through(refuseWrites(`n==${nth}`)).call(promote, { ids }));
  expect(await queue.state()).toEqual(before);
  expect(await queue.call(promote, { ids })).toEqual(["ok", "dd"]);
});

test("promote works in a queue that has lost its head", async () => {
  const jobs = { a: record() };
  const queue = await queueWith({ delayed: { a: due(START + 1) }, jobs });
  expect(await queue.call(promote, { ids: ["a"] })).toEqual(["ok", "d"]);
  expect(await queue.state()).toEqual({
    ready: { a: place(1) },
    jobs,
    runs: { a: newRun(place(1)) },
    meta: { head: head({ tick: tick(1), due: 0, runs: 1 }) },
    ...rememberedReply("d"),
  });
});

test("promote with entries makes only those jobs ready that have them still", async () => {
  const ids = ["ünï %1", "retried", "stays", "r", "unknown"];
  const entries = [
    `delayed ${due(START + 1_000, 4, { n: 7 })} ${place(9)}`,
    `delayed ${due(START + 2_000, 9)} W ${tick(2)}`,
    `delayed ${due(START + 2_999)} ${place(9)}`,
    `delayed ${place(1, 4)} -`,
    "delayed 1 -",
  ].join("\n");
  const queue = await queueWith(before);
  expect(await queue.call(promote, { ids, entries })).toEqual(["ok", "dUUUU"]);
  expect(await queue.state()).toEqual({
    ...before,
    ready: { r: place(1, 4), "ünï %1": place(101, 4) },
    delayed: { retried: due(START + 2_000, 9), stays: due(START + 3_000) },
    runs: { ...before.runs, "ünï %1": newRun(place(101, 4)) },
    meta: { ...before.meta, head: head({ tick: tick(101), due: START + 1_000, runs: 4, enqueued: 6, leased: 4 }) },
    ...rememberedReply("dUUUU"),
  });
});
