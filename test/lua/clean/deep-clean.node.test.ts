// deepClean: what it repairs, entry by entry.
import { expect, test } from "vitest";
import { deepClean } from "../../../src/engine/scripts.gen.ts";
import { healthy, like, round, totals, withRights } from "../kit/deep-cleaning.ts";
import { refusing } from "../kit/refusing.ts";
import { without } from "../kit/settling.ts";
import { benches, due, head, place, record, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
const FIRST = place(0, 5, 1_600_000_000_000);

/** The healthy queue with more members of a state, in their order. */
const members = (state: "ready" | "delayed" | "failed" | "done", ...more: [string, number][]) =>
  [...(healthy[state] ?? []), ...more].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));

test.each<[string, extra: State, after: State, enqueued: number, due?: number]>([
  [
    "a record without a state and without a run becomes ready, in its place",
    { jobs: { new: record(place(4, 4), "") } },
    { ready: members("ready", ["new", place(4, 4)]) },
    10,
  ],
  [
    "a record whose place is this very millisecond becomes ready",
    { jobs: { new: record(place(999, 4), "") } },
    { ready: members("ready", ["new", place(999, 4)]) },
    10,
  ],
  [
    "a record whose place is in the future becomes delayed",
    { jobs: { new: record(place(7, 4, START + 5), "") } },
    { delayed: members("delayed", ["new", due(START + 5, 4, 7)]) },
    10,
    START + 5,
  ],
  [
    "a damaged record becomes ready, before the others of the usual priority",
    { jobs: { new: "damaged", short: "123:" }, runs: { new: "damaged" } },
    { ready: members("ready", ["new", FIRST], ["short", FIRST]) },
    11,
  ],
  [
    "a record whose run waits, or is leased, becomes ready in the place of the run",
    {
      jobs: { w: record(), h: record() },
      runs: { w: run("W", tick(1), { place: place(1, 2) }), h: run("L", tick(2)) },
    },
    { ready: members("ready", ["w", place(1, 2)], ["h", place(1)]) },
    11,
  ],
  [
    "a record whose run is tried again later becomes delayed",
    { jobs: { w: record() }, runs: { w: run("W", tick(1), { place: place(3, 2, START + 9) }) } },
    { delayed: members("delayed", ["w", due(START + 9, 2, 3)]) },
    10,
    START + 9,
  ],
  [
    "a record whose run has ended goes back among those that have, as if it had ended now",
    {
      jobs: { x: record(), y: record(), z: record() },
      runs: { x: run("F", tick(1)), y: run("C", tick(2)), z: run("E", tick(3)) },
    },
    { failed: members("failed", ["x", START], ["z", START]), done: members("done", ["y", START]) },
    11,
  ],
])("%s", async (_, extra, after, enqueued, next) => {
  const queue = fresh();
  const [jobs, runs] = [
    { ...healthy.jobs, ...extra.jobs },
    { ...healthy.runs, ...extra.runs },
  ];
  const changed = { runs: Object.keys(runs).length };
  await queue.seed({ ...healthy, jobs, runs, meta: { head: head({ ...totals, ...changed }) } });
  const number = Object.keys(extra.jobs ?? {}).length;
  expect(await round(queue)).toMatch(new RegExp(`^\\d+ ${number} 0 0 0 1$`));
  expect(await queue.state()).toEqual(
    like({ ...after, jobs, runs }, { ...changed, enqueued, ...(next && { due: next }) }),
  );
  expect(await round(queue)).toMatch(/ 0 0 0 0 0$/);
});

test("keeps a job that is in several states where its run says, else where it is furthest from lost", async () => {
  const queue = fresh();
  const names = ["L", "W", "E", "F", "C", "none"];
  const before: State = {
    ready: names.map((id, i) => [id, place(i + 1)]),
    delayed: names.map((id) => [id, due(START + 1)]),
    leased: ["C", "E", "F", "L"].map((id) => [id, START + 1]),
    failed: ["E", "F", "L", "none"].map((id) => [id, START]),
    done: [["C", START]],
    jobs: Object.fromEntries(names.map((id) => [id, record()])),
    runs: Object.fromEntries((["L", "W", "E", "F", "C"] as const).map((id) => [id, run(id, tick(1))])),
    meta: { head: head({ runs: 5, enqueued: 6, completed: 1 }) },
  };
  await queue.seed(before);
  expect(await round(queue)).toMatch(/^\d+ 0 6 0 0 0$/);
  expect(await queue.state()).toEqual({
    ...without(before as Record<string, unknown>, "delayed"),
    ready: [
      ["W", place(2)],
      ["none", place(6)],
    ],
    leased: [["L", START + 1]],
    failed: [
      ["E", START],
      ["F", START],
    ],
    meta: { ...before.meta, audit: "1 0" },
  });
});

