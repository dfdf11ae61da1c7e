// Tests of scripts in which a mutant loops forever: one before its first write, and two after it.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/all-scripts.ts";
import { ended, head, record, run } from "../../lua/kit/forms.ts";
import { connectQueues } from "../../lua/kit/test-queue.ts";
import { place, START, tick } from "../../lua/kit/times.ts";
import { turnWith } from "../../lua/kit/turns.ts";

const queueWith = connectQueues();

test("a lease skips an id without a job and takes the next", async () => {
  const queue = await queueWith({
    ready: { lost: place(1), a: place(2) },
    jobs: { a: record() },
    meta: { head: head() },
  });
  const [, , , heads] = await queue.call(turn, { count: 1 });
  expect(heads).toBe("a");
});

test("a turn completes a job and leases none", async () => {
  const queue = await queueWith({
    leased: { a: START + 1 },
    jobs: { a: record() },
    runs: { a: run("L", tick(1)) },
    meta: { head: head({ runs: 1 }) },
  });
  const [status, letters] = await turnWith(queue, [["complete", "a", tick(1)]]);
  expect([status, letters]).toEqual(["ok", "c"]);
});

test("a lease drops a job past its time to live, and fails one with too many attempts to store", async () => {
  const attempts = Array.from({ length: 13 }, (_, n) => ended("r", tick(n + 2), { error: `"${n}"` }));
  const queue = await queueWith({
    ready: { late: place(1) },
    leased: { a: START - 1 },
    expiring: { late: START - 1 },
    jobs: { a: record(), late: record() },
    runs: { a: run("L", tick(1), { max: 1, attempts }) },
    meta: { head: head({ due: START - 1, runs: 1 }) },
  });
  expect((await queue.call(turn, { count: 1 }))[1]).toBe("-");
  const { runs, meta } = await queue.state();
  expect(meta).toMatchObject({ expired: "1", failed: "1" });
  expect(runs?.a?.split("\n")).toHaveLength(13);
});
