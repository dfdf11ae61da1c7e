// promote and redrive: delayed and failed jobs that become ready again.
import { describe, expect, test } from "vitest";
import { promote, redrive } from "../../../src/engine/scripts.gen.ts";
import { about, benches, due, head, place, record, reply, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();

describe("promote", () => {
  const asked = (ids: string[], number = 1) => about(ids, { ids, number });

  test("makes delayed jobs ready at the end of their priority, each once", async () => {
    const queue = fresh();
    const before: State = {
      failed: [["f", START]],
      expiring: [["a", START + 9]],
      jobs: {
        r: record(),
        f: record(),
        a: record(place(1, 4), "", "x9"),
        "ünï %1": record(place(1, 9)),
        stays: record(),
      },
    };
    await queue.seed({
      ...before,
      ready: [["r", place(4)]],
      delayed: [
        ["a", due(START + 5_000, 4)],
        ["ünï %1", due(START + 6_000, 9)],
        ["stays", due(START + 7_000, 0)],
      ],
      runs: {
        f: run("F", tick(1)),
        a: run("W", tick(2), { attempt: 3, given: 1, errors: ['1 1 "no"'], dies: START + 9 }),
      },
      meta: { head: head({ due: START + 9, runs: 2 }) },
    });
    expect(await queue.call(promote, ...asked(["ünï %1", "r", "a", "a", "f", "nobody"]))).toEqual(["ok", "dUdUUU"]);
    const after: State = {
      ...before,
      ready: [
        ["a", place(102, 4)],
        ["r", place(4)],
        ["ünï %1", place(101, 9)],
      ],
      delayed: [["stays", due(START + 7_000, 0)]],
      runs: {
        f: run("F", tick(1)),
        a: run("W", tick(2), { attempt: 3, given: 1, errors: ['1 1 "no"'], dies: START + 9, place: place(102, 4) }),
        // A run says that it stands elsewhere than its record does.
        "ünï %1": `W 0 0 0 ${place(101, 9)} 0 0\n\n`,
      },
      meta: { head: head({ tick: tick(102), due: START + 9, runs: 3 }) },
      ...reply("dUdUUU"),
    };
    expect(await queue.state()).toEqual(after);
    expect(await queue.call(promote, ...asked(["stays"]))).toEqual(["again", "dUdUUU"]);
    expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
  });

  test("finds nothing in a queue without a key, and writes nothing", async () => {
    const queue = fresh();
    expect(await queue.call(promote, ...asked(["a"]))).toEqual(["ok", "U"]);
    expect(await queue.state()).toEqual({});
  });

  test("remembers that it found nothing, in a queue that exists", async () => {
    const queue = fresh();
    await queue.seed({ meta: { head: head() } });
    expect(await queue.call(promote, ...asked(["a"]))).toEqual(["ok", "U"]);
    expect(await queue.state()).toEqual({ meta: { head: head() }, ...reply("U") });
  });
});

describe("redrive", () => {
  test.each([
    [0, 0],
    [1, 1],
  ])("of at most %d makes %d ready", async (limit, count) => {
    const queue = fresh();
    const members: [string, number][] = [
      ["a", START],
      ["b", START + 1],
    ];
    const jobs = { a: record(), b: record() };
    await queue.seed({ failed: members, jobs, runs: { a: run("F", tick(1)) }, meta: { head: head({ runs: 1 }) } });
    expect(await queue.call(redrive, { limit })).toEqual(["ok", `${count} ${2 - count}`]);
    const { failed: left, ready = [], ...rest } = await queue.state();
    expect([left, ready, rest.jobs]).toEqual([members.slice(count), count ? [["a", place(101)]] : [], jobs]);
  });

  const spent = { attempt: 5, given: 2, place: place(1, 3), progress: "0.5", errors: ['1 5 "%1"'], dies: START + 9 };
  const failed: State = {
    failed: [
      ["a", START - 3],
      ["ünï %1", START - 2],
      ["c", START - 1],
    ],
    jobs: { a: record(place(1, 3), "", "x9"), "ünï %1": record(), c: record(place(2, 0), "", "m2"), r: record() },
    runs: {
      a: run("F", tick(1), spent),
      "ünï %1": "F 2 damaged",
      c: run("E", tick(3), { place: place(2, 0), max: 2 }),
    },
    ready: [["r", place(4)]],
    meta: { head: head({ runs: 3 }), failed: "3" },
  };
  const anew = { ...spent, attempt: 0, given: 0 };

  test("makes the jobs named ready with all their attempts, and keeps their errors", async () => {
    const queue = fresh();
    await queue.seed(failed);
    expect(await queue.call(redrive, { ids: ["c", "a", "c", "r", "nobody"] })).toEqual(["ok", "2 1"]);
    const after: State = {
      ...failed,
      failed: [["ünï %1", START - 2]],
      ready: [
        ["c", place(101, 0)],
        ["a", place(102, 3)],
        ["r", place(4)],
      ],
      expiring: [["a", START + 9]],
      runs: {
        ...failed.runs,
        a: run("W", tick(1), { ...anew, place: place(102, 3) }),
        c: run("W", tick(3), { attempt: 0, place: place(101, 0), max: 2 }),
      },
      meta: { head: head({ tick: tick(102), due: START + 9, runs: 3 }), failed: "3", redriven: "2" },
      ...reply("2 1"),
    };
    expect(await queue.state()).toEqual(after);
    expect(await queue.call(redrive, { ids: ["ünï %1"] })).toEqual(["again", "2 1"]);
    expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
  });

  test("takes the first ones up to its limit where none are named, also with a damaged run", async () => {
    const queue = fresh();
    await queue.seed(failed);
    expect(await queue.call(redrive, { limit: 2 })).toEqual(["ok", "2 1"]);
    expect(await queue.state()).toMatchObject({
      failed: [["c", START - 1]],
      ready: [
        ["a", place(101, 3)],
        ["r", place(4)],
        ["ünï %1", place(102)],
      ],
      runs: {
        ...failed.runs,
        a: run("W", tick(1), { ...anew, place: place(101, 3) }),
        "ünï %1": expect.stringMatching(/^W /),
      },
      meta: { head: head({ tick: tick(102), due: START + 9, runs: 3 }), failed: "3", redriven: "2" },
    });
  });

  test("makes a job ready that has no run, or no record", async () => {
    const queue = fresh();
    await queue.seed({
      failed: [
        ["lost", START],
        ["no run", START + 1],
      ],
      jobs: { "no run": record(place(1, 7)) },
      runs: { lost: run("F", tick(1)) },
      meta: { head: head({ runs: 1 }) },
    });
    expect(await queue.call(redrive)).toEqual(["ok", "2 0"]);
    expect(await queue.state()).toMatchObject({
      ready: [
        ["lost", place(101)],
        ["no run", place(102, 5)],
      ],
      jobs: { "no run": record(place(1, 7)) },
      runs: { lost: run("W", tick(1), { attempt: 0, place: place(101) }) },
      meta: { head: head({ tick: tick(102), runs: 2 }), redriven: "2" },
    });
  });

  test("finds nothing in a queue without a key, and writes nothing", async () => {
    const queue = fresh();
    expect(await queue.call(redrive)).toEqual(["ok", "0 0"]);
    expect(await queue.call(redrive, { ids: ["a"] })).toEqual(["ok", "0 0"]);
    expect(await queue.state()).toEqual({});
  });
});
