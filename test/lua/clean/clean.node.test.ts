// clean: what it drops. What it brings back is in heal.node.test.ts.
import { expect, test } from "vitest";
import { clean } from "../../../src/engine/scripts.gen.ts";
import { benches, due, ending, head, place, record, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
const KEEP_ALL = "- - - - 1000";

test("does nothing to a queue without a key", async () => {
  const queue = fresh();
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.state()).toEqual({});
});

test("does nothing where nothing is due", async () => {
  const queue = fresh();
  const before: State = {
    ready: [["r", place(1)]],
    delayed: [["d", due(START + 1)]],
    leased: [["l", START + 1]],
    failed: [["f", START - 999]],
    done: [["o", START - 999]],
    expiring: [["r", START + 1]],
    seen: [["s", START + 1]],
    workers: [["w", START - 86_399_999]],
    jobs: { r: record(), d: record(), l: record(), f: record(), o: record() },
    runs: { l: run("L", tick(1)), f: run("F", tick(2)), o: run("C", tick(3)) },
    // Its last tick is older than the clock.
    meta: { head: head({ tick: tick(-1), due: START + 1, runs: 3 }), policy: "1000 1 1000 1 0" },
  };
  await queue.seed(before);
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.state()).toEqual(before);
  await queue.seed({ meta: { head: head({ due: START, runs: 3 }) } });
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.state()).toEqual({ ...before, meta: { ...before.meta, head: head({ due: START + 1, runs: 3 }) } });
});

test("drops a job first that becomes ready past its time to live in the same go", async () => {
  const queue = fresh();
  await queue.seed({
    leased: [["l", START]],
    delayed: [["d", due(START)]],
    expiring: [["d", START]],
    jobs: { l: record(), d: record() },
    runs: { l: run("L", tick(1), { dies: START }) },
    meta: { head: head({ due: START, runs: 1 }) },
  });
  expect(await queue.call(clean)).toEqual(["ok", "1 0 0 1 0 0 0"]);
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 1 0 0 0"]);
  expect(await queue.state()).toEqual({
    endings: { ...ending("d", "E", tick(100)), ...ending("l", "E", tick(100)) },
    meta: { head: head(), reclaimed: "1", expired: "2" },
  });
});

const kinds = { f: "failed", o: "done" } as const;
const names = ["f1", "f2", "f3", "o1", "o2", "o3"];
const ended: State = {
  failed: ["f1", "f2", "f3"].map((id, i) => [id, START - 3_000 + i * 1_000]),
  done: ["o1", "o2", "o3"].map((id, i) => [id, START - 3_000 + i * 1_000]),
  jobs: Object.fromEntries(names.map((id) => [id, record()])),
  runs: Object.fromEntries(names.map((id, i) => [id, run(id.startsWith("f") ? "F" : "C", tick(i))])),
  meta: { head: head({ runs: 6 }) },
};

test.each([
  [KEEP_ALL, 100, "0 0 0", names],
  ["2000 - - - 0", 100, "2 0 0", ["f1", "f2", "f3", "o3"]],
  ["- - 2000 - 0", 100, "2 0 0", ["f3", "o1", "o2", "o3"]],
  ["- 1 - 2 0", 100, "3 0 0", ["f2", "f3", "o3"]],
  ["- 0 - 0 0", 100, "6 0 0", []],
  ["3000 1 3000 1 0", 100, "4 0 0", ["f3", "o3"]],
  ["1000 9 - 9 0", 100, "3 0 0", ["f1", "f2", "f3"]],
  ["0 - 0 - 0", 2, "4 0 1", ["f3", "o3"]],
  ["- 0 - 0 0", 2, "4 0 1", ["f3", "o3"]],
  ["- 1 - 1 0", 2, "4 0 1", ["f3", "o3"]],
])("keeps of ended jobs what the policy %s says, at most %d of each at once", async (policy, limit, reply, left) => {
  const queue = fresh();
  await queue.seed(ended);
  expect(await queue.call(clean, { policy, limit })).toEqual(["ok", `0 0 0 0 ${reply}`]);
  const keep = <T>(fields: Record<string, T> = {}) => Object.fromEntries(left.map((id) => [id, fields[id]]));
  const gone = names.filter((id) => !left.includes(id)).sort((a, b) => (a[0] === b[0] ? 0 : a[0] === "o" ? -1 : 1));
  const purged = gone.filter((id) => id.startsWith("f")).length;
  const after: State = { meta: { head: head({ runs: left.length }), ...(purged > 0 && { purged: String(purged) }) } };
  if (left.length > 0) Object.assign(after, { jobs: keep(ended.jobs), runs: keep(ended.runs) });
  for (const state of Object.values(kinds)) {
    const members = ended[state]?.filter(([id]) => left.includes(id)) ?? [];
    if (members.length > 0) after[state] = members;
  }
  if (gone.length > 0)
    after.endings = Object.assign({}, ...gone.map((id) => ending(id, id.startsWith("f") ? "F" : "C", tick(100))));
  expect(await queue.state()).toEqual(after);
});

