// Retention: each request that settles jobs or ends leases also trims ended ones, so that no clean is needed. A policy is
// the age and the number of done jobs, those of failed jobs, and the time to live of results.
import { describe, expect, test } from "vitest";
import { failWorker, turn } from "../../../src/engine/all-scripts.ts";
import { redis } from "../kit/connection.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { byId, ending, head, idsOfBucket, numberedIds, record, run } from "../kit/forms.ts";
import { leasedQueue } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, place, START, tick } from "../kit/times.ts";
import { type Item, lease, settle, WAYS } from "../kit/turns.ts";

const queueWith = connectQueues();
const HOUR = 3_600_000;

/** Returns a queue with done and failed jobs that ended a second ago, the oldest first, and with leased jobs a, b, c. */
function queueOf(done: string[], failed: string[], flags = ""): State {
  const leased = ["a", "b", "c"];
  const all = [...done, ...failed, ...leased];
  const endedAt = (ids: string[]) => byId(ids, (_, i) => START - 1_000 - ids.length + i);
  return {
    done: endedAt(done),
    failed: endedAt(failed),
    leased: byId(leased, () => START + 1),
    jobs: byId(all, (id) => record(place(1), id)),
    runs: {
      ...byId(done, () => run("C", tick(1))),
      ...byId(failed, () => run("F", tick(1))),
      ...byId(leased, () => run("L", tick(2), { max: 1 })),
    },
    meta: { head: head({ flags, due: START + 1, runs: all.length }) },
  };
}

describe.each(WAYS)("%s", (_, { flags, count }) => {
  test.each<[what: string, items: Item[], policy: string, done: number, failed: number]>([
    ["one completed job trims ten of each kind by their age", [["keep", "a", tick(2)]], "900 - 900 -", 10, 10],
    [
      "two failed jobs trim twelve of each kind",
      [
        ["fail", "a", tick(2)],
        ["retry", "b", tick(2)],
      ],
      "900 - 900 -",
      12,
      12,
    ],
    [
      "a done and a failed job trim twelve",
      [
        ["keep", "a", tick(2)],
        ["fail", "b", tick(2)],
      ],
      "900 - - -",
      12,
      0,
    ],
    ["done jobs above their number are trimmed", [["keep", "a", tick(2)]], "- 18 - -", 3, 0],
    ["failed jobs above their number are trimmed", [["fail", "a", tick(2)]], "- - - 19", 0, 2],
    ["a number of 0 trims all done jobs", [["keep", "a", tick(2)]], "- 0 - -", 20, 0],
    ["nothing is trimmed within the retention", [["keep", "a", tick(2)]], "5000 21 5000 20", 0, 0],
    ["nothing is trimmed without a retention", [["fail", "a", tick(2)]], "- - - -", 0, 0],
    ["nothing is trimmed by a job that is not kept", [["complete", "a", tick(2)]], "900 0 900 0", 0, 0],
    ["nothing is trimmed by a stale item", [["keep", "a", tick(9)]], "900 0 900 0", 0, 0],
  ])("%s", async (__, items, policy, doneTrimmed, failedTrimmed) => {
    const [done, failed] = [numberedIds(20, "d"), numberedIds(20, "f")];
    const queue = await queueWith(queueOf(done, failed, flags));
    await settle(queue, items, { count, policy: `${policy} 60000` });
    const state = await queue.state();
    const old = (fields = {}) => Object.keys(fields).filter((id) => id.length > 1);
    expect([old(state.done), old(state.failed)]).toEqual([done.slice(doneTrimmed), failed.slice(failedTrimmed)]);
    const gone = [...done.slice(0, doneTrimmed), ...failed.slice(0, failedTrimmed)];
    expect(gone.filter((id) => id in (state.jobs ?? {}))).toEqual([]);
    expect(state.endings ?? {}).toMatchObject(byId(gone, (id) => ending(id.startsWith("d") ? "C" : "F")));
    expect(state.meta?.purged).toBe(failedTrimmed === 0 ? undefined : String(failedTrimmed));
  });

  test("trims a job that its holder fails late, and none that its holder releases late", async () => {
    const queue = await queueWith({
      failed: { a: START - 9, b: START - 8 },
      jobs: { a: record(), b: record() },
      runs: { a: run("E", tick(1), { max: 1 }), b: run("E", tick(2), { max: 1 }) },
      meta: { head: head({ flags, runs: 2 }) },
    });
    const items: Item[] = [
      ["release", "a", tick(1)],
      ["fail", "b", tick(2)],
    ];
    expect(await settle(queue, items, { count, policy: "- - 0 0 60000" })).toBe("rf");
    const { ready, failed: left, jobs, endings } = await queue.state();
    expect([ready, left, Object.keys(jobs ?? {})]).toEqual([{ a: place(1) }, undefined, ["a"]]);
    expect(endings).toEqual({ b: ending("F") });
  });
});

