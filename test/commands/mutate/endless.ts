// Judges of mutants under which a loop does not end: of one that has not written yet, and of one that has.
import { expect, test } from "vitest";
import { turn } from "../../../src/core/scripts.gen.ts";
import { benches, head, place, record, ref, run, START, tick } from "../../lua/state.ts";

const fresh = benches();

test("passes over an id that has no job, and leases the next", async () => {
  const queue = fresh();
  await queue.seed({
    ready: [
      ["lost", place(1)],
      ["a", place(2)],
    ],
    jobs: { a: record() },
    meta: { head: head() },
  });
  const [, , , heads] = await queue.call(turn, { count: 1 });
  expect(heads).toBe("a");
});

test("settles a job, and leases none", async () => {
  const queue = fresh();
  await queue.seed({
    leased: [["a", START + 1]],
    jobs: { a: record() },
    runs: { a: run("L", tick(1)) },
    meta: { head: head({ runs: 1 }) },
  });
  const [status, letters] = await queue.call(turn, { count: 0, items: ["c", ref("a", tick(1)), "", ""] });
  expect([status, letters]).toEqual(["ok", "c"]);
});

test("brings a job back whose lease ran out, and leases it again", async () => {
  const queue = fresh();
  await queue.seed({
    leased: [["a", START - 1]],
    jobs: { a: record() },
    runs: { a: run("L", tick(1)) },
    meta: { head: head({ due: START - 1, runs: 1 }) },
  });
  const [, , , heads] = await queue.call(turn, { count: 1 });
  expect(heads).toBe("2\ta");
});
