// Healing: turn and clean end expired leases, make due jobs ready, and drop expired jobs.
import { describe, expect, test } from "vitest";
import { clean, turn } from "../../../src/engine/all-scripts.ts";
import { byId, ended, ending, type HeadParts, head, numberedIds, RETRIED, record, run } from "../kit/forms.ts";
import { leasedQueue } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { due, FIRST_PLACE, place, START, tick } from "../kit/times.ts";
import { stateWithoutNotes } from "../kit/turns.ts";

const queueWith = connectQueues();

/** Requests that heal and lease nothing: a clean, and a turn of a paused queue. */
const HEALERS: [string, (queue: TestQueue) => Promise<string[]>][] = [
  ["clean", (queue) => queue.call(clean, { limit: 10, policy: "" })],
  ["turn", (queue) => queue.call(turn, { count: 9 })],
];

const headOf = (parts: HeadParts = {}) => head({ flags: "p", ...parts });

describe.each(HEALERS)("%s", (_, heal) => {
  /** Heals. Resolves with the state afterwards. */
  async function stateAfterHeal(queue: TestQueue): Promise<State> {
    await heal(queue);
    return stateWithoutNotes(queue);
  }

  test("returns a job whose lease expired to its place, and adds the end of its attempt to its run", async () => {
    const before: State = {
      jobs: { a: record(place(1)), b: record(place(2)), c: record(place(9, 0)), held: record() },
      runs: {
        a: run("L", tick(7), { place: place(1), progress: '0.5 "half"', attempts: [RETRIED] }),
        c: run("L", tick(8), { place: place(9, 0), attempt: 4, expiresAt: START + 9 }),
        held: run("L", tick(9)),
      },
    };
    const [a, c] = [before.runs?.a, before.runs?.c];
    const queue = await queueWith({
      ...before,
      ready: { b: place(2) },
      leased: { a: START - 5, c: START, held: START + 1 },
      meta: { head: headOf({ due: START - 5, runs: 3 }) },
    });
    expect(await stateAfterHeal(queue)).toEqual({
      ...before,
      runs: {
        ...before.runs,
        a: `${a}\n${ended("l", tick(7))}`,
        c: `${c}\n${ended("l", tick(8), { attempt: 4 })}`,
      },
      leased: { held: START + 1 },
      ready: { c: place(9, 0), a: place(1), b: place(2) },
      expiring: { c: START + 9 },
      meta: { head: headOf({ due: START + 1, runs: 3 }), reclaimed: "2" },
    });
  });

  test("fails a job whose attempts are used up, not counting released ones", async () => {
    const jobs = { "once more": record(), over: record(), "over max": record() };
    const once = run("L", tick(1), { attempt: 3, released: 2, max: 2 });
    const queue = await queueWith({
      leased: byId(Object.keys(jobs), () => START),
      jobs,
      runs: {
        "once more": once,
        over: run("L", tick(2), { attempt: 4, released: 2, max: 2, expiresAt: START + 9, attempts: [RETRIED] }),
        "over max": run("L", tick(3), { attempt: 9, max: 2 }),
      },
      meta: { head: headOf({ due: START, runs: 3 }) },
    });
    expect(await stateAfterHeal(queue)).toEqual({
      ready: { "once more": place(1) },
      failed: { over: START, "over max": START },
      jobs,
      runs: {
        "once more": `${once}\n${ended("l", tick(1), { attempt: 3 })}`,
        over: run("E", tick(2), {
          attempt: 4,
          released: 2,
          max: 2,
          expiresAt: START + 9,
          attempts: [RETRIED, ended("l", tick(2), { attempt: 4, error: '"lease expired"' })],
        }),
        "over max": run("E", tick(3), {
          ...{ attempt: 9, max: 2 },
          attempts: [ended("l", tick(3), { attempt: 9, error: '"lease expired"' })],
        }),
      },
      meta: { head: headOf({ runs: 3 }), reclaimed: "1", failed: "2" },
    });
  });

  test("keeps the last ten attempts of a job that fails", async () => {
    const attempts = numberedIds(10).map((n) => ended("r", tick(Number(n) + 2), { error: `"no ${n}"`, worker: "" }));
    const parts = { max: 1, worker: "", attempts };
    const queue = await queueWith(leasedQueue(["a"], { end: START, parts, head: { flags: "p", due: START } }));
    expect((await stateAfterHeal(queue)).runs).toEqual({
      a: run("E", tick(1), {
        ...{ max: 1, worker: "" },
        attempts: [...attempts.slice(1), ended("l", tick(1), { worker: "", error: '"lease expired"' })],
      }),
    });
  });

  test("makes a leased job without a sound run ready, before the others of the usual priority", async () => {
    const runs = { damaged: `L ${tick(5)}`, odd: "\n\n", text: "text", empty: "" };
    const ids = ["damaged", "empty", "none", "odd", "text"];
    const queue = await queueWith({
      leased: byId(ids, () => START),
      jobs: byId(ids, (id) => record(place(7), id)),
      runs,
      meta: { head: headOf({ due: START, runs: 4 }) },
    });
    expect(await stateAfterHeal(queue)).toEqual({
      ready: byId(ids, () => FIRST_PLACE),
      jobs: byId(ids, (id) => record(place(7), id)),
      runs,
      meta: { head: headOf({ runs: 4 }), reclaimed: "5" },
    });
  });

  test.each([
    ["has lost all lines but the first", run("L", tick(5), { attempt: 5 }).split("\n")[0] ?? "", ""],
    ["has lost its attempts", `${run("L", tick(5), { attempt: 5 }).split("\n")[0]}\nw`, "w"],
  ])("fails a job whose run %s, and handles the others", async (__, text, worker) => {
    const queue = await queueWith({
      leased: { a: START, b: START },
      jobs: { a: record(), b: record() },
      runs: { a: text, b: run("L", tick(6)) },
      meta: { head: headOf({ due: START, runs: 2 }) },
    });
    const { failed, ready, runs } = await stateAfterHeal(queue);
    expect([failed, ready]).toEqual([{ a: START }, { b: place(1) }]);
    const attempts = [ended("l", tick(5), { attempt: 5, worker, error: '"lease expired"' })];
    expect(runs?.a).toBe(run("E", tick(5), { attempt: 5, worker, attempts }));
  });

  test("makes a due job ready since its due time", async () => {
    const jobs = { r: record(), a: record(), z: record(), later: record() };
    const queue = await queueWith({
      ready: { r: place(7) },
      delayed: { a: due(START - 9, 5, { n: 3 }), z: due(START, 9, { n: 999 }), later: due(START + 1, 0) },
      jobs,
      meta: { head: headOf({ due: START - 9 }) },
    });
    expect(await stateAfterHeal(queue)).toEqual({
      ready: { a: place(3, 5, { time: START - 9 }), r: place(7), z: place(999, 9) },
      delayed: { later: due(START + 1, 0) },
      jobs,
      meta: { head: headOf({ due: START + 1 }) },
    });
  });

  test("keeps the priority of a delayed job", async () => {
    const ids = numberedIds(10, "p");
    const queue = await queueWith({
      delayed: byId(ids, (_, p) => due(START, p, { n: p })),
      meta: { head: headOf({ due: START }) },
    });
    expect((await stateAfterHeal(queue)).ready).toEqual(byId(ids, (_, p) => place(p, p)));
  });

  test("drops waiting jobs that have expired, and no leased or ended job", async () => {
    const stays: State = {
      leased: { l: START + 1 },
      failed: { f: START },
      done: { o: START },
      jobs: { l: record(), f: record(), o: record(), "not yet": record() },
      runs: { l: run("L", tick(1)), f: run("F", tick(2)), o: run("C", tick(3)) },
    };
    const queue = await queueWith({
      ...stays,
      ready: { r: place(1), "not yet": place(2) },
      delayed: { "ünï %1": due(START + 1) },
      expiring: { ...byId(["f", "l", "lost", "o", "r", "ünï %1"], () => START), "not yet": START + 2 },
      jobs: { ...stays.jobs, r: record(), "ünï %1": record() },
      runs: { ...stays.runs, r: run("W", tick(4)) },
      meta: { head: headOf({ due: START, runs: 4, enqueued: 6 }) },
    });
    expect(await stateAfterHeal(queue)).toEqual({
      ...stays,
      ready: { "not yet": place(2) },
      expiring: { "not yet": START + 2 },
      endings: { r: ending("E"), "ünï %1": ending("E") },
      meta: { head: headOf({ due: START + 1, runs: 3, enqueued: 6 }), expired: "2" },
    });
  });

  test("counts no leased job as expired", async () => {
    const before: State = { leased: { l: START + 1 }, jobs: { l: record() }, runs: { l: run("L", tick(1)) } };
    const queue = await queueWith({
      ...before,
      expiring: { l: START },
      meta: { head: headOf({ due: START, runs: 1 }) },
    });
    expect(await stateAfterHeal(queue)).toEqual({ ...before, meta: { head: headOf({ due: START + 1, runs: 1 }) } });
  });

  test("moves at most ten of each kind, the first ones, and loses none of the same due time", async () => {
    // Jobs of one time are ordered by their ids.
    const names = (letter: string) => numberedIds(22, letter).slice(10);
    const [expired, late, sleeping] = [names("e"), names("l"), names("d")];
    const all = [...expired, ...late, ...sleeping];
    const queue = await queueWith({
      ready: byId(expired, (_, i) => place(i, 9)),
      expiring: byId(expired, () => START),
      leased: byId(late, () => START - 1),
      delayed: byId(sleeping, () => due(START)),
      jobs: byId(all, () => record()),
      runs: byId(late, (_, i) => run("L", tick(i), { place: place(i) })),
      meta: { head: headOf({ due: START - 1, runs: 12 }) },
    });
    const { ready, expiring, leased, delayed, meta } = await stateAfterHeal(queue);
    const healthy = Object.keys(ready ?? {}).filter((id) => !id.startsWith("e"));
    expect(healthy.sort()).toEqual([...sleeping.slice(0, 10), ...late.slice(0, 10)]);
    expect([expiring, leased, delayed]).toEqual([
      byId(expired.slice(10), () => START),
      byId(late.slice(10), () => START - 1),
      byId(sleeping.slice(10), () => due(START)),
    ]);
    expect(meta).toEqual({ head: headOf({ due: START - 1, runs: 12 }), reclaimed: "10", expired: "10" });
  });

  test("reads nothing if the head states that nothing is due", async () => {
    const before: State = {
      leased: { l: START - 9 },
      delayed: { d: due(START - 9) },
      jobs: { l: record(), d: record() },
      runs: { l: run("L", tick(1)) },
      meta: { head: headOf({ due: START + 1, runs: 1 }) },
    };
    const queue = await queueWith(before);
    expect(await stateAfterHeal(queue)).toEqual(before);
  });
});
