// Wakes: an operation that makes a job ready, or due earlier, publishes on the queue's channel how many jobs became ready,
// and in how many ms something may be due.
import { describe, expect, test } from "vitest";
import * as scripts from "../../../src/engine/all-scripts.ts";
import { refuseWrites } from "../kit/adapters.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { byId, numberedIds, omit, record, ref } from "../kit/forms.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, LEASE, NEVER, place, START, tick } from "../kit/times.ts";
import { type Item, turnWith } from "../kit/turns.ts";
import { listenedQueue, wakesDuring } from "../kit/wakes.ts";

const queueWith = connectQueues();

const BOTH: Item[] = [
  ["release", "a", tick(1)],
  ["release", "b", tick(2)],
];

/** Operations that make jobs ready or due earlier, and their messages. */
const OPERATIONS: [what: string, message: string, act: (queue: TestQueue) => Promise<unknown>][] = [
  ["enqueue of ready jobs", "2 6000", (queue) => enqueueAll(queue, [{}, { priority: 0 }])],
  ["enqueue of a delayed job", "- 5000", (queue) => enqueueAll(queue, [{ delay: 5_000 }])],
  ["enqueue of a job that is due later than others", "- 6000", (queue) => enqueueAll(queue, [{ delay: 50_000 }])],
  ["enqueue of a ready and a delayed job", "1 5000", (queue) => enqueueAll(queue, [{ delay: 5_000 }, {}])],
  ["enqueuePlain", "1 6000", (queue) => queue.call(scripts.enqueuePlain, { priority: 5, items: ["new", "x"] })],
  ["a retry", "1 6000", (queue) => turnWith(queue, [["retry", "a", tick(1)]])],
  ["a retry after a delay", "- 500", (queue) => turnWith(queue, [["retry", "a", tick(1), "500"]])],
  ["a release", "1 6000", (queue) => turnWith(queue, [["release", "b", tick(2)]])],
  ["a turn that leases fewer jobs than it releases", "1 6000", (queue) => turnWith(queue, BOTH, { count: 1 })],
  ["redrive", "2 6000", (queue) => queue.call(scripts.redrive, {})],
  ["redrive of one job", "1 6000", (queue) => queue.call(scripts.redrive, { limit: 1 })],
  ["promote", "1 6000", (queue) => queue.call(scripts.promote, { ids: ["d"] })],
  [
    "extend to an earlier time",
    "- 400",
    (queue) => queue.call(scripts.extend, { items: [ref("a", tick(1))], duration: 400 }),
  ],
  [
    "extend to one millisecond earlier",
    "- 5999",
    (queue) => queue.call(scripts.extend, { items: [ref("a", tick(1))], duration: 5_999 }),
  ],
  [
    "progress with an earlier end of the lease",
    "- 400",
    (queue) => queue.call(scripts.progress, { reference: ref("a", tick(1)), progress: "1", duration: 400 }),
  ],
  ["failWorker", "1 6000", (queue) => queue.call(scripts.failWorker, { worker: "w" })],
  ["a clean that ends leases", "1 1000", (queue) => queue.call(scripts.clean, { times: clockAt(START + 6_000) })],
  [
    "a clean that makes delayed jobs ready",
    "2 -",
    (queue) => queue.call(scripts.clean, { times: clockAt(START + 7_000) }),
  ],
];

describe.each(OPERATIONS)("%s", (_, message, act) => {
  test(`publishes "${message}"`, async () => {
    const queue = await queueWith(listenedQueue());
    expect(await wakesDuring(queue, act)).toEqual([message]);
  });

  test("publishes nothing if the queue is paused or has no listener", async () => {
    for (const flags of ["ph", ""]) {
      const queue = await queueWith(listenedQueue({ flags }));
      expect(await wakesDuring(queue, act)).toEqual([]);
    }
  });

  test("publishes nothing if it is refused or repeated", async () => {
    const queue = await queueWith(listenedQueue());
    const refused = queue.through(refuseWrites("name=='HSET'"));
    expect(await wakesDuring(refused, (each) => act(each).catch(() => {}))).toEqual([]);
    await act(queue);
    expect(await wakesDuring(queue, act)).toEqual([]);
  });
});

test("a due time in the past is published as 0 ms", async () => {
  const queue = await queueWith(listenedQueue({ due: START - 1 }));
  expect(await wakesDuring(queue, (each) => enqueueAll(each, [{}]))).toEqual(["1 0"]);
});

test.each([
  ["9 ms ago", START - 9, "1 0"],
  ["in 1 ms", START + 1, "1 1"],
])("enqueue publishes a due time %s", async (_, time, message) => {
  const queue = await queueWith(listenedQueue({ due: time }));
  expect(await wakesDuring(queue, (each) => enqueueAll(each, [{}]))).toEqual([message]);
});

