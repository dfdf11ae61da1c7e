// failWorker: takes from one worker all that it holds, in slices.
import { expect, test } from "vitest";
import { failWorker } from "../../../src/engine/scripts.gen.ts";
import { refusing } from "../kit/refusing.ts";
import { benches, ending, head, place, record, reply, run, START, type State, tick } from "../kit/state.ts";

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

test.each<[lost: number, back: number, bound: number, left: number]>([
  // As many ended jobs go as it fails, twice that and eight more.
  [0, 2, 5, 40],
  [1, 0, 5, 31],
  [3, 2, 5, 29],
  // A second unit removes what the first one cannot, since the jobs that it fails are more than are kept.
  [5, 1, 2, 9],
])(
  "trims failed jobs where it fails %i and brings %i back: of 40, of which %i are kept, %i stay",
  async (lost, back, bound, left) => {
    const queue = fresh();
    const ids = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`);
    const [old, last, first] = [ids("o", 40), ids("l", lost), ids("b", back)];
    const all = [...old, ...last, ...first];
    await queue.seed({
      leased: [...last, ...first].map((id) => [id, START + 1]),
      failed: old.map((id, i) => [id, START - 100 + i]),
      jobs: Object.fromEntries(all.map((id) => [id, record()])),
      runs: Object.fromEntries(
        all.map((id) => [id, run(id.startsWith("o") ? "F" : "L", tick(1), { max: id.startsWith("b") ? 5 : 1 })]),
      ),
      meta: { head: head({ runs: all.length, enqueued: all.length }) },
    });
    await queue.call(failWorker, { worker: "w", policy: `- - - ${bound} 0` });
    const { failed = [], endings = {}, meta = {}, jobs = {} } = await queue.state();
    const gone = old.slice(0, 40 + lost - left);
    expect(failed.map(([id]) => id)).toEqual([...old.slice(gone.length), ...last]);
    expect(Object.keys(endings).sort()).toEqual([...gone].sort());
    expect([meta.purged ?? "0", Object.keys(jobs).length]).toEqual([String(gone.length), left + back]);
  },
);

test("leaves to the next turn what it cannot trim because the write is refused, and notes no ending of it", async () => {
  const queue = fresh();
  await queue.seed({
    leased: [["a", START + 1]],
    failed: [["o", START - 1]],
    jobs: { a: record(), o: record() },
    runs: { a: run("L", tick(1), { max: 1 }), o: run("F", tick(1)) },
    meta: { head: head({ runs: 2 }) },
    ...reply("0\n-"),
  });
  // The second unit is the one that counts a job as removed and fails none.
  // The seventh is the first write of the second unit.
  const full = queue.through(refusing("n==7"));
  expect(await full.call(failWorker, { worker: "w", policy: "- - - 0 0", lane: "lane", number: 2 })).toEqual([
    "ok",
    "1",
    "-",
  ]);
  const { failed, endings, "replies:w": replies } = await queue.state();
  expect([failed?.map(([id]) => id), endings]).toEqual([["a"], ending("o", "F", tick(100))]);
  expect(replies).toEqual(reply("1\n-", 2)["replies:w"]);
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
