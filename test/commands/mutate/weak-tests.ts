// Tests that kill too few mutants on purpose: one runs a script and asserts nothing, the other asserts too little.
import { expect, test } from "vitest";
import { cancel, pause } from "../../../src/engine/all-scripts.ts";
import { head, record } from "../../lua/kit/forms.ts";
import { connectQueues } from "../../lua/kit/test-queue.ts";
import { place } from "../../lua/kit/times.ts";

const queueWith = connectQueues();

test("a queue is paused, and the reply is ignored", async () => {
  const queue = await queueWith();
  await queue.call(pause).catch(() => {});
});

test("a job is cancelled, and only the reply is read", async () => {
  const queue = await queueWith({ ready: { a: place(1) }, jobs: { a: record() }, meta: { head: head() } });
  expect(await queue.call(cancel, { ids: ["a"] })).toEqual(["ok", "r"]);
});
