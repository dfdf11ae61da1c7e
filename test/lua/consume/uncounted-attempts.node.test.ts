// turn: postponements and unfinished releases, which use up no attempt up to a limit, and their counts in the run.
import { describe, expect, test } from "vitest";
import { clean, extend, failWorker, progress, promote, redrive, turn } from "../../../src/engine/all-scripts.ts";
import {
  byId,
  type EndLetter,
  ended,
  type HeadParts,
  head,
  omit,
  RETRIED,
  type RunLetter,
  type RunParts,
  record,
  ref,
  run,
} from "../kit/forms.ts";
import { FIVE_RUN, fenceOf, fiveLeased, leasedQueue, runOf } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, due, LEASE, place, START, tick } from "../kit/times.ts";
import { type Item, settle, stateWithoutNotes, stateWithoutReplies, WAYS } from "../kit/turns.ts";

const queueWith = connectQueues();

/** The errors that the client sends with a postponement and an unfinished release. */
const LATER = '"not yet"';
const OFTEN = '"released unfinished too often"';
/** The place in the run of a job of the usual priority that is delayed by 500 ms. */
const DELAYED = place(0, 5, { time: START + 500 });

describe.each(WAYS)("%s", (_, { flags, count }) => {
  const before = fiveLeased(flags);
  const leasedWithout = (...ids: string[]) => omit(before.leased, ...ids);
  const headOf = (parts: HeadParts) => head({ flags, leased: 9, ...parts });

  test("postpone puts a job at the end of its priority, or delays it, and uses up no attempt", async () => {
    const queue = await queueWith(before);
    const items: Item[] = [
      ["postpone", "a", fenceOf("a"), "0", LATER],
      ["postpone", "e", fenceOf("e"), "500", LATER],
    ];
    expect(await settle(queue, items, { count })).toBe("rd");
    const after = { ...FIVE_RUN, released: 2, postponed: 1, unfinished: 0 };
    const attempts = (id: string) => [RETRIED, ended("p", fenceOf(id), { attempt: 3 })];
    expect(await stateWithoutNotes(queue)).toEqual({
      ...before,
      leased: leasedWithout("a", "e"),
      ready: { a: place(101, 0) },
      delayed: { e: due(START + 500, 4) },
      runs: {
        ...before.runs,
        a: run("W", fenceOf("a"), { ...after, place: place(101, 0), attempts: attempts("a") }),
        e: run("W", fenceOf("e"), {
          ...after,
          place: place(0, 4, { time: START + 500 }),
          attempts: attempts("e"),
        }),
      },
      meta: { head: headOf({ tick: tick(102), due: START + 500, runs: 5 }), retried: "2" },
    });
  });

  test("an unfinished release puts the job back into its place, and uses up no attempt", async () => {
    const queue = await queueWith(before);
    expect(await settle(queue, [["releaseBegun", "b", fenceOf("b"), "", OFTEN]], { count })).toBe("r");
    expect(await stateWithoutNotes(queue)).toEqual({
      ...before,
      leased: leasedWithout("b"),
      ready: { b: place(2, 1) },
      runs: {
        ...before.runs,
        b: run("W", fenceOf("b"), {
          ...{ ...runOf("b"), released: 2, postponed: 0, unfinished: 1 },
          attempts: [RETRIED, ended("b", fenceOf("b"), { attempt: 3 })],
        }),
      },
      meta: { head: headOf({ runs: 5 }), released: "1" },
    });
  });

  /** The ways in which a settled job ends up: the letter of the reply, the parts of the queue, and the place in the run. */
  const OUTCOMES = {
    retried: { letter: "r", parts: { ready: { a: place(101) } }, at: place(101), total: "retried" },
    delayed: { letter: "d", parts: { delayed: { a: due(START + 500) } }, at: DELAYED, total: "retried" },
    released: { letter: "r", parts: { ready: { a: place(1) } }, at: place(1), total: "released" },
    failed: { letter: "f", parts: { failed: { a: START } }, at: place(1), total: "failed" },
  };

  /** Settles the only job of a queue. Expects the whole state, in which the run has some changes. */
  async function expectOutcome(
    item: Item,
    before: RunParts,
    { outcome, changes }: { outcome: keyof typeof OUTCOMES; changes: RunParts },
  ): Promise<void> {
    const { letter, parts, at, total } = OUTCOMES[outcome];
    const state = leasedQueue(["a"], { fence: () => tick(5), parts: before, head: { flags, leased: 9 } });
    const queue = await queueWith(state);
    expect(await settle(queue, [item], { count })).toBe(letter);
    const isRetry = total === "retried";
    const after = headOf({ runs: 1, ...(isRetry && { tick: tick(101) }), ...(letter === "d" && { due: START + 500 }) });
    expect(await stateWithoutNotes(queue)).toEqual({
      ...parts,
      jobs: state.jobs,
      runs: { a: run(letter === "f" ? "F" : "W", tick(5), { ...before, ...changes, place: at }) },
      meta: { head: after, [total]: "1" },
    });
  }

  const end = (letter: EndLetter, attempt: number, error = "") => ended(letter, tick(5), { attempt, error });
  const postpone = (delay: string): Item => ["postpone", "a", tick(5), delay, LATER];
  const releaseBegun: Item = ["releaseBegun", "a", tick(5), "", OFTEN];

  test.each([
    ["the 999th", 998],
    ["the 1,000th", 999],
  ])("%s postponement uses up no attempt, and fails no job even if its limit was lowered", async (__, postponed) => {
    const parts = { attempt: 2_000, released: 1_990, max: 1, postponed, unfinished: 4 };
    const changes = { released: 1_991, postponed: postponed + 1, attempts: [end("p", 2_000)] };
    await expectOutcome(postpone("0"), parts, { outcome: "retried", changes });
    await expectOutcome(postpone("500"), parts, { outcome: "delayed", changes });
  });

  test.each([
    ["the 1,001st", 1_000],
    ["the 1,002nd", 1_001],
  ])("%s postponement is a retry that uses up an attempt", async (__, postponed) => {
    const parts = { attempt: 2_000, released: 1_998, max: 3, postponed, unfinished: 4 };
    const changes = { postponed: postponed + 1, attempts: [end("p", 2_000, LATER)] };
    await expectOutcome(postpone("500"), parts, { outcome: "delayed", changes });
  });

  test("the 1,001st postponement fails a job whose attempts are used up", async () => {
    const parts = { attempt: 2_000, released: 1_998, max: 2, postponed: 1_000, unfinished: 0 };
    const changes = { postponed: 1_001, attempts: [end("f", 2_000, LATER)] };
    await expectOutcome(postpone("500"), parts, { outcome: "failed", changes });
  });

  test.each([
    ["the 9th", 8],
    ["the 11th", 10],
    ["the 19th", 18],
    ["the 21st", 20],
  ])(
    "%s unfinished release uses up no attempt, and fails no job even if its limit was lowered",
    async (__, unfinished) => {
      const parts = { attempt: 30, released: 20, max: 1, postponed: 3, unfinished };
      const changes = { released: 21, unfinished: unfinished + 1, attempts: [end("b", 30)] };
      await expectOutcome(releaseBegun, parts, { outcome: "released", changes });
    },
  );

  test.each([
    ["the 10th", 9],
    ["the 20th", 19],
  ])("%s unfinished release is a retry that uses up an attempt", async (__, unfinished) => {
    const parts = { attempt: 30, released: 28, max: 3, postponed: 1_003, unfinished };
    const changes = { unfinished: unfinished + 1, attempts: [end("b", 30, OFTEN)] };
    await expectOutcome(releaseBegun, parts, { outcome: "retried", changes });
  });

  test("the 10th unfinished release fails a job whose attempts are used up", async () => {
    const parts = { attempt: 30, released: 28, max: 2, postponed: 0, unfinished: 9 };
    const changes = { unfinished: 10, attempts: [end("f", 30, OFTEN)] };
    await expectOutcome(releaseBegun, parts, { outcome: "failed", changes });
  });

  test.each([
    ["with both counts", { postponed: 1_000, unfinished: 10 }],
    ["without counts", {}],
  ])("every other action leaves the counts of a run %s as they are", async (__, counts) => {
    const runs = byId(["a", "b", "c", "d"], (_, i) => run("L", tick(i), counts));
    const jobs = byId(Object.keys(runs), () => record());
    const meta = { head: headOf({ runs: 4 }) };
    const queue = await queueWith({ leased: byId(Object.keys(runs), () => START + 1), jobs, runs, meta });
    const items: Item[] = [
      ["keep", "a", tick(0)],
      ["retry", "b", tick(1)],
      ["fail", "c", tick(2)],
      ["release", "d", tick(3)],
    ];
    expect(await settle(queue, items, { count })).toBe("crfr");
    expect(await stateWithoutNotes(queue)).toEqual({
      ready: { d: place(1), b: place(101) },
      failed: { c: START },
      done: { a: START },
      jobs,
      runs: {
        a: run("C", tick(0), counts),
        b: run("W", tick(1), { ...counts, place: place(101), attempts: [ended("r", tick(1))] }),
        c: run("F", tick(2), { ...counts, attempts: [ended("f", tick(2))] }),
        d: run("W", tick(3), { ...counts, released: 1, attempts: [ended("g", tick(3))] }),
      },
      meta: { head: headOf({ tick: tick(101), runs: 4, completed: 1 }), retried: "1", failed: "1", released: "1" },
    });
  });
});