test("the first job of a queue is published, since a listener may already wait", async () => {
  expect(await wakesDuring(await queueWith(), (each) => enqueueAll(each, [{}]))).toEqual(["1 0"]);
});

test("resume publishes the number of ready jobs", async () => {
  const queue = await queueWith({
    ...listenedQueue({ flags: "hp" }),
    ready: byId(["r", "s", "t"], (_, i) => place(i)),
  });
  expect(await wakesDuring(queue, (each) => each.call(scripts.resume))).toEqual(["3 6000"]);
  expect(await wakesDuring(queue, (each) => each.call(scripts.resume))).toEqual([]);
});

test("resume of a queue without ready jobs publishes the next due time", async () => {
  const queue = await queueWith(listenedQueue({ flags: "hp" }));
  expect(await wakesDuring(queue, (each) => each.call(scripts.resume))).toEqual(["- 6000"]);
});

test("resume publishes the first job of a queue that was paused before it existed", async () => {
  const queue = await queueWith();
  await queue.call(scripts.pause);
  expect(await wakesDuring(queue, (each) => enqueueAll(each, [{}]))).toEqual([]);
  expect(await wakesDuring(queue, (each) => each.call(scripts.resume))).toEqual(["1 0"]);
});

test("a deep clean publishes that it has made jobs ready or delayed", async () => {
  for (const [x, message] of [
    [record(), "1 6000"],
    [record(place(0, 5, { time: START + 700 })), "- 700"],
  ] as const) {
    const queue = await queueWith({ jobs: { x }, meta: listenedQueue().meta ?? {} });
    expect(await wakesDuring(queue, (each) => each.call(scripts.deepClean, { begins: 1 }))).toEqual([message]);
  }
});

test.each<[what: string, act: (queue: TestQueue) => Promise<unknown>]>([
  ["is completed", (queue) => turnWith(queue, [["complete", "a", tick(1)]])],
  ["is completed and kept", (queue) => turnWith(queue, [["keep", "a", tick(1)]])],
  ["fails", (queue) => turnWith(queue, [["fail", "a", tick(1)]])],
  ["has no attempt left", (queue) => turnWith(queue, [["retry", "b", tick(2)]])],
  ["is settled under a stale fence", (queue) => turnWith(queue, [["release", "a", tick(9)]])],
  ["is completed by turnPlain", (queue) => queue.call(scripts.turnPlain, { count: 0, items: [ref("a", tick(1))] })],
  ["is not delayed, and so not promoted", (queue) => queue.call(scripts.promote, { ids: ["a"] })],
  ["has not failed, and so is not redriven", (queue) => queue.call(scripts.redrive, { ids: ["a"] })],
  ["another worker has leased", (queue) => queue.call(scripts.failWorker, { worker: "other" })],
  ["is enqueued again", (queue) => enqueueAll(queue, [{ id: "a", uniqueFor: 0 }])],
  ["is cancelled", (queue) => queue.call(scripts.cancel, { ids: ["d", "a"] })],
  ["is purged", (queue) => queue.call(scripts.purge, { total: "purged", letter: "P", state: "delayed" })],
  ["is leased again at once", (queue) => turnWith(queue, [...BOTH.slice(0, 1), ["retry", "b", tick(2)]], { count: 9 })],
])("nothing is published for a job that %s, while others are ready", async (_, act) => {
  const others = numberedIds(20, "r");
  const { jobs, ...state } = listenedQueue();
  const queue = await queueWith({
    ...state,
    ready: byId(others, (__, i) => place(500 + i)),
    jobs: { ...jobs, ...byId(others, () => record()) },
  });
  expect(await wakesDuring(queue, act)).toEqual([]);
});

describe("a lease of the last ready job publishes 0, so that other workers need not ask", () => {
  test.each(["turn", "turnPlain"])("by %s", async (name) => {
    const { jobs, ...state } = listenedQueue({ due: NEVER });
    const queue = await queueWith({
      ...state,
      leased: {},
      ready: byId(["r", "s"], (_, i) => place(i)),
      jobs: { ...jobs, r: record(), s: record() },
    });
    const take = (number: number) => (each: TestQueue) =>
      name === "turn"
        ? each.call(scripts.turn, { number, count: 1 })
        : each.call(scripts.turnPlain, { number, count: 1 });
    expect(await wakesDuring(queue, take(1))).toEqual([]);
    expect(await wakesDuring(queue, take(2))).toEqual([`0 ${LEASE}`]);
  });

  test("even if that job has expired, but not if there was none", async () => {
    const state = omit(listenedQueue({ due: START }), "delayed", "leased");
    const queue = await queueWith({ ...state, ready: { r: place(1) }, expiring: { r: START }, jobs: { r: record() } });
    const take = (number: number) => (each: TestQueue) => each.call(scripts.turn, { number, count: 1 });
    expect(await wakesDuring(queue, take(1))).toEqual(["0 -"]);
    expect(await wakesDuring(queue, take(2))).toEqual([]);
  });
});
