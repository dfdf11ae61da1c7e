// counts: the numbers of a queue. workers: its workers and their leases.
import { describe, expect, test } from "vitest";
import { counts, workers } from "../../../src/engine/all-scripts.ts";
import { byId, head, numberedIds, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { callReadOnly, connectQueues } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();

/** The number of scores of a group's number in `blocked`. */
const NUMBER = 10 * 100_000_000;

describe("counts", () => {
  const count = async (state: State, ...names: string[]) => callReadOnly(await queueWith(state), counts, { names });

  test("returns the numbers of jobs, the time since which the next one is ready, and the totals that it is asked for", async () => {
    const state: State = {
      ready: { r1: place(1), r2: place(2, 9) },
      delayed: { d: due(START + 1_000) },
      blocked: { b1: 1, b2: 2, b3: 3 },
      leased: { l: START + 1 },
      failed: { f: START - 1 },
      done: { o: START - 2 },
      workers: { w: START },
      meta: {
        head: `${head({ flags: "phg", runs: 3, enqueued: 9, leased: 4, completed: 1 })}Aa`,
        waits: "0 2",
        runTimes: "1",
        born: String(START - 5),
        duplicates: "2",
      },
    };
    const reply = await count(state, "duplicates", "failed");
    expect(reply).toEqual([
      "ok",
      `${START} 2 1 3 1 1 1 1 ${START}`,
      "-phg 9 4 1",
      "2 0",
      "0 0",
      "-0 2|1|Aa",
      "0 0 0 -",
    ]);
    expect(await count({}, "failed")).toEqual(["ok", `${START} 0 0 0 0 0 0 0 -`, "- 0 0 0", "0", "0 0", "-||"]);
  });

  test.each<[string, State, string]>([
    [
      "the group whose number follows the last one in turn",
      { blocked: { a: 7 * NUMBER, b: 9 * NUMBER }, lines: { "": "8", 7: `${START - 5} a`, 9: `${START - 9} b` } },
      `0 2 0 ${START - 9}`,
    ],
    [
      "the lowest number, if none follows the last one",
      { blocked: { a: 7 * NUMBER + 1, b: 8 * NUMBER }, lines: { "": "8", 7: `${START - 5} a`, 8: `${START - 4} b` } },
      `0 2 0 ${START - 5}`,
    ],
    [
      "no group without blocked jobs",
      { blocked: { b: 8 * NUMBER }, lines: { "": "8", 7: `${START - 5} a`, 8: `${START - 4} b` } },
      `0 2 0 ${START - 4}`,
    ],
    ["none, if the line of the group is missing", { blocked: { a: 7 * NUMBER }, lines: { "": "8" } }, "0 0 0 -"],
    ["none, if no job is blocked", { lines: { "": "8", 7: `${START - 5} a` } }, "0 1 0 -"],
    [
      "the paused groups",
      { overrides: { a: "1 - - - - 0", b: `1 2 - - - ${START + 1}`, c: `1 - - - - ${START}`, d: "1 2 - - - -" } },
      "0 0 2 -",
    ],
    ["the groups in use", { groups: { a: "\0\0\0\0head", b: "\0\0\0\0head" } }, "2 0 0 -"],
  ])(
    "returns for a queue with groups the time since which one has been blocked, and numbers: %s",
    async (_what, parts, text) => {
      const reply = await count({ ...parts, meta: { head: head({ flags: "g" }) } }, "failed");
      expect(reply.at(-1)).toBe(text);
    },
  );

  test("returns the numbers of due jobs and of expired leases, which no request has moved yet", async () => {
    const state: State = {
      delayed: { a: due(START - 1), b: due(START, 9), c: due(START + 1) },
      leased: { d: START - 9, e: START, f: START + 1 },
    };
    expect((await count(state, "failed"))[4]).toBe("2 2");
  });

  test.each([
    ["the due time of a job that was delayed", START - 500, 0],
    ["the time of the next job of the first priority", START - 7, 0],
    ["the first tick for a job whose place was lost", 1_600_000_000_000, 5],
  ])("returns %s", async (_, since, priority) => {
    const next = place(priority === 5 ? 0 : 999, priority, { time: since });
    const [, header] = await count({ ready: { next, r: place(0, 9, { time: START - 9_000 }) } }, "failed");
    expect(header).toBe(`${START} 2 0 0 0 0 0 0 ${since}`);
  });
});

describe("workers", () => {
  const before: State = {
    leased: byId(["a", "b c", "none", "damaged"], (_, i) => START + i),
    runs: { a: run("L", tick(1)), "b c": run("L", tick(2), { worker: "ü %1" }), damaged: "L 5 x" },
    workers: { w: START - 1, "ü %1": START },
  };
  const leases = [
    [`H ${START} ${tick(1)} a`, "-w"],
    [`H ${START + 1} ${tick(2)} b c`, "-ü %1"],
    [`H ${START + 2} 0 none`, "-"],
    [`H ${START + 3} 0 damaged`, "-"],
  ];
  const seen = [`W ${START - 1} w`, `W ${START} ü %1`];
  const workersOf = async (state: State, page: { from?: number; limit?: number } = {}) =>
    callReadOnly(await queueWith(state), workers, page);

  test("returns the workers that were seen, and their leases", async () => {
    expect(await workersOf(before)).toEqual(["ok", `${START} -`, ...seen, ...leases.flat()]);
    expect(await workersOf({})).toEqual(["ok", `${START} -`]);
  });

  test("returns workers only with the first slice of leases", async () => {
    const slice = (from: number) => workersOf(before, { from, limit: 2 });
    expect(await slice(0)).toEqual(["ok", `${START} 2`, ...seen, ...leases.slice(0, 2).flat()]);
    expect(await slice(3)).toEqual(["ok", `${START} -`, ...leases.slice(3).flat()]);
    expect(await slice(2)).toEqual(["ok", `${START} 4`, ...leases.slice(2).flat()]);
    expect(await slice(4)).toEqual(["ok", `${START} -`]);
  });

  test("returns the first 1,000 workers", async () => {
    const names = numberedIds(1_001, "w");
    const [, , ...lines] = await workersOf({ workers: byId(names, (_, i) => START + i) });
    expect(lines).toEqual(names.slice(0, 1_000).map((name, i) => `W ${START + i} ${name}`));
  });
});
