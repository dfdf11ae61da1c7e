// What turn and clean bring back on the way: leases that ran out, jobs that are due, and jobs past their time to live.
import { describe, expect, test } from "vitest";
import { clean, turn } from "../../../src/engine/scripts.gen.ts";
import { settled } from "../kit/settling.ts";
import { type Bench, benches, due, ending, head, place, record, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();

/** Heals and leases nothing: a clean, or a lease of a queue that is paused. */
const healers: [string, (queue: Bench) => Promise<string[]>][] = [
  ["clean", (queue) => queue.call(clean, { limit: 10, policy: "" })],
  ["turn", (queue) => queue.call(turn, { count: 9 })],
];

const FLAGS = "p";
const headOf = (parts: Parameters<typeof head>[0] = {}) => head({ flags: FLAGS, ...parts });

describe.each(healers)("%s", (_, heal) => {
  /** The state afterwards, without what is kept of the request. */
  async function healed(queue: Bench): Promise<State> {
    await heal(queue);
    return settled(queue);
  }

  test("returns a job whose lease ran out to its place, under the run that its holder knows", async () => {
    const queue = fresh();
    const before: State = {
      jobs: { a: record(place(1)), b: record(place(2)), c: record(place(9, 0)), held: record() },
      runs: {
        a: run("L", tick(7), { place: place(1), progress: '0.5 "half"', errors: ['1 1 "no"'] }),
        c: run("L", tick(8), { place: place(9, 0), attempt: 4, dies: START + 9 }),
        held: run("L", tick(9)),
      },
    };
    await queue.seed({
      ...before,
      ready: [["b", place(2)]],
      leased: [
        ["a", START - 5],
        ["c", START],
        ["held", START + 1],
      ],
      meta: { head: headOf({ due: START - 5, runs: 3 }) },
    });
    expect(await healed(queue)).toEqual({
      ...before,
      leased: [["held", START + 1]],
      ready: [
        ["c", place(9, 0)],
        ["a", place(1)],
        ["b", place(2)],
      ],
      expiring: [["c", START + 9]],
      meta: { head: headOf({ due: START + 1, runs: 3 }), reclaimed: "2" },
    });
  });

  test("fails a job whose attempts are used up, not counting those that were given back", async () => {
    const queue = fresh();
    const jobs = { "once more": record(), over: record(), "over max": record() };
    const once = run("L", tick(1), { attempt: 3, given: 2, max: 2 });
    await queue.seed({
      leased: Object.keys(jobs).map((id) => [id, START]),
      jobs,
      runs: {
        "once more": once,
        over: run("L", tick(2), { attempt: 4, given: 2, max: 2, dies: START + 9, errors: ['1 1 "%1"'] }),
        "over max": run("L", tick(3), { attempt: 9, max: 2 }),
      },
      meta: { head: headOf({ due: START, runs: 3 }) },
    });
    expect(await healed(queue)).toEqual({
      ready: [["once more", place(1)]],
      failed: [
        ["over", START],
        ["over max", START],
      ],
      jobs,
      runs: {
        "once more": once,
        over: run("E", tick(2), {
          attempt: 4,
          given: 2,
          max: 2,
          dies: START + 9,
          errors: ['1 1 "%1"', `${START} 4 "lease expired"`],
        }),
        "over max": run("E", tick(3), { attempt: 9, max: 2, errors: [`${START} 9 "lease expired"`] }),
      },
      meta: { head: headOf({ runs: 3 }), reclaimed: "1", failed: "2" },
    });
  });

  test("keeps the last five errors of a job that fails", async () => {
    const queue = fresh();
    const errors = [1, 2, 3, 4, 5].map((n) => `${n} ${n} "no ${n}"`);
    await queue.seed({
      leased: [["a", START]],
      jobs: { a: record() },
      runs: { a: run("L", tick(1), { max: 1, worker: "", errors }) },
      meta: { head: headOf({ due: START, runs: 1 }) },
    });
    expect((await healed(queue)).runs).toEqual({
      a: run("E", tick(1), { max: 1, worker: "", errors: [...errors.slice(1), `${START} 1 "lease expired"`] }),
    });
  });

  test("makes a job ready to which no run, or a damaged one, belongs, first of the usual priority", async () => {
    const queue = fresh();
    const runs = { damaged: `L ${tick(5)}`, odd: "\n\n", text: "text", empty: "" };
    const ids = ["damaged", "empty", "none", "odd", "text"];
    await queue.seed({
      leased: ids.map((id) => [id, START]),
      jobs: Object.fromEntries(ids.map((id) => [id, record(place(7), id)])),
      runs,
      meta: { head: headOf({ due: START, runs: 4 }) },
    });
    expect(await healed(queue)).toEqual({
      ready: ids.map((id) => [id, 5 * 900_000_000_000_000]),
      jobs: Object.fromEntries(ids.map((id) => [id, record(place(7), id)])),
      runs,
      meta: { head: headOf({ runs: 4 }), reclaimed: "5" },
    });
  });

  test.each([
    ["has lost its lines", run("L", tick(5), { attempt: 5 }).split("\n")[0] ?? ""],
    ["has lost its errors", `${run("L", tick(5), { attempt: 5 }).split("\n")[0]}\nw`],
  ])("fails a job whose run %s, and holds up no other", async (__, text) => {
    const queue = fresh();
    await queue.seed({
      leased: [
        ["a", START],
        ["b", START],
      ],
      jobs: { a: record(), b: record() },
      runs: { a: text, b: run("L", tick(6)) },
      meta: { head: headOf({ due: START, runs: 2 }) },
    });
    const { failed, ready, runs } = await healed(queue);
    expect([failed, ready]).toEqual([[["a", START]], [["b", place(1)]]]);
    expect(runs?.a).toContain(`${START} 5 "lease expired"`);
  });

  test("makes a job ready when it is due, since the time at which it was", async () => {
    const queue = fresh();
    const jobs = { r: record(), a: record(), z: record(), later: record() };
    await queue.seed({
      ready: [["r", place(7)]],
      delayed: [
        ["a", due(START - 9, 5, 3)],
        ["z", due(START, 9, 999)],
        ["later", due(START + 1, 0)],
      ],
      jobs,
      meta: { head: headOf({ due: START - 9 }) },
    });
    expect(await healed(queue)).toEqual({
      ready: [
        ["a", place(3, 5, START - 9)],
        ["r", place(7)],
        ["z", place(999, 9)],
      ],
      delayed: [["later", due(START + 1, 0)]],
      jobs,
      meta: { head: headOf({ due: START + 1 }) },
    });
  });

  test("gives each priority back to a delayed job as it was", async () => {
    const queue = fresh();
    const priorities = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    await queue.seed({
      delayed: priorities.map((p) => [`p${p}`, due(START, p, p)]),
      meta: { head: headOf({ due: START }) },
    });
    expect((await healed(queue)).ready).toEqual(priorities.map((p) => [`p${p}`, place(p, p)]));
  });

  test("drops jobs that wait past their time to live, and none that is leased or has ended", async () => {
    const queue = fresh();
    const stays: State = {
      leased: [["l", START + 1]],
      failed: [["f", START]],
      done: [["o", START]],
      jobs: { l: record(), f: record(), o: record(), "not yet": record() },
      runs: { l: run("L", tick(1)), f: run("F", tick(2)), o: run("C", tick(3)) },
    };
    await queue.seed({
      ...stays,
      ready: [
        ["r", place(1)],
        ["not yet", place(2)],
      ],
      delayed: [["ünï %1", due(START + 1)]],
      expiring: ["f", "l", "lost", "o", "r", "ünï %1"].map((id): [string, number] => [id, START]),
      jobs: { ...stays.jobs, r: record(), "ünï %1": record() },
      runs: { ...stays.runs, r: run("W", tick(4)) },
      meta: { head: headOf({ due: START, runs: 4, enqueued: 6 }) },
    });
    await queue.seed({ expiring: [["not yet", START + 2]] });
    expect(await healed(queue)).toEqual({
      ...stays,
      ready: [["not yet", place(2)]],
      expiring: [["not yet", START + 2]],
      endings: { ...ending("r", "E", tick(100)), ...ending("ünï %1", "E", tick(100)) },
      meta: { head: headOf({ due: START + 1, runs: 3, enqueued: 6 }), expired: "2" },
    });
  });

  test("counts none as expired where all that were to expire are leased", async () => {
    const queue = fresh();
    const before: State = { leased: [["l", START + 1]], jobs: { l: record() }, runs: { l: run("L", tick(1)) } };
    await queue.seed({ ...before, expiring: [["l", START]], meta: { head: headOf({ due: START, runs: 1 }) } });
    expect(await healed(queue)).toEqual({ ...before, meta: { head: headOf({ due: START + 1, runs: 1 }) } });
  });

  test("moves at most ten of each, the first ones first, and loses none that is due at the same time", async () => {
    const queue = fresh();
    const names = (letter: string) => Array.from({ length: 12 }, (__, i) => `${letter}${10 + i}`);
    const [late, over, sleeps] = [names("e"), names("l"), names("d")];
    const all = [...late, ...over, ...sleeps];
    await queue.seed({
      ready: late.map((id, i) => [id, place(i, 9)]),
      expiring: late.map((id) => [id, START]),
      leased: over.map((id) => [id, START - 1]),
      delayed: sleeps.map((id) => [id, due(START)]),
      jobs: Object.fromEntries(all.map((id) => [id, record()])),
      runs: Object.fromEntries(over.map((id, i) => [id, run("L", tick(i), { place: place(i) })])),
      meta: { head: headOf({ due: START - 1, runs: 12 }) },
    });
    const { ready, expiring, leased, delayed, meta } = await healed(queue);
    expect(
      ready
        ?.filter(([id]) => !id.startsWith("e"))
        .map(([id]) => id)
        .sort(),
    ).toEqual([...sleeps.slice(0, 10), ...over.slice(0, 10)]);
    expect([expiring, leased, delayed]).toEqual([
      late.slice(10).map((id) => [id, START]),
      over.slice(10).map((id) => [id, START - 1]),
      sleeps.slice(10).map((id) => [id, due(START)]),
    ]);
    expect(meta).toEqual({ head: headOf({ due: START - 1, runs: 12 }), reclaimed: "10", expired: "10" });
  });

  test("reads nothing where the head says that nothing is due", async () => {
    const queue = fresh();
    const before: State = {
      leased: [["l", START - 9]],
      delayed: [["d", due(START - 9)]],
      jobs: { l: record(), d: record() },
      runs: { l: run("L", tick(1)) },
      meta: { head: headOf({ due: START + 1, runs: 1 }) },
    };
    await queue.seed(before);
    expect(await healed(queue)).toEqual(before);
  });
});
