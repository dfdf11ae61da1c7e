// clean: what it drops. What it brings back is in heal.node.test.ts.
import { expect, test } from "vitest";
import { clean } from "../../src/core/scripts.gen.ts";
import { benches, due, order, record, run, START, type State } from "./state.ts";

const fresh = benches();

test("does nothing to a queue without a key", async () => {
  const queue = fresh();
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.state()).toEqual({});
});

test("does nothing where nothing is due", async () => {
  const queue = fresh();
  const before: State = {
    ready: [["r", order(1)]],
    delayed: [["d", due(START + 1)]],
    leased: [["l", START + 1]],
    failed: [["f", START - 999]],
    done: [["o", START - 999]],
    expiring: [["r", START + 1]],
    workers: [["w", START - 86_399_999]],
    jobs: { r: record(), d: record(), l: record(), f: record(), o: record() },
    runs: { l: run("L", 1), f: run("F", 2), o: run("D", 3) },
    meta: { sequence: "1", policy: "1000 1 1000 1" },
  };
  await queue.seed(before);
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.state()).toEqual(before);
});

test("drops jobs that wait past their time to live, and none that is leased or has ended", async () => {
  const queue = fresh();
  const stays: State = {
    leased: [["l", START + 1]],
    failed: [["f", START]],
    done: [["o", START]],
    jobs: { l: record(), f: record(), o: record(), "not yet": record() },
    runs: { l: run("L", 1), f: run("F", 2), o: run("D", 3) },
  };
  await queue.seed({
    ...stays,
    ready: [
      ["r", order(1)],
      ["not yet", order(2)],
    ],
    delayed: [["ünï %1", due(START + 1)]],
    expiring: ["f", "l", "lost", "o", "r", "ünï %1"].map((id): [string, number] => [id, START]),
    jobs: { ...stays.jobs, r: record(), "ünï %1": record() },
    runs: { ...stays.runs, r: run("W", 4) },
    meta: { enqueued: "6" },
  });
  await queue.seed({ expiring: [["not yet", START + 1]] });
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 2 0 0 0"]);
  expect(await queue.state()).toEqual({
    ...stays,
    ready: [["not yet", order(2)]],
    expiring: [["not yet", START + 1]],
    meta: { enqueued: "6", expired: "2" },
  });
});

test("drops a job that becomes ready past its time to live in the same go", async () => {
  const queue = fresh();
  await queue.seed({
    leased: [["l", START]],
    delayed: [["d", due(START)]],
    expiring: [
      ["d", START],
      ["l", START],
    ],
    jobs: { l: record(), d: record() },
    runs: { l: run("L", 1) },
  });
  expect(await queue.call(clean)).toEqual(["ok", "1 0 1 2 0 0 0"]);
  expect(await queue.state()).toEqual({ meta: { sequence: "1", reclaimed: "1", expired: "2" } });
});

const ended: State = {
  failed: ["f1", "f2", "f3"].map((id, i) => [id, START - 3_000 + i * 1_000]),
  done: ["o1", "o2", "o3"].map((id, i) => [id, START - 3_000 + i * 1_000]),
  jobs: Object.fromEntries(["f1", "f2", "f3", "o1", "o2", "o3"].map((id) => [id, record()])),
  runs: Object.fromEntries(["f1", "f2", "f3", "o1", "o2", "o3"].map((id, i) => [id, run("F", i)])),
  meta: { policy: "- - - -" },
};

