// promote and redrive: delayed and failed jobs that become ready again.
import { describe, expect, test } from "vitest";
import { promote, redrive } from "../../src/core/scripts.gen.ts";
import { benches, due, KEEP, order, record, redis, run, START, type State } from "./state.ts";

const fresh = benches();

describe("promote", () => {
  test("makes delayed jobs ready at the end of their priority, each once", async () => {
    const queue = fresh();
    const before: State = {
      ready: [["r", order(4)]],
      failed: [["f", START]],
      expiring: [["a", START + 9]],
      jobs: { r: record(), f: record(), a: record("", "- 9", 4), "ünï %1": record("", "", 9), stays: record() },
      runs: { f: run("F", 1), a: run("W", 2) },
    };
    await queue.seed({
      ...before,
      delayed: [
        ["a", due(START + 5_000, 4)],
        ["ünï %1", due(START + 6_000, 9)],
        ["stays", due(START + 7_000, 0)],
      ],
      meta: { sequence: "4" },
    });
    expect(await queue.call(promote, { ids: ["ünï %1", "r", "a", "a", "f", "nobody"] })).toEqual(["ok", "PUPUUU"]);
    const after = {
      ...before,
      ready: [
        ["a", order(6, 4)],
        ["r", order(4)],
        ["ünï %1", order(5, 9)],
      ],
      delayed: [["stays", due(START + 7_000, 0)]],
      meta: { sequence: "6" },
      "reply:n": ["PUPUUU", KEEP],
    };
    expect(await queue.state()).toEqual(after);
    expect(await queue.call(promote, { ids: ["stays"] })).toEqual(["ok", "PUPUUU"]);
    expect(await queue.state()).toEqual({ ...after, meta: { sequence: "6", replayed: "1" } });
  });

  test("finds nothing in a queue without a key", async () => {
    const queue = fresh();
    expect(await queue.call(promote, { ids: ["a"] })).toEqual(["ok", "U"]);
    expect(await queue.state()).toEqual({ "reply:n": ["U", KEEP] });
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
    await queue.seed({ failed: members, jobs });
    expect(await queue.call(redrive, { limit })).toEqual(["ok", String(count)]);
    const { failed: left, ready = [], ...rest } = await queue.state();
    expect([left, ready, rest.jobs]).toEqual([members.slice(count), count ? [["a", order(1)]] : [], jobs]);
  });

  const spent = { attempt: 5, given: 2, order: order(1, 3), progress: "0.5", errors: ['1 5 "%1"'] };
  const failed: State = {
    failed: [
      ["a", START - 3],
      ["ünï %1", START - 2],
      ["c", START - 1],
    ],
    expiring: [["a", START + 9]],
    jobs: { a: record("", "- 9", 3), "ünï %1": record(), c: record("", "2 -", 0), r: record() },
    runs: { a: run("F", 1, spent), "ünï %1": "F 2 damaged", c: run("F", 3) },
    ready: [["r", order(4)]],
    meta: { sequence: "4" },
  };
  const anew = { ...spent, attempt: 0, given: 0 };

  test("makes the jobs named ready with all their attempts, and keeps their errors", async () => {
    const queue = fresh();
    await queue.seed(failed);
    expect(await queue.call(redrive, { ids: ["c", "a", "c", "r", "nobody"] })).toEqual(["ok", "2"]);
    const after = {
      ...failed,
      failed: [["ünï %1", START - 2]],
      ready: [
        ["c", order(5, 0)],
        ["a", order(6, 3)],
        ["r", order(4)],
      ],
      runs: {
        ...failed.runs,
        a: run("W", 1, { ...anew, order: order(6, 3) }),
        c: run("W", 3, { attempt: 0, order: order(5, 0) }),
      },
      meta: { sequence: "6", redriven: "2" },
      "reply:n": ["2", KEEP],
    };
    expect(await queue.state()).toEqual(after);
    expect(await queue.call(redrive, { ids: ["ünï %1"] })).toEqual(["ok", "2"]);
    expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
  });

  test("takes the first ones up to its limit where none are named, also with a damaged run", async () => {
    const queue = fresh();
    await queue.seed(failed);
    expect(await queue.call(redrive, { limit: 2 })).toEqual(["ok", "2"]);
    expect(await queue.state()).toEqual({
      ...failed,
      failed: [["c", START - 1]],
      ready: [
        ["a", order(5, 3)],
        ["r", order(4)],
        ["ünï %1", order(6)],
      ],
      runs: { ...failed.runs, a: run("W", 1, { ...anew, order: order(5, 3) }) },
      meta: { sequence: "6", redriven: "2" },
      "reply:n": ["2", KEEP],
    });
  });

  test("makes a job ready that has no run, or no record", async () => {
    const queue = fresh();
    await queue.seed({ failed: [["lost", START]], runs: { lost: run("F", 1) } });
    await queue.seed({ failed: [["no run", START]], jobs: { "no run": record("", "", 7) } });
    expect(await queue.call(redrive)).toEqual(["ok", "2"]);
    expect(await queue.state()).toMatchObject({
      ready: [
        ["lost", order(1)],
        ["no run", order(2, 7)],
      ],
      jobs: { "no run": record("", "", 7) },
      runs: { lost: run("W", 1, { attempt: 0, order: order(1) }) },
    });
  });

  test("finds nothing in a queue without a key, and tells nobody", async () => {
    const queue = fresh();
    const listener = redis().duplicate();
    await listener.connect();
    const heard: string[] = [];
    await listener.subscribe(queue.keys.channel, (message) => heard.push(message));
    expect(await queue.call(redrive, { channel: queue.keys.channel })).toEqual(["ok", "0"]);
    expect(await queue.state()).toEqual({ "reply:n": ["0", KEEP] });
    await queue.seed({ failed: [["a", START]], delayed: [["d", due(START + 1)]] });
    await queue.call(redrive, { channel: queue.keys.channel }, { nonce: "m" });
    await queue.call(promote, { channel: queue.keys.channel, ids: ["d"] }, { nonce: "o" });
    await listener.ping();
    expect(heard).toEqual([String(START), String(START)]);
    listener.destroy();
  });
});
