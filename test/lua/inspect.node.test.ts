// get, list, counts and workers: what they tell, and that they change nothing.
import { describe, expect, test } from "vitest";
import { counts, get, list, workers } from "../../src/core/scripts.gen.ts";
import { benches, due, order, record, run, START, type State } from "./state.ts";

const fresh = benches();
const full: State = {
  ready: [
    ["r1", order(1)],
    ["r2", order(2, 9)],
  ],
  delayed: [["ünï %1", due(START + 1_000, 4)]],
  leased: [["l", START + 1]],
  failed: [["f", START - 1]],
  done: [["o", START - 2]],
  workers: [["w", START]],
  jobs: { r1: record("1"), r2: record("2"), "ünï %1": record("3"), l: record("4"), f: record("5"), o: record("6") },
  runs: { l: run("L", 7), f: run("F", 8), o: run("D", 9) },
  meta: { paused: "1", enqueued: "6", sequence: "2" },
  "seen:l": ["1", 60_000],
  "result:o": [`C ${START} {"n":1}`, 60_000],
};

/** What a script says of the full queue, which stays as it is. */
async function ask(call: (queue: ReturnType<typeof fresh>) => Promise<string[]>, state = full): Promise<string[]> {
  const queue = fresh();
  await queue.seed(state);
  const reply = await call(queue);
  expect(await queue.state()).toEqual(state);
  return reply;
}

describe("get", () => {
  test.each([
    ["r2", `90000000000002 - - - - 1 0`, record("2"), "", ""],
    ["l", `- - ${START + 1} - - - 1`, record("4"), run("L", 7), ""],
    ["f", `- - - ${START - 1} - - 0`, record("5"), run("F", 8), ""],
    ["o", `- - - - ${START - 2} - 0`, record("6"), run("D", 9), `C ${START} {"n":1}`],
    ["nobody", "- - - - - - 0", "", "", ""],
  ])("tells all that is known of %s", async (id, places, ...texts) => {
    expect(await ask((queue) => queue.call(get, { id }, { ids: [id] }))).toEqual([
      "ok",
      `${START} 1 ${places}`,
      ...texts,
    ]);
  });

  test("finds a delayed job whose score Redis writes with many digits", async () => {
    const [, header = ""] = await ask((queue) => queue.call(get, { id: "ünï %1" }, { ids: ["ünï %1"] }));
    expect(Number(header.split(" ")[3])).toBe(due(START + 1_000, 4));
  });

  test("finds nothing in a queue without a key", async () => {
    expect(await ask((queue) => queue.call(get, { id: "a" }, { ids: ["a"] }), {})).toEqual([
      "ok",
      `${START} 0 - - - - - - 0`,
      "",
      "",
      "",
    ]);
  });
});

describe("list", () => {
  const jobs: State = {
    failed: ["a", " b ", "lost", "%1 ü\u2028"].map((id, i) => [id, START + i]),
    jobs: { a: record("1"), " b ": "damaged", "%1 ü\u2028": record("2") },
    runs: { a: run("F", 1), lost: "damaged" },
  };
  const parts = { state: "failed" } as const;

  test("gives the jobs of a state in its order, with what there is of each", async () => {
    expect(await ask((queue) => queue.call(list, { offset: 0 }, parts), jobs)).toEqual([
      "ok",
      `${START} 4`,
      ...[`${START} a`, record("1"), run("F", 1)],
      ...[`${START + 1}  b `, "damaged", ""],
      ...[`${START + 2} lost`, "", "damaged"],
      ...[`${START + 3} %1 ü\u2028`, record("2"), ""],
    ]);
  });

  test("gives a page of them, and an empty one past the end", async () => {
    const page = await ask((queue) => queue.call(list, { offset: 1, limit: 1 }, parts), jobs);
    expect(page).toEqual(["ok", `${START} 4`, `${START + 1}  b `, "damaged", ""]);
    expect(await ask((queue) => queue.call(list, { offset: 4 }, parts), jobs)).toEqual(["ok", `${START} 4`]);
    expect(await ask((queue) => queue.call(list, { offset: 0 }, parts), {})).toEqual(["ok", `${START} 0`]);
  });
});

describe("counts", () => {
  test("tells how many are where, the age of the next, and the totals asked for", async () => {
    expect(await ask((queue) => queue.call(counts, { names: ["enqueued", "failed"] }))).toEqual([
      "ok",
      `${START} 2 1 1 1 1 1 ${START} 1`,
      "6 0",
    ]);
    expect(await ask((queue) => queue.call(counts, { names: ["enqueued"] }), {})).toEqual([
      "ok",
      `${START} 0 0 0 0 0 0 - 0`,
      "0",
    ]);
  });

  test.each([
    ["lost", {}],
    ["damaged", { damaged: "damaged" }],
  ])("knows no age when the record of the next is %s", async (id, jobs) => {
    const state: State = {
      ready: [[id, order(1)]],
      ...(id === "lost" ? {} : { jobs: jobs as Record<string, string> }),
    };
    expect((await ask((queue) => queue.call(counts, { names: ["a"] }), state))[1]).toBe(`${START} 1 0 0 0 0 0 - 0`);
  });
});

describe("workers", () => {
  const state: State = {
    leased: ["a", "b c", "none", "damaged"].map((id, i) => [id, START + i]),
    runs: { a: run("L", 1), "b c": run("L", 2, { worker: "ü %1" }), damaged: "L 5 x" },
    workers: [
      ["w", START - 1],
      ["ü %1", START],
    ],
  };

  test("tells who was seen, and what each holds", async () => {
    expect(await ask((queue) => queue.call(workers, { offset: 0 }), state)).toEqual([
      "ok",
      `${START} -`,
      `W ${START - 1} w`,
      `W ${START} ü %1`,
      `H ${START} 1 a\nw`,
      `H ${START + 1} 2 b c\nü %1`,
      `H ${START + 2} 0 none\n`,
      `H ${START + 3} 0 damaged\n`,
    ]);
  });

  test("goes on where it stopped, and names workers only once", async () => {
    const three: State = { ...state, workers: [...(state.workers ?? []), ["late", START + 1]] };
    const slice = (offset: number) => ask((queue) => queue.call(workers, { offset, limit: 2 }), three);
    expect(await slice(0)).toEqual([
      "ok",
      `${START} 2`,
      `W ${START - 1} w`,
      `W ${START} ü %1`,
      `H ${START} 1 a\nw`,
      `H ${START + 1} 2 b c\nü %1`,
    ]);
    expect(await slice(3)).toEqual(["ok", `${START} -`, `H ${START + 3} 0 damaged\n`]);
    expect(await slice(2)).toEqual(["ok", `${START} 4`, `H ${START + 2} 0 none\n`, `H ${START + 3} 0 damaged\n`]);
    expect(await slice(4)).toEqual(["ok", `${START} -`]);
  });
});
