// turn: a holder settles after its lease expired, when the job is ready again or has failed and was not leased again.
import { describe, expect, test } from "vitest";
import { clean, extend, failWorker, progress, turn } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites, TO_META } from "../kit/adapters.ts";
import {
  byId,
  type EndLetter,
  ended,
  ending,
  type HeadParts,
  head,
  omit,
  RETRIED,
  record,
  ref,
  run,
} from "../kit/forms.ts";
import { C_EXPIRES, FIVE, fenceOf, fiveLeased, leasedQueue } from "../kit/leased-jobs.ts";
import { expectParts, type State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, due, LEASE_END, place, START, tick } from "../kit/times.ts";
import { type Action, type Item, settle, stateWithoutNotes, turnWith, WAYS } from "../kit/turns.ts";

const queueWith = connectQueues();

/** The parts of the run of a job that failed as its last lease expired, and of its first attempt. */
const failedRun = { attempt: 2, max: 2, attempts: [RETRIED] };
const lost = (i: number) => ended("l", tick(i), { attempt: 2, at: START + 9, error: '"lease expired"' });
const fiveFailed = (flags: string): State => ({
  failed: byId(FIVE, () => START - 9),
  jobs: byId(FIVE, (id) => record(place(1), id)),
  runs: byId(FIVE, (_, i) => run("E", tick(i), { ...failedRun, attempts: [RETRIED, lost(i)] })),
  meta: { head: head({ flags, runs: 5, enqueued: 5, leased: 9 }), failed: "5" },
});
const fiveReady = (flags: string): State => ({
  ...omit(fiveLeased(flags), "leased"),
  ready: byId(FIVE, (_, i) => place(1 + i, i)),
  expiring: { c: C_EXPIRES },
});

