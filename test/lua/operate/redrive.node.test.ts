// redrive: failed jobs become ready at the end of their priority, with all their attempts.
import { expect, test } from "vitest";
import { redrive } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { byId, ended, head, newRun, omit, RETRIED, record, rememberedReply, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const EXPIRES = START + 9_000;
const used = {
  attempt: 6,
  released: 1,
  worker: "ü",
  progress: "1",
  attempts: [RETRIED, ended("f", tick(1), { attempt: 6, error: '"%1"' })],
};
const renewed = { ...used, attempt: 0, released: 0 };

/** Three failed jobs: one with a time to live, one whose run is lost, and one whose last lease expired. */
const before: State = {
  ready: { r: place(1, 3) },
  failed: { old: START - 3, lost: START - 2, "ünï %1": START - 1 },
  jobs: byId(["r", "old", "lost", "ünï %1"], (id) => record(place(9), id)),
  runs: {
    old: run("F", tick(1), { ...used, place: place(2, 3), expiresAt: EXPIRES }),
    "ünï %1": run("E", tick(2), { ...used, place: place(3, 0), max: 2 }),
  },
  meta: { head: head({ runs: 2, enqueued: 4, leased: 9 }), failed: "3", redriven: "5" },
};

test("redrive puts named jobs at the end of their priorities, and keeps their attempts", async () => {
  const queue = await queueWith(before);
  const ids = ["ünï %1", "r", "old", "unknown", "ünï %1", "lost"];
  expect(await queue.call(redrive, { limit: 1, ids })).toEqual(["ok", "3 0"]);
  const after: State = {
    ...omit(before, "failed"),
    ready: { "ünï %1": place(101, 0), r: place(1, 3), old: place(102, 3), lost: place(103) },
    expiring: { old: EXPIRES },
    runs: {
      old: run("W", tick(1), { ...renewed, place: place(102, 3), expiresAt: EXPIRES }),
      "ünï %1": run("W", tick(2), { ...renewed, place: place(101, 0), max: 2 }),
      lost: newRun(place(103)),
    },
    meta: {
      head: head({ tick: tick(103), due: EXPIRES, runs: 3, enqueued: 4, leased: 9 }),
      failed: "3",
      redriven: "8",
    },
    ...rememberedReply("3 0"),
  };
  expect(await queue.state()).toEqual(after);
  expect(await queue.call(redrive, { ids: ["r"] })).toEqual(["again", "3 0"]);
  expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
});

test("redrive without names takes the first failed jobs up to its limit", async () => {
  const queue = await queueWith(before);
  expect(await queue.call(redrive, { limit: 1 })).toEqual(["ok", "1 2"]);
  expect(await queue.state()).toEqual({
    ...before,
    ready: { r: place(1, 3), old: place(101, 3) },
    failed: omit(before.failed, "old"),
    expiring: { old: EXPIRES },
    runs: { ...before.runs, old: run("W", tick(1), { ...renewed, place: place(101, 3), expiresAt: EXPIRES }) },
    meta: {
      head: head({ tick: tick(101), due: EXPIRES, runs: 2, enqueued: 4, leased: 9 }),
      failed: "3",
      redriven: "6",
    },
    ...rememberedReply("1 2"),
  });
  expect(await queue.call(redrive, { number: 2, limit: 9 })).toEqual(["ok", "2 0"]);
  expect(await queue.call(redrive, { number: 3, limit: 9 })).toEqual(["ok", "0 0"]);
});

test.each<[what: string, jobs: State["jobs"], runs: State["runs"], priority: number, text: string]>([
  ["whose run is damaged", { a: record() }, { a: "F 2 damaged" }, 5, "W "],
  ["without a run", { a: record(place(1, 7)) }, {}, 5, newRun(place(101))],
  ["without a record", {}, { a: run("F", tick(1)) }, 5, run("W", tick(1), { attempt: 0, place: place(101) })],
])("redrive makes a job ready %s", async (_, jobs = {}, runs = {}, priority, text) => {
  const count = Object.keys(runs).length;
  const queue = await queueWith({ failed: { a: START }, jobs, runs, meta: { head: head({ runs: count }) } });
  expect(await queue.call(redrive)).toEqual(["ok", "1 0"]);
  const after = await queue.state();
  expect([after.ready, after.failed, after.jobs ?? {}]).toEqual([{ a: place(101, priority) }, undefined, jobs]);
  expect(after.runs?.a?.slice(0, text.length)).toBe(text);
  expect(after.meta).toEqual({ head: head({ tick: tick(101), runs: 1 }), redriven: "1" });
});

test.each([
  ["names no failed job", { ids: ["r", "unknown"] }],
  ["has a limit of 0", { limit: 0 }],
])("redrive only remembers its reply if it %s", async (_, args) => {
  const queue = await queueWith(before);
  expect(await queue.call(redrive, args)).toEqual(["ok", "0 3"]);
  expect(await queue.state()).toEqual({ ...before, ...rememberedReply("0 3") });
});

test("redrive counts no job in a queue that has redriven none", async () => {
  const queue = await queueWith({
    ready: { r: place(1) },
    jobs: { r: record() },
    meta: { head: head({ enqueued: 1 }) },
  });
  expect(await queue.call(redrive)).toEqual(["ok", "0 0"]);
  expect((await queue.state()).meta).toEqual({ head: head({ enqueued: 1 }) });
});

test.each([1, 2, 3, 4, 5, 6, 7])("redrive changes nothing if its write %i is refused", async (nth) => {
  const queue = await queueWith(before);
  await expectRefused(queue.through(refuseWrites(`n==${nth}`)).call(redrive));
  expect(await queue.state()).toEqual(before);
  expect(await queue.call(redrive)).toEqual(["ok", "3 0"]);
});

test("redrive works in a queue that has lost its head", async () => {
  const jobs = { a: record() };
  const queue = await queueWith({ failed: { a: START }, jobs });
  expect(await queue.call(redrive)).toEqual(["ok", "1 0"]);
  expect(await queue.state()).toEqual({
    ready: { a: place(1) },
    jobs,
    runs: { a: newRun(place(1)) },
    meta: { head: head({ tick: tick(1), due: 0, runs: 1 }), redriven: "1" },
    ...rememberedReply("1 0"),
  });
});

test("redrive with entries takes only those jobs that have them still", async () => {
  const ids = ["ünï %1", "old", "lost", "r", "old"];
  const entries = [
    `failed ${START - 1} F ${tick(2)}`,
    `failed ${START - 3} F ${tick(1)}`,
    `failed ${START - 3} -`,
    `failed ${place(1, 3)} -`,
    `failed ${START - 3} F ${tick(1)}`,
  ].join("\n");
  const queue = await queueWith(before);
  expect(await queue.call(redrive, { limit: 9, ids, entries })).toEqual(["ok", "1 2"]);
  expect(await queue.state()).toEqual({
    ...before,
    ready: { r: place(1, 3), old: place(101, 3) },
    failed: { lost: START - 2, "ünï %1": START - 1 },
    expiring: { old: EXPIRES },
    runs: { ...before.runs, old: run("W", tick(1), { ...renewed, place: place(101, 3), expiresAt: EXPIRES }) },
    meta: {
      head: head({ tick: tick(101), due: EXPIRES, runs: 2, enqueued: 4, leased: 9 }),
      failed: "3",
      redriven: "6",
    },
    ...rememberedReply("1 2"),
  });
});
