// extend and progress: for the one who holds a job, and nobody else.
import { describe, expect, test } from "vitest";
import { extend, progress } from "../../../src/engine/scripts.gen.ts";
import { refusing } from "../kit/refusing.ts";
import { about, benches, ending, head, LEASE, place, record, ref, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
const END = START + LEASE;
const parts = { progress: "0.25", errors: ['1 1 "no"'] };
const before: State = {
  ready: [["back", place(2)]],
  leased: [["held", START + 1]],
  expiring: [["back", START + 9]],
  jobs: { back: record(), held: record() },
  runs: { back: run("L", tick(2), { ...parts, dies: START + 9 }), held: run("L", tick(1), parts) },
  meta: { head: head({ due: START + 1, runs: 2, enqueued: 2, leased: 2 }) },
};
const held = (...pairs: [id: string, fence: number][]) =>
  about(
    pairs.map(([id]) => id),
    { items: pairs.map(([id, fence]) => ref(id, fence)) },
  );

/** Each way of holding a job no longer. */
const others: State = {
  ready: [
    ["released", place(1)],
    ["reclaimed", place(2)],
  ],
  leased: [
    ["again", START + 1],
    ["damaged", START + 1],
  ],
  failed: [["failed", START]],
  done: [["done", START]],
  jobs: Object.fromEntries(["released", "reclaimed", "again", "failed", "done", "damaged"].map((id) => [id, record()])),
  runs: {
    released: run("W", tick(1)),
    reclaimed: run("L", tick(2)),
    again: run("L", tick(2)),
    failed: run("F", tick(3)),
    done: run("C", tick(4)),
    damaged: "\n\n",
  },
  meta: { head: head({ runs: 6 }) },
  endings: {
    ...ending("completed", "C", tick(6)),
    ...ending("cancelled", "X", tick(7)),
    ...ending("purged", "P", tick(8)),
  },
  "endings:before": { ...ending("expired", "E", tick(1)), ...ending("trimmed", "F", tick(2)) },
};
const verdicts: [id: string, fence: number, letter: string][] = [
  ["released", tick(1), "W"],
  ["released", tick(9), "A"],
  ["reclaimed", tick(1), "A"],
  ["again", tick(1), "A"],
  ["failed", tick(3), "F"],
  ["done", tick(4), "C"],
  ["completed", tick(6), "C"],
  ["cancelled", tick(6), "X"],
  ["purged", tick(6), "P"],
  ["expired", tick(6), "E"],
  ["trimmed", tick(6), "F"],
  ["no trace", tick(9), "U"],
  ["damaged", tick(5), "U"],
];

describe("extend", () => {
  test("prolongs a lease, and takes back a job whose lease ran out", async () => {
    const queue = fresh();
    await queue.seed(before);
    const pairs = held(["held", tick(1)], ["back", tick(2)]);
    expect(await queue.call(extend, ...pairs)).toEqual(["ok", "ll", `${END}`]);
    const after: State = {
      jobs: before.jobs,
      runs: before.runs,
      leased: [
        ["back", END],
        ["held", END],
      ],
      workers: [["w", START]],
      meta: { head: head({ due: START + 1, runs: 2, enqueued: 2, leased: 2 }) },
    } as State;
    expect(await queue.state()).toEqual(after);
    const thrice = held(["held", tick(1)], ["back", tick(2)], ["back", tick(2)]);
    expect(await queue.call(extend, ...thrice)).toEqual(["ok", "lll", `${END}`]);
    expect(await queue.state()).toEqual(after);
  });

  test("shortens a lease, and notes when that ends", async () => {
    const queue = fresh();
    await queue.seed({ ...before, leased: [["held", END]], meta: { head: head({ due: END }) } });
    const [args, keys] = held(["held", tick(1)]);
    expect(await queue.call(extend, { ...args, duration: 5 }, keys)).toEqual(["ok", "l", `${START + 5}`]);
    const { leased, meta } = await queue.state();
    expect([leased, meta?.head]).toEqual([[["held", START + 5]], head({ due: START + 5 })]);
  });

  test("prolongs thousands of leases at once, of many hashes", async () => {
    const queue = fresh();
    const ids = Array.from({ length: 1_000 }, (_, i) => `${i}`);
    await queue.seed({
      leased: ids.map((id) => [id, START + 1]),
      runs: Object.fromEntries(ids.map((id, i) => [id, run("L", tick(i))])),
      meta: { head: head({ runs: 1_000 }) },
    });
    const [args, keys] = held(...ids.map((id, i): [string, number] => [id, tick(i)]));
    expect((await queue.call(extend, args, keys))[1]).toBe("l".repeat(1_000));
    expect((await queue.state()).leased?.every(([, end]) => end === END)).toBe(true);
  });

  test("leaves the leases as they were where its last write is refused", async () => {
    const queue = fresh();
    await queue.seed(before);
    const refused = queue.through(refusing("string.find(key,':meta$')"));
    const extending = refused.call(extend, ...held(["held", tick(1)], ["back", tick(2)]));
    await expect(extending).rejects.toMatchObject({ code: "record_too_large" });
    expect(await queue.state()).toEqual(before);
  });

  test("changes nothing for those who hold no longer, and says why", async () => {
    const queue = fresh();
    await queue.seed(others);
    const [args, keys] = held(...verdicts.map(([id, fence]): [string, number] => [id, fence]));
    const letters = verdicts.map(([, , letter]) => letter).join("");
    expect(await queue.call(extend, { ...args, worker: "" }, keys)).toEqual(["ok", letters, `${END}`]);
    expect(await queue.state()).toEqual(others);
  });

  test("notes the worker, also of one who holds nothing, and none without a name", async () => {
    for (const [worker, workers] of [
      ["ü %1", [["ü %1", START]]],
      ["", undefined],
    ] as const) {
      const queue = fresh();
      await queue.seed(others);
      const [args, keys] = held(["released", tick(1)]);
      await queue.call(extend, { ...args, worker }, keys);
      expect(await queue.state()).toEqual({ ...others, ...(workers && { workers }) });
    }
  });

  test("finds nothing in a queue without a key", async () => {
    const queue = fresh();
    expect(await queue.call(extend, ...held(["a", tick(1)]))).toEqual(["ok", "U", `${END}`]);
    expect(await queue.state()).toEqual({});
  });
});

describe("progress", () => {
  const note = (id: string, fence: number, text: string, duration: number | "" = "") =>
    [{ reference: ref(id, fence), progress: text, duration }, { id }] as const;

  test("is noted in the run, and leaves the lease alone", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await queue.call(progress, ...note("held", tick(1), '0.5 "%1 ünï"'))).toEqual(["ok", "l"]);
    expect(await queue.state()).toEqual({
      ...before,
      runs: { ...before.runs, held: run("L", tick(1), { ...parts, progress: '0.5 "%1 ünï"' }) },
    });
  });

  test("is noted for a job whose lease ran out, which stays in line", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await queue.call(progress, ...note("back", tick(2), "1"))).toEqual(["ok", "l"]);
    expect(await queue.state()).toEqual({
      ...before,
      runs: { ...before.runs, back: run("L", tick(2), { ...parts, progress: "1", dies: START + 9 }) },
    });
  });

  test("prolongs the lease if asked, and takes the job back if it ran out", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await queue.call(progress, ...note("back", tick(2), "1", 500))).toEqual(["ok", "l"]);
    const { ready, expiring, ...rest } = before;
    expect(await queue.state()).toEqual({
      ...rest,
      leased: [
        ["held", START + 1],
        ["back", START + 500],
      ],
      runs: { ...before.runs, back: run("L", tick(2), { ...parts, progress: "1", dies: START + 9 }) },
    });
    expect(await queue.call(progress, ...note("held", tick(1), "1", 700))).toEqual(["ok", "l"]);
    expect((await queue.state()).leased).toEqual([
      ["back", START + 500],
      ["held", START + 700],
    ]);
  });

  test("is noted where it is longer than the one before, and the job is taken back that failed as its lease ran out", async () => {
    const queue = fresh();
    await queue.seed({
      failed: [["e", START]],
      jobs: { e: record() },
      runs: { e: run("E", tick(1)) },
      meta: before.meta ?? {},
    });
    const text = `"${"x".repeat(100)}"`;
    expect(await queue.call(progress, ...note("e", tick(1), text, 500))).toEqual(["ok", "l"]);
    const { failed, leased, runs } = await queue.state();
    expect([failed, leased]).toEqual([undefined, [["e", START + 500]]]);
    expect(runs).toEqual({ e: run("L", tick(1), { progress: text }) });
  });

  test("is noted though lines of the run are missing", async () => {
    const queue = fresh();
    const first = run("L", tick(1)).split("\n")[0] ?? "";
    await queue.seed({ leased: [["held", START]], runs: { held: first }, meta: { head: head({ runs: 1 }) } });
    await queue.call(progress, ...note("held", tick(1), "1"));
    expect((await queue.state()).runs).toEqual({ held: run("L", tick(1), { worker: "", progress: "1" }) });
  });

  test.each(verdicts)("changes nothing for %s under fence %d, and says %s", async (id, fence, letter) => {
    const queue = fresh();
    await queue.seed(others);
    expect(await queue.call(progress, ...note(id, fence, "1"))).toEqual(["ok", letter]);
    expect(await queue.call(progress, ...note(id, fence, "1", 500))).toEqual(["ok", letter]);
    expect(await queue.state()).toEqual(others);
  });

  test("finds nothing in a queue without a key", async () => {
    const queue = fresh();
    expect(await queue.call(progress, ...note("a", tick(1), "1", 500))).toEqual(["ok", "U"]);
    expect(await queue.state()).toEqual({});
  });
});
