// enqueue: known ids. An id is known while its job exists, later in the same batch, and as long as it is remembered.
import { expect, test } from "vitest";
import { enqueueAll, type NewJob } from "../kit/enqueuing.ts";
import { byId, head, numberedIds, omit, record, rememberedReply, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, place, RESULT_TTL, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const before: State = {
  ready: { ready: place(1) },
  delayed: { delayed: due(START + 1) },
  leased: { leased: START + 1 },
  failed: { failed: START },
  done: { done: START },
  seen: { past: START, seen: START + 1, ready: START + 9 },
  jobs: byId(["ready", "delayed", "leased", "failed", "done"], () => record()),
  runs: { leased: run("L", tick(1)), failed: run("F", tick(2)), done: run("C", tick(3)) },
  meta: { head: head({ runs: 3 }), registered: String(START) },
};

test("a known id creates no job, whatever its state, even if it is only remembered", async () => {
  const queue = await queueWith(before);
  const ids = ["ready", "delayed", "leased", "failed", "done", "seen"];
  const jobs = ids.map((id) => ({ id, uniqueFor: 9_000 }));
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "RDLFCS"]);
  const meta = { ...before.meta, duplicates: "6" };
  expect(await queue.state()).toEqual({ ...before, meta, ...rememberedReply("RDLFCS") });
});

test("an id creates a job again after its uniqueFor", async () => {
  const queue = await queueWith(before);
  expect(await enqueueAll(queue, [{ id: "past", uniqueFor: 9_000 }])).toEqual(["ok", "r"]);
  expect((await queue.state()).seen).toEqual({ seen: START + 1, ready: START + 9, past: START + 9_000 });
});

test("a generated id is not remembered, nor is one whose uniqueFor is 0", async () => {
  const queue = await queueWith(before);
  expect(await enqueueAll(queue, [{ id: "new" }, { id: "other", uniqueFor: 0 }])).toEqual(["ok", "rr"]);
  expect((await queue.state()).seen).toEqual(before.seen);
});

test("an id that a batch contains twice creates one job, and the first uniqueFor applies", async () => {
  const queue = await queueWith({ meta: before.meta ?? {} });
  const jobs: NewJob[] = [
    { id: "a", uniqueFor: 0, payload: "1" },
    { id: "b", delay: 1_000, uniqueFor: 5_000 },
    { id: "a", delay: 1_000, uniqueFor: 3_000, payload: "2" },
    { id: "b", uniqueFor: 1_000 },
  ];
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "rdRD"]);
  expect(await queue.state()).toEqual({
    ready: { a: place(101) },
    delayed: { b: due(START + 1_000, 5) },
    seen: { b: START + 5_000 },
    jobs: { a: record(place(101), "1"), b: record(place(0, 5, { time: START + 1_000 }), "{}", { enqueuedAt: START }) },
    meta: {
      head: head({ tick: tick(102), due: START + 1_000, runs: 3, enqueued: 2 }),
      registered: String(START),
      duplicates: "2",
    },
    ...rememberedReply("rdRD"),
  });
});

test("each request that remembers ids forgets a few whose time is over", async () => {
  const past = byId(numberedIds(15, "past "), (_, i) => START - 99 + i);
  const queue = await queueWith({ ...before, seen: past });
  await enqueueAll(queue, [{ id: "new", uniqueFor: 9_000 }]);
  expect((await queue.state()).seen).toEqual({ ...omit(past, ...numberedIds(10, "past ")), new: START + 9_000 });
});

test("a new job removes the result of an earlier job with its id", async () => {
  const left: State = { "result:a": ["C 1 1", RESULT_TTL], "result:leased": ["C 1 2", RESULT_TTL] };
  const queue = await queueWith({ ...before, ...left, "result:generated": ["C 1 3", RESULT_TTL] });
  const jobs: NewJob[] = [
    { id: "leased", uniqueFor: 0 },
    { id: "a", uniqueFor: 0 },
    { id: "b", uniqueFor: 0 },
    { id: "generated" },
  ];
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "Lrrr"]);
  const results = Object.keys(await queue.state()).filter((key) => key.startsWith("result:"));
  expect(results.sort()).toEqual(["result:generated", "result:leased"]);
});
