// promote and redrive: jobs that are delayed or have failed stand in line again, behind those of their priority.
import { describe, expect, test } from "vitest";
import { promote, redrive } from "../../../src/engine/scripts.gen.ts";
import { refusing } from "../kit/refusing.ts";
import { without } from "../kit/settling.ts";
import {
  about,
  type Bench,
  benches,
  due,
  head,
  place,
  record,
  reply,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const DIES = START + 9_000;
const all = (queue: Bench, ids: string[]) => queue.call(promote, ...about(ids, { ids }));
/** The run of a job in line that was never leased. */
const untouched = (at: number) => run("W", 0, { attempt: 0, place: at, max: 0, worker: "" });

describe("promote", () => {
  const retried = { attempt: 2, given: 1, max: 9, dies: DIES, worker: "ü", progress: "0.5", errors: ['1 1 "no"'] };
  const before: State = {
    ready: [["r", place(1, 4)]],
    delayed: [
      ["d", due(START + 1_000, 4, 7)],
      ["retried", due(START + 2_000, 9)],
      ["stays", due(START + 3_000)],
    ],
    leased: [["l", START + 5_000]],
    failed: [["f", START]],
    expiring: [["retried", DIES]],
    jobs: Object.fromEntries(["r", "d", "retried", "stays", "l", "f"].map((id) => [id, record(place(9), id)])),
    runs: {
      l: run("L", tick(1)),
      f: run("F", tick(2)),
      retried: run("W", tick(3), { ...retried, place: place(5, 9, START + 2_000) }),
    },
    meta: { head: head({ due: START + 1_000, runs: 3, enqueued: 6, leased: 4 }), born: "1" },
  };

  test("puts delayed jobs behind the others of their priority, in the order of their names, and no other job", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await all(queue, ["retried", "r", "d", "nobody", "d", "l", "f"])).toEqual(["ok", "dUdUUUU"]);
    expect(await queue.state()).toEqual({
      ...before,
      ready: [
        ["r", place(1, 4)],
        ["d", place(102, 4)],
        ["retried", place(101, 9)],
      ],
      delayed: [["stays", due(START + 3_000)]],
      runs: {
        ...before.runs,
        d: untouched(place(102, 4)),
        retried: run("W", tick(3), { ...retried, place: place(101, 9) }),
      },
      // Something may still be due then.
      meta: { ...before.meta, head: head({ tick: tick(102), due: START + 1_000, runs: 4, enqueued: 6, leased: 4 }) },
      ...reply("dUdUUUU"),
    });
  });

  test("changes nothing but its reply where no job is delayed, and nothing at all in a queue without a key", async () => {
    const queue = fresh();
    expect(await all(queue, ["a", "b"])).toEqual(["ok", "UU"]);
    expect(await queue.state()).toEqual({});
    await queue.seed(before);
    expect(await all(queue, ["r", "l"])).toEqual(["ok", "UU"]);
    expect(await queue.state()).toEqual({ ...before, ...reply("UU") });
  });

  test.each([1, 2, 3, 4, 5])("changes nothing where its write %i is refused", async (nth) => {
    const queue = fresh();
    await queue.seed(before);
    const refused = all(queue.through(refusing(`n==${nth}`)), ["retried", "d"]);
    await expect(refused).rejects.toMatchObject({ code: "record_too_large" });
    expect(await queue.state()).toEqual(before);
    expect(await all(queue, ["retried", "d"])).toEqual(["ok", "dd"]);
  });
});

test.each([
  ["promote", "d", (queue: Bench) => all(queue, ["a"])],
  ["redrive", "1 0", (queue: Bench) => queue.call(redrive, {})],
])("%s brings back a job of a queue that has lost its head", async (_, text, act) => {
  const queue = fresh();
  const jobs = { a: record() };
  await queue.seed({ ...(text === "d" ? { delayed: [["a", due(START + 1)]] } : { failed: [["a", START]] }), jobs });
  expect(await act(queue)).toEqual(["ok", text]);
  expect(await queue.state()).toEqual({
    ready: [["a", place(1)]],
    jobs,
    runs: { a: untouched(place(1)) },
    meta: { head: head({ tick: tick(1), due: 0, runs: 1 }), ...(text !== "d" && { redriven: "1" }) },
    ...reply(text),
  });
});