test.each(["ready", "delayed", "leased", "failed", "done"] as const)(
  "removes an id from %s without a record, with its run and its time to live",
  async (state) => {
    const queue = fresh();
    const id = "ünï %1";
    await queue.seed({
      ...healthy,
      runs: { ...healthy.runs, [id]: run("L", tick(9)) },
      meta: { head: head({ ...totals, runs: 7 }) },
    });
    await queue.seed({ expiring: [[id, START]], ...{ [state]: [[id, place(1)]] } });
    expect(await round(queue)).toMatch(/^\d+ 0 0 1 0 0$/);
    expect(await queue.state()).toEqual(like({}));
  },
);

test("makes a leased job ready to which no lease belongs, in the place of its record", async () => {
  const queue = fresh();
  const runs = { ...without(healthy.runs, "l"), x: "damaged", y: run("W", tick(6)), z: "L 5 short" };
  const jobs = { ...healthy.jobs, x: record(place(8, 3)), y: "damaged", z: record(place(9)) };
  const meta = { head: head({ ...totals, runs: 8, enqueued: 12 }) };
  await queue.seed({ ...healthy, runs, jobs, meta, leased: ["l", "x", "y", "z"].map((id) => [id, START + 1]) });
  expect(await round(queue)).toMatch(/^\d+ 0 0 0 4 0$/);
  const ready = members("ready", ["l", place(55)], ["x", place(8, 3)], ["y", FIRST], ["z", place(9)]);
  const { leased: _, ...after } = like({ ready, jobs, runs }, { runs: 8, enqueued: 12 });
  expect(await queue.state()).toEqual(after);
});

test.each([
  ["were not counted", 6, 0],
  ["were counted", 8, 1],
])("removes runs and times to live without a job that waits, which %s", async (_, counted, counters) => {
  const queue = fresh();
  const runs = { ...healthy.runs, x: run("L", tick(1)), y: "damaged" };
  await queue.seed({ ...healthy, runs, meta: { head: head({ ...totals, runs: counted }) } });
  await queue.seed({ expiring: ["f", "l", "o", "x", "z"].map((id) => [id, START]) });
  expect(await round(queue)).toMatch(new RegExp(`^\\d+ 0 0 0 7 ${counters}$`));
  expect(await queue.state()).toEqual(like({}));
});

test.each([
  ["how many were enqueued", { enqueued: 7 }, 1],
  ["how many runs there are", { runs: 0 }, 1],
  ["both", { enqueued: 1_000, runs: 1_000 }, 2],
])("sets right %s", async (_, wrong, counters) => {
  const queue = fresh();
  const others = { cancelled: "3", expired: "4", purged: "5", failed: "9" };
  await queue.seed({ ...healthy, meta: { ...others, head: head({ ...totals, enqueued: 21, ...wrong }) } });
  expect(await round(queue)).toMatch(new RegExp(`^\\d+ 0 0 0 0 ${counters}$`));
  const { meta, ...after } = like({}, { enqueued: 21 });
  expect(await queue.state()).toEqual({ ...after, meta: { ...meta, ...others } });
});

test("makes the head anew where it was lost", async () => {
  const queue = fresh();
  await queue.seed({ ...without(healthy as Record<string, unknown>, "meta"), meta: { cancelled: "2" } });
  expect(await round(queue)).toMatch(/ 0 0 0 0 3$/);
  const { meta: _, ...after } = like({});
  // How many were completed is known no more; the last tick is that of the last fence.
  const anew = { tick: tick(6), due: 0, runs: 6, enqueued: 9 };
  expect(await queue.state()).toEqual({ ...after, meta: { head: head(anew), cancelled: "2", audit: "1 0" } });
});