test.each([
  ["up to 64 MB of large jobs", 1, 3],
  ["one large job more than it completes, even above 64 MB", 3, 4],
])("a settle trims %s", async (_, settled, gone) => {
  const done = numberedIds(5, "d");
  const payload = "x".repeat(21_333_000);
  const queue = await queueWith(queueOf(done, [], "l"));
  await queue.seed({ jobs: byId(done, () => payload) });
  const items = ["a", "b", "c"].slice(0, settled).map((id): Item => ["keep", id, tick(2)]);
  await settle(queue, items, { policy: "900 - - - 60000" });
  const left = await redis().zRange(`${queue.keys.root}done`, 0, -1);
  expect(left.slice(0, -settled)).toEqual(done.slice(gone));
  await redis().del(queue.keys.all());
});

test("the expiry of a last lease trims failed jobs, too", async () => {
  const before = numberedIds(30, "f");
  const queue = await queueWith(queueOf(numberedIds(3, "d"), before, "p"));
  await queue.call(turn, { times: clockAt(START + 1), policy: "- 0 900 - 60000" });
  const { done, failed = {}, meta } = await queue.state();
  // Three leases expired: two trimmed jobs for each, and eight more.
  expect([done, Object.keys(failed)]).toEqual([undefined, [...before.slice(14), "a", "b", "c"]]);
  expect(meta).toMatchObject({ failed: "3", purged: "14" });
});

test("ended jobs never exceed twice their number, however fast jobs end", async () => {
  const queue = await queueWith();
  const policy = "- 20 - 30 60000";
  const sizes = async () => {
    const { done, failed, jobs, leased } = await queue.state();
    return [done, failed, jobs, leased].map((fields) => Object.keys(fields ?? {}).length);
  };
  for (let number = 1; number < 40; number++) {
    const jobs = numberedIds(30, `${number}/`).map((id) => ({ id }));
    await enqueueAll(queue, jobs, { number });
    const { ids, fences } = await lease(queue, { count: 30, lane: "lease", number });
    const items = ids.map((id, i): Item => [i % 2 ? "keep" : "fail", id, fences[i] ?? 0]);
    await settle(queue, items, { lane: "settle", number, policy });
    const [done, failed] = await sizes();
    expect(done).toBeLessThanOrEqual(40);
    expect(failed).toBeLessThanOrEqual(60);
  }
  expect(await sizes()).toEqual([20, 30, 50, 0]);
});

test("a settle of 1,000 jobs that trims thousands of one bucket leaves whole jobs", async () => {
  const all = idsOfBucket("3", 5_100);
  const [held, done, failed] = [all.slice(0, 1_000), all.slice(1_000, 3_050), all.slice(3_050)];
  const runs = (ids: string[], letter: "L" | "C" | "F") => byId(ids, () => run(letter, tick(1)));
  const queue = await queueWith({
    leased: byId(held, () => START + 90_000),
    done: byId(done, () => START - 2 * HOUR),
    failed: byId(failed, () => START - 2 * HOUR),
    jobs: byId(all, () => record()),
    runs: { ...runs(held, "L"), ...runs(done, "C"), ...runs(failed, "F") },
    meta: { head: head({ runs: all.length, enqueued: all.length, completed: done.length }) },
  });
  const items = held.map((id): Item => ["fail", id, tick(1), "", '"no"']);
  expect(await settle(queue, items, { policy: `${HOUR} - ${HOUR} - ${HOUR}` })).toBe("f".repeat(1_000));
  const { jobs = {}, ...state } = await queue.state();
  const kept = [...Object.keys(state.done ?? {}), ...Object.keys(state.failed ?? {})];
  expect(Object.keys(jobs).sort()).toEqual(kept.sort());
  expect(kept.length).toBe(5_100 - 2_000);
});

test.each([
  [1_000, 10],
  [1_000, 600],
  [30, 1],
])("a batch of %i failures leaves at most twice the number of %i", async (count, bound) => {
  const ids = numberedIds(count, "job ");
  const queue = await queueWith(leasedQueue(ids, { head: { enqueued: count } }));
  const items = ids.map((id): Item => ["fail", id, tick(1), "", '"no"']);
  await settle(queue, items, { policy: `- - - ${bound} 0` });
  const { failed = {}, jobs = {} } = await queue.state();
  expect(Object.keys(failed).length).toBeLessThanOrEqual(2 * bound);
  expect(Object.keys(jobs).sort()).toEqual(Object.keys(failed).sort());
});

test("failWorker trims the jobs that it fails", async () => {
  const ids = numberedIds(300, "job ");
  const queue = await queueWith(leasedQueue(ids, { parts: { max: 1 }, head: { enqueued: 300 } }));
  expect(await queue.call(failWorker, { worker: "w", limit: 500, policy: "- - - 10 0" })).toEqual(["ok", "300", "-"]);
  const { failed = {}, jobs = {}, meta } = await queue.state();
  expect([Object.keys(failed).length, Object.keys(jobs).length, meta?.purged]).toEqual([10, 10, "290"]);
});