describe("redrive", () => {
  const used = { attempt: 6, given: 1, max: 5, worker: "ü", progress: "1", errors: ['1 5 "no"', '2 6 "no"'] };
  const before: State = {
    ready: [["r", place(1, 3)]],
    failed: [
      ["old", START - 3],
      ["lost", START - 2],
      ["new", START - 1],
    ],
    jobs: Object.fromEntries(["r", "old", "lost", "new"].map((id) => [id, record(place(9), id)])),
    runs: {
      old: run("F", tick(1), { ...used, place: place(2, 3), dies: DIES }),
      new: run("E", tick(2), { ...used, place: place(3, 0) }),
    },
    meta: { head: head({ runs: 2, enqueued: 4, leased: 9 }), redriven: "5" },
  };
  const fresher = { ...used, attempt: 0, given: 0 };

  test("puts named jobs that have failed behind the others of their priority, with all their attempts", async () => {
    const queue = fresh();
    await queue.seed(before);
    const ids = ["new", "r", "old", "nobody", "new", "lost"];
    expect(await queue.call(redrive, { limit: 1, ids })).toEqual(["ok", "3 0"]);
    expect(await queue.state()).toEqual({
      ...without(before as Record<string, unknown>, "failed"),
      ready: [
        ["new", place(101, 0)],
        ["r", place(1, 3)],
        ["old", place(102, 3)],
        ["lost", place(103)],
      ],
      expiring: [["old", DIES]],
      runs: {
        old: run("W", tick(1), { ...fresher, place: place(102, 3), dies: DIES }),
        new: run("W", tick(2), { ...fresher, place: place(101, 0) }),
        lost: untouched(place(103)),
      },
      meta: { head: head({ tick: tick(103), due: DIES, runs: 3, enqueued: 4, leased: 9 }), redriven: "8" },
      ...reply("3 0"),
    });
  });

  test("takes the first of all that have failed where none is named, up to its limit", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await queue.call(redrive, { limit: 1 })).toEqual(["ok", "1 2"]);
    expect(await queue.state()).toEqual({
      ...before,
      ready: [
        ["r", place(1, 3)],
        ["old", place(101, 3)],
      ],
      failed: [
        ["lost", START - 2],
        ["new", START - 1],
      ],
      expiring: [["old", DIES]],
      runs: { ...before.runs, old: run("W", tick(1), { ...fresher, place: place(101, 3), dies: DIES }) },
      meta: { head: head({ tick: tick(101), due: DIES, runs: 2, enqueued: 4, leased: 9 }), redriven: "6" },
      ...reply("1 2"),
    });
    expect(await queue.call(redrive, { number: 2, limit: 9 })).toEqual(["ok", "2 0"]);
    expect(await queue.call(redrive, { number: 3, limit: 9 })).toEqual(["ok", "0 0"]);
  });

  test("changes nothing but its reply where nothing has failed, and nothing at all in a queue without a key", async () => {
    const queue = fresh();
    for (const ids of [[], ["a"]]) expect(await queue.call(redrive, { limit: 9, ids })).toEqual(["ok", "0 0"]);
    expect(await queue.state()).toEqual({});
    await queue.seed(before);
    expect(await queue.call(redrive, { ids: ["r", "nobody"] })).toEqual(["ok", "0 3"]);
    expect(await queue.call(redrive, { number: 2, limit: 0 })).toEqual(["ok", "0 3"]);
    expect(await queue.state()).toEqual({ ...before, ...reply("0 3", 2) });
  });

  test.each([1, 2, 3, 4, 5, 6, 7])("changes nothing where its write %i is refused", async (nth) => {
    const queue = fresh();
    await queue.seed(before);
    const refused = queue.through(refusing(`n==${nth}`)).call(redrive, {});
    await expect(refused).rejects.toMatchObject({ code: "record_too_large" });
    expect(await queue.state()).toEqual(before);
    expect(await queue.call(redrive, {})).toEqual(["ok", "3 0"]);
  });
});