test("goes by the policy that is stored where it is given none", async () => {
  const queue = fresh();
  await queue.seed({ ...ended, meta: { ...ended.meta, policy: "- 0 - - 0" } });
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 3 0 0"]);
  expect(Object.keys((await queue.state()).jobs ?? {}).sort()).toEqual(["f1", "f2", "f3"]);
});

test("keeps failed jobs for 30 days, and done ones, where nobody has stated a policy", async () => {
  const queue = fresh();
  const month = 30 * 86_400_000;
  await queue.seed({
    ...ended,
    failed: [
      ["f1", START - month],
      ["f2", START - month + 1],
    ],
    done: [["o1", START - 2 * month]],
  });
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 1 0 0"]);
  const { failed, done } = await queue.state();
  expect([failed?.map(([id]) => id), done?.map(([id]) => id)]).toEqual([["f2"], ["o1"]]);
});

test("keeps 100,000 failed jobs at the most where nobody has stated a policy", async () => {
  const queue = fresh();
  const failed = Array.from({ length: 100_002 }, (_, i): [string, number] => [`${i}`, START - 200_000 + i]);
  await queue.seed({ failed, meta: { head: head() } });
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 2 0 0"]);
  const left = (await queue.state()).failed;
  expect([left?.length, left?.[0]]).toEqual([100_000, failed[2]]);
});

test("drops only the entry of one that has ended whose job lives", async () => {
  const queue = fresh();
  const lives: State = {
    ready: [["r", place(1)]],
    delayed: [["d", due(START + 1)]],
    leased: [["l", START + 1]],
    jobs: { r: record(), d: record(), l: record() },
    runs: { r: run("W", tick(1)), d: run("W", tick(2)), l: run("L", tick(3)) },
    meta: { head: head({ runs: 3 }) },
  };
  await queue.seed({
    ...lives,
    failed: ["d", "l", "r"].map((id) => [id, START]),
    done: [
      ["r", START],
      ["x", START],
    ],
  });
  expect(await queue.call(clean, { policy: "0 - 0 - 0" })).toEqual(["ok", "0 0 0 0 1 0 0"]);
  expect(await queue.state()).toEqual({ ...lives, endings: ending("x", "C", tick(100)) });
});

test("forgets workers that fell silent, and ids past their window", async () => {
  const queue = fresh();
  await queue.seed({
    workers: [
      ["old", START - 1_001],
      ["just", START - 1_000],
      ["new", START - 999],
    ],
    seen: [
      ["past", START - 1],
      ["over", START],
      ["still", START + 1],
    ],
    meta: { head: head() },
  });
  expect(await queue.call(clean, { silence: 1_000 })).toEqual(["ok", "0 0 0 0 0 2 0"]);
  expect(await queue.state()).toEqual({
    workers: [["new", START - 999]],
    seen: [["still", START + 1]],
    meta: { head: head() },
  });
});

