// Trimming: the whole queue before and after a request that trims ended jobs by the policy. retention.node.test.ts tests the
// number of jobs that one request trims.
import { describe, expect, test } from "vitest";
import { turn } from "../../../src/engine/all-scripts.ts";
import { byId, ended, ending, head, numberedIds, omit, record, run } from "../kit/forms.ts";
import { leasedQueue } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, LISTENS_UNTIL, place, START, tick } from "../kit/times.ts";
import { type Action, type Item, settle, stateWithoutNotes, WAYS } from "../kit/turns.ts";

const queueWith = connectQueues();
const ids = ["o1", "o2", "o3", "f1", "f2", "f3", "a", "b"];
const letterOf = (id: string) => (id.startsWith("o") ? "C" : id.startsWith("f") ? "F" : "L");
/** Returns a queue with three jobs of each kind, which ended 3, 2 and 1 s ago, and with two in their last lease. */
const before = (flags: string): State => ({
  ready: { r: place(1) },
  done: byId(["o1", "o2", "o3"], (_, i) => START - 3_000 + i * 1_000),
  failed: byId(["f1", "f2", "f3"], (_, i) => START - 3_000 + i * 1_000),
  leased: byId(["a", "b"], () => START + 1_000),
  endings: { gone: ending("X", tick(1)) },
  jobs: byId([...ids, "r"], (id, i) => record(place(i), id)),
  runs: byId(ids, (id, i) => run(letterOf(id), tick(10 + i), { max: 1 })),
  meta: { head: head({ flags, due: START + 1_000, runs: 8, enqueued: 9, leased: 8, completed: 3 }), failed: "3" },
});
const fences = { a: tick(16), b: tick(17) };

/** Returns the state after some ended jobs were trimmed. */
function trimmed(state: State, ...gone: string[]): State {
  const purged = gone.filter((id) => id.startsWith("f")).length;
  return {
    ...state,
    done: omit(state.done, ...gone),
    failed: omit(state.failed, ...gone),
    endings: { ...state.endings, ...byId(gone, (id) => ending(id.startsWith("f") ? "F" : "C")) },
    jobs: omit(state.jobs, ...gone),
    runs: omit(state.runs, ...gone),
    meta: { ...state.meta, ...(purged > 0 && { purged: String(purged) }) },
  };
}

describe.each(WAYS)("%s", (_, { flags, count }) => {
  test.each<[policy: string, gone: string[]]>([
    ["- - - -", []],
    ["2500 - - -", ["o1"]],
    ["- - 1500 -", ["f1", "f2"]],
    ["1000 - 1000 -", ["o1", "o2", "o3", "f1", "f2", "f3"]],
    ["- 3 - -", ["o1"]],
    ["- 2 - 4", ["o1", "o2"]],
    ["- - - 3", ["f1"]],
    ["- 4 - 4", []],
    ["2500 3 2500 2", ["o1", "f1", "f2"]],
  ])("trims ended jobs by the policy %s, including the jobs that end now in their numbers", async (policy, gone) => {
    const state = before(flags);
    const queue = await queueWith(state);
    const items: Item[] = [
      ["keep", "a", fences.a],
      ["fail", "b", fences.b, "", '"no"'],
    ];
    expect(await settle(queue, items, { count, policy: `${policy} 60000` })).toBe("cf");
    const rest = omit(trimmed(state, ...gone), "leased");
    const totals = { enqueued: 9, leased: 8, completed: 4 };
    expect(await stateWithoutNotes(queue)).toEqual({
      ...rest,
      done: { ...rest.done, a: START },
      failed: { ...rest.failed, b: START },
      runs: {
        ...rest.runs,
        a: run("C", fences.a, { max: 1 }),
        b: run("F", fences.b, { max: 1, attempts: [ended("f", fences.b, { error: '"no"' })] }),
      },
      meta: { ...rest.meta, head: head({ flags, due: START + 1_000, runs: 8 - gone.length, ...totals }), failed: "4" },
    });
  });
});

