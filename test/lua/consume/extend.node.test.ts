// extend and progress: a holder extends its lease or reports progress; a stale holder changes nothing.
import { describe, expect, test } from "vitest";
import { extend, progress } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites, TO_META } from "../kit/adapters.ts";
import { byId, head, numberedIds, omit, RETRIED, record, ref, run } from "../kit/forms.ts";
import { LOST, LOST_LEASES } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { LEASE_END, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const parts = { progress: "0.25", attempts: [RETRIED] };
/** A leased job, and one that is ready again since its lease expired. */
const before: State = {
  ready: { late: place(2) },
  leased: { held: START + 1 },
  expiring: { late: START + 9 },
  jobs: { late: record(), held: record() },
  runs: { late: run("L", tick(2), { ...parts, expiresAt: START + 9 }), held: run("L", tick(1), parts) },
  meta: { head: head({ due: START + 1, runs: 2, enqueued: 2, leased: 2 }) },
};
const [held, late] = [ref("held", tick(1)), ref("late", tick(2))];

describe("extend", () => {
  test("extends a lease, and leases a job again whose lease expired", async () => {
    const queue = await queueWith(before);
    expect(await queue.call(extend, { items: [held, late] })).toEqual(["ok", "ll", `${LEASE_END}`]);
    const after: State = {
      ...omit(before, "ready", "expiring"),
      leased: { late: LEASE_END, held: LEASE_END },
      workers: { w: START },
    };
    expect(await queue.state()).toEqual(after);
    expect(await queue.call(extend, { items: [held, late, late] })).toEqual(["ok", "lll", `${LEASE_END}`]);
    expect(await queue.state()).toEqual(after);
  });

  test("shortens a lease, and updates the next due time", async () => {
    const queue = await queueWith({ ...before, leased: { held: LEASE_END }, meta: { head: head({ due: LEASE_END }) } });
    expect(await queue.call(extend, { items: [held], duration: 5 })).toEqual(["ok", "l", `${START + 5}`]);
    const { leased, meta } = await queue.state();
    expect([leased, meta?.head]).toEqual([{ held: START + 5 }, head({ due: START + 5 })]);
  });

  test("extends 1,000 leases of many hashes at once", async () => {
    const ids = numberedIds(1_000);
    const queue = await queueWith({
      leased: byId(ids, () => START + 1),
      runs: byId(ids, (_, i) => run("L", tick(i))),
      meta: { head: head({ runs: 1_000 }) },
    });
    const items = ids.map((id, i) => ref(id, tick(i)));
    expect((await queue.call(extend, { items }))[1]).toBe("l".repeat(1_000));
    expect((await queue.state()).leased).toEqual(byId(ids, () => LEASE_END));
  });

  test("changes nothing if its last write is refused", async () => {
    const queue = await queueWith(before);
    await expectRefused(queue.through(refuseWrites(TO_META)).call(extend, { items: [held, late] }));
    expect(await queue.state()).toEqual(before);
  });

  test("changes nothing for lost leases, and replies with the reasons", async () => {
    const queue = await queueWith(LOST);
    const items = LOST_LEASES.map(([id, fence]) => ref(id, fence));
    const letters = LOST_LEASES.map(([, , letter]) => letter).join("");
    expect(await queue.call(extend, { items, worker: "" })).toEqual(["ok", letters, `${LEASE_END}`]);
    expect(await queue.state()).toEqual(LOST);
  });

  test("notes a worker that has a name, even if its lease is lost", async () => {
    for (const [worker, workers] of [
      ["ü %1", { "ü %1": START }],
      ["", undefined],
    ] as const) {
      const queue = await queueWith(LOST);
      await queue.call(extend, { items: [ref("released", tick(1))], worker });
      expect(await queue.state()).toEqual({ ...LOST, ...(workers && { workers }) });
    }
  });
});

describe("progress", () => {
  test("is written to the run and leaves the lease as it is", async () => {
    const queue = await queueWith(before);
    const text = '0.5 "%1 ünï"';
    expect(await queue.call(progress, { reference: held, progress: text, duration: "" })).toEqual(["ok", "l"]);
    const runs = { ...before.runs, held: run("L", tick(1), { ...parts, progress: text }) };
    expect(await queue.state()).toEqual({ ...before, runs });
  });

  const lateRuns = { ...before.runs, late: run("L", tick(2), { ...parts, progress: "1", expiresAt: START + 9 }) };

  test("is written after the lease expired, and the job stays ready", async () => {
    const queue = await queueWith(before);
    expect(await queue.call(progress, { reference: late, progress: "1", duration: "" })).toEqual(["ok", "l"]);
    expect(await queue.state()).toEqual({ ...before, runs: lateRuns });
  });

  test("extends the lease if asked, and leases the job again if that expired", async () => {
    const queue = await queueWith(before);
    expect(await queue.call(progress, { reference: late, progress: "1", duration: 500 })).toEqual(["ok", "l"]);
    expect(await queue.state()).toEqual({
      ...omit(before, "ready", "expiring"),
      leased: { held: START + 1, late: START + 500 },
      runs: lateRuns,
    });
    expect(await queue.call(progress, { reference: held, progress: "1", duration: 700 })).toEqual(["ok", "l"]);
    expect((await queue.state()).leased).toEqual({ late: START + 500, held: START + 700 });
  });

  test("that is longer than before leases a job again that failed as its last lease expired", async () => {
    const state: State = { failed: { e: START }, jobs: { e: record() }, runs: { e: run("E", tick(1)) } };
    const queue = await queueWith({ ...state, meta: before.meta ?? {} });
    const text = `"${"x".repeat(100)}"`;
    const reply = await queue.call(progress, { reference: ref("e", tick(1)), progress: text, duration: 500 });
    expect(reply).toEqual(["ok", "l"]);
    const { failed, leased, runs } = await queue.state();
    expect([failed, leased]).toEqual([undefined, { e: START + 500 }]);
    expect(runs).toEqual({ e: run("L", tick(1), { progress: text }) });
  });

  test("is written even if lines of the run are missing", async () => {
    const [line = ""] = run("L", tick(1)).split("\n");
    const queue = await queueWith({ leased: { held: START }, runs: { held: line }, meta: { head: head({ runs: 1 }) } });
    await queue.call(progress, { reference: held, progress: "1", duration: "" });
    expect((await queue.state()).runs).toEqual({ held: run("L", tick(1), { worker: "", progress: "1" }) });
  });

  test.each(LOST_LEASES)("changes nothing for the lost lease of %s with fence %d, and replies %s", async (...lost) => {
    const [id, fence, letter] = lost;
    const queue = await queueWith(LOST);
    const args = { reference: ref(id, fence), progress: "1" };
    for (const duration of ["", 500]) expect(await queue.call(progress, { ...args, duration })).toEqual(["ok", letter]);
    expect(await queue.state()).toEqual(LOST);
  });
});
