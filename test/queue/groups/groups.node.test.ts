// Groups: concurrency, strict order, fairness and rates, through the library against a real Redis.
import { expect, test } from "vitest";
import type { Job, LeaseOptions, QueueOptions } from "../../../src/index.ts";
import { Realm } from "../../setup/realm.ts";

/** Creates a queue with a clock of its own. */
function createQueue(options: Partial<QueueOptions<unknown>>) {
  const realm = new Realm();
  const queue = realm.queue<unknown>("q", { lease: "10s", ...options });
  const lease = async (options: LeaseOptions = {}): Promise<Job<unknown>[]> =>
    (await queue.lease({ count: 100, ...options })).jobs;
  const leaseIds = async (options: LeaseOptions = {}): Promise<string[]> => (await lease(options)).map(({ id }) => id);
  /** Enqueues jobs named by their group and a number, such as "a1". */
  const enqueue = (...ids: string[]) => queue.enqueueMany(ids.map((id) => ({ data: id, id, group: id.slice(0, 1) })));
  return { queue, clock: realm.clock, lease, leaseIds, enqueue, realm };
}

test("a group never has more leased jobs than its concurrency", async () => {
  const { queue, lease, leaseIds, enqueue } = createQueue({ groups: { concurrency: 2 } });
  expect((await enqueue("a1", "a2", "a3", "a4", "b1")).map(({ state }) => state)).toEqual([
    "ready",
    "blocked",
    "blocked",
    "blocked",
    "ready",
  ]);
  expect(await queue.counts()).toMatchObject({ ready: 2, blocked: 3 });
  const jobs = await lease();
  expect(jobs.map(({ id }) => id)).toEqual(["a1", "b1", "a2"]);
  expect(await leaseIds()).toEqual([]);
  await jobs[0]?.complete();
  expect(await leaseIds()).toEqual(["a3"]);
  await jobs[2]?.fail("no");
  expect(await leaseIds()).toEqual(["a4"]);
});

test("a job of a group takes its place in line when its turn comes", async () => {
  const { leaseIds, enqueue } = createQueue({ groups: { concurrency: 9 } });
  await enqueue("a1", "a2", "a3", "b1", "c1", "c2");
  expect(await leaseIds({ count: 1 })).toEqual(["a1"]);
  expect(await leaseIds({ count: 1 })).toEqual(["b1"]);
  expect(await leaseIds({ count: 1 })).toEqual(["c1"]);
  expect(await leaseIds({ count: 3 })).toEqual(["a2", "c2", "a3"]);
});

test("priorities come before the turns of groups", async () => {
  const { queue, leaseIds } = createQueue({ groups: { concurrency: 9 } });
  await queue.enqueueMany([
    { data: 1, id: "a1", group: "a", priority: 0 },
    { data: 1, id: "a2", group: "a", priority: 0 },
    { data: 1, id: "b1", group: "b", priority: 9 },
    { data: 1, id: "a3", group: "a", priority: 9 },
    { data: 1, id: "plain", priority: 3 },
  ]);
  expect(await leaseIds({ count: 5 })).toEqual(["a1", "a2", "plain", "b1", "a3"]);
});

test("an ordered group waits for the retry of a job, and goes on after a failure", async () => {
  const { lease, leaseIds, enqueue, clock } = createQueue({ groups: { ordered: true } });
  await enqueue("a1", "a2", "a3");
  const [a1] = await lease();
  await a1?.retry({ delay: "5s" });
  expect(await leaseIds()).toEqual([]);
  clock.pass(5_000);
  const [again] = await lease();
  expect(again).toMatchObject({ id: "a1", attempt: 2 });
  await again?.retry({ delay: 0 });
  const [third] = await lease();
  expect(third?.id).toBe("a1");
  await third?.fail("for good");
  expect(await leaseIds()).toEqual(["a2"]);
});

