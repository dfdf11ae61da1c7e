// extend and progress: for the one who holds a job, and nobody else.
import { describe, expect, test } from "vitest";
import { extend, progress } from "../../src/core/scripts.gen.ts";
import { benches, KEEP_RESULT, LEASE, order, record, run, START, type State } from "./state.ts";

const fresh = benches();
const parts = { progress: "0.25", errors: ['1 1 "no"'] };
const before: State = {
  ready: [["back", order(2)]],
  leased: [["held", START + 1]],
  jobs: { back: record(), held: record() },
  runs: { back: run("L", 2, parts), held: run("L", 1, parts) },
  meta: { fence: "9" },
};
const items = (...pairs: [id: string, fence: number][]) =>
  [{ items: pairs.flatMap(([id, fence]) => [id, String(fence)]) }, { ids: pairs.map(([id]) => id) }] as const;

/** Each way of holding a job no longer. */
const others: State = {
  ready: [["released", order(1)]],
  leased: [
    ["again", START + 1],
    ["damaged", START + 1],
  ],
  failed: [["failed", START]],
  done: [["done", START]],
  jobs: { released: record(), again: record(), failed: record(), done: record(), damaged: record() },
  runs: { released: run("W", 1), again: run("L", 2), failed: run("F", 3), done: run("D", 4), damaged: "L 5 x" },
  meta: { fence: "9" },
  "result:cancelled": [`X ${START}`, KEEP_RESULT],
  "result:completed": [`C ${START} 1`, KEEP_RESULT],
};
const verdicts: [id: string, fence: number, letter: string][] = [
  ["released", 1, "W"],
  ["again", 1, "A"],
  ["failed", 3, "F"],
  ["done", 4, "D"],
  ["cancelled", 6, "X"],
  ["completed", 6, "C"],
  ["no trace", 9, "C"],
  ["no trace", 10, "U"],
  ["damaged", 5, "U"],
];

describe("extend", () => {
  test("prolongs a lease, and takes back a job whose lease ran out", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await queue.call(extend, ...items(["held", 1], ["back", 2]))).toEqual(["ok", "LL", `${START + LEASE}`]);
    const after = {
      ...before,
      ready: undefined,
      leased: [
        ["back", START + LEASE],
        ["held", START + LEASE],
      ],
      workers: [["w", START]],
    };
    expect(await queue.state()).toEqual(after);
    expect(await queue.call(extend, ...items(["held", 1], ["back", 2], ["back", 2]))).toEqual([
      "ok",
      "LLL",
      `${START + LEASE}`,
    ]);
    expect(await queue.state()).toEqual(after);
  });

  test("prolongs a lease that is asked for alone", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await queue.call(extend, ...items(["held", 1]))).toEqual(["ok", "L", `${START + LEASE}`]);
    expect(await queue.state()).toEqual({ ...before, leased: [["held", START + LEASE]], workers: [["w", START]] });
  });

  test("changes nothing for those who hold no longer, and says why", async () => {
    const queue = fresh();
    await queue.seed(others);
    const [args, ids] = items(...verdicts.map(([id, fence]): [string, number] => [id, fence]));
    const letters = verdicts.map(([, , letter]) => letter).join("");
    expect(await queue.call(extend, { ...args, worker: "" }, ids)).toEqual(["ok", letters, `${START + LEASE}`]);
    expect(await queue.state()).toEqual(others);
  });

  test("finds nothing in a queue without a key", async () => {
    const queue = fresh();
    const [args, ids] = items(["a", 1]);
    expect(await queue.call(extend, { ...args, worker: "" }, ids)).toEqual(["ok", "U", `${START + LEASE}`]);
    expect(await queue.state()).toEqual({});
  });
});

describe("progress", () => {
  test("is noted in the run, and leaves the lease alone", async () => {
    const queue = fresh();
    await queue.seed(before);
    const args = { id: "held", fence: 1, progress: '0.5 "%1 ünï"', duration: "" };
    expect(await queue.call(progress, args, { ids: ["held"] })).toEqual(["ok", "L"]);
    expect(await queue.state()).toEqual({
      ...before,
      runs: { ...before.runs, held: run("L", 1, { ...parts, progress: '0.5 "%1 ünï"' }) },
    });
  });

  test("prolongs the lease if asked, and takes the job back if it ran out", async () => {
    const queue = fresh();
    await queue.seed(before);
    const args = { id: "back", fence: 2, progress: "1", duration: 500 };
    expect(await queue.call(progress, args, { ids: ["back"] })).toEqual(["ok", "L"]);
    expect(await queue.state()).toEqual({
      ...before,
      ready: undefined,
      leased: [
        ["held", START + 1],
        ["back", START + 500],
      ],
      runs: { ...before.runs, back: run("L", 2, { ...parts, progress: "1" }) },
    });
  });

  test("is noted though lines of the run are missing", async () => {
    const queue = fresh();
    const head = run("L", 1).split("\n")[0] ?? "";
    await queue.seed({ leased: [["held", START]], runs: { held: head } });
    await queue.call(progress, { id: "held", fence: 1, progress: "1", duration: "" }, { ids: ["held"] });
    expect((await queue.state()).runs).toEqual({ held: run("L", 1, { worker: "", progress: "1" }) });
  });

  test.each(verdicts)("changes nothing for %s under fence %d, and says %s", async (id, fence, letter) => {
    const queue = fresh();
    await queue.seed(others);
    expect(await queue.call(progress, { id, fence, progress: "1" }, { ids: [id] })).toEqual(["ok", letter]);
    expect(await queue.state()).toEqual(others);
  });
});
