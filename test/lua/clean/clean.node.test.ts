// clean: removes jobs, ids and workers. heal.node.test.ts tests the jobs that it makes ready again.
import { expect, test } from "vitest";
import { clean } from "../../../src/engine/all-scripts.ts";
import { byId, ending, head, numberedIds, omit, record, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
// A policy: age and number of done jobs, age and number of failed jobs, time to live of results.
const KEEP_ALL = "- - - - 1000";

test("a clean changes nothing if nothing is due", async () => {
  const before: State = {
    ready: { r: place(1) },
    delayed: { d: due(START + 1) },
    leased: { l: START + 1 },
    failed: { f: START - 999 },
    done: { o: START - 999 },
    expiring: { r: START + 1 },
    seen: { s: START + 1 },
    workers: { w: START - 86_399_999 },
    jobs: { r: record(), d: record(), l: record(), f: record(), o: record() },
    runs: { l: run("L", tick(1)), f: run("F", tick(2)), o: run("C", tick(3)) },
    // The last tick is behind the clock.
    meta: { head: head({ tick: tick(-1), due: START + 1, runs: 3 }), policy: "1000 1 1000 1 0" },
  };
  const queue = await queueWith(before);
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.state()).toEqual(before);
  await queue.seed({ meta: { head: head({ due: START, runs: 3 }) } });
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.state()).toEqual({ ...before, meta: { ...before.meta, head: head({ due: START + 1, runs: 3 }) } });
});

test("a clean drops an expired job before it is due, and one whose lease expired in the next clean", async () => {
  const queue = await queueWith({
    leased: { l: START },
    delayed: { d: due(START) },
    expiring: { d: START },
    jobs: { l: record(), d: record() },
    runs: { l: run("L", tick(1), { expiresAt: START }) },
    meta: { head: head({ due: START, runs: 1 }) },
  });
  expect(await queue.call(clean)).toEqual(["ok", "1 0 0 1 0 0 0"]);
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 1 0 0 0"]);
  expect(await queue.state()).toEqual({
    endings: { d: ending("E"), l: ending("E") },
    meta: { head: head(), reclaimed: "1", expired: "2" },
  });
});

const names = ["f1", "f2", "f3", "o1", "o2", "o3"];
const ended: State = {
  failed: byId(["f1", "f2", "f3"], (_, i) => START - 3_000 + i * 1_000),
  done: byId(["o1", "o2", "o3"], (_, i) => START - 3_000 + i * 1_000),
  jobs: byId(names, () => record()),
  runs: byId(names, (id, i) => run(id.startsWith("f") ? "F" : "C", tick(i))),
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
])("a clean trims ended jobs by the policy %s, up to %d of each kind", async (policy, limit, reply, left) => {
  const queue = await queueWith(ended);
  expect(await queue.call(clean, { policy, limit })).toEqual(["ok", `0 0 0 0 ${reply}`]);
  const gone = names.filter((id) => !left.includes(id));
  const purged = gone.filter((id) => id.startsWith("f")).length;
  const { meta, ...parts } = ended;
  const after = {
    ...Object.fromEntries(Object.entries(parts).map(([name, fields]) => [name, omit(fields, ...gone)])),
    endings: byId(gone, (id) => ending(id.startsWith("f") ? "F" : "C")),
  };
  // A key without fields does not exist.
  const existing = Object.fromEntries(Object.entries(after).filter(([, fields]) => Object.keys(fields).length > 0));
  const total = purged > 0 && { purged: String(purged) };
  expect(await queue.state()).toEqual({ ...existing, meta: { head: head({ runs: left.length }), ...total } });
});

test("a clean without a policy uses the stored one", async () => {
  const queue = await queueWith({ ...ended, meta: { ...ended.meta, policy: "- 0 - - 0" } });
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 3 0 0"]);
  expect(Object.keys((await queue.state()).jobs ?? {}).sort()).toEqual(["f1", "f2", "f3"]);
});

test("a queue without a policy keeps failed jobs for 30 days, and all done jobs", async () => {
  const month = 30 * 86_400_000;
  const queue = await queueWith({
    ...ended,
    failed: { f1: START - month, f2: START - month + 1 },
    done: { o1: START - 2 * month },
  });
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 1 0 0"]);
  const { failed, done } = await queue.state();
  expect([failed, done].map((state) => Object.keys(state ?? {}))).toEqual([["f2"], ["o1"]]);
});

test("a queue without a policy keeps at most 100,000 failed jobs", async () => {
  const failed = byId(numberedIds(100_002), (_, i) => START - 200_000 + i);
  const queue = await queueWith({ failed, meta: { head: head() } });
  expect(await queue.call(clean, { policy: "" })).toEqual(["ok", "0 0 0 0 2 0 0"]);
  const left = Object.entries((await queue.state()).failed ?? {});
  expect([left.length, left[0]]).toEqual([100_000, ["2", failed["2"]]]);
});