test('a group ordered with "stop" is held by a failed job until that is redriven or cancelled', async () => {
  const { queue, lease, leaseIds, enqueue } = createQueue({ groups: { ordered: "stop" } });
  await enqueue("a1", "a2", "b1", "b2");
  for (const job of await lease()) await job.fail("no");
  expect(await leaseIds()).toEqual([]);
  expect(await queue.cancel("b1")).toEqual([{ id: "b1", ok: true, was: "failed" }]);
  expect(await leaseIds()).toEqual(["b2"]);
  await queue.redrive({ ids: ["a1"] });
  const [a1] = await lease();
  expect(a1?.id).toBe("a1");
  await a1?.complete();
  expect(await leaseIds()).toEqual(["a2"]);
});

test("an expired lease, a release, a cancel, a purge and a failed worker free the slot", async () => {
  const { queue, lease, leaseIds, enqueue, clock } = createQueue({ groups: { concurrency: 1 } });
  await enqueue("a1", "a2", "a3", "a4", "a5");
  const [a1] = await lease();
  await a1?.release();
  expect(await leaseIds({ worker: "w" })).toEqual(["a1"]);
  await queue.failWorker("w");
  expect(await leaseIds()).toEqual(["a1"]);
  clock.pass(10_000);
  expect(await leaseIds()).toEqual(["a1"]);
  await queue.cancel("a1");
  expect(await leaseIds()).toEqual(["a2"]);
  await queue.cancel("a3");
  await queue.cancel("a2");
  expect(await queue.counts()).toMatchObject({ ready: 1, blocked: 1, leased: 0 });
  await queue.purge("ready");
  expect(await leaseIds()).toEqual(["a5"]);
  await queue.cancel("a5");
  expect(await queue.counts()).toMatchObject({ ready: 0, blocked: 0, leased: 0 });
});

test("a rate lets the tokens of a group be spent, and tells when the next job may start", async () => {
  const { queue, leaseIds, enqueue, clock } = createQueue({ groups: { rate: { limit: 10, per: "1s", burst: 2 } } });
  await enqueue("a1", "a2", "a3", "a4", "b1");
  expect(await leaseIds()).toEqual(["a1", "b1", "a2"]);
  const empty = await queue.lease({ count: 9 });
  expect(empty.jobs).toEqual([]);
  expect(empty.nextWakeAt).toBe(clock.now() + 100);
  clock.pass(99);
  expect(await leaseIds()).toEqual([]);
  clock.pass(1);
  expect(await leaseIds()).toEqual(["a3"]);
  clock.pass(1_000);
  expect(await leaseIds()).toEqual(["a4"]);
});

test("the concurrency and the rate of a queue hold for all of its jobs", async () => {
  const { queue, lease, clock, leaseIds } = createQueue({ concurrency: 2, rate: { limit: 1, per: "1s", burst: 3 } });
  await queue.enqueueMany(["1", "2", "3", "4", "5"].map((id) => ({ data: id, id, cost: 1 })));
  const jobs = await lease();
  expect(jobs.map(({ id }) => id)).toEqual(["1", "2"]);
  expect(await leaseIds()).toEqual([]);
  await jobs[0]?.complete();
  await jobs[1]?.complete();
  expect(await leaseIds()).toEqual(["3"]);
  const next = await queue.lease();
  expect(next.jobs).toEqual([]);
  expect(next.nextWakeAt).toBe(clock.now() + 1_000);
  clock.pass(1_000);
  expect(await leaseIds()).toEqual(["4"]);
});

test("a queue whose jobs have all ended has no trace of their groups", async () => {
  const { queue, lease, enqueue, realm } = createQueue({ groups: { concurrency: 2 } });
  await enqueue("a1", "a2", "a3", "a4", "b1");
  for (let jobs = await lease(); jobs.length > 0; jobs = await lease()) for (const job of jobs) await job.complete();
  const keys = await realm.raw.keys(`${realm.prefix}:{q}:*`);
  expect(keys.map((key) => key.replace(/.*:\{q\}:/, "")).sort()).toEqual(
    ["endings", "lines", "meta"].concat(
      keys.filter((key) => /replies/.test(key)).map((key) => key.replace(/.*:\{q\}:/, "")),
    ),
  );
  expect(await realm.raw.hgetall(`${realm.prefix}:{q}:lines`)).toEqual({ "": 1 });
  expect(await queue.deepClean()).toMatchObject({ orphans: 0, stray: 0 });
});
