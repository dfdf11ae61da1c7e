// turn where it settles: the attempts that are given back unused, how often that may happen, and the counts of both ways
// through the rest of a job's life.
import { describe, expect, test } from "vitest";
import { clean, extend, failWorker, progress, promote, redrive, turn } from "../../../src/engine/scripts.gen.ts";
import { fenceOf, five, held, heldAs, settle, settled, taken, ways } from "../kit/settling.ts";
import {
  about,
  type Bench,
  benches,
  clockAt,
  due,
  head,
  LEASE,
  place,
  record,
  ref,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

type Letter = Parameters<typeof run>[0];
type Parts = NonNullable<Parameters<typeof run>[2]>;

const fresh = benches();

/** Errors as the client sends them with each of the two. */
const LATER = '"not yet"';
const OFTEN = '"released unfinished too often"';

describe.each(ways)("%s", (_, way) => {
  const before = five(way);
  const leased = (...ids: string[]) => taken(before, ...ids).leased;
  const headOf = (parts: Parameters<typeof head>[0]) => head({ flags: way.flags, leased: 9, ...parts });

  test("postponing puts a job behind the others of its priority, or delays it, and uses up no attempt", async () => {
    const queue = fresh();
    await queue.seed(before);
    const letters = await settle(queue, way, [
      ["p", "a", fenceOf("a"), "0", LATER],
      ["p", "e", fenceOf("e"), "500", LATER],
    ]);
    expect(letters).toBe("rd");
    const after = { ...held, given: 2, postponed: 1, unfinished: 0 };
    expect(await settled(queue)).toEqual({
      ...before,
      leased: leased("a", "e"),
      ready: [["a", place(101, 0)]],
      delayed: [["e", due(START + 500, 4)]],
      runs: {
        ...before.runs,
        a: run("W", fenceOf("a"), { ...after, place: place(101, 0) }),
        e: run("W", fenceOf("e"), { ...after, place: place(0, 4, START + 500) }),
      },
      meta: { head: headOf({ tick: tick(102), due: START + 500, runs: 5 }), retried: "2" },
    });
  });

  test("release of a job that had begun puts it back into its place, and does not count the attempt", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await settle(queue, way, [["b", "b", fenceOf("b"), "", OFTEN]])).toBe("r");
    expect(await settled(queue)).toEqual({
      ...before,
      leased: leased("b"),
      ready: [["b", place(2, 1)]],
      runs: { ...before.runs, b: run("W", fenceOf("b"), { ...heldAs("b"), given: 2, postponed: 0, unfinished: 1 }) },
      meta: { head: headOf({ runs: 5 }), released: "1" },
    });
  });

  /** A queue with one leased job. */
  const one = (parts: Parts): State => ({
    leased: [["a", START + 1]],
    jobs: { a: record() },
    runs: { a: run("L", tick(5), parts) },
    meta: { head: headOf({ runs: 1 }) },
  });

  test.each([
    ["the 999th", 998],
    ["the 1,000th", 999],
  ])(
    "%s postponement uses up no attempt; no job fails by it, also where its limit was lowered",
    async (__, postponed) => {
      const parts = { attempt: 2_000, given: 1_990, max: 1, postponed, unfinished: 4 };
      for (const [delay, letter] of [
        ["0", "r"],
        ["500", "d"],
      ] as const) {
        const queue = fresh();
        const state = one(parts);
        await queue.seed(state);
        expect(await settle(queue, way, [["p", "a", tick(5), delay, LATER]])).toBe(letter);
        const isDelayed = letter === "d";
        const at = isDelayed ? place(0, 5, START + 500) : place(101);
        expect(await settled(queue)).toEqual({
          ...(isDelayed ? { delayed: [["a", due(START + 500)]] } : { ready: [["a", at]] }),
          jobs: state.jobs,
          runs: { a: run("W", tick(5), { ...parts, given: 1_991, postponed: postponed + 1, place: at }) },
          meta: { head: headOf({ tick: tick(101), runs: 1, ...(isDelayed && { due: START + 500 }) }), retried: "1" },
        });
      }
    },
  );

  test.each([
    ["the 1,001st", 1_000],
    ["the 1,002nd", 1_001],
  ])("%s postponement is a retry that uses up an attempt", async (__, postponed) => {
    const queue = fresh();
    const parts = { attempt: 2_000, given: 1_998, max: 3, postponed, unfinished: 4 };
    const state = one(parts);
    await queue.seed(state);
    expect(await settle(queue, way, [["p", "a", tick(5), "500", LATER]])).toBe("d");
    const after = { ...parts, postponed: postponed + 1, place: place(0, 5, START + 500) };
    expect(await settled(queue)).toEqual({
      delayed: [["a", due(START + 500)]],
      jobs: state.jobs,
      runs: { a: run("W", tick(5), { ...after, errors: [`${START} 2000 ${LATER}`] }) },
      meta: { head: headOf({ tick: tick(101), due: START + 500, runs: 1 }), retried: "1" },
    });
  });

  test("the 1,001st postponement fails a job whose attempts are used up", async () => {
    const queue = fresh();
    const parts = { attempt: 2_000, given: 1_998, max: 2, postponed: 1_000, unfinished: 0 };
    const state = one(parts);
    await queue.seed(state);
    expect(await settle(queue, way, [["p", "a", tick(5), "500", LATER]])).toBe("f");
    expect(await settled(queue)).toEqual({
      failed: [["a", START]],
      jobs: state.jobs,
      runs: { a: run("F", tick(5), { ...parts, postponed: 1_001, errors: [`${START} 2000 ${LATER}`] }) },
      meta: { head: headOf({ runs: 1 }), failed: "1" },
    });
  });

  test.each([
    ["the 9th", 8],
    ["the 11th", 10],
    ["the 19th", 18],
    ["the 21st", 20],
  ])(
    "%s release of a job that had begun counts as no attempt; no job fails by it, also where its limit was lowered",
    async (__, unfinished) => {
      const queue = fresh();
      const parts = { attempt: 30, given: 20, max: 1, postponed: 3, unfinished };
      const state = one(parts);
      await queue.seed(state);
      expect(await settle(queue, way, [["b", "a", tick(5), "", OFTEN]])).toBe("r");
      expect(await settled(queue)).toEqual({
        ready: [["a", place(1)]],
        jobs: state.jobs,
        runs: { a: run("W", tick(5), { ...parts, given: 21, unfinished: unfinished + 1 }) },
        meta: { head: headOf({ runs: 1 }), released: "1" },
      });
    },
  );

  test.each([
    ["the 10th", 9],
    ["the 20th", 19],
  ])("%s release of a job that had begun is a retry that uses up an attempt", async (__, unfinished) => {
    const queue = fresh();
    const parts = { attempt: 30, given: 28, max: 3, postponed: 1_003, unfinished };
    const state = one(parts);
    await queue.seed(state);
    expect(await settle(queue, way, [["b", "a", tick(5), "", OFTEN]])).toBe("r");
    const after = { ...parts, unfinished: unfinished + 1, place: place(101) };
    expect(await settled(queue)).toEqual({
      ready: [["a", place(101)]],
      jobs: state.jobs,
      runs: { a: run("W", tick(5), { ...after, errors: [`${START} 30 ${OFTEN}`] }) },
      meta: { head: headOf({ tick: tick(101), runs: 1 }), retried: "1" },
    });
  });

  test("the 10th release of a job that had begun fails it where its attempts are used up", async () => {
    const queue = fresh();
    const parts = { attempt: 30, given: 28, max: 2, postponed: 0, unfinished: 9 };
    const state = one(parts);
    await queue.seed(state);
    expect(await settle(queue, way, [["b", "a", tick(5), "", OFTEN]])).toBe("f");
    expect(await settled(queue)).toEqual({
      failed: [["a", START]],
      jobs: state.jobs,
      runs: { a: run("F", tick(5), { ...parts, unfinished: 10, errors: [`${START} 30 ${OFTEN}`] }) },
      meta: { head: headOf({ runs: 1 }), failed: "1" },
    });
  });

  test.each([
    ["with counts", { postponed: 1_000, unfinished: 10 }],
    ["without counts", {}],
  ])("every other ending leaves a run %s as it is in that", async (__, counts) => {
    const queue = fresh();
    const runs = Object.fromEntries(["a", "b", "c", "d"].map((id, i) => [id, run("L", tick(i), counts)]));
    const jobs = Object.fromEntries(Object.keys(runs).map((id) => [id, record()]));
    const meta = { head: headOf({ runs: 4 }) };
    await queue.seed({ leased: Object.keys(runs).map((id) => [id, START + 1]), jobs, runs, meta });
    const letters = await settle(queue, way, [
      ["k", "a", tick(0)],
      ["r", "b", tick(1)],
      ["f", "c", tick(2)],
      ["g", "d", tick(3)],
    ]);
    expect(letters).toBe("crfr");
    expect(await settled(queue)).toEqual({
      ready: [
        ["d", place(1)],
        ["b", place(101)],
      ],
      failed: [["c", START]],
      done: [["a", START]],
      jobs,
      runs: {
        a: run("C", tick(0), counts),
        b: run("W", tick(1), { ...counts, place: place(101) }),
        c: run("F", tick(2), counts),
        d: run("W", tick(3), { ...counts, given: 1 }),
      },
      meta: { head: headOf({ tick: tick(101), runs: 4, completed: 1 }), retried: "1", failed: "1", released: "1" },
    });
  });
});