test.each<[what: string, moved: string, state: State]>([
  [
    "delayed jobs",
    "0 0 1 0 0 0",
    {
      delayed: [
        ["a", due(START)],
        ["b", due(START)],
      ],
    },
  ],
  [
    "leases",
    "1 0 0 0 0 0",
    {
      leased: [
        ["a", START],
        ["b", START],
      ],
      runs: { a: run("L", tick(1)), b: run("L", tick(2)) },
    },
  ],
  [
    "leases of the last attempt",
    "0 1 0 0 0 0",
    {
      leased: [
        ["a", START],
        ["b", START],
      ],
      runs: { a: run("L", tick(1), { max: 1 }), b: run("L", tick(2), { max: 1 }) },
    },
  ],
  [
    "jobs past their time to live",
    "0 0 0 1 0 0",
    {
      ready: [
        ["a", place(1)],
        ["b", place(2)],
      ],
      expiring: [
        ["a", START],
        ["b", START],
      ],
    },
  ],
  [
    "ids past their window",
    "0 0 0 0 0 0",
    {
      seen: [
        ["a", START],
        ["b", START],
      ],
    },
  ],
  [
    "jobs that have ended",
    "0 0 0 0 1 0",
    {
      done: [
        ["a", START],
        ["b", START],
      ],
    },
  ],
])("says what it moved, and that more is left when its limit was reached: %s", async (_, moved, state) => {
  const queue = fresh();
  await queue.seed({ ...state, meta: { head: head({ due: START, runs: 2 }) } });
  const ask = async () => (await queue.call(clean, { limit: 1, policy: "0 - - - 0" }))[1];
  for (let i = 0; i < 2; i++) expect(await ask()).toBe(`${moved} 1`);
  expect(await ask()).toBe("0 0 0 0 0 0 0");
});

test("removes at once as many large jobs as have 64 MB, of those that expired and of those that ended", async () => {
  const queue = fresh();
  const [size, flags] = [21_333_000, "l"];
  const large = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, "x".repeat(size)]));
  const args = { policy: "0 - 0 - 0", limit: 1_000 };
  const expired: State["expiring"] = ["e1", "e2", "e3", "e4"].map((id) => [id, START]);
  const jobs = large("e1", "e2", "e3", "e4");
  await queue.seed({ ready: expired, expiring: expired, jobs, meta: { head: head({ flags, due: START }) } });
  expect(await queue.call(clean, args)).toEqual(["ok", "0 0 0 3 0 0 1"]);
  expect(await queue.call(clean, args)).toEqual(["ok", "0 0 0 1 0 0 0"]);
  const members = (letter: string): [string, number][] => [1, 2].map((n) => [`${letter}${n}`, START]);
  await queue.seed({ failed: members("f"), done: members("o"), jobs: large("f1", "f2", "o1", "o2") });
  expect(await queue.call(clean, args)).toEqual(["ok", "0 0 0 0 3 0 1"]);
  expect((await queue.state()).failed).toEqual([["f2", START]]);
  expect(await queue.call(clean, args)).toEqual(["ok", "0 0 0 0 1 0 0"]);
  expect(Object.keys(await queue.state()).sort()).toEqual(["endings", "meta"]);
});

test("removes a job that expired, however large it is", async () => {
  const queue = fresh();
  const expired: State["expiring"] = ["e1", "e2"].map((id) => [id, START]);
  const jobs = { e1: "x".repeat(64_000_001), e2: "x" };
  await queue.seed({ ready: expired, expiring: expired, jobs, meta: { head: head({ flags: "l", due: START }) } });
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 1 0 0 1"]);
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 1 0 0 0"]);
});

test("drops thousands in one go", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 1_000 }, (_, i) => `${i}`);
  const members = (letter: string, score: number) => ids.map((id): [string, number] => [letter + id, score]);
  const runs = Object.fromEntries(
    ["e", "f", "o"].flatMap((letter) => ids.map((id) => [letter + id, run("W", tick(1))])),
  );
  await queue.seed({ delayed: members("e", due(START + 1)), failed: members("f", START), done: members("o", START) });
  await queue.seed({
    expiring: members("e", START),
    runs,
    meta: { head: head({ due: START, runs: 3_000, enqueued: 2_000 }) },
  });
  expect(await queue.call(clean, { policy: "0 - 0 - 0", limit: 1_000 })).toEqual(["ok", "0 0 0 1000 2000 0 1"]);
  const { endings, ...rest } = await queue.state();
  expect(rest).toEqual({ meta: { head: head({ enqueued: 2_000 }), expired: "1000", purged: "1000" } });
  expect(Object.keys(endings ?? {})).toHaveLength(3_000);
});
