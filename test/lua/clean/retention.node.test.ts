// turn where it settles or ends leases: jobs that have ended stay within their retention without a clean.
import { describe, expect, test } from "vitest";
import { failWorker, turn } from "../../../src/engine/scripts.gen.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { asked, type Item, settle, ways } from "../kit/settling.ts";
import {
  benches,
  clockAt,
  ending,
  head,
  idsOfHash,
  place,
  record,
  redis,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const HOUR = 3_600_000;
type Members = [id: string, score: number][];

/** Jobs that ended `age` ms ago, the oldest first. */
const ended = (letter: string, count: number, age = 1_000): Members =>
  Array.from({ length: count }, (_, i) => [`${letter}${100 + i}`, START - age - count + i]);
const idsOf = (members: Members) => members.map(([id]) => id);

/** A queue with jobs that have ended, and with jobs a, b, c that are leased. */
function queueOf(flags: string, done: Members, failed: Members): State {
  const held = ["a", "b", "c"];
  const all = [...idsOf(done), ...idsOf(failed), ...held];
  return {
    done,
    failed,
    leased: held.map((id) => [id, START + 1]),
    jobs: Object.fromEntries(all.map((id) => [id, record(place(1), id)])),
    runs: Object.fromEntries([
      ...idsOf(done).map((id) => [id, run("C", tick(1))]),
      ...idsOf(failed).map((id) => [id, run("F", tick(1))]),
      ...held.map((id) => [id, run("L", tick(2), { max: 1 })]),
    ]),
    meta: { head: head({ flags, due: START + 1, runs: all.length }) },
  };
}

describe.each(ways)("%s", (_, way) => {
  test.each<[what: string, items: Item[], policy: string, done: number, failed: number]>([
    ["one kept job trims ten of each kind past their age", [["k", "a", tick(2)]], "900 - 900 -", 10, 10],
    [
      "two failed jobs trim twelve",
      [
        ["f", "a", tick(2)],
        ["r", "b", tick(2)],
      ],
      "900 - 900 -",
      12,
      12,
    ],
    [
      "done and failed jobs together trim more",
      [
        ["k", "a", tick(2)],
        ["f", "b", tick(2)],
      ],
      "900 - - -",
      12,
      0,
    ],
    ["done jobs above their number go", [["k", "a", tick(2)]], "- 18 - -", 3, 0],
    ["failed jobs above their number go", [["f", "a", tick(2)]], "- - - 19", 0, 2],
    ["a number of 0 lets others go once more after it", [["k", "a", tick(2)]], "- 0 - -", 20, 0],
    ["nothing goes within the retention", [["k", "a", tick(2)]], "5000 21 5000 20", 0, 0],
    ["nothing goes without a retention", [["f", "a", tick(2)]], "- - - -", 0, 0],
    ["nothing goes where nothing is kept", [["c", "a", tick(2)]], "900 0 900 0", 0, 0],
    ["nothing goes where nothing is settled", [["k", "a", tick(9)]], "900 0 900 0", 0, 0],
  ])("%s", async (__, items, policy, doneLess, failedLess) => {
    const queue = fresh();
    const [done, failed] = [ended("d", 20), ended("f", 20)];
    await queue.seed(queueOf(way.flags, done, failed));
    await settle(queue, way, items, { policy: `${policy} 60000` });
    const { done: doneLeft = [], failed: failedLeft = [], jobs = {}, endings = {}, meta } = await queue.state();
    const old = (members: Members) => idsOf(members).filter((id) => id.length > 1);
    expect([old(doneLeft), old(failedLeft)]).toEqual([idsOf(done.slice(doneLess)), idsOf(failed.slice(failedLess))]);
    const gone = [...idsOf(done.slice(0, doneLess)), ...idsOf(failed.slice(0, failedLess))];
    expect(gone.filter((id) => id in jobs)).toEqual([]);
    for (const id of gone) expect(endings).toMatchObject(ending(id, id.startsWith("d") ? "C" : "F", tick(100)));
    expect(meta?.purged).toBe(failedLess === 0 ? undefined : String(failedLess));
  });

  test("removes a job that its holder fails late after that, and none that its holder gives back", async () => {
    const queue = fresh();
    const failed: Members = [
      ["a", START - 9],
      ["b", START - 8],
    ];
    await queue.seed({
      failed,
      jobs: { a: record(), b: record() },
      runs: { a: run("E", tick(1), { max: 1 }), b: run("E", tick(2), { max: 1 }) },
      meta: { head: head({ flags: way.flags, runs: 2 }) },
    });
    const items: Item[] = [
      ["g", "a", tick(1)],
      ["f", "b", tick(2)],
    ];
    expect(await settle(queue, way, items, { policy: "- - 0 0 60000" })).toBe("rf");
    const { ready, failed: left, jobs, endings } = await queue.state();
    expect([ready, left, Object.keys(jobs ?? {})]).toEqual([[["a", place(1)]], undefined, ["a"]]);
    expect(endings).toEqual(ending("b", "F", tick(100)));
  });
});

test.each([
  ["as many as have 64 MB", 1, 3],
  ["as many as come and one, however large they are", 3, 4],
])("trims of large jobs %s", async (_, settled, gone) => {
  const queue = fresh();
  const done = ended("d", 5);
  const payload = "x".repeat(21_333_000);
  await queue.seed(queueOf("l", done, []));
  await queue.seed({ jobs: Object.fromEntries(idsOf(done).map((id) => [id, payload])) });
  const items = ["a", "b", "c"].slice(0, settled).map((id): Item => ["k", id, tick(2)]);
  await settle(queue, { flags: "l", count: 0 }, items, { policy: "900 - - - 60000" });
  const left = await redis().zRange(`${queue.keys.root}done`, 0, -1);
  expect(left.slice(0, -settled)).toEqual(idsOf(done.slice(gone)));
  await redis().del(queue.keys.all());
});

test("a lease that runs out for the last time trims failed jobs, too", async () => {
  const queue = fresh();
  const failed = ended("f", 30);
  await queue.seed(queueOf("p", ended("d", 3), failed));
  await queue.call(turn, { times: clockAt(START + 1), policy: "- 0 900 - 60000" });
  const { done, failed: left, meta } = await queue.state();
  // Three leases ran out: two for each, and eight.
  expect([done, idsOf(left ?? [])]).toEqual([undefined, [...idsOf(failed.slice(14)), "a", "b", "c"]]);
  expect(meta).toMatchObject({ failed: "3", purged: "14" });
});

test("ended jobs stay within twice their number, however fast they end", async () => {
  const queue = fresh();
  const policy = "- 20 - 30 60000";
  for (let number = 1; number < 40; number++) {
    const ids = Array.from({ length: 30 }, (_, i) => `${number}/${i}`);
    await enqueueAll(
      queue,
      ids.map((id): [string] => [id]),
      { number },
    );
    const [, , header = "", ...rest] = await queue.call(turn, { count: 30, lane: "lease", number });
    const first = Number(header.split(" ")[5]);
    const items = rest.slice(0, 30).map((id, i): Item => [i % 2 ? "k" : "f", id, first + i]);
    await queue.call(turn, { items: asked(items)[0], count: 0, lane: "settle", number, policy });
    const { done = [], failed = [] } = await queue.state();
    expect(done.length).toBeLessThanOrEqual(40);
    expect(failed.length).toBeLessThanOrEqual(60);
  }
  const { done = [], failed = [], jobs = {}, leased } = await queue.state();
  expect([done.length, failed.length, Object.keys(jobs).length, leased]).toEqual([20, 30, 50, undefined]);
});

test("a settle of a thousand that trims thousands of jobs of one hash leaves whole jobs", async () => {
  const queue = fresh();
  const all = idsOfHash("3", 5_100);
  const [held, done, failed] = [all.slice(0, 1_000), all.slice(1_000, 3_050), all.slice(3_050)];
  const runs = (ids: string[], letter: "L" | "C" | "F") => ids.map((id) => [id, run(letter, tick(1))]);
  await queue.seed({
    leased: held.map((id) => [id, START + 90_000]),
    done: done.map((id) => [id, START - 2 * HOUR]),
    failed: failed.map((id) => [id, START - 2 * HOUR]),
    jobs: Object.fromEntries(all.map((id) => [id, record()])),
    runs: Object.fromEntries([...runs(held, "L"), ...runs(done, "C"), ...runs(failed, "F")]),
    meta: { head: head({ runs: all.length, enqueued: all.length, completed: done.length }) },
  });
  const [items, parts] = asked(held.map((id): Item => ["f", id, tick(1), "", '"no"']));
  const policy = `${HOUR} - ${HOUR} - ${HOUR}`;
  expect((await queue.call(turn, { count: 0, items, policy }, parts))[1]).toBe("f".repeat(1_000));
  const { jobs = {}, ...state } = await queue.state();
  const kept = [...(state.done ?? []), ...(state.failed ?? [])].map(([id]) => id);
  expect(Object.keys(jobs).sort()).toEqual(kept.sort());
  expect(kept.length).toBe(5_100 - 2_000);
});

test.each([
  [1_000, 10],
  [1_000, 600],
  [30, 1],
])("a batch of %i that ends leaves no more than twice the %i that are kept", async (count, bound) => {
  const queue = fresh();
  const ids = Array.from({ length: count }, (_, i) => `job ${i}`);
  await queue.seed({
    leased: ids.map((id) => [id, START + 9]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    runs: Object.fromEntries(ids.map((id) => [id, run("L", tick(1))])),
    meta: { head: head({ runs: count, enqueued: count }) },
  });
  const [items, parts] = asked(ids.map((id): Item => ["f", id, tick(1), "", '"no"']));
  await queue.call(turn, { count: 0, items, policy: `- - - ${bound} 0` }, parts);
  const { failed = [], jobs = {} } = await queue.state();
  expect(failed.length).toBeLessThanOrEqual(2 * bound);
  expect(Object.keys(jobs).sort()).toEqual(failed.map(([id]) => id).sort());
});

test("jobs that failWorker fails are trimmed", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 300 }, (_, i) => `job ${i}`);
  await queue.seed({
    leased: ids.map((id) => [id, START + 9]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    runs: Object.fromEntries(ids.map((id) => [id, run("L", tick(1), { max: 1 })])),
    meta: { head: head({ runs: 300, enqueued: 300 }) },
  });
  expect(await queue.call(failWorker, { worker: "w", limit: 500, policy: "- - - 10 0" })).toEqual(["ok", "300", "-"]);
  const { failed, jobs, meta } = await queue.state();
  expect([failed?.length, Object.keys(jobs ?? {}).length, meta?.purged]).toEqual([10, 10, "290"]);
});
