// Retention by the one who settles, without a clean: the whole queue before and after one request. How much a request trims
// is in retention.node.test.ts.
import { describe, expect, test } from "vitest";
import { turn } from "../../../src/engine/scripts.gen.ts";
import { asked, type Item, settled, ways, without } from "../kit/settling.ts";
import { benches, clockAt, ending, head, place, record, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
const ids = ["o1", "o2", "o3", "f1", "f2", "f3", "a", "b"];
const letterOf = (id: string) => (id.startsWith("o") ? "C" : id.startsWith("f") ? "F" : "L");
/** Three jobs of each kind that ended three, two and one seconds ago, and two that are leased for the last time. */
const before = (flags: string): State => ({
  ready: [["r", place(1)]],
  done: ["o1", "o2", "o3"].map((id, i) => [id, START - 3_000 + i * 1_000]),
  failed: ["f1", "f2", "f3"].map((id, i) => [id, START - 3_000 + i * 1_000]),
  leased: ["a", "b"].map((id) => [id, START + 1_000]),
  endings: ending("gone", "X", tick(1)),
  jobs: Object.fromEntries([...ids, "r"].map((id, i) => [id, record(place(i), id)])),
  runs: Object.fromEntries(ids.map((id, i) => [id, run(letterOf(id), tick(10 + i), { max: 1 })])),
  meta: { head: head({ flags, due: START + 1_000, runs: 8, enqueued: 9, leased: 8, completed: 3 }), failed: "3" },
});
const fences = { a: tick(16), b: tick(17) };

/** The queue without some jobs that had ended, with how these ended. */
function trimmed(state: State, ...gone: string[]): State {
  const purged = gone.filter((id) => id.startsWith("f")).length;
  const lines = gone.map((id) => ending(id, id.startsWith("f") ? "F" : "C", tick(100)));
  return {
    ...state,
    done: (state.done ?? []).filter(([id]) => !gone.includes(id)),
    failed: (state.failed ?? []).filter(([id]) => !gone.includes(id)),
    endings: Object.assign({}, state.endings, ...lines),
    jobs: without(state.jobs, ...gone),
    runs: without(state.runs, ...gone),
    meta: { ...state.meta, ...(purged > 0 && { purged: String(purged) }) },
  };
}

describe.each(ways)("settling %s", (_, { flags, count }) => {
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
  ])(
    "keeps of each kind what the policy %s says, the jobs that end now counted with their own",
    async (policy, gone) => {
      const queue = fresh();
      const state = before(flags);
      await queue.seed(state);
      const items: Item[] = [
        ["k", "a", fences.a],
        ["f", "b", fences.b, "", '"no"'],
      ];
      const [fields, parts] = asked(items);
      const args = { count, worker: "", items: fields, policy: `${policy} 60000` };
      expect((await queue.call(turn, args, parts))[1]).toBe("cf");
      const { leased: __, ...rest } = trimmed(state, ...gone);
      const totals = { enqueued: 9, leased: 8, completed: 4 };
      expect(await settled(queue)).toEqual({
        ...rest,
        done: [...(rest.done ?? []), ["a", START]],
        failed: [...(rest.failed ?? []), ["b", START]],
        runs: {
          ...rest.runs,
          a: run("C", fences.a, { max: 1 }),
          b: run("F", fences.b, { max: 1, errors: [`${START} 1 "no"`] }),
        },
        meta: {
          ...rest.meta,
          head: head({ flags, due: START + 1_000, runs: 8 - gone.length, ...totals }),
          failed: "4",
        },
      });
    },
  );
});

