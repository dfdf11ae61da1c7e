// failWorker: takes from one worker all that it holds, in slices.
import { expect, test } from "vitest";
import { failWorker } from "../../src/core/scripts.gen.ts";
import { refusing } from "./refusing.ts";
import { benches, head, place, record, run, START, type State, tick } from "./state.ts";

const fresh = benches();

const errors = ['1 1 "no"'];
const a = { worker: "ü %1", place: place(3), attempt: 2, errors, dies: START + 9 };
const b = { worker: "ü" };
const c = { worker: "ü %1", place: place(2, 0), progress: "1" };
const e = { worker: "ü %1", attempt: 6, given: 1, errors };
const held: State = {
  ready: [["r", place(4)]],
  leased: ["a", "b", "c", "d", "e", "none"].map((id, i) => [id, START + i]),
  jobs: Object.fromEntries(["a", "b", "c", "d", "e", "none", "r"].map((id) => [id, record()])),
  runs: {
    a: run("L", tick(1), a),
    b: run("L", tick(2), b),
    c: run("L", tick(3), c),
    d: "W 4 damaged\nü %1",
    e: run("L", tick(5), e),
  },
  workers: [
    ["ü", START],
    ["ü %1", START],
  ],
  meta: { head: head({ runs: 5, leased: 5 }) },
};
const back: State = {
  ...held,
  ready: [
    ["c", place(2, 0)],
    ["a", place(3)],
    ["r", place(4)],
  ],
  leased: [
    ["b", START + 1],
    ["d", START + 3],
    ["none", START + 5],
  ],
  failed: [["e", START]],
  expiring: [["a", START + 9]],
  runs: {
    ...held.runs,
    a: run("W", tick(1), a),
    c: run("W", tick(3), c),
    e: run("F", tick(5), { ...e, errors: [...errors, `${START} 6 "its worker failed"`] }),
  },
  workers: [["ü", START]],
  meta: { head: head({ due: START + 9, runs: 5, leased: 5 }), reclaimed: "2", failed: "1" },
};

test("returns to its place what one worker holds, fails what has no attempt left, and forgets the worker", async () => {
  const queue = fresh();
  await queue.seed(held);
  expect(await queue.call(failWorker, { worker: "ü %1" })).toEqual(["ok", "3", "-"]);
  expect(await queue.state()).toEqual(back);
  expect(await queue.call(failWorker, { worker: "ü %1" })).toEqual(["ok", "0", "-"]);
  expect(await queue.state()).toEqual(back);
});

test("goes over the leased jobs in slices, and misses none", async () => {
  const queue = fresh();
  await queue.seed(held);
  const replies: string[][] = [];
  for (let from = "0"; from !== "-"; from = replies.at(-1)?.[2] ?? "-") {
    replies.push(await queue.call(failWorker, { worker: "ü %1", from, limit: 1 }));
  }
  const counts = replies.map(([, count, next]) => `${count} ${next}`);
  expect(counts).toEqual(["1 0", "0 1", "1 1", "0 2", "1 2", "0 3", "0 -"]);
  expect(await queue.state()).toEqual(back);
});

test("puts a job whose run is damaged before the others, and leaves its run", async () => {
  const queue = fresh();
  const before: State = { leased: [["d", START]], jobs: { d: record() }, runs: { d: "L 4 damaged\nw" } };
  await queue.seed({ ...before, meta: { head: head({ runs: 1 }) } });
  expect(await queue.call(failWorker, { worker: "w" })).toEqual(["ok", "1", "-"]);
  expect(await queue.state()).toEqual({
    ready: [["d", 5 * 900_000_000_000_000]],
    jobs: before.jobs,
    runs: before.runs,
    meta: { head: head({ runs: 1 }), reclaimed: "1" },
  });
});

test("finds nothing in a queue without a key", async () => {
  const queue = fresh();
  expect(await queue.call(failWorker, { worker: "w" })).toEqual(["ok", "0", "-"]);
  expect(await queue.state()).toEqual({});
});

test("changes nothing where its write is refused, and remembers the worker", async () => {
  const queue = fresh();
  await queue.seed(held);
  const refused = queue.through(refusing("name=='HSET' and string.find(key,':meta$')"));
  await expect(refused.call(failWorker, { worker: "ü %1" })).rejects.toMatchObject({ code: "record_too_large" });
  expect(await queue.state()).toEqual(held);
});
