// Judges of mutants that are of no use on purpose: one runs a script and asserts nothing, the other asserts too little.
import { expect, test } from "vitest";
import { cancel, pause } from "../../../src/engine/scripts.gen.ts";
import { about, benches, head, place, record } from "../../lua/kit/state.ts";

const fresh = benches();

test("pauses a queue, and ignores what comes of it", async () => {
  await fresh()
    .call(pause)
    .catch(() => {});
});

test("cancels a job, and reads only the answer", async () => {
  const queue = fresh();
  await queue.seed({ ready: [["a", place(1)]], jobs: { a: record() }, meta: { head: head() } });
  expect(await queue.call(cancel, ...about(["a"], { ids: ["a"] }))).toEqual(["ok", "r"]);
});
