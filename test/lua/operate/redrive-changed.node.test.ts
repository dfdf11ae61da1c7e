// redriveChanged: failed jobs become ready with other records, if they are still the jobs that were read.
import { expect, test } from "vitest";
import { redriveChanged } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { byId, head, newRun, omit, record, rememberedReply, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const EXPIRES = START + 9_000;
const used = { attempt: 6, released: 1, worker: "ü", progress: "1", errors: ['1 5 "no"', '2 6 "%1"'] };
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

/** Changes of all jobs: the one of `old` is larger than its record, that of the last job is smaller. */
const RECORDS = {
  old: record(place(9, 7), '{"larger":true}', { max: 9, expiresAt: EXPIRES }),
  lost: record(place(9), "lost"),
  "ünï %1": record(place(9, 1), "1"),
};
const OLD = ["old", `F ${tick(1)}`, RECORDS.old];
const LOST = ["lost", "", RECORDS.lost];
const LATE = ["ünï %1", `E ${tick(2)}`, RECORDS["ünï %1"]];

test("redriveChanged puts jobs at the end of their new priorities, with their new records, and keeps their errors", async () => {
  const queue = await queueWith(before);
  const items = [...LATE, ...["r", "", "0:1"], ...OLD, ...["unknown", "", "0:1"], ...LATE, ...LOST];
  expect(await queue.call(redriveChanged, { items })).toEqual(["ok", "3 0"]);
  const after: State = {
    ...omit(before, "failed"),
    ready: { "ünï %1": place(101, 1), r: place(1, 3), old: place(102, 7), lost: place(103) },
    expiring: { old: EXPIRES },
    jobs: { ...before.jobs, ...RECORDS },
    runs: {
      old: run("W", tick(1), { ...renewed, place: place(102, 7), expiresAt: EXPIRES }),
      "ünï %1": run("W", tick(2), { ...renewed, place: place(101, 1), max: 2 }),
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
  expect(await queue.call(redriveChanged, { items: LOST })).toEqual(["again", "3 0"]);
  expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
});

test.each<[what: string, item: string[]]>([
  ["was leased and has failed again", ["old", `F ${tick(0)}`, RECORDS.old]],
  ["was settled by its late holder", ["ünï %1", `F ${tick(2)}`, RECORDS["ünï %1"]]],
  ["had a run when it was read", ["lost", `F ${tick(1)}`, RECORDS.lost]],
  ["had no run when it was read", ["old", "", RECORDS.old]],
  ["is ready", ["r", "", "0:1"]],
])("redriveChanged leaves a job alone that %s", async (_, items) => {
  const queue = await queueWith(before);
  expect(await queue.call(redriveChanged, { items })).toEqual(["ok", "0 3"]);
  expect(await queue.state()).toEqual({ ...before, ...rememberedReply("0 3") });
});

test("redriveChanged leaves a failed job without a record alone", async () => {
  const damaged: State = { ...before, jobs: omit(before.jobs, "old") };
  const queue = await queueWith(damaged);
  expect(await queue.call(redriveChanged, { items: OLD })).toEqual(["ok", "0 3"]);
  expect(await queue.state()).toEqual({ ...damaged, ...rememberedReply("0 3") });
});

test("redriveChanged notes that the queue has large payloads", async () => {
  const queue = await queueWith(before);
  const large = record(place(9), "x".repeat(2_100));
  expect(await queue.call(redriveChanged, { items: ["old", `F ${tick(1)}`, large] })).toEqual(["ok", "1 2"]);
  const { meta, jobs } = await queue.state();
  expect(jobs?.old).toBe(large);
  expect(meta?.head).toBe(head({ flags: "l", tick: tick(101), due: EXPIRES, runs: 2, enqueued: 4, leased: 9 }));
});

test("redriveChanged in a queue that does not exist writes nothing", async () => {
  const queue = await queueWith({});
  expect(await queue.call(redriveChanged, { items: OLD })).toEqual(["ok", "0 0"]);
  expect(await queue.state()).toEqual({});
});

test.each([1, 2, 3, 4, 5, 6, 7])("redriveChanged changes nothing if its write %i is refused", async (nth) => {
  const queue = await queueWith(before);
  const items = [...OLD, ...LOST, ...LATE];
  await expectRefused(queue.through(refuseWrites(`n==${nth}`)).call(redriveChanged, { items }));
  expect(await queue.state()).toEqual(before);
  expect(await queue.call(redriveChanged, { items })).toEqual(["ok", "3 0"]);
});
