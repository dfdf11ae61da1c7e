// Followers: each way in which the job before a follower ends, or does not end.
import { describe, expect, test } from "vitest";
import { cancel, clean, failWorker, get, promote, purge, turn, turnPlain } from "../../../src/engine/all-scripts.ts";
import { ended, ending, follower, type HeadParts, head, omit, record, ref, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, due, LEASE_END, NEVER, place, RESULT_TTL, START, tick } from "../kit/times.ts";
import { type Item, settle, stateWithoutReplies } from "../kit/turns.ts";

const queueWith = connectQueues();
const LATER = START + 60_000;
const errors = [ended("r", tick(1), { error: '"no"' })];
/** The run of the leased job: its second attempt of two. */
const second = { attempt: 2, max: 2, attempts: errors };

interface Parts {
  head?: HeadParts;
  /** The number of attempts that the leased job may have. */
  max?: number;
  next?: string;
  expiresAt?: number;
}

/** Returns a queue with a leased job and its follower. */
const leasedWith = ({ head: headParts = {}, max = 2, next = follower("[1]"), expiresAt = 0 }: Parts = {}): State => ({
  leased: { a: LEASE_END },
  jobs: { a: record(place(1), "{}", expiresAt ? { expiresAt } : {}) },
  runs: { a: run("L", tick(7), { ...second, max, expiresAt }) },
  followers: { a: next },
  meta: { head: head({ flags: "f", due: LEASE_END, runs: 2, enqueued: 1, leased: 1, ...headParts }) },
});

/** Returns a queue in which the follower is the job. */
const takenOver = (headParts: HeadParts, totals = {}, parts: State = {}): State => ({
  ready: { a: place(101) },
  jobs: { a: record(place(101), "[1]", { enqueuedAt: START }) },
  meta: {
    head: head({ flags: "f", due: LEASE_END, tick: tick(101), enqueued: 2, leased: 1, ...headParts }),
    ...totals,
  },
  ...parts,
});

/** Returns the run of a follower that took over a failed job, whose last attempt ended with a letter and an error. */
const goneOn = (letter: "f" | "l" | "w", error: string, { at = START, from = place(101), expiresAt = 0 } = {}) => {
  const last = ended(letter, tick(7), { attempt: 2, error, at });
  return run("W", tick(7), { attempt: 0, max: 0, place: from, expiresAt, attempts: [...errors, last] });
};

/** Settles jobs of a queue in a given state. Resolves with the letters, and the state without replies. */
async function settleIn(state: State, items: Item[], options = {}): Promise<[string | undefined, State]> {
  const queue = await queueWith(state);
  return [await settle(queue, items, options), await stateWithoutReplies(queue)];
}

