// turn: the state after each action that settles a job.
import { describe, expect, test } from "vitest";
import { turn } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites, TO_META } from "../kit/adapters.ts";
import {
  byId,
  ended,
  ending,
  type HeadParts,
  head,
  numberedIds,
  omit,
  RETRIED,
  record,
  rememberedReply,
  run,
} from "../kit/forms.ts";
import { C_EXPIRES, FIVE, FIVE_RUN, fenceOf, fiveLeased, runOf, withoutLeased } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, place, RESULT_TTL, START, tick } from "../kit/times.ts";
import { type Action, type Item, itemFields, settle, stateWithoutNotes, WAYS } from "../kit/turns.ts";

const queueWith = connectQueues();

describe.each(WAYS)("%s", (_, { flags, count }) => {
  const before = fiveLeased(flags);
  const leasedWithout = (...ids: string[]) => omit(before.leased, ...ids);
  const headOf = (parts: HeadParts) => head({ flags, leased: 9, ...parts });

  test("complete removes the job and stores its result and its ending", async () => {
    const queue = await queueWith(before);
    expect(await settle(queue, [["complete", "c", fenceOf("c"), '{"n":1}']], { count })).toBe("c");
    expect(await stateWithoutNotes(queue)).toEqual({
      ...withoutLeased(before, "c"),
      endings: { c: ending("C") },
      "result:c": [`C ${START} {"n":1}`, RESULT_TTL],
      meta: { head: headOf({ runs: 4, completed: 1 }) },
    });
  });

  test("complete keeps a result for the time that the policy states", async () => {
    const queue = await queueWith(before);
    await settle(queue, [["keep", "c", fenceOf("c"), "1"]], { count, policy: "- - - - 60000" });
    expect((await stateWithoutNotes(queue))["result:c"]).toEqual([`C ${START} 1`, 60_000]);
  });

  test("complete keeps the job if done jobs are kept", async () => {
    const queue = await queueWith(before);
    expect(await settle(queue, [["keep", "c", fenceOf("c")]], { count })).toBe("c");
    expect(await stateWithoutNotes(queue)).toEqual({
      ...before,
      leased: leasedWithout("c"),
      done: { c: START },
      runs: { ...before.runs, c: run("C", fenceOf("c"), runOf("c")) },
      meta: { head: headOf({ runs: 5, completed: 1 }) },
    });
  });

  test("complete ends every job of a batch over several hashes", async () => {
    const queue = await queueWith(before);
    const items: Item[] = [
      ["complete", "a", fenceOf("a"), "1"],
      ["complete", "e", fenceOf("e")],
      ["complete", "d", fenceOf("d"), "4"],
    ];
    expect(await settle(queue, items, { count })).toBe("ccc");
    expect(await stateWithoutNotes(queue)).toEqual({
      ...withoutLeased(before, "a", "d", "e"),
      endings: byId(["a", "e", "d"], () => ending("C")),
      "result:a": [`C ${START} 1`, RESULT_TTL],
      "result:d": [`C ${START} 4`, RESULT_TTL],
      meta: { head: headOf({ runs: 2, completed: 3 }) },
    });
  });

  test("retry puts a job at the end of its priority, or delays it", async () => {
    const queue = await queueWith(before);
    const items: Item[] = [
      ["retry", "a", fenceOf("a"), "0", '"%1"'],
      ["retry", "e", fenceOf("e"), "500"],
    ];
    expect(await settle(queue, items, { count })).toBe("rd");
    expect(await stateWithoutNotes(queue)).toEqual({
      ...before,
      leased: leasedWithout("a", "e"),
      ready: { a: place(101, 0) },
      delayed: { e: due(START + 500, 4) },
      runs: {
        ...before.runs,
        a: run("W", fenceOf("a"), {
          ...FIVE_RUN,
          place: place(101, 0),
          attempts: [RETRIED, ended("r", fenceOf("a"), { attempt: 3, error: '"%1"' })],
        }),
        e: run("W", fenceOf("e"), {
          ...FIVE_RUN,
          place: place(0, 4, { time: START + 500 }),
          attempts: [RETRIED, ended("r", fenceOf("e"), { attempt: 3 })],
        }),
      },
      meta: { head: headOf({ tick: tick(102), due: START + 500, runs: 5 }), retried: "2" },
    });
  });

  test("retry puts a job at the end even if ticks are ahead of the clock", async () => {
    const queue = await queueWith({ ...before, meta: { head: headOf({ tick: tick(5_000), runs: 5 }) } });
    expect(await settle(queue, [["retry", "a", fenceOf("a")]], { count })).toBe("r");
    expect((await stateWithoutNotes(queue)).ready).toEqual({ a: place(5_001, 0) });
  });

  test("retry after one millisecond delays the job", async () => {
    const queue = await queueWith(before);
    expect(await settle(queue, [["retry", "a", fenceOf("a"), "1"]], { count })).toBe("d");
    expect((await stateWithoutNotes(queue)).delayed).toEqual({ a: due(START + 1, 0) });
  });

  test("retry updates the next due time even if it moves by one millisecond", async () => {
    const queue = await queueWith({ ...before, meta: { head: headOf({ due: START + 501, runs: 5 }) } });
    await settle(queue, [["retry", "a", fenceOf("a"), "500"]], { count });
    const { meta } = await stateWithoutNotes(queue);
    expect(meta?.head).toBe(headOf({ tick: tick(101), due: START + 500, runs: 5 }));
  });

  test("complete stores no result if its last write is refused", async () => {
    const queue = await queueWith(before);
    const items = FIVE.map((id): Item => ["complete", id, fenceOf(id), "1"]);
    await expectRefused(settle(queue.through(refuseWrites(TO_META)), items, { count }));
    expect(await queue.state()).toEqual(before);
  });

  test("a late release of a failed job changes nothing if its last write is refused", async () => {
    const state: State = {
      failed: { late: START },
      jobs: { late: record(place(1), "late", { expiresAt: C_EXPIRES }) },
      runs: { late: run("E", tick(1), { expiresAt: C_EXPIRES, max: 1 }) },
      meta: { head: headOf({ runs: 1 }) },
    };
    const queue = await queueWith(state);
    const refused = queue.through(refuseWrites(TO_META));
    await expectRefused(settle(refused, [["release", "late", tick(1)]], { count }));
    expect(await queue.state()).toEqual(state);
  });

  test("retry and release add the job to expiring again if it has a time to live", async () => {
    for (const item of [
      ["retry", "c", fenceOf("c"), "20000"],
      ["release", "c", fenceOf("c")],
    ] as const) {
      const queue = await queueWith(before);
      await settle(queue, [[...item]], { count });
      const { expiring, meta } = await stateWithoutNotes(queue);
      expect(expiring).toEqual({ c: C_EXPIRES });
      expect(meta?.head).toContain(` ${C_EXPIRES} 5 `);
    }
  });

  test("retry fails a job whose attempts are used up, with or without a delay", async () => {
    const jobs = { spent: record(), left: record() };
    const queue = await queueWith({
      leased: { spent: START + 1, left: START + 1 },
      jobs,
      runs: {
        spent: run("L", tick(5), { attempt: 4, released: 2, max: 2 }),
        left: run("L", tick(6), { attempt: 4, released: 3, max: 2 }),
      },
      meta: { head: headOf({ runs: 2 }) },
    });
    const items: Item[] = [
      ["retry", "spent", tick(5), "500", '"x"'],
      ["retry", "left", tick(6), "500"],
    ];
    expect(await settle(queue, items, { count })).toBe("fd");
    expect(await stateWithoutNotes(queue)).toEqual({
      failed: { spent: START },
      delayed: { left: due(START + 500, 5) },
      jobs,
      runs: {
        spent: run("F", tick(5), {
          ...{ attempt: 4, released: 2, max: 2 },
          attempts: [ended("f", tick(5), { attempt: 4, error: '"x"' })],
        }),
        left: run("W", tick(6), {
          ...{ attempt: 4, released: 3, max: 2, place: place(0, 5, { time: START + 500 }) },
          attempts: [ended("r", tick(6), { attempt: 4 })],
        }),
      },
      meta: { head: headOf({ tick: tick(101), due: START + 500, runs: 2 }), failed: "1", retried: "1" },
    });
  });

  test("fail keeps the job with its last ten attempts, and its time to live", async () => {
    const attempts = numberedIds(10).map((n) => ended("r", tick(Number(n)), { error: `"no ${n}"` }));
    const queue = await queueWith({
      ...before,
      runs: { ...before.runs, c: run("L", fenceOf("c"), { expiresAt: C_EXPIRES, attempts }) },
    });
    expect(await settle(queue, [["fail", "c", fenceOf("c"), "", '"no\\n6"']], { count })).toBe("f");
    expect(await stateWithoutNotes(queue)).toEqual({
      ...before,
      leased: leasedWithout("c"),
      failed: { c: START },
      runs: {
        ...before.runs,
        c: run("F", fenceOf("c"), {
          expiresAt: C_EXPIRES,
          attempts: [...attempts.slice(1), ended("f", fenceOf("c"), { error: '"no\\n6"' })],
        }),
      },
      meta: { head: headOf({ runs: 5 }), failed: "1" },
    });
  });

  test.each([
    ["all attempts up to 800 bytes in total", [400, 400], 2],
    ["only the last attempt if they exceed 800 bytes", [400, 401], 1],
    ["a last attempt that exceeds 800 bytes alone", [50, 801], 1],
  ])("fail keeps %s", async (__, sizes, kept) => {
    const short = ended("r", tick(0), { error: '""' }).length + 1;
    const [old = "", last = ""] = sizes.map((size, i) => `"${(i === 0 ? "x" : "y").repeat(size - short)}"`);
    const attempts = [ended("r", tick(0), { error: old }), ended("f", fenceOf("a"), { error: last })];
    const queue = await queueWith({
      ...before,
      runs: { ...before.runs, a: run("L", fenceOf("a"), { attempts: attempts.slice(0, 1) }) },
    });
    await settle(queue, [["fail", "a", fenceOf("a"), "", last]], { count });
    const after = run("F", fenceOf("a"), { attempts: attempts.slice(2 - kept) });
    expect((await stateWithoutNotes(queue)).runs?.a).toBe(after);
  });

  test("release puts a job back into its place and counts no attempt", async () => {
    const queue = await queueWith(before);
    expect(await settle(queue, [["release", "b", fenceOf("b")]], { count })).toBe("r");
    expect(await stateWithoutNotes(queue)).toEqual({
      ...before,
      leased: leasedWithout("b"),
      ready: { b: place(2, 1) },
      runs: {
        ...before.runs,
        b: run("W", fenceOf("b"), {
          ...{ ...runOf("b"), released: 2 },
          attempts: [RETRIED, ended("g", fenceOf("b"), { attempt: 3 })],
        }),
      },
      meta: { head: headOf({ runs: 5 }), released: "1" },
    });
  });

  test("one batch of 1,000 jobs can contain every action", async () => {
    const all = numberedIds(1_000, "job ");
    const actions: Action[] = ["complete", "keep", "retry", "fail", "release"];
    const queue = await queueWith({
      leased: byId(all, () => START + 1),
      jobs: byId(all, (id, i) => record(place(i), id)),
      runs: byId(all, (_, i) => run("L", tick(i), { place: place(i) })),
      meta: { head: headOf({ tick: tick(1_000), runs: 1_000 }) },
    });
    const items = all.map((id, i): Item => [actions[i % 5] as Action, id, tick(i), i % 5 === 0 ? "1" : undefined]);
    expect(await settle(queue, items, { count })).toBe("ccrfr".repeat(200));
    const { ready, done, failed, leased, jobs, runs, meta, ...others } = await stateWithoutNotes(queue);
    expect([ready, done, failed, jobs, runs].map((each) => Object.keys(each ?? {}).length)).toEqual([
      400, 200, 200, 800, 800,
    ]);
    expect([leased, Object.keys(others).length]).toEqual([undefined, 201]);
    expect(meta).toEqual({
      head: headOf({ tick: tick(1_200), runs: 800, completed: 400 }),
      retried: "200",
      failed: "200",
      released: "200",
    });
  });
});

test("the reply to a turn without a lease contains the letters, the time and no jobs", async () => {
  const before = fiveLeased();
  const queue = await queueWith(before);
  const items = itemFields([["complete", "a", fenceOf("a")]]);
  const text = `c\n${START} - 0 - - -`;
  expect(await queue.callRaw(turn, { items, count: 0 })).toBe(`ok\n${text}`);
  expect(await queue.state()).toEqual({
    ...withoutLeased(before, "a"),
    endings: { a: ending("C") },
    meta: { head: head({ runs: 4, leased: 9, completed: 1 }) },
    ...rememberedReply(text),
  });
});