test.each([
  ["- - - -", 100, "0", ["f1", "f2", "f3", "o1", "o2", "o3"]],
  ["2000 - - -", 100, "2 0 0", ["f1", "f2", "f3", "o3"]],
  ["- - 2000 -", 100, "2 0 0", ["f3", "o1", "o2", "o3"]],
  ["- 1 - 2", 100, "3 0 0", ["f2", "f3", "o3"]],
  ["- 0 - 0", 100, "6 0 0", []],
  ["3000 1 3000 1", 100, "4 0 0", ["f3", "o3"]],
  ["1000 9 - 9", 100, "3 0 0", ["f1", "f2", "f3"]],
  ["0 - 0 -", 2, "4 0 1", ["f3", "o3"]],
  ["- 0 - 0", 2, "4 0 1", ["f3", "o3"]],
])("keeps of ended jobs what the policy %s says, at most %d of each at once", async (policy, limit, reply, left) => {
  const queue = fresh();
  await queue.seed(ended);
  const [, moved = ""] = await queue.call(clean, { policy, limit });
  expect(moved.startsWith("0 0 0 0 ")).toBe(true);
  expect(moved.slice(8)).toContain(reply);
  const keep = <T>(fields: Record<string, T> = {}) =>
    left.length === 0 ? undefined : Object.fromEntries(left.map((id) => [id, fields[id]]));
  const members = (key: "failed" | "done") => {
    const kept = ended[key]?.filter(([id]) => left.includes(id)) ?? [];
    return kept.length === 0 ? undefined : kept;
  };
  const purged = 3 - (members("failed")?.length ?? 0);
  expect(await queue.state()).toEqual({
    failed: members("failed"),
    done: members("done"),
    jobs: keep(ended.jobs),
    runs: keep(ended.runs),
    meta: { policy: "- - - -", ...(purged > 0 ? { purged: String(purged) } : {}) },
  });
});

test("keeps all that has ended where there is no policy", async () => {
  const queue = fresh();
  const before: State = { ...ended, meta: { sequence: "0" } };
  await queue.seed(before);
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.state()).toEqual(before);
});

test("drops only the entry of one that has ended whose job lives", async () => {
  const queue = fresh();
  const lives: State = {
    ready: [["r", order(1)]],
    delayed: [["d", due(START + 1)]],
    leased: [["l", START + 1]],
    jobs: { r: record(), d: record(), l: record() },
    runs: { r: run("W", 1), d: run("W", 2), l: run("L", 3) },
  };
  await queue.seed({
    ...lives,
    failed: ["d", "l", "r"].map((id) => [id, START]),
    done: [
      ["r", START],
      ["x", START],
    ],
  });
  expect(await queue.call(clean, { policy: "0 - 0 -" })).toEqual(["ok", "0 0 0 0 1 0 0"]);
  expect(await queue.state()).toEqual(lives);
});

test("goes by the policy that is stored where it is given none", async () => {
  const queue = fresh();
  await queue.seed({ ...ended, meta: { policy: "- 0 - -" } });
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 3 0 0"]);
  expect(Object.keys((await queue.state()).jobs ?? {}).sort()).toEqual(["f1", "f2", "f3"]);
});

test("forgets workers that fell silent", async () => {
  const queue = fresh();
  await queue.seed({
    workers: [
      ["old", START - 1_001],
      ["just", START - 1_000],
      ["new", START - 999],
    ],
  });
  expect(await queue.call(clean, { silence: 1_000 })).toEqual(["ok", "0 0 0 0 0 2 0"]);
  expect(await queue.state()).toEqual({ workers: [["new", START - 999]] });
});

test("says that more is left when any of its limits was reached", async () => {
  for (const state of [
    { delayed: [["a", due(START)]] },
    { leased: [["a", START]], runs: { a: run("L", 1, { max: 1 }) } },
    { leased: [["a", START]], runs: { a: run("L", 1) } },
    { expiring: [["a", START]] },
  ] as State[]) {
    const queue = fresh();
    await queue.seed(state);
    expect((await queue.call(clean, { limit: 1 }))[1]).toMatch(/ 1$/);
    expect((await queue.call(clean, { limit: 1 }))[1]).toBe("0 0 0 0 0 0 0");
  }
});

test("drops thousands in one go", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 1_000 }, (_, i) => `${i}`);
  const members = (letter: string, score: number) => ids.map((id): [string, number] => [letter + id, score]);
  await queue.seed({ delayed: members("e", START + 1), failed: members("f", START), done: members("o", START) });
  const runs = Object.fromEntries(["e", "f", "o"].flatMap((letter) => ids.map((id) => [letter + id, run("W", 1)])));
  await queue.seed({ expiring: members("e", START), runs, meta: { enqueued: "2000" } });
  expect(await queue.call(clean, { policy: "0 - 0 -", limit: 1_000 })).toEqual(["ok", "0 0 0 1000 2000 0 1"]);
  expect(await queue.state()).toEqual({ meta: { enqueued: "2000", expired: "1000", purged: "1000" } });
});