describe("the counts of postponements and unfinished releases", () => {
  const counts = { postponed: 12, unfinished: 3 };
  const leased: State = { leased: { a: START + 1 }, meta: { head: head({ due: START + 1, runs: 1 }) } };
  const CLEAN = { times: clockAt(START + 1), limit: 10, policy: "" };

  /** Returns a queue with one job whose run has a letter. */
  const one = (letter: RunLetter, others: State, parts: RunParts = {}): State => ({
    jobs: { a: record() },
    runs: { a: run(letter, tick(1), { attempt: 20, released: 15, max: 9, attempts: [RETRIED], ...parts }) },
    meta: { head: head({ runs: 1 }) },
    ...others,
  });

  test.each<[what: string, seed: (parts: RunParts) => State, act: (queue: TestQueue) => Promise<unknown>]>([
    ["a lease", (parts) => one("W", { ready: { a: place(1) } }, parts), (queue) => queue.call(turn, { count: 1 })],
    [
      "the extension of a lease",
      (parts) => one("L", leased, parts),
      (queue) => queue.call(extend, { items: [ref("a", tick(1))], duration: LEASE }),
    ],
    [
      "the extension of a last lease after it expired",
      (parts) => one("E", { failed: { a: START } }, parts),
      (queue) => queue.call(extend, { items: [ref("a", tick(1))], duration: LEASE }),
    ],
    [
      "progress",
      (parts) => one("L", leased, parts),
      (queue) => queue.call(progress, { reference: ref("a", tick(1)), progress: "0.75", duration: "" }),
    ],
    ["the expiry of a lease", (parts) => one("L", leased, parts), (queue) => queue.call(clean, CLEAN)],
    [
      "the expiry of the last lease",
      (parts) => one("L", leased, { ...parts, max: 5 }),
      (queue) => queue.call(clean, CLEAN),
    ],
    ["failWorker", (parts) => one("L", leased, parts), (queue) => queue.call(failWorker, { worker: "w" })],
    [
      "a promotion",
      (parts) => one("W", { delayed: { a: due(START + 500) } }, parts),
      (queue) => queue.call(promote, { ids: ["a"] }),
    ],
  ])("stay in the run through %s, which otherwise does the same as without them", async (_, seed, act) => {
    const [queue, other] = [await queueWith(seed(counts)), await queueWith(seed({}))];
    await act(queue);
    await act(other);
    const expected = await other.state();
    expect(expected).not.toEqual(seed({}));
    // The counts end the first line.
    expect(await queue.state()).toEqual({ ...expected, runs: { a: expected.runs?.a?.replace("\n", " 12 3\n") } });
  });

  test("are removed by a redrive, which starts the job anew", async () => {
    const before = one("F", { failed: { a: START } }, counts);
    const queue = await queueWith(before);
    await queue.call(redrive, {});
    expect(await stateWithoutReplies(queue)).toEqual({
      ready: { a: place(101) },
      jobs: before.jobs,
      runs: { a: run("W", tick(1), { attempt: 0, max: 9, place: place(101), attempts: [RETRIED] }) },
      meta: { head: head({ tick: tick(101), runs: 1 }), redriven: "1" },
    });
  });
});