describe("a follower takes over", () => {
  test.each<["complete" | "keep"]>([["complete"], ["keep"]])("a job that is completed (%s)", async (action) => {
    expect(await settleIn(leasedWith(), [[action, "a", tick(7), "7"]])).toEqual([
      "c",
      takenOver({ runs: 0, completed: 1 }, {}, { endings: { a: ending("C", tick(101)) } }),
    ]);
  });

  test.each<[what: string, item: Item, error: string]>([
    ["fails", ["fail", "a", tick(7), "", '"never"'], '"never"'],
    ["is retried after its last attempt", ["retry", "a", tick(7), "0", '"no more"'], '"no more"'],
  ])("a job that %s, with its errors and all attempts", async (_, item, error) => {
    expect(await settleIn(leasedWith(), [item])).toEqual([
      "f",
      takenOver({ runs: 1, enqueued: 1 }, { failed: "1" }, { runs: { a: goneOn("f", error) } }),
    ]);
  });

  test("a job whose last lease has expired, and the holder of that lease can no longer settle it", async () => {
    const queue = await queueWith(leasedWith());
    expect(await queue.call(clean, { times: clockAt(LEASE_END) })).toEqual(["ok", "0 1 0 0 0 0 0"]);
    const at = place(1, 5, { time: LEASE_END });
    expect(await stateWithoutReplies(queue)).toEqual({
      ready: { a: at },
      jobs: { a: record(at, "[1]", { enqueuedAt: START }) },
      runs: { a: goneOn("l", '"lease expired"', { at: LEASE_END, from: at }) },
      meta: {
        head: head({ flags: "f", tick: tick(1, LEASE_END), due: NEVER, runs: 1, enqueued: 1, leased: 1 }),
        failed: "1",
      },
    });
    expect(await settle(queue, [["complete", "a", tick(7)]], { number: 9 })).toBe("W");
  });

  test("a job whose last lease has expired, and is leased by the same turn", async () => {
    const queue = await queueWith(leasedWith());
    const [, , , headLine] = await queue.call(turn, { times: clockAt(LEASE_END) });
    expect([headLine, (await queue.state()).meta?.failed]).toEqual(["1\ta", "1"]);
  });

  test("a job of a worker that failed, after its last attempt", async () => {
    const queue = await queueWith({ ...leasedWith(), workers: { w: START } });
    expect(await queue.call(failWorker, { worker: "w" })).toEqual(["ok", "1", "-"]);
    expect(await stateWithoutReplies(queue)).toEqual(
      takenOver({ runs: 1, enqueued: 1 }, { failed: "1" }, { runs: { a: goneOn("w", '"its worker failed"') } }),
    );
  });

  test("a waiting job past its time to live, by a clean", async () => {
    const state: State = {
      ...omit(leasedWith({ expiresAt: START }), "leased"),
      ready: { a: place(1) },
      expiring: { a: START },
      runs: { a: run("W", tick(7), { ...second, expiresAt: START }) },
    };
    const queue = await queueWith({ ...state, meta: { head: head({ flags: "f", due: START, runs: 2, enqueued: 1 }) } });
    expect(await queue.call(clean, {})).toEqual(["ok", "0 0 0 1 0 0 0"]);
    expect(await stateWithoutReplies(queue)).toEqual(
      takenOver({ runs: 0, leased: 0, due: NEVER }, { expired: "1" }, { endings: { a: ending("E", tick(101)) } }),
    );
  });

  test("a waiting job past its time to live that a lease comes across, with the next one", async () => {
    const state: State = {
      ready: { a: place(1), b: place(2) },
      expiring: { a: START },
      jobs: { a: record(place(1), "{}", { expiresAt: START }), b: record(place(2), "2") },
      runs: { a: run("W", tick(7), { ...second, expiresAt: START }) },
      followers: { a: follower("[1]") },
      // The head does not state that a job is past its time to live.
      meta: { head: head({ flags: "f", runs: 2, enqueued: 2 }) },
    };
    const queue = await queueWith(state);
    const [, , header = "", id] = await queue.call(turn, { count: 5 });
    expect([header.split(" ")[2], id]).toEqual(["1", "b"]);
    expect(await queue.call(turn, { count: 5, number: 2 })).toContain("a");
    const { leased, jobs, followers, meta } = await queue.state();
    expect([Object.keys(leased ?? {}).sort(), jobs?.a, followers, meta?.expired]).toEqual([
      ["a", "b"],
      record(place(102), "[1]", { enqueuedAt: START }),
      undefined,
      "1",
    ]);
  });

  test("after its delay, counted from its enqueue, and with its time to live", async () => {
    const options = { dueAt: START + 4_000, enqueuedAt: START - 1_000, expiresAt: LATER, pushedUntil: START + 9_000 };
    const next = follower("[1]", { ...options, priority: 2 });
    const at = place(0, 2, { time: START + 4_000 });
    const { dueAt: _, ...kept } = options;
    const [letter, state] = await settleIn(leasedWith({ next }), [["fail", "a", tick(7), "", '"never"']]);
    expect([letter, state]).toEqual([
      "f",
      {
        delayed: { a: due(START + 4_000, 2) },
        expiring: { a: LATER },
        jobs: { a: record(at, "[1]", kept) },
        runs: { a: goneOn("f", '"never"', { from: at, expiresAt: LATER }) },
        meta: {
          head: head({ flags: "f", due: START + 4_000, runs: 1, enqueued: 1, leased: 1 }),
          failed: "1",
        },
      },
    ]);
  });

  test("at once if its delay is over", async () => {
    const next = follower("[1]", { dueAt: START, enqueuedAt: START - 9 });
    const [, { ready, jobs }] = await settleIn(leasedWith({ next }), [["complete", "a", tick(7)]]);
    expect([ready, jobs]).toEqual([{ a: place(101) }, { a: record(place(101), "[1]", { enqueuedAt: START - 9 }) }]);
  });

  test.each([0, LATER])(
    "a job that its late holder completes, with the time to live %i of the job before",
    async (expiresAt) => {
      const state: State = {
        ...omit(leasedWith({ expiresAt }), "leased"),
        ready: { a: place(1), b: place(2) },
        ...(expiresAt ? { expiring: { a: expiresAt } } : {}),
      };
      expect(await settleIn(state, [["complete", "a", tick(7)]])).toEqual([
        "c",
        takenOver(
          { runs: 0, completed: 1 },
          {},
          { ready: { a: place(101), b: place(2) }, endings: { a: ending("C", tick(101)) } },
        ),
      ]);
    },
  );

  test("a job and its result is not kept, which would pass for that of the follower", async () => {
    const queue = await queueWith({
      ...leasedWith(),
      leased: { a: LEASE_END, b: LEASE_END },
      runs: { a: run("L", tick(7)), b: run("L", tick(8)) },
    });
    const items: Item[] = [
      ["complete", "a", tick(7), "1"],
      ["complete", "b", tick(8), "2"],
    ];
    expect(await settle(queue, items)).toBe("cc");
    const results = Object.entries(await queue.state()).filter(([name]) => name.startsWith("result:"));
    expect(results).toEqual([["result:b", [`C ${START} 2`, RESULT_TTL]]]);
  });

  test("once: the second item of the job finds that it has ended", async () => {
    const items: Item[] = [
      ["complete", "a", tick(7)],
      ["fail", "a", tick(7)],
    ];
    const [letters, { ready, meta }] = await settleIn(leasedWith(), items);
    expect([letters, ready, meta?.stale]).toEqual(["cC", { a: place(101) }, "1"]);
  });

  test("and is leased with the errors of the job before, as a first attempt", async () => {
    const queue = await queueWith(leasedWith());
    await settle(queue, [["fail", "a", tick(7), "", '"never"']]);
    const [, , , headLine, stored, history] = await queue.call(turn, { number: 2 });
    const last = ended("f", tick(7), { attempt: 2, error: '"never"' });
    expect([headLine, stored]).toEqual(["1\ta", record(place(101), "[1]", { enqueuedAt: START })]);
    expect(history).toBe(["H", "", ...errors, last].join("\n"));
  });
});

