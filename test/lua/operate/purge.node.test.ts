// purge: removes the jobs of one state, in slices.
import { expect, test } from "vitest";
import { purge } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { byId, ending, head, numberedIds, omit, record, run } from "../kit/forms.ts";
import { readyQueue } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();

const totals = { due: START + 1, enqueued: 7, leased: 4, completed: 1 };
const before: State = {
  ready: { r1: place(1), r2: place(2), r3: place(3) },
  delayed: { d: due(START + 1) },
  leased: { l: START + 1 },
  failed: { f: START },
  done: { o: START },
  expiring: byId(["d", "r1", "r3"], () => START + 9),
  workers: { w: START },
  jobs: byId(["r1", "r2", "r3", "d", "l", "f", "o"], () => record()),
  runs: {
    r2: run("L", tick(1)),
    l: run("L", tick(2)),
    f: run("F", tick(3)),
    o: run("C", tick(4)),
    d: run("W", tick(5)),
  },
  endings: { gone: ending("X", tick(1)) },
  meta: { head: head({ ...totals, runs: 5 }), born: String(START) },
};

const purgeReady = async (queue: TestQueue, limit: number) =>
  (await queue.call(purge, { limit, total: "purged", letter: "P", state: "ready" }))[1];

test("purge removes the first ready jobs up to its limit, and reports whether more are left", async () => {
  const queue = await queueWith(before);
  expect(await purgeReady(queue, 2)).toBe("2 1");
  expect(await queue.state()).toEqual({
    ...before,
    ready: { r3: place(3) },
    expiring: omit(before.expiring, "r1"),
    jobs: omit(before.jobs, "r1", "r2"),
    runs: omit(before.runs, "r2"),
    endings: { ...before.endings, r1: ending("P"), r2: ending("P") },
    meta: { ...before.meta, head: head({ ...totals, runs: 4 }), purged: "2" },
  });
  expect(await purgeReady(queue, 1)).toBe("1 0");
  const after = await queue.state();
  expect(after).toEqual({
    ...omit(before, "ready"),
    expiring: { d: START + 9 },
    jobs: omit(before.jobs, "r1", "r2", "r3"),
    runs: omit(before.runs, "r2"),
    endings: { ...before.endings, ...byId(["r1", "r2", "r3"], () => ending("P")) },
    meta: { ...before.meta, head: head({ ...totals, runs: 4 }), purged: "3" },
  });
  expect(await purgeReady(queue, 1)).toBe("0 0");
  expect(await queue.state()).toEqual(after);
});

test.each([
  ["delayed", "d", "purged", "P"],
  ["failed", "f", "purged", "P"],
  ["done", "o", "", "C"],
] as const)("purge removes %s jobs and their runs", async (state, id, total, letter) => {
  const queue = await queueWith(before);
  expect(await queue.call(purge, { total, letter, state })).toEqual(["ok", "1 0"]);
  expect(await queue.state()).toEqual({
    ...omit(before, state),
    expiring: omit(before.expiring, id),
    jobs: omit(before.jobs, id),
    runs: omit(before.runs, id),
    endings: { ...before.endings, [id]: ending(letter) },
    meta: { ...before.meta, head: head({ ...totals, runs: 4 }), ...(total && { purged: "1" }) },
  });
});

test("one purge removes large jobs of up to 64 MB, and at least one job", async () => {
  const sizes = [21_333_333, 21_333_333, 21_333_334, 21_333_000, 64_000_001];
  const ids = numberedIds(sizes.length);
  const jobs = byId(ids, (_, i) => "x".repeat(sizes[i] ?? 0));
  const queue = await queueWith(readyQueue(jobs, { flags: "l" }));
  for (const reply of ["3 1", "1 1", "1 0", "0 0"]) expect(await purgeReady(queue, 100)).toBe(reply);
  expect(Object.keys(await queue.state()).sort()).toEqual(["endings", "meta"]);
});

test("purge changes nothing in a queue without keys, and nothing if its write is refused", async () => {
  const queue = await queueWith();
  expect(await purgeReady(queue, 9)).toBe("0 0");
  expect(await queue.state()).toEqual({});
  await queue.seed(before);
  await expectRefused(purgeReady(queue.through(refuseWrites("name=='HSET'")), 9));
  expect(await queue.state()).toEqual(before);
});
