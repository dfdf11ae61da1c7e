// What lease, turn and clean bring back on the way: leases that ran out, and jobs that are due.
import { describe, expect, test } from "vitest";
import { clean, lease, turn } from "../../src/core/scripts.gen.ts";
import { type Bench, benches, due, order, record, run, START } from "./state.ts";

const fresh = benches();
const FENCE = START * 1_000;

/** Heals and leases nothing: a clean, or a lease of a queue that is paused. */
const healers: [string, (queue: Bench, limit: number) => Promise<string[]>][] = [
  ["clean", (queue, limit) => queue.call(clean, { limit })],
  ["lease", (queue, limit) => queue.call(lease, { limit, worker: "" })],
  ["turn", (queue, limit) => queue.call(turn, { limit, worker: "" })],
];

describe.each(healers)("%s", (_, heal) => {
  const paused = { paused: "1", fence: String(FENCE) };

  /** The state after it, without what is kept of the request. */
  async function healed(queue: Bench, limit = 100) {
    await heal(queue, limit);
    const { "reply:n": __, ...state } = await queue.state();
    return state;
  }

  test("returns a job whose lease ran out to its place, under the run that its holder knows", async () => {
    const queue = fresh();
    const before = {
      ready: [["b", order(2)]] as [string, number][],
      jobs: { a: record("{}", "", 5), b: record(), c: record(), held: record() },
      runs: {
        a: run("L", 7, { order: order(1), progress: '0.5 "half"' }),
        c: run("L", 8, { order: order(9, 0), attempt: 4 }),
        held: run("L", 9),
      },
    };
    await queue.seed({
      ...before,
      leased: [
        ["a", START - 5],
        ["c", START],
        ["held", START + 1],
      ],
      meta: paused,
    });
    expect(await healed(queue)).toEqual({
      ...before,
      leased: [["held", START + 1]],
      ready: [
        ["c", order(9, 0)],
        ["a", order(1)],
        ["b", order(2)],
      ],
      meta: { ...paused, reclaimed: "2" },
    });
  });

  test("fails a job whose attempts are used up, not counting those that were given back", async () => {
    const queue = fresh();
    await queue.seed({
      leased: [
        ["once more", START],
        ["over", START],
        ["over max", START],
      ],
      expiring: [["over", START + 1_000]],
      jobs: { "once more": record(), over: record(), "over max": record() },
      runs: {
        "once more": run("L", 1, { attempt: 3, given: 2, max: 2 }),
        over: run("L", 2, { attempt: 4, given: 2, max: 2, errors: ['1 1 "%1"'] }),
        "over max": run("L", 3, { attempt: 9, max: 2 }),
      },
      meta: paused,
    });
    expect(await healed(queue)).toEqual({
      ready: [["once more", order(1)]],
      failed: [
        ["over", START],
        ["over max", START],
      ],
      expiring: [["over", START + 1_000]],
      jobs: { "once more": record(), over: record(), "over max": record() },
      runs: {
        "once more": run("L", 1, { attempt: 3, given: 2, max: 2 }),
        over: run("F", 2, { attempt: 4, given: 2, max: 2, errors: ['1 1 "%1"', `${START} 4 "lease expired"`] }),
        "over max": run("F", 3, { attempt: 9, max: 2, errors: [`${START} 9 "lease expired"`] }),
      },
      meta: { ...paused, reclaimed: "1", failed: "2" },
    });
  });

  test("keeps the last five errors of a job that fails", async () => {
    const queue = fresh();
    const errors = [1, 2, 3, 4, 5].map((n) => `${n} ${n} "no ${n}"`);
    await queue.seed({
      leased: [["a", START]],
      jobs: { a: record() },
      runs: { a: run("L", 1, { max: 1, worker: "", errors }) },
      meta: paused,
    });
    expect((await healed(queue)).runs).toEqual({
      a: run("F", 1, { max: 1, worker: "", errors: [...errors.slice(1), `${START} 1 "lease expired"`] }),
    });
  });

  test("makes a job ready to which no run, or a damaged one, belongs, first of the usual priority", async () => {
    const queue = fresh();
    const runs = { damaged: "L 5", odd: "\n\n", ended: run("D", 3), empty: "" };
    await queue.seed({
      leased: ["none", "damaged", "odd", "ended", "empty"].map((id) => [id, START]),
      jobs: { none: record(), damaged: record(), odd: record(), ended: record(), empty: record() },
      runs,
      meta: paused,
    });
    const after = await healed(queue);
    expect(after).toEqual({
      ready: ["damaged", "empty", "ended", "none", "odd"].map((id) => [id, order(0)]),
      jobs: { none: record(), damaged: record(), odd: record(), ended: record(), empty: record() },
      runs,
      meta: { ...paused, reclaimed: "5" },
    });
  });

  test("makes a job ready when it is due, at the end of its priority", async () => {
    const queue = fresh();
    await queue.seed({
      ready: [["r", order(7)]],
      delayed: [
        ["a", due(START - 9)],
        ["z", due(START, 9)],
        ["later", due(START + 1, 0)],
      ],
      jobs: { r: record(), a: record(), z: record("{}", "", 9), later: record("{}", "", 0) },
      meta: { ...paused, sequence: "7" },
    });
    expect(await healed(queue)).toEqual({
      ready: [
        ["r", order(7)],
        ["a", order(8)],
        ["z", order(9, 9)],
      ],
      delayed: [["later", due(START + 1, 0)]],
      jobs: { r: record(), a: record(), z: record("{}", "", 9), later: record("{}", "", 0) },
      meta: { ...paused, sequence: "9" },
    });
  });

  test("gives each priority back to a delayed job as it was", async () => {
    const queue = fresh();
    const priorities = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    await queue.seed({ delayed: priorities.map((p) => [`p${p}`, due(START, p)]), meta: paused });
    expect((await healed(queue)).ready).toEqual(priorities.map((p) => [`p${p}`, order(p + 1, p)]));
  });

  test("moves at most as many of each as its limit, the first ones first", async () => {
    const queue = fresh();
    await queue.seed({
      delayed: [
        ["d1", due(START - 3)],
        ["d2", due(START - 2)],
        ["d3", due(START - 1)],
      ],
      leased: [
        ["l1", START - 3],
        ["l2", START - 2],
        ["l3", START - 1],
      ],
      runs: { l1: run("L", 1), l2: run("L", 2), l3: run("L", 3) },
      meta: paused,
    });
    expect(await healed(queue, 2)).toEqual({
      ready: [
        ["d1", order(1)],
        ["l1", order(1)],
        ["l2", order(1)],
        ["d2", order(2)],
      ],
      delayed: [["d3", due(START - 1)]],
      leased: [["l3", START - 1]],
      runs: { l1: run("L", 1), l2: run("L", 2), l3: run("L", 3) },
      meta: { ...paused, sequence: "2", reclaimed: "2" },
    });
  });

  test("loses none of the jobs that are due at the same time as the last one that it moves", async () => {
    const queue = fresh();
    await queue.seed({ delayed: ["a", "b", "c", "d"].map((id) => [id, due(START)]), meta: paused });
    expect(await healed(queue, 3)).toEqual({
      ready: [
        ["a", order(1)],
        ["b", order(2)],
        ["c", order(3)],
      ],
      delayed: [["d", due(START)]],
      meta: { ...paused, sequence: "3" },
    });
  });
});