describe("a follower stays", () => {
  test.each<[what: string, item: Item, letter: string]>([
    ["retried", ["retry", "a", tick(7), "0", '"no"'], "r"],
    ["retried after a delay", ["retry", "a", tick(7), "500", '"no"'], "d"],
    ["released", ["release", "a", tick(7)], "r"],
  ])("behind a job that is %s", async (_, item, letter) => {
    const state = leasedWith({ max: 3 });
    const [actual, after] = await settleIn(state, [item]);
    expect([actual, after.followers, after.jobs]).toEqual([letter, state.followers, state.jobs]);
    expect(after.meta?.head).toMatch(/^2 f \d+ \d+ 2 1 /);
  });

  test("behind a job whose lease has expired, and whose late holder retries it", async () => {
    const state = leasedWith({ max: 3 });
    const queue = await queueWith(state);
    expect(await queue.call(clean, { times: clockAt(LEASE_END) })).toEqual(["ok", "1 0 0 0 0 0 0"]);
    expect((await queue.state()).followers).toEqual(state.followers);
    expect(await settle(queue, [["retry", "a", tick(7), "5"]])).toBe("d");
    expect(await queue.call(promote, { ids: ["a"], number: 2 })).toEqual(["ok", "d"]);
    const { ready, followers } = await queue.state();
    expect([Object.keys(ready ?? {}), followers]).toEqual([["a"], state.followers]);
  });
});

describe("a follower goes with its job", () => {
  test("that is cancelled", async () => {
    const queue = await queueWith({ ...leasedWith(), jobs: { a: record(), b: record() }, ready: { b: place(2) } });
    expect(await queue.call(cancel, { ids: ["a", "b"] })).toEqual(["ok", "lr"]);
    expect(await stateWithoutReplies(queue)).toEqual({
      endings: { a: ending("X"), b: ending("X") },
      meta: { head: head({ flags: "f", due: LEASE_END, enqueued: 1, leased: 1 }), cancelled: "2" },
    });
  });

  test("that is purged", async () => {
    const state = omit(leasedWith(), "leased");
    const queue = await queueWith({ ...state, ready: { a: place(1) } });
    const parts = { state: "ready", total: "purged", letter: "P" } as const;
    expect(await queue.call(purge, parts)).toEqual(["ok", "1 0"]);
    expect(await stateWithoutReplies(queue)).toEqual({
      endings: { a: ending("P") },
      meta: { head: head({ flags: "f", due: LEASE_END, enqueued: 1, leased: 1 }), purged: "1" },
    });
  });
});

test("get tells whether a job has a follower", async () => {
  const queue = await queueWith({ ...leasedWith(), ready: { b: place(2) } });
  const [, a = ""] = await queue.call(get, { id: "a", parts: "" });
  const [, b = ""] = await queue.call(get, { id: "b", parts: "" });
  expect([a, b].map((line) => line.endsWith(" +"))).toEqual([true, false]);
});

test("the plain script leaves a queue that has had a follower to the full one", async () => {
  const state = leasedWith();
  const queue = await queueWith(state);
  expect(await queue.callRaw(turnPlain, { items: [ref("a", tick(7))], bucket: "1", count: 0 })).toBe("not_plain");
  expect(await queue.state()).toEqual(state);
});

test("a queue without the flag reads no followers", async () => {
  const state = leasedWith({ head: { flags: "" } });
  const [letter, after] = await settleIn(state, [["complete", "a", tick(7)]]);
  expect([letter, after.jobs, after.followers]).toEqual(["c", undefined, state.followers]);
});