test.each<[what: string, state: State, last: number]>([
  [
    "the highest of several fences",
    { runs: { a: run("L", tick(5_009)), b: run("W", tick(5_012)), c: run("F", tick(5_007)) } },
    tick(5_012),
  ],
  ["a fence of a job that has failed", { failed: [["a", START]], runs: { a: run("F", tick(101)) } }, tick(101)],
  ["a place that is a millisecond ahead", { ready: [["a", place(1_101, 3)]] }, tick(101)],
  ["the fences of the jobs in line", { ready: [["a", place(4_000)]], runs: { a: run("L", tick(3_500)) } }, tick(3_500)],
])("goes on behind %s that is ahead of the last tick", async (_, state, last) => {
  const queue = fresh();
  const ids = ["a", "b", "c"];
  const elsewhere = ids.filter((id) => !state.ready && !state.failed?.some(([each]) => each === id));
  const jobs = Object.fromEntries(ids.map((id) => [id, record()]));
  const delayed = (state.ready ? ["b", "c"] : elsewhere).map((id): [string, number] => [id, due(START + 1)]);
  const before: State = { delayed, ...state, jobs };
  const counts = { runs: Object.keys(state.runs ?? {}).length, enqueued: 3 };
  await queue.seed({ ...before, meta: { head: head(counts) } });
  expect(await round(queue)).toMatch(/^\d+ 0 0 0 0 1$/);
  expect(await queue.state()).toEqual({ ...before, meta: { head: head({ ...counts, tick: last }), audit: "1 0" } });
});

test.each([
  ["a place within a millisecond of the last tick", { ready: [["a", place(1_100)]] }],
  ["a fence that was the last tick", { ready: [["a", place(1)]], runs: { a: run("L", tick(100)) } }],
] as [string, State][])("knows that %s may be", async (_, state) => {
  const queue = fresh();
  const meta = { head: head({ enqueued: 1, runs: Object.keys(state.runs ?? {}).length }) };
  await queue.seed({ ...state, jobs: { a: record() }, meta });
  expect(await round(queue)).toMatch(/^\d+ 0 0 0 0 0$/);
  expect((await queue.state()).meta).toEqual({ ...meta, audit: "1 0" });
});

test("keeps a job in the first of several states where its run says another", async () => {
  const queue = fresh();
  const before: State = { ready: [["a", place(1)]], jobs: { a: record() }, runs: { a: run("F", tick(1)) } };
  const meta = { head: head({ runs: 1, enqueued: 1 }) };
  await queue.seed({ ...before, delayed: [["a", due(START + 1)]], meta });
  expect(await round(queue)).toMatch(/^\d+ 0 1 0 0 0$/);
  expect(await queue.state()).toEqual({ ...before, meta: { ...meta, audit: "1 0" } });
});

test("touches no key but those of the queue while it repairs", async () => {
  const queue = fresh();
  await queue.seed({
    ready: [["a", place(1)]],
    delayed: [["a", due(START + 1)]],
    leased: [["a", START + 1]],
    jobs: { a: record() },
    runs: { a: run("L", tick(1)) },
    meta: { head: head({ runs: 1, enqueued: 1 }) },
  });
  const rights = [`~${queue.keys.root}*`, "+@all"];
  expect(await withRights(queue, rights, (each) => each.call(deepClean, { begins: 1 }))).toEqual([
    "ok",
    "1 3 0 1 0 0 0",
  ]);
});

test.each([
  ["puts no job into a state that has no room, and says so", "name=='ZADD'", /^\d+ 0 0 0 0 0$/],
  ["fails where it cannot note what it did", "name=='HSET'", undefined],
])("%s; a later round repairs it", async (_, condition, repaired) => {
  const queue = fresh();
  const jobs = { ...healthy.jobs, new: record(place(4)) };
  const leased: State["leased"] = [
    ["l", START + 1],
    ["new", START + 1],
  ];
  await queue.seed({ ...healthy, jobs, leased, meta: { head: head({ ...totals, enqueued: 10 }) } });
  const refused = round(queue.through(refusing(condition)));
  if (repaired) expect(await refused).toMatch(repaired);
  else await expect(refused).rejects.toMatchObject({ code: "record_too_large" });
  if (repaired) expect((await queue.state()).leased).toEqual(leased);
  await round(queue);
  const after = like({ jobs, ready: members("ready", ["new", place(4)]) }, { enqueued: 10 });
  expect(await queue.state()).toEqual(after);
});