test("a clean drops only the id from an ended state if the job is in another state, too", async () => {
  const living: State = {
    ready: { r: place(1) },
    delayed: { d: due(START + 1) },
    leased: { l: START + 1 },
    jobs: { r: record(), d: record(), l: record() },
    runs: { r: run("W", tick(1)), d: run("W", tick(2)), l: run("L", tick(3)) },
    meta: { head: head({ runs: 3 }) },
  };
  const queue = await queueWith({
    ...living,
    failed: byId(["d", "l", "r"], () => START),
    done: { r: START, x: START },
  });
  expect(await queue.call(clean, { policy: "0 - 0 - 0" })).toEqual(["ok", "0 0 0 0 1 0 0"]);
  expect(await queue.state()).toEqual({ ...living, endings: { x: ending("C") } });
});

test("a clean forgets silent workers, and ids whose uniqueFor is over", async () => {
  const queue = await queueWith({
    workers: { old: START - 1_001, just: START - 1_000, new: START - 999 },
    seen: { past: START - 1, over: START, still: START + 1 },
    meta: { head: head() },
  });
  expect(await queue.call(clean, { silence: 1_000 })).toEqual(["ok", "0 0 0 0 0 2 0"]);
  expect(await queue.state()).toEqual({
    workers: { new: START - 999 },
    seen: { still: START + 1 },
    meta: { head: head() },
  });
});

test.each<[what: string, moved: string, state: State]>([
  ["delayed jobs", "0 0 1 0 0 0", { delayed: byId(["a", "b"], () => due(START)) }],
  ["leases", "1 0 0 0 0 0", { leased: { a: START, b: START }, runs: byId(["a", "b"], () => run("L", tick(1))) }],
  [
    "leases of the last attempt",
    "0 1 0 0 0 0",
    { leased: { a: START, b: START }, runs: byId(["a", "b"], () => run("L", tick(1), { max: 1 })) },
  ],
  ["expired jobs", "0 0 0 1 0 0", { ready: { a: place(1), b: place(2) }, expiring: { a: START, b: START } }],
  ["remembered ids", "0 0 0 0 0 0", { seen: { a: START, b: START } }],
  ["ended jobs", "0 0 0 0 1 0", { done: { a: START, b: START } }],
])(
  "a clean replies with the numbers of jobs that it moved, and with 1 as long as more are left: %s",
  async (_, moved, state) => {
    const queue = await queueWith({ ...state, meta: { head: head({ due: START, runs: 2 }) } });
    const cleanOne = async () => (await queue.call(clean, { limit: 1, policy: "0 - - - 0" }))[1];
    for (let i = 0; i < 2; i++) expect(await cleanOne()).toBe(`${moved} 1`);
    expect(await cleanOne()).toBe("0 0 0 0 0 0 0");
  },
);

/** Returns a queue with large payloads, in which all jobs are ready and have expired. */
function expiredQueue(jobs: Record<string, string>): State {
  const expired = byId(Object.keys(jobs), () => START);
  return { ready: expired, expiring: expired, jobs, meta: { head: head({ flags: "l", due: START }) } };
}

test("one clean removes 64 MB of large jobs at most, expired and ended ones alike", async () => {
  const large = (...ids: string[]) => byId(ids, () => "x".repeat(21_333_000));
  const args = { policy: "0 - 0 - 0", limit: 1_000 };
  const queue = await queueWith(expiredQueue(large("e1", "e2", "e3", "e4")));
  expect(await queue.call(clean, args)).toEqual(["ok", "0 0 0 3 0 0 1"]);
  expect(await queue.call(clean, args)).toEqual(["ok", "0 0 0 1 0 0 0"]);
  const [failed, done] = [byId(["f1", "f2"], () => START), byId(["o1", "o2"], () => START)];
  await queue.seed({ failed, done, jobs: large("f1", "f2", "o1", "o2") });
  expect(await queue.call(clean, args)).toEqual(["ok", "0 0 0 0 3 0 1"]);
  expect((await queue.state()).failed).toEqual({ f2: START });
  expect(await queue.call(clean, args)).toEqual(["ok", "0 0 0 0 1 0 0"]);
  expect(Object.keys(await queue.state()).sort()).toEqual(["endings", "meta"]);
});

test("a clean removes an expired job of any size", async () => {
  const queue = await queueWith(expiredQueue({ e1: "x".repeat(64_000_001), e2: "x" }));
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 1 0 0 1"]);
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 1 0 0 0"]);
});

test("one clean removes thousands of jobs", async () => {
  const [expired, failed, done] = [numberedIds(1_000, "e"), numberedIds(1_000, "f"), numberedIds(1_000, "o")];
  const queue = await queueWith({
    delayed: byId(expired, () => due(START + 1)),
    expiring: byId(expired, () => START),
    failed: byId(failed, () => START),
    done: byId(done, () => START),
    runs: byId([...expired, ...failed, ...done], () => run("W", tick(1))),
    meta: { head: head({ due: START, runs: 3_000, enqueued: 2_000 }) },
  });
  expect(await queue.call(clean, { policy: "0 - 0 - 0", limit: 1_000 })).toEqual(["ok", "0 0 0 1000 2000 0 1"]);
  const { endings, ...rest } = await queue.state();
  expect(rest).toEqual({ meta: { head: head({ enqueued: 2_000 }), expired: "1000", purged: "1000" } });
  expect(Object.keys(endings ?? {})).toHaveLength(3_000);
});
