// Judges of mutants that are of no use on purpose: one runs a script and asserts nothing, the other asserts too little.
import { expect, test } from "vitest";
import { cancel, pause } from "../../../src/core/scripts.gen.ts";
import { benches, order, record } from "../../lua/state.ts";

const fresh = benches();

test("pauses a queue, and looks away", async () => {
  await fresh()
    .call(pause)
    .catch(() => {});
});

test("cancels a job, and looks only at the answer", async () => {
  const queue = fresh();
  await queue.seed({ ready: [["a", order(1)]], jobs: { a: record() } });
  expect(await queue.call(cancel, { ids: ["a"] }, { ids: ["a"] })).toEqual(["ok", "R"]);
});
