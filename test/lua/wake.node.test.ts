// Whatever makes a job ready, or due earlier, tells those who wait on the queue's channel: how many jobs came into line, and
// in how many ms something may be due.
import { describe, expect, test } from "vitest";
import {
  cancel,
  clean,
  enqueuePlain,
  failWorker,
  promote,
  purge,
  redrive,
  resume,
  turn,
  turnPlain,
} from "../../src/core/scripts.gen.ts";
import { enqueueAll } from "./enqueuing.ts";
import { enqueueEach, heardOf, queueOf, settleFor } from "./hearing.ts";
import { refusing } from "./refusing.ts";
import { about, type Bench, benches, clockAt, LEASE, NEVER, place, record, ref, START, tick } from "./state.ts";

const fresh = benches();

/** Ways to make jobs ready or due earlier, and what is said. */
const WAYS: [what: string, message: string, act: (queue: Bench) => Promise<unknown>, whilePaused?: string][] = [
  ["enqueue of ready jobs", "2 6000", (queue) => enqueueEach(queue, "5 - - - -", "0 - - - -")],
  ["enqueue of a delayed job", "0 5000", (queue) => enqueueEach(queue, "5 +5000 - - -")],
  ["enqueue of a job that is due later than others", "0 6000", (queue) => enqueueEach(queue, "5 +50000 - - -")],
  ["enqueue of both", "1 5000", (queue) => enqueueEach(queue, "5 +5000 - - -", "5 - - - -")],
  [
    "enqueuePlain",
    "1 6000",
    (queue) => queue.call(enqueuePlain, { priority: 5, items: ["new", "x"] }, { hashes: about(["new"], {})[0].hashes }),
  ],
  ["a retry", "1 6000", (queue) => settleFor(queue, [["r", "a", tick(1)]])],
  ["a retry after a delay", "0 500", (queue) => settleFor(queue, [["r", "a", tick(1), "500"]])],
  ["a release", "1 6000", (queue) => settleFor(queue, [["g", "b", tick(2)]])],
  [
    "a turn that leases less than it gave back",
    "1 6000",
    (queue) =>
      settleFor(
        queue,
        [
          ["g", "a", tick(1)],
          ["g", "b", tick(2)],
        ],
        1,
      ),
    "2 6000",
  ],
  ["redrive", "2 6000", (queue) => queue.call(redrive, {})],
  ["promote", "1 6000", (queue) => queue.call(promote, ...about(["d"], { ids: ["d"] }))],
  ["failWorker", "1 6000", (queue) => queue.call(failWorker, { worker: "w" })],
  ["clean that ends leases", "1 1000", (queue) => queue.call(clean, { times: clockAt(START + 6_000) })],
  ["clean that makes delayed jobs ready", "2 -", (queue) => queue.call(clean, { times: clockAt(START + 7_000) })],
];

describe.each(WAYS)("%s", (_, message, act, whilePaused = message) => {
  test(`says ${message}`, async () => {
    const queue = fresh();
    await queue.seed(queueOf());
    expect(await heardOf(queue, act)).toEqual([message]);
  });

  test("says it also where the queue is paused, and nothing where nobody listens", async () => {
    const [paused, unheard] = [fresh(), fresh()];
    await paused.seed(queueOf({ flags: "ph" }));
    expect(await heardOf(paused, act)).toEqual([whilePaused]);
    await unheard.seed(queueOf({ flags: "" }));
    expect(await heardOf(unheard, act)).toEqual([]);
  });

  test("says nothing where it was refused, or is repeated", async () => {
    const queue = fresh();
    await queue.seed(queueOf());
    const refused = queue.through(refusing("name=='HSET'"));
    expect(await heardOf(refused, (each) => act(each).catch(() => {}))).toEqual([]);
    await act(queue);
    expect(await heardOf(queue, act)).toEqual([]);
  });
});

test("something that is past due is due in 0 ms", async () => {
  const queue = fresh();
  await queue.seed(queueOf({ due: START - 1 }));
  expect(await heardOf(queue, (each) => enqueueEach(each, "5 - - - -"))).toEqual(["1 0"]);
});

