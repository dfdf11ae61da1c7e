// failWorker: takes all leases from one worker, in slices.
import { expect, test } from "vitest";
import { failWorker } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites, TO_META } from "../kit/adapters.ts";
import { byId, ended, ending, head, numberedIds, RETRIED, record, rememberedReply, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { FIRST_PLACE, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();

const attempts = [RETRIED];
const a = { worker: "ü %1", place: place(3), attempt: 2, attempts, expiresAt: START + 9 };
const b = { worker: "ü" };
const c = { worker: "ü %1", place: place(2, 0), progress: "1" };
const e = { worker: "ü %1", attempt: 6, released: 1, attempts };
/** Leases of two workers, some with damaged or lost runs. */
const before: State = {
  ready: { r: place(4) },
  leased: byId(["a", "b", "c", "d", "e", "none"], (_, i) => START + i),
  jobs: byId(["a", "b", "c", "d", "e", "none", "r"], () => record()),
  runs: {
    a: run("L", tick(1), a),
    b: run("L", tick(2), b),
    c: run("L", tick(3), c),
    d: "W 4 damaged\nü %1",
    e: run("L", tick(5), e),
  },
  workers: { ü: START, "ü %1": START },
  meta: { head: head({ runs: 5, leased: 5 }) },
};
/** The state after the worker "ü %1" was failed. */
const after: State = {
  ...before,
  ready: { c: place(2, 0), a: place(3), r: place(4) },
  leased: { b: START + 1, d: START + 3, none: START + 5 },
  failed: { e: START },
  expiring: { a: START + 9 },
  runs: {
    ...before.runs,
    a: run("W", tick(1), { ...a, attempts: [RETRIED, ended("w", tick(1), { worker: "ü %1", attempt: 2 })] }),
    c: run("W", tick(3), { ...c, attempts: [ended("w", tick(3), { worker: "ü %1" })] }),
    e: run("F", tick(5), {
      ...e,
      attempts: [RETRIED, ended("w", tick(5), { worker: "ü %1", attempt: 6, error: '"its worker failed"' })],
    }),
  },
  workers: { ü: START },
  meta: { head: head({ due: START + 9, runs: 5, leased: 5 }), reclaimed: "2", failed: "1" },
};

test("failWorker returns leased jobs to their places, fails jobs without attempts, and forgets the worker", async () => {
  const queue = await queueWith(before);
  expect(await queue.call(failWorker, { worker: "ü %1" })).toEqual(["ok", "3", "-"]);
  expect(await queue.state()).toEqual(after);
  expect(await queue.call(failWorker, { worker: "ü %1" })).toEqual(["ok", "0", "-"]);
  expect(await queue.state()).toEqual(after);
});

test("failWorker goes over all leased jobs in slices", async () => {
  const queue = await queueWith(before);
  const replies: string[][] = [];
  for (let from = "0"; from !== "-"; from = replies.at(-1)?.[2] ?? "-") {
    replies.push(await queue.call(failWorker, { worker: "ü %1", from, limit: 1 }));
  }
  const counts = replies.map(([, count, next]) => `${count} ${next}`);
  expect(counts).toEqual(["1 0", "0 1", "1 1", "0 2", "1 2", "0 3", "0 -"]);
  expect(await queue.state()).toEqual(after);
});

test("failWorker puts a job with a damaged run before the others, and leaves the run as it is", async () => {
  const damaged: State = { leased: { d: START }, jobs: { d: record() }, runs: { d: "L 4 damaged\nw" } };
  const queue = await queueWith({ ...damaged, meta: { head: head({ runs: 1 }) } });
  expect(await queue.call(failWorker, { worker: "w" })).toEqual(["ok", "1", "-"]);
  expect(await queue.state()).toEqual({
    ready: { d: FIRST_PLACE },
    jobs: damaged.jobs,
    runs: damaged.runs,
    meta: { head: head({ runs: 1 }), reclaimed: "1" },
  });
});

test.each<[lost: number, returned: number, bound: number, left: number]>([
  // For each job that fails, two others are trimmed, and eight more.
  [0, 2, 5, 40],
  [1, 0, 5, 31],
  [3, 2, 5, 29],
  // A second unit trims again, because more jobs fail than are kept.
  [5, 1, 2, 9],
])(
  "failWorker that fails %i jobs and returns %i trims 40 failed jobs to a bound of %i: %i stay",
  async (lost, returned, bound, left) => {
    const [old, last, first] = [numberedIds(40, "o"), numberedIds(lost, "l"), numberedIds(returned, "b")];
    const all = [...old, ...last, ...first];
    const queue = await queueWith({
      leased: byId([...last, ...first], () => START + 1),
      failed: byId(old, (_, i) => START - 100 + i),
      jobs: byId(all, () => record()),
      runs: byId(all, (id) => run(id.startsWith("o") ? "F" : "L", tick(1), { max: id.startsWith("b") ? 5 : 1 })),
      meta: { head: head({ runs: all.length, enqueued: all.length }) },
    });
    await queue.call(failWorker, { worker: "w", policy: `- - - ${bound} 0` });
    const { failed = {}, endings = {}, meta = {}, jobs = {} } = await queue.state();
    const gone = old.slice(0, 40 + lost - left);
    expect(Object.keys(failed)).toEqual([...old.slice(gone.length), ...last]);
    expect(Object.keys(endings).sort()).toEqual([...gone].sort());
    expect([meta.purged ?? "0", Object.keys(jobs).length]).toEqual([String(gone.length), left + returned]);
  },
);

test("failWorker leaves jobs to the next turn that it cannot trim because a write is refused", async () => {
  const queue = await queueWith({
    leased: { a: START + 1 },
    failed: { o: START - 1 },
    jobs: { a: record(), o: record() },
    runs: { a: run("L", tick(1), { max: 1 }), o: run("F", tick(1)) },
    meta: { head: head({ runs: 2 }) },
    ...rememberedReply("0\n-"),
  });
  // The seventh write is the first one of the second unit, which only trims.
  const full = queue.through(refuseWrites("n==7"));
  const reply = await full.call(failWorker, { worker: "w", policy: "- - - 0 0", lane: "lane", number: 2 });
  expect(reply).toEqual(["ok", "1", "-"]);
  const { failed, endings, "replies:w": replies } = await queue.state();
  expect([Object.keys(failed ?? {}), endings]).toEqual([["a"], { o: ending("F") }]);
  expect(replies).toEqual(rememberedReply("1\n-", 2)["replies:w"]);
});

test("failWorker changes nothing if its write is refused", async () => {
  const queue = await queueWith(before);
  const refused = queue.through(refuseWrites(`name=='HSET' and ${TO_META}`));
  await expectRefused(refused.call(failWorker, { worker: "ü %1" }));
  expect(await queue.state()).toEqual(before);
});