describe("the counts of postponements and unfinished releases", () => {
  const counts = { postponed: 12, unfinished: 3 };
  const leased: State = { leased: [["a", START + 1]], meta: { head: head({ due: START + 1, runs: 1 }) } };
  const ended = { times: clockAt(START + 1), limit: 10, policy: "" };

  /** A queue with one job, by the letter of its run. */
  const one = (letter: Letter, others: State, parts: Parts = {}): State => ({
    jobs: { a: record() },
    runs: { a: run(letter, tick(1), { attempt: 20, given: 15, max: 9, errors: ['1 1 "no"'], ...parts }) },
    meta: { head: head({ runs: 1 }) },
    ...others,
  });

  test.each<[what: string, seed: (parts: Parts) => State, act: (queue: Bench) => Promise<unknown>]>([
    ["a lease", (parts) => one("W", { ready: [["a", place(1)]] }, parts), (queue) => queue.call(turn, { count: 1 })],
    [
      "the extension of a lease",
      (parts) => one("L", leased, parts),
      (queue) => queue.call(extend, ...about(["a"], { items: [ref("a", tick(1))], duration: LEASE })),
    ],
    [
      "the extension of a last lease that has expired",
      (parts) => one("E", { failed: [["a", START]] }, parts),
      (queue) => queue.call(extend, ...about(["a"], { items: [ref("a", tick(1))], duration: LEASE })),
    ],
    [
      "progress",
      (parts) => one("L", leased, parts),
      (queue) => queue.call(progress, { reference: ref("a", tick(1)), progress: "0.75", duration: "" }, { id: "a" }),
    ],
    ["the end of a lease", (parts) => one("L", leased, parts), (queue) => queue.call(clean, ended)],
    [
      "the end of the last lease",
      (parts) => one("L", leased, { ...parts, max: 5 }),
      (queue) => queue.call(clean, ended),
    ],
    ["the loss of a worker", (parts) => one("L", leased, parts), (queue) => queue.call(failWorker, { worker: "w" })],
    [
      "a promotion",
      (parts) => one("W", { delayed: [["a", due(START + 500)]] }, parts),
      (queue) => queue.call(promote, ...about(["a"], { ids: ["a"] })),
    ],
  ])("stay through %s, which does all else as without them", async (_, seed, act) => {
    const [queue, other] = [fresh(), fresh()];
    await queue.seed(seed(counts));
    await act(queue);
    await other.seed(seed({}));
    await act(other);
    const expected = await other.state();
    expect(expected).not.toEqual(seed({}));
    // They end the first line.
    expect(await queue.state()).toEqual({ ...expected, runs: { a: expected.runs?.a?.replace("\n", " 12 3\n") } });
  });

  test("are gone after a redrive, which begins a job anew", async () => {
    const queue = fresh();
    const before = one("F", { failed: [["a", START]] }, counts);
    await queue.seed(before);
    await queue.call(redrive, {});
    const { "replies:w": _, ...after } = await queue.state();
    expect(after).toEqual({
      ready: [["a", place(101)]],
      jobs: before.jobs,
      runs: { a: run("W", tick(1), { attempt: 0, max: 9, place: place(101), errors: ['1 1 "no"'] }) },
      meta: { head: head({ tick: tick(101), runs: 1 }), redriven: "1" },
    });
  });
});
