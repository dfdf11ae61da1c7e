// Tests that kill too few mutants on purpose: one runs a script and asserts nothing, the other asserts too little.
import { expect, test } from "vitest";
import { cancel, pause } from "../../../src/engine/scripts.gen.ts";
import { about, benches, head, place, record } from "../../lua/kit/state.ts";

const fresh = benches();

test("a queue is paused, and the reply is ignored", async () => {
  await fresh()
    .call(pause)
    .catch(() => {});
});

test("a job is canceled, and only the reply is read", async () => {
  const queue = fresh();
  await queue.seed({ ready: [["a", place(1)]], jobs: { a: record() }, meta: { head: head() } });
  expect(await queue.call(cancel, ...about(["a"], { ids: ["a"] }))).toEqual(["ok", "r"]);
});
