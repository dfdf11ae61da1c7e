// Whatever makes a job ready, or due earlier, tells those who wait on the queue's channel: how many jobs came into line, and
// in how many ms something may be due.
import { describe, expect, test } from "vitest";
import {
  cancel,
  clean,
  deepClean,
  enqueuePlain,
  extend,
  failWorker,
  pause,
  progress,
  promote,
  purge,
  redrive,
  resume,
  turn,
  turnPlain,
} from "../../../src/engine/scripts.gen.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { enqueueEach, heardOf, queueOf, settleFor } from "../kit/hearing.ts";
import { refusing } from "../kit/refusing.ts";
import { about, type Bench, benches, clockAt, LEASE, NEVER, place, record, ref, START, tick } from "../kit/state.ts";

const fresh = benches();

/** Ways to make jobs ready or due earlier, and what is said. */
const WAYS: [what: string, message: string, act: (queue: Bench) => Promise<unknown>][] = [
  ["enqueue of ready jobs", "2 6000", (queue) => enqueueEach(queue, "5 - - - -", "0 - - - -")],
  ["enqueue of a delayed job", "- 5000", (queue) => enqueueEach(queue, "5 +5000 - - -")],
  ["enqueue of a job that is due later than others", "- 6000", (queue) => enqueueEach(queue, "5 +50000 - - -")],
  ["enqueue of both", "1 5000", (queue) => enqueueEach(queue, "5 +5000 - - -", "5 - - - -")],
  [
    "enqueuePlain",
    "1 6000",
    (queue) =>
      queue.call(enqueuePlain, { priority: 5, items: ["new", "x"] }, { buckets: about(["new"], {})[0].buckets }),
  ],
  ["a retry", "1 6000", (queue) => settleFor(queue, [["r", "a", tick(1)]])],
  ["a retry after a delay", "- 500", (queue) => settleFor(queue, [["r", "a", tick(1), "500"]])],
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
  ],
  ["redrive", "2 6000", (queue) => queue.call(redrive, {})],
  ["redrive of one job", "1 6000", (queue) => queue.call(redrive, { limit: 1 })],
  ["promote", "1 6000", (queue) => queue.call(promote, ...about(["d"], { ids: ["d"] }))],
  [
    "extend to an earlier time",
    "- 400",
    (queue) => queue.call(extend, ...about(["a"], { items: [ref("a", tick(1))], duration: 400 })),
  ],
  [
    "extend to a time that is a millisecond earlier",
    "- 5999",
    (queue) => queue.call(extend, ...about(["a"], { items: [ref("a", tick(1))], duration: 5_999 })),
  ],
  [
    "progress with an earlier end of the lease",
    "- 400",
    (queue) => queue.call(progress, { reference: ref("a", tick(1)), progress: "1", duration: 400 }, { id: "a" }),
  ],
  ["failWorker", "1 6000", (queue) => queue.call(failWorker, { worker: "w" })],
  ["clean that ends leases", "1 1000", (queue) => queue.call(clean, { times: clockAt(START + 6_000) })],
  ["clean that makes delayed jobs ready", "2 -", (queue) => queue.call(clean, { times: clockAt(START + 7_000) })],
];

describe.each(WAYS)("%s", (_, message, act) => {
  test(`says ${message}`, async () => {
    const queue = fresh();
    await queue.seed(queueOf());
    expect(await heardOf(queue, act)).toEqual([message]);
  });

  test("says nothing where the queue is paused, or nobody listens", async () => {
    for (const flags of ["ph", ""]) {
      const queue = fresh();
      await queue.seed(queueOf({ flags }));
      expect(await heardOf(queue, act)).toEqual([]);
    }
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

test("resume of a queue without jobs in line says when something is due", async () => {
  const queue = fresh();
  await queue.seed(queueOf({ flags: "hp" }));
  expect(await heardOf(queue, (each) => each.call(resume))).toEqual(["- 6000"]);
});

test("a queue that was first paused says that its first job is there when it is resumed", async () => {
  const queue = fresh();
  await queue.call(pause);
  expect(await heardOf(queue, (each) => enqueueEach(each, "5 - - - -"))).toEqual([]);
  expect(await heardOf(queue, (each) => each.call(resume))).toEqual(["1 0"]);
});

test("deep clean says that it has made jobs ready, or delayed", async () => {
  const [ready, delayed] = [fresh(), fresh()];
  await ready.seed({ jobs: { x: record() }, meta: queueOf().meta ?? {} });
  expect(await heardOf(ready, (each) => each.call(deepClean, { begins: 1 }))).toEqual(["1 6000"]);
  await delayed.seed({ jobs: { x: record(place(0, 5, START + 700)) }, meta: queueOf().meta ?? {} });
  expect(await heardOf(delayed, (each) => each.call(deepClean, { begins: 1 }))).toEqual(["- 700"]);
});

test.each<[what: string, act: (queue: Bench) => Promise<unknown>]>([
  ["is completed", (queue) => settleFor(queue, [["c", "a", tick(1)]])],
  ["is kept", (queue) => settleFor(queue, [["k", "a", tick(1)]])],
  ["fails", (queue) => settleFor(queue, [["f", "a", tick(1)]])],
  ["has no attempt left", (queue) => settleFor(queue, [["r", "b", tick(2)]])],
  ["is no longer held", (queue) => settleFor(queue, [["g", "a", tick(9)]])],
  [
    "is completed by turnPlain",
    (queue) => queue.call(turnPlain, { count: 0, bucket: about(["a"], {})[0].buckets, items: [ref("a", tick(1))] }),
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
        : each.call(turnPlain, { number, count: 1, bucket: "", items: [] });
    expect(await heardOf(queue, take(1))).toEqual([]);
    expect(await heardOf(queue, take(2))).toEqual([`0 ${LEASE}`]);
  });

  test("also where that job was past its time to live, and not where there was none", async () => {
    const queue = fresh();
    const state = { ...queueOf({ due: START }), delayed: [], leased: [] };
    await queue.seed({ ...state, ready: [["r", place(1)]], expiring: [["r", START]], jobs: { r: record() } });
    const take = (number: number) => (each: Bench) => each.call(turn, { number, count: 1 });
    expect(await heardOf(queue, take(1))).toEqual(["0 -"]);
    expect(await heardOf(queue, take(2))).toEqual([]);
  });
});