describe.each(WAYS)("%s", (_, { flags, count }) => {
  const headOf = (parts: HeadParts) => head({ flags, leased: 9, ...parts });
  const five = omit(fiveLeased(flags), "leased");

  test("a late settle moves the jobs from ready to the states that their actions ask for", async () => {
    const queue = await queueWith(fiveReady(flags));
    const items: Item[] = [
      ["complete", "a", fenceOf("a")],
      ["retry", "b", fenceOf("b"), "500"],
      ["fail", "c", fenceOf("c")],
      ["release", "d", fenceOf("d")],
      ["retry", "e", fenceOf("e")],
    ];
    expect(await settle(queue, items, { count })).toBe("cdfrr");
    const { jobs, runs, ...state } = await stateWithoutNotes(queue);
    expect(state).toEqual({
      ready: { d: place(4, 3), e: place(102, 4) },
      delayed: { b: due(START + 500, 1) },
      failed: { c: START },
      endings: { a: ending("C", tick(102)) },
      meta: {
        head: headOf({ tick: tick(102), due: START + 500, runs: 4, completed: 1 }),
        retried: "2",
        failed: "1",
        released: "1",
      },
    });
    expect(jobs).toEqual(omit(five.jobs, "a"));
    expect(Object.values(runs ?? {}).map((text) => text[0])).toEqual(["W", "F", "W", "W"]);
  });

  test("a late complete keeps the job if done jobs are kept", async () => {
    const queue = await queueWith({ ...five, ready: { a: place(1, 0) } });
    expect(await settle(queue, [["keep", "a", fenceOf("a")]], { count })).toBe("c");
    const { ready, done, jobs } = await stateWithoutNotes(queue);
    expect([ready, done, jobs]).toEqual([undefined, { a: START }, five.jobs]);
  });

  test("a late release keeps the time to live of the job", async () => {
    const waiting: State = { ready: { c: place(3, 2) }, expiring: { c: C_EXPIRES } };
    const queue = await queueWith({ ...five, ...waiting });
    expect(await settle(queue, [["release", "c", fenceOf("c")]], { count })).toBe("r");
    expectParts(await queue.state(), waiting);
  });

  test("a holder can settle a job that failed as its last lease expired", async () => {
    const before = fiveFailed(flags);
    const queue = await queueWith(before);
    const items: Item[] = [
      ["complete", "a", tick(0), "1"],
      ["keep", "b", tick(1)],
      ["release", "c", tick(2)],
      ["fail", "d", tick(3), "", '"no"'],
      ["retry", "e", tick(4), "500", '"later"'],
    ];
    expect(await settle(queue, items, { count })).toBe("ccrff");
    // The end of the lease is replaced by the end that its holder states.
    const attemptsWith = (letter: EndLetter, i: number, error?: string) => [
      RETRIED,
      ended(letter, tick(i), { attempt: 2, ...(error === undefined ? {} : { error }) }),
    ];
    expectParts(await stateWithoutNotes(queue), {
      ready: { c: place(1) },
      failed: { d: START, e: START },
      done: { b: START },
      jobs: omit(before.jobs, "a"),
      runs: {
        b: run("C", tick(1), { ...failedRun, attempts: [RETRIED, lost(1)] }),
        c: run("W", tick(2), { ...failedRun, released: 1, attempts: attemptsWith("g", 2) }),
        d: run("F", tick(3), { ...failedRun, attempts: attemptsWith("f", 3, '"no"') }),
        e: run("F", tick(4), { ...failedRun, attempts: attemptsWith("f", 4, '"later"') }),
      },
      // A job that fails again is not counted again.
      meta: { head: expect.stringContaining(" 4 5 9 2"), failed: "5", released: "1" },
    });
  });

  test("a late settle changes nothing if its last write is refused", async () => {
    const error = '"an error that makes a run longer"';
    for (const [before, items] of [
      [fiveReady(flags), FIVE.map((id): Item => ["retry", id, fenceOf(id), "0", error])],
      [fiveReady(flags), FIVE.map((id): Item => ["retry", id, fenceOf(id), "500"])],
      [fiveFailed(flags), FIVE.map((id, i): Item => ["fail", id, tick(i), "", error])],
    ] as const) {
      const queue = await queueWith(before);
      await expectRefused(settle(queue.through(refuseWrites(TO_META)), items, { count }));
      expect(await queue.state()).toEqual(before);
    }
  });

  test("a holder can settle a job only once after its last lease expired", async () => {
    const queue = await queueWith(fiveFailed(flags));
    expect(await settle(queue, [["fail", "a", tick(0)]], { count })).toBe("f");
    expect(await settle(queue, [["complete", "a", tick(0)]], { count, number: 2 })).toBe("F");
    expect(await settle(queue, [["complete", "b", tick(99)]], { count, number: 3 })).toBe("F");
  });
});