test("a turn that ends expired leases trims failed jobs by the policy", async () => {
  const state = before("p");
  const queue = await queueWith(state);
  const times = clockAt(START + 1_000);
  await queue.call(turn, { times, worker: "", policy: "- 0 3500 3 60000" });
  const left = omit(trimmed(state, "o1", "o2", "o3", "f1", "f2"), "leased", "done");
  const at = tick(0, START + 1_000);
  const lost = (id: "a" | "b") =>
    run("E", fences[id], {
      max: 1,
      attempts: [ended("l", fences[id], { at: START + 1_000, error: '"lease expired"' })],
    });
  expect(await stateWithoutNotes(queue)).toEqual({
    ...left,
    failed: { ...left.failed, a: START + 1_000, b: START + 1_000 },
    endings: Object.fromEntries(
      Object.entries(left.endings ?? {}).map(([id, text]) => [id, text.replace(String(tick(100)), String(at))]),
    ),
    runs: { ...left.runs, a: lost("a"), b: lost("b") },
    meta: {
      head: head({ flags: "p", tick: at, runs: 3, enqueued: 9, leased: 8, completed: 3 }),
      failed: "5",
      purged: "2",
    },
  });
});

test.each([
  [0, ["o0", "o1", "o2"]],
  [1, ["o2", "a0"]],
])(
  "a turn that fails %d jobs trims by the policy, and one that only returns jobs does not: %j stay",
  async (lost, kept) => {
    const old = ["o0", "o1", "o2"];
    const held = numberedIds(lost, "a");
    const queue = await queueWith({
      leased: byId([...held, "b"], () => START),
      failed: byId(old, (_, i) => START - 9 + i),
      jobs: byId([...old, ...held, "b"], () => record()),
      runs: {
        ...byId(old, () => run("F", tick(1))),
        ...byId(held, () => run("L", tick(1), { max: 1 })),
        b: run("L", tick(1)),
      },
      meta: { head: head({ due: START, runs: 4 + lost }) },
    });
    await queue.call(turn, { count: 1, policy: "- - - 2 0" });
    expect(Object.keys((await queue.state()).failed ?? {})).toEqual(kept);
  },
);

test("a beat with a policy stores it for requests without one", async () => {
  const BEATS = [
    ["", "1 1 1 1 1"],
    ["1", "1 1 1 1 1"],
    ["p", "5 - - 7 60000"],
  ] as const;
  const meta = { head: head({ flags: "ph" }), registered: String(START), heard: LISTENS_UNTIL };
  const queue = await queueWith({ meta: { ...meta, policy: "1 1 1 1 1" } });
  for (const [i, [heartbeat, policy]] of BEATS.entries()) {
    await queue.call(turn, { number: i + 1, heartbeat, policy: "5 - - 7 60000" });
    const { meta: noted, workers } = await queue.state();
    expect([noted, workers]).toEqual([{ ...meta, policy }, heartbeat === "" ? undefined : { w: START }]);
  }
});

test.each<[what: string, items: (ids: string[]) => Item[], state: State]>([
  ["that a turn settles", (ids) => ids.map((id) => ["fail", id, tick(1), "", '"no"']), {}],
  ["whose leases expired", () => [], { meta: { head: head({ due: START, runs: 45 }) } }],
])("failed jobs %s are trimmed in two units", async (_, items, state) => {
  const [old, last] = [numberedIds(40, "o"), numberedIds(5, "l")];
  const all = [...old, ...last];
  const queue = await queueWith({
    leased: byId(last, () => START),
    failed: byId(old, (_, i) => START - 100 + i),
    jobs: byId(all, () => record()),
    runs: byId(all, (id) => run(id.startsWith("o") ? "F" : "L", tick(1), { max: 1 })),
    meta: { head: head({ due: START + 1, runs: 45 }) },
    ...state,
  });
  const settled = items(last);
  await settle(queue, settled, { count: settled.length > 0 ? 0 : 1, policy: "- - - 2 0" });
  // Each unit trims two jobs for each that failed, and eight more.
  expect(Object.keys((await queue.state()).failed ?? {})).toEqual([...old.slice(36), ...last]);
});

test.each<Action>(["retry", "release"])("a %s trims no other job", async (action) => {
  const failed = byId(numberedIds(20, "o"), (_, i) => START - 100 + i);
  const queue = await queueWith({ ...leasedQueue(["a"], { head: { due: START + 9_000 } }), failed });
  await queue.seed({ jobs: byId(Object.keys(failed), () => record()) });
  expect(await settle(queue, [[action, "a", tick(1)]], { policy: "- - - 2 0" })).toBe("r");
  expect((await queue.state()).failed).toEqual(failed);
});