test.each([
  ["of what is overdue, that it is due now", START - 9, "1 0"],
  ["of what is due in a millisecond, just that", START + 1, "1 1"],
])("enqueue says %s", async (_, time, message) => {
  const queue = fresh();
  await queue.seed(queueOf({ due: time }));
  expect(await heardOf(queue, (each) => enqueueEach(each, "5 - - - -"))).toEqual([message]);
});

test("the first job of a queue is said, since somebody may listen already", async () => {
  expect(await heardOf(fresh(), (each) => enqueueEach(each, "5 - - - -"))).toEqual(["1 0"]);
});

test("resume says how many jobs are in line", async () => {
  const queue = fresh();
  await queue.seed(queueOf({ flags: "hp" }));
  await queue.seed({ ready: ["r", "s", "t"].map((id, i) => [id, place(i)]) });
  expect(await heardOf(queue, (each) => each.call(resume))).toEqual(["3 6000"]);
  expect(await heardOf(queue, (each) => each.call(resume))).toEqual([]);
});

test.each<[what: string, act: (queue: Bench) => Promise<unknown>]>([
  ["is completed", (queue) => settleFor(queue, [["c", "a", tick(1)]])],
  ["is kept", (queue) => settleFor(queue, [["k", "a", tick(1)]])],
  ["fails", (queue) => settleFor(queue, [["f", "a", tick(1)]])],
  ["has no attempt left", (queue) => settleFor(queue, [["r", "b", tick(2)]])],
  ["is no longer held", (queue) => settleFor(queue, [["g", "a", tick(9)]])],
  [
    "is completed by turnPlain",
    (queue) => queue.call(turnPlain, { count: 0, hash: about(["a"], {})[0].hashes, items: [ref("a", tick(1))] }),
  ],
  ["is not delayed, and so not promoted", (queue) => queue.call(promote, ...about(["a"], { ids: ["a"] }))],
  ["has not failed, and so is not redriven", (queue) => queue.call(redrive, { ids: ["a"] })],
  ["another worker holds than the one that failed", (queue) => queue.call(failWorker, { worker: "other" })],
  ["is known already", (queue) => enqueueAll(queue, [["a", "5 - 0 - -"]])],
  ["is cancelled", (queue) => queue.call(cancel, ...about(["d", "a"], { ids: ["d", "a"] }))],
  ["is purged", (queue) => queue.call(purge, { total: "purged", letter: "P" }, { state: "delayed" })],
  [
    "is leased again at once",
    (queue) =>
      settleFor(
        queue,
        [
          ["g", "a", tick(1)],
          ["r", "b", tick(2)],
        ],
        9,
      ),
  ],
])("nothing is said of a job that %s, where others wait in line", async (_, act) => {
  const queue = fresh();
  await queue.seed(queueOf());
  await queue.seed({ ready: Array.from({ length: 20 }, (__, i) => [`r${i}`, place(500 + i)]) });
  await queue.seed({ jobs: Object.fromEntries(Array.from({ length: 20 }, (__, i) => [`r${i}`, record()])) });
  expect(await heardOf(queue, act)).toEqual([]);
});

describe("whoever takes the last job in line tells the others that they need not ask", () => {
  test.each(["turn", "turnPlain"])("%s", async (name) => {
    const queue = fresh();
    await queue.seed({ ...queueOf({ due: NEVER }), leased: [], ready: ["r", "s"].map((id, i) => [id, place(i)]) });
    await queue.seed({ jobs: { r: record(), s: record() } });
    const take = (number: number) => (each: Bench) =>
      name === "turn"
        ? each.call(turn, { number, count: 1 })
        : each.call(turnPlain, { number, count: 1, hash: "", items: [] });
    expect(await heardOf(queue, take(1))).toEqual([]);
    expect(await heardOf(queue, take(2))).toEqual([`0 ${LEASE}`]);
  });
});