describe("after the last attempt", () => {
  const parts = { attempt: 2, max: 2 };
  const before = leasedQueue(["a"], { end: START, fence: () => tick(5), parts, head: { due: START, leased: 1 } });
  const lostAt = (at: number) => [ended("l", tick(5), { attempt: 2, at, error: '"lease expired"' })];
  const lastRun = { attempt: 2, max: 2, attempts: lostAt(START) };

  test.each([
    ["a clean", (queue: TestQueue) => queue.call(clean)],
    ["a turn", (queue: TestQueue) => queue.call(turn, { number: 7 })],
  ])("a holder can still complete a job after %s has failed it", async (_, heal) => {
    const queue = await queueWith(before);
    await heal(queue);
    expectParts(await queue.state(), { failed: { a: START }, runs: { a: run("E", tick(5), lastRun) } });
    expect(await settle(queue, [["complete", "a", tick(5), '"done"']], { number: 9 })).toBe("c");
    const { failed, runs, jobs, endings } = await queue.state();
    expect([failed, runs, jobs, endings]).toEqual([undefined, undefined, undefined, { a: ending("C") }]);
  });

  test("a holder can extend its lease, after which the job is leased and fails again at the new end", async () => {
    const queue = await queueWith(before);
    await queue.call(clean);
    expect(await queue.call(extend, { worker: "", items: [ref("a", tick(5))] })).toEqual(["ok", "l", `${LEASE_END}`]);
    expect(await queue.state()).toEqual({
      ...before,
      leased: { a: LEASE_END },
      runs: { a: run("L", tick(5), lastRun) },
      meta: { head: head({ due: LEASE_END, runs: 1, leased: 1 }), failed: "1" },
    });
    expect(await queue.call(clean, { times: clockAt(LEASE_END) })).toEqual(["ok", "0 1 0 0 0 0 0"]);
    expect((await queue.state()).runs?.a).toBe(run("E", tick(5), { ...lastRun, attempts: lostAt(LEASE_END) }));
  });

  test("a holder can report progress, and extend its lease with it", async () => {
    const queue = await queueWith(before);
    await queue.call(clean);
    const args = { reference: ref("a", tick(5)), progress: "0.5", duration: "" };
    expect(await queue.call(progress, args)).toEqual(["ok", "l"]);
    expectParts(await queue.state(), {
      failed: { a: START },
      runs: { a: run("E", tick(5), { ...lastRun, progress: "0.5" }) },
    });
    expect(await queue.call(progress, { ...args, duration: 500 })).toEqual(["ok", "l"]);
    const { failed, leased, runs } = await queue.state();
    const after = run("L", tick(5), { ...lastRun, progress: "0.5" });
    expect([failed, leased, runs?.a]).toEqual([undefined, { a: START + 500 }, after]);
  });

  test("a worker cannot settle a job that failWorker took from it", async () => {
    const queue = await queueWith(before);
    expect(await queue.call(failWorker, { worker: "w", times: clockAt(START - 1) })).toEqual(["ok", "1", "-"]);
    const attempts = [ended("w", tick(5), { attempt: 2, at: START - 1, error: '"its worker failed"' })];
    expect((await queue.state()).runs?.a).toBe(run("F", tick(5), { ...lastRun, attempts }));
    expect(await settle(queue, [["complete", "a", tick(5)]])).toBe("F");
  });
});

describe("a turn that settles a job late and leases", () => {
  const before: State = {
    ready: { a: place(1), b: place(2) },
    jobs: { a: record(place(1), "A"), b: record(place(2), "B") },
    runs: { a: run("L", tick(5)) },
    meta: { head: head({ runs: 1, enqueued: 2, leased: 1 }) },
  };

  test.each<[action: Action, detail: string, letter: string, after: State]>([
    ["complete", "", "c", { jobs: { b: record(place(2), "B") } }],
    ["keep", "", "c", { done: { a: START } }],
    ["fail", "", "f", { failed: { a: START } }],
    ["retry", "500", "d", { delayed: { a: due(START + 500, 5) } }],
  ])("hands out the next job and not the one of its own %s %s", async (action, detail, letter, after) => {
    const queue = await queueWith(before);
    const [, letters, , id] = await turnWith(queue, [[action, "a", tick(5), detail]], { count: 1 });
    expect([letters, id]).toEqual([letter, "b"]);
    const state = await queue.state();
    expect(state.ready).toBeUndefined();
    expectParts(state, { leased: { b: LEASE_END }, jobs: before.jobs ?? {}, ...after });
  });

  test("hands out the job that it releases, since that is the first in line", async () => {
    const queue = await queueWith(before);
    const reply = await turnWith(queue, [["release", "a", tick(5)]], { count: 2 });
    expect([reply[1], ...reply.slice(3, 5)]).toEqual(["r", "2\ta", "b"]);
    const { ready, leased, jobs } = await queue.state();
    expect([ready, Object.keys(leased ?? {}), jobs]).toEqual([undefined, ["a", "b"], before.jobs]);
  });
});