test("ending leases that ran out keeps of the failed jobs what the policy says", async () => {
  const queue = fresh();
  const state = before("p");
  await queue.seed(state);
  const times = clockAt(START + 1_000);
  await queue.call(turn, { times, worker: "", policy: "- 0 3500 3 60000" });
  const { leased: _, ...rest } = trimmed(state, "o1", "o2", "o3", "f1", "f2");
  const { done: __, ...left } = rest;
  const at = tick(0, START + 1_000);
  const lost = (id: "a" | "b") => run("E", fences[id], { max: 1, errors: [`${START + 1_000} 1 "lease expired"`] });
  expect(await settled(queue)).toEqual({
    ...left,
    failed: [...(left.failed ?? []), ["a", START + 1_000], ["b", START + 1_000]],
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
  "where %d of the leases that ran out were of last attempts, a turn keeps no more than the policy says",
  async (lost, kept) => {
    const queue = fresh();
    const old = ["o0", "o1", "o2"];
    const held = Array.from({ length: lost }, (_, i) => `a${i}`);
    await queue.seed({
      leased: [...held, "b"].map((id) => [id, START]),
      failed: old.map((id, i) => [id, START - 9 + i]),
      jobs: Object.fromEntries([...old, ...held, "b"].map((id) => [id, record()])),
      runs: Object.fromEntries([
        ...old.map((id) => [id, run("F", tick(1))]),
        ...held.map((id) => [id, run("L", tick(1), { max: 1 })]),
        ["b", run("L", tick(1))],
      ]),
      meta: { head: head({ due: START, runs: 4 + lost }) },
    });
    await queue.call(turn, { count: 1, policy: "- - - 2 0" });
    expect((await queue.state()).failed?.map(([id]) => id)).toEqual(kept);
  },
);

test("the policy that is stated is noted for those who state none, each time a worker tells of itself", async () => {
  const queue = fresh();
  const BEATS = [
    ["", "1 1 1 1 1"],
    ["1", "1 1 1 1 1"],
    ["p", "5 - - 7 60000"],
  ] as const;
  const meta = { head: head({ flags: "ph" }), registered: String(START), heard: String(START + 600_000) };
  await queue.seed({ meta: { ...meta, policy: "1 1 1 1 1" } });
  for (const [i, [beats, policy]] of BEATS.entries()) {
    await queue.call(turn, { number: i + 1, beats, policy: "5 - - 7 60000" });
    const { meta: noted, workers } = await queue.state();
    expect([noted, workers]).toEqual([{ ...meta, policy }, beats === "" ? undefined : [["w", START]]]);
  }
});

test.each<[what: string, items: (ids: string[]) => Item[], state: State]>([
  ["that it settles", (ids) => ids.map((id) => ["f", id, tick(1), "", '"no"']), {}],
  ["whose leases ran out", () => [], { meta: { head: head({ due: START, runs: 45 }) } }],
])("failed jobs %s make others go in two units: twice as many and eight more in each", async (_, items, state) => {
  const queue = fresh();
  const [old, last] = [40, 5].map((count, i) => Array.from({ length: count }, (_each, n) => `${"ol"[i]}${n}`));
  const all = [...(old ?? []), ...(last ?? [])];
  await queue.seed({
    leased: last?.map((id) => [id, START]) ?? [],
    failed: old?.map((id, i) => [id, START - 100 + i]) ?? [],
    jobs: Object.fromEntries(all.map((id) => [id, record()])),
    runs: Object.fromEntries(all.map((id) => [id, run(id.startsWith("o") ? "F" : "L", tick(1), { max: 1 })])),
    meta: { head: head({ due: START + 1, runs: 45 }) },
    ...state,
  });
  const [fields, parts] = asked(items(last ?? []));
  await queue.call(turn, { count: fields.length > 0 ? 0 : 1, items: fields, policy: "- - - 2 0" }, parts);
  expect((await queue.state()).failed?.map(([id]) => id)).toEqual([...(old?.slice(36) ?? []), ...(last ?? [])]);
});

test.each<[what: Item[0], letter: string]>([
  ["r", "r"],
  ["g", "r"],
])("a job that is given back (%s) makes no other go", async (what, letter) => {
  const queue = fresh();
  const old = Array.from({ length: 20 }, (_, i): [string, number] => [`o${i}`, START - 100 + i]);
  const failed = old.sort(([, a], [, b]) => a - b);
  await queue.seed({
    leased: [["a", START + 9]],
    failed,
    jobs: Object.fromEntries([...failed, ["a"]].map(([id]) => [id, record()])),
    runs: { a: run("L", tick(1)) },
    meta: { head: head({ due: START + 9, runs: 1 }) },
  });
  const [fields, parts] = asked([[what, "a", tick(1)]]);
  expect((await queue.call(turn, { count: 0, items: fields, policy: "- - - 2 0" }, parts))[1]).toBe(letter);
  expect((await queue.state()).failed).toEqual(failed);
});
