// enqueue of ids that are known: in any state, in the same batch, or remembered of a job that is gone.
import { expect, test } from "vitest";
import { enqueueAll, type NewJob } from "../kit/enqueuing.ts";
import { benches, due, head, KEEP_RESULT, place, record, reply, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
const before: State = {
  ready: [["ready", place(1)]],
  delayed: [["delayed", due(START + 1)]],
  leased: [["leased", START + 1]],
  failed: [["failed", START]],
  done: [["done", START]],
  seen: [
    ["past", START],
    ["seen", START + 1],
    ["ready", START + 9],
  ],
  jobs: Object.fromEntries(["ready", "delayed", "leased", "failed", "done"].map((id) => [id, record()])),
  runs: { leased: run("L", tick(1)), failed: run("F", tick(2)), done: run("C", tick(3)) },
  meta: { head: head({ runs: 3 }), registered: String(START) },
};

test("an id that is known creates nothing in any state, nor where it is remembered", async () => {
  const queue = fresh();
  await queue.seed(before);
  const ids = ["ready", "delayed", "leased", "failed", "done", "seen"];
  const jobs = ids.map((id): NewJob => [id, "5 - 9000 - -"]);
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "RDLFCS"]);
  expect(await queue.state()).toEqual({
    ...before,
    meta: { ...before.meta, duplicates: "6" },
    ...reply("RDLFCS"),
  });
});

test("an id creates a job again where it was remembered long enough", async () => {
  const queue = fresh();
  await queue.seed(before);
  expect(await enqueueAll(queue, [["past", "5 - 9000 - -"]])).toEqual(["ok", "r"]);
  expect((await queue.state()).seen).toEqual([
    ["seen", START + 1],
    ["ready", START + 9],
    ["past", START + 9_000],
  ]);
});

test("an id that was made up is not remembered, nor is one without a window", async () => {
  const queue = fresh();
  await queue.seed(before);
  expect(await enqueueAll(queue, [["new"], ["other", "5 - 0 - -"]])).toEqual(["ok", "rr"]);
  expect((await queue.state()).seen).toEqual(before.seen);
});

test("an id that stands twice in a batch creates one job, and is remembered as the first of them asks", async () => {
  const queue = fresh();
  await queue.seed({ meta: before.meta ?? {} });
  const jobs: NewJob[] = [
    ["a", "5 - 0 - -", "1"],
    ["b", "5 +1000 5000 - -"],
    ["a", "5 +1000 3000 - -", "2"],
    ["b", "5 - 1000 - -"],
  ];
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "rdRD"]);
  expect(await queue.state()).toEqual({
    ready: [["a", place(101)]],
    delayed: [["b", due(START + 1_000, 5)]],
    seen: [["b", START + 5_000]],
    jobs: { a: record(place(101), "1"), b: record(place(0, 5, START + 1_000), "{}", `c${START}`) },
    meta: {
      head: head({ tick: tick(102), due: START + 1_000, runs: 3, enqueued: 2 }),
      registered: String(START),
      duplicates: "2",
    },
    ...reply("rdRD"),
  });
});

test("an id is forgotten past its time, a few at each request that remembers others", async () => {
  const queue = fresh();
  const past = Array.from({ length: 15 }, (_, i): [string, number] => [`past ${10 + i}`, START - 99 + i]);
  await queue.seed({ ...before, seen: past });
  await enqueueAll(queue, [["new", "5 - 9000 - -"]]);
  expect((await queue.state()).seen).toEqual([...past.slice(10), ["new", START + 9_000]]);
});

test("a new job removes the result that an earlier one of its id has left", async () => {
  const queue = fresh();
  const left: State = { "result:a": ["C 1 1", KEEP_RESULT], "result:leased": ["C 1 2", KEEP_RESULT] };
  await queue.seed({ ...before, ...left, "result:made up": ["C 1 3", KEEP_RESULT] });
  const jobs: NewJob[] = [["leased", "5 - 0 - -"], ["a", "5 - 0 - -"], ["b", "5 - 0 - -"], ["made up"]];
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "Lrrr"]);
  const state = await queue.state();
  expect(Object.keys(state).filter((key) => key.startsWith("result:"))).toEqual(["result:leased", "result:made up"]);
});
