// deepClean: the repair of each kind of damage.
import { expect, test } from "vitest";
import { deepClean } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { auditRound, HEALTHY, healthyWith, TOTALS, withRights } from "../kit/deep-cleaning.ts";
import { byId, head, omit, record, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, FIRST_PLACE, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();

test.each<[string, extra: State, after: State, enqueued: number, due?: number]>([
  [
    "makes a record without a state and a run ready, in its place",
    { jobs: { new: record(place(4, 4), "") } },
    { ready: { ...HEALTHY.ready, new: place(4, 4) } },
    10,
  ],
  [
    "makes a record ready whose place is in this millisecond",
    { jobs: { new: record(place(999, 4), "") } },
    { ready: { ...HEALTHY.ready, new: place(999, 4) } },
    10,
  ],
  [
    "makes a record delayed whose place is in the future",
    { jobs: { new: record(place(7, 4, { time: START + 5 }), "") } },
    { delayed: { ...HEALTHY.delayed, new: due(START + 5, 4, { n: 7 }) } },
    10,
    START + 5,
  ],
  [
    "makes a damaged record ready, before the others of the usual priority",
    { jobs: { new: "damaged", short: "123:" }, runs: { new: "damaged" } },
    { ready: { ...HEALTHY.ready, new: FIRST_PLACE, short: FIRST_PLACE } },
    11,
  ],
  [
    "makes a record ready in the place of its run, if that waits or is leased",
    {
      jobs: { w: record(), h: record() },
      runs: { w: run("W", tick(1), { place: place(1, 2) }), h: run("L", tick(2)) },
    },
    { ready: { ...HEALTHY.ready, w: place(1, 2), h: place(1) } },
    11,
  ],
  [
    "makes a record delayed whose run is retried later",
    { jobs: { w: record() }, runs: { w: run("W", tick(1), { place: place(3, 2, { time: START + 9 }) }) } },
    { delayed: { ...HEALTHY.delayed, w: due(START + 9, 2, { n: 3 }) } },
    10,
    START + 9,
  ],
  [
    "returns a record whose run has ended to the ended jobs, as if it ended now",
    {
      jobs: { x: record(), y: record(), z: record() },
      runs: { x: run("F", tick(1)), y: run("C", tick(2)), z: run("E", tick(3)) },
    },
    { failed: { ...HEALTHY.failed, x: START, z: START }, done: { ...HEALTHY.done, y: START } },
    11,
  ],
])("deepClean %s", async (_, extra, after, enqueued, next) => {
  const [jobs, runs] = [
    { ...HEALTHY.jobs, ...extra.jobs },
    { ...HEALTHY.runs, ...extra.runs },
  ];
  const changed = { runs: Object.keys(runs).length };
  const queue = await queueWith({ ...HEALTHY, jobs, runs, meta: { head: head({ ...TOTALS, ...changed }) } });
  const number = Object.keys(extra.jobs ?? {}).length;
  expect(await auditRound(queue)).toMatch(new RegExp(`^\\d+ ${number} 0 0 0 1$`));
  expect(await queue.state()).toEqual(
    healthyWith({ ...after, jobs, runs }, { ...changed, enqueued, ...(next && { due: next }) }),
  );
  expect(await auditRound(queue)).toMatch(/ 0 0 0 0 0$/);
});

test("deepClean keeps a job of several states in the state of its run, else in the safest one", async () => {
  const names = ["L", "W", "E", "F", "C", "none"];
  const before: State = {
    ready: byId(names, (_, i) => place(i + 1)),
    delayed: byId(names, () => due(START + 1)),
    leased: byId(["C", "E", "F", "L"], () => START + 1),
    failed: byId(["E", "F", "L", "none"], () => START),
    done: { C: START },
    jobs: byId(names, () => record()),
    runs: byId(["L", "W", "E", "F", "C"] as const, (id) => run(id, tick(1))),
    meta: { head: head({ runs: 5, enqueued: 6, completed: 1 }) },
  };
  const queue = await queueWith(before);
  expect(await auditRound(queue)).toMatch(/^\d+ 0 6 0 0 0$/);
  expect(await queue.state()).toEqual({
    ...omit(before, "delayed"),
    ready: { W: place(2), none: place(6) },
    leased: { L: START + 1 },
    failed: { E: START, F: START },
    meta: { ...before.meta, audit: "1 0" },
  });
});

test.each(["ready", "delayed", "leased", "failed", "done"] as const)(
  "deepClean removes an id without a record from %s, with its run and its time to live",
  async (state) => {
    const id = "ünï %1";
    const queue = await queueWith({
      ...HEALTHY,
      [state]: { ...HEALTHY[state], [id]: place(1) },
      expiring: { ...HEALTHY.expiring, [id]: START },
      runs: { ...HEALTHY.runs, [id]: run("L", tick(9)) },
      meta: { head: head({ ...TOTALS, runs: 7 }) },
    });
    expect(await auditRound(queue)).toMatch(/^\d+ 0 0 1 0 0$/);
    expect(await queue.state()).toEqual(healthyWith({}));
  },
);

test("deepClean makes a leased job without a lease ready, in the place of its record", async () => {
  const runs = { ...omit(HEALTHY.runs, "l"), x: "damaged", y: run("W", tick(6)), z: "L 5 short" };
  const jobs = { ...HEALTHY.jobs, x: record(place(8, 3)), y: "damaged", z: record(place(9)) };
  const meta = { head: head({ ...TOTALS, runs: 8, enqueued: 12 }) };
  const queue = await queueWith({ ...HEALTHY, runs, jobs, meta, leased: byId(["l", "x", "y", "z"], () => START + 1) });
  expect(await auditRound(queue)).toMatch(/^\d+ 0 0 0 4 0$/);
  const ready = { ...HEALTHY.ready, l: place(55), x: place(8, 3), y: FIRST_PLACE, z: place(9) };
  expect(await queue.state()).toEqual(omit(healthyWith({ ready, jobs, runs }, { runs: 8, enqueued: 12 }), "leased"));
});

test.each([
  ["were not counted", 6, 0],
  ["were counted", 8, 1],
])(
  "deepClean removes runs without jobs, which %s, and times to live of jobs that do not wait",
  async (_, counted, counters) => {
    const runs = { ...HEALTHY.runs, x: run("L", tick(1)), y: "damaged" };
    const queue = await queueWith({ ...HEALTHY, runs, meta: { head: head({ ...TOTALS, runs: counted }) } });
    await queue.seed({ expiring: byId(["f", "l", "o", "x", "z"], () => START) });
    expect(await auditRound(queue)).toMatch(new RegExp(`^\\d+ 0 0 0 7 ${counters}$`));
    expect(await queue.state()).toEqual(healthyWith({}));
  },
);

test.each([
  ["the number of enqueued jobs", { enqueued: 7 }, 1],
  ["the number of runs", { runs: 0 }, 1],
  ["both numbers", { enqueued: 1_000, runs: 1_000 }, 2],
])("deepClean corrects %s", async (_, wrong, counters) => {
  const others = { cancelled: "3", expired: "4", purged: "5", failed: "9" };
  const queue = await queueWith({ ...HEALTHY, meta: { ...others, head: head({ ...TOTALS, enqueued: 21, ...wrong }) } });
  expect(await auditRound(queue)).toMatch(new RegExp(`^\\d+ 0 0 0 0 ${counters}$`));
  const { meta, ...after } = healthyWith({}, { enqueued: 21 });
  expect(await queue.state()).toEqual({ ...after, meta: { ...meta, ...others } });
});

test("deepClean writes a lost head anew", async () => {
  const queue = await queueWith({ ...omit(HEALTHY, "meta"), meta: { cancelled: "2" } });
  expect(await auditRound(queue)).toMatch(/ 0 0 0 0 3$/);
  const { meta: _, ...after } = healthyWith({});
  // The number of completed jobs is lost; the last tick is that of the last fence.
  const anew = { tick: tick(6), due: 0, runs: 6, enqueued: 9 };
  expect(await queue.state()).toEqual({ ...after, meta: { head: head(anew), cancelled: "2", audit: "1 0" } });
});

test.each<[what: string, state: State, last: number]>([
  [
    "the highest of several fences",
    { runs: { a: run("L", tick(5_009)), b: run("W", tick(5_012)), c: run("F", tick(5_007)) } },
    tick(5_012),
  ],
  ["the fence of a failed job", { failed: { a: START }, runs: { a: run("F", tick(101)) } }, tick(101)],
  ["a place one millisecond ahead", { ready: { a: place(1_101, 3) } }, tick(101)],
  ["the fence of a ready job", { ready: { a: place(4_000) }, runs: { a: run("L", tick(3_500)) } }, tick(3_500)],
])("deepClean adopts the tick of %s, if that is ahead of the last one", async (_, state, last) => {
  const ids = ["a", "b", "c"];
  const elsewhere = ids.filter((id) => !state.ready && !(id in (state.failed ?? {})));
  const jobs = byId(ids, () => record());
  const delayed = byId(state.ready ? ["b", "c"] : elsewhere, () => due(START + 1));
  const before: State = { delayed, ...state, jobs };
  const counts = { runs: Object.keys(state.runs ?? {}).length, enqueued: 3 };
  const queue = await queueWith({ ...before, meta: { head: head(counts) } });
  expect(await auditRound(queue)).toMatch(/^\d+ 0 0 0 0 1$/);
  expect(await queue.state()).toEqual({ ...before, meta: { head: head({ ...counts, tick: last }), audit: "1 0" } });
});

test.each([
  ["a place within a millisecond of the last tick", { ready: { a: place(1_100) } }],
  ["a fence equal to the last tick", { ready: { a: place(1) }, runs: { a: run("L", tick(100)) } }],
] as [string, State][])("deepClean accepts %s", async (_, state) => {
  const meta = { head: head({ enqueued: 1, runs: Object.keys(state.runs ?? {}).length }) };
  const queue = await queueWith({ ...state, jobs: { a: record() }, meta });
  expect(await auditRound(queue)).toMatch(/^\d+ 0 0 0 0 0$/);
  expect((await queue.state()).meta).toEqual({ ...meta, audit: "1 0" });
});

test("deepClean keeps a job in the first of its states if its run has another", async () => {
  const before: State = { ready: { a: place(1) }, jobs: { a: record() }, runs: { a: run("F", tick(1)) } };
  const meta = { head: head({ runs: 1, enqueued: 1 }) };
  const queue = await queueWith({ ...before, delayed: { a: due(START + 1) }, meta });
  expect(await auditRound(queue)).toMatch(/^\d+ 0 1 0 0 0$/);
  expect(await queue.state()).toEqual({ ...before, meta: { ...meta, audit: "1 0" } });
});

test("deepClean touches only keys of the queue", async () => {
  const queue = await queueWith({
    ready: { a: place(1) },
    delayed: { a: due(START + 1) },
    leased: { a: START + 1 },
    jobs: { a: record() },
    runs: { a: run("L", tick(1)) },
    meta: { head: head({ runs: 1, enqueued: 1 }) },
  });
  const rights = [`~${queue.keys.root}*`, "+@all"];
  const [, text] = await withRights(queue, rights, (each) => each.call(deepClean, { begins: 1 }));
  expect(text).toBe("1 3 0 1 0 0 0");
});

test.each([
  ["counts no repair if a state is full", "name=='ZADD'", /^\d+ 0 0 0 0 0$/],
  ["fails if meta is full", "name=='HSET'", undefined],
])("deepClean %s, and a later round repairs the queue", async (_, condition, repaired) => {
  const jobs = { ...HEALTHY.jobs, new: record(place(4)) };
  const leased = { l: START + 1, new: START + 1 };
  const queue = await queueWith({ ...HEALTHY, jobs, leased, meta: { head: head({ ...TOTALS, enqueued: 10 }) } });
  const refused = auditRound(queue.through(refuseWrites(condition)));
  if (repaired) expect(await refused).toMatch(repaired);
  else await expectRefused(refused);
  if (repaired) expect((await queue.state()).leased).toEqual(leased);
  await auditRound(queue);
  const after = healthyWith({ jobs, ready: { ...HEALTHY.ready, new: place(4) } }, { enqueued: 10 });
  expect(await queue.state()).toEqual(after);
});
