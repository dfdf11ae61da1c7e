// The replies and the order of leases in queues with groups or limits, at the edges of their limits.
import { expect, test } from "vitest";
import type { LeaseOptions, QueueOptions } from "../../../src/index.ts";
import { Realm } from "../../setup/realm.ts";

/** Creates a queue with a clock of its own. */
function createQueue(options: Partial<QueueOptions<unknown>>) {
  const realm = new Realm();
  const queue = realm.queue<unknown>("q", { lease: "10s", ...options });
  const lease = (options: LeaseOptions = {}) => queue.lease({ count: 100, ...options });
  const enqueue = (ids: string[], options = {}) => queue.enqueueMany(ids.map((id) => ({ data: id, id, ...options })));
  return { queue, clock: realm.clock, lease, enqueue };
}

test("a queue whose rate is used up tells the first whole millisecond at which a job may start", async () => {
  const { clock, lease, enqueue } = createQueue({ rate: { limit: 3, per: "1s", burst: 1 } });
  await enqueue(["a", "b"]);
  expect((await lease()).jobs).toHaveLength(1);
  const { nextWakeAt = 0 } = await lease();
  expect(nextWakeAt).toBe(clock.now() + 334);
  clock.pass(333);
  expect((await lease()).jobs).toEqual([]);
  clock.pass(1);
  expect((await lease()).jobs).toHaveLength(1);
});

test("a lease with fewer jobs than may start tells that there are more", async () => {
  const { lease, enqueue } = createQueue({ concurrency: 9 });
  await enqueue(["a", "b", "c"]);
  expect(await lease({ count: 1 })).toMatchObject({ more: true });
  expect(await lease({ count: 2 })).toMatchObject({ more: false });
});

test("a lease that leaves the next job of a group tells that there are more", async () => {
  const { lease, enqueue } = createQueue({ groups: { concurrency: 2 } });
  await enqueue(["a", "b", "c"], { group: "g" });
  expect(await lease({ count: 1 })).toMatchObject({ more: true });
  expect(await lease({ count: 1 })).toMatchObject({ more: false });
});

test("a job of a group without order that is retried at once waits behind the others of its group", async () => {
  const { lease, enqueue } = createQueue({ groups: { concurrency: 1 } });
  await enqueue(["a", "b"], { group: "g" });
  const [a] = (await lease()).jobs;
  await a?.retry({ delay: 0 });
  expect((await lease()).jobs.map(({ id }) => id)).toEqual(["b"]);
});

test("a lease of large payloads starts as many jobs of a group as it can read, in their order", async () => {
  const { lease, enqueue, queue } = createQueue({ groups: { concurrency: 9 } });
  for (const id of ["a", "b", "c", "d"]) await queue.enqueue("x".repeat(900_000), { id, group: "g" });
  await enqueue(["e"], { group: "g" });
  const first = await lease();
  expect(first).toMatchObject({ jobs: [{ id: "a" }, { id: "b" }], more: true });
  expect(await queue.group("g")).toMatchObject({ held: 2, next: "c", blocked: 2 });
  expect((await lease()).jobs.map(({ id }) => id)).toEqual(["c", "d", "e"]);
});

test("a job that waits for the rate of its group starts at once when the group's rate is raised", async () => {
  const { queue, lease, enqueue } = createQueue({ groups: { rate: { limit: 1, per: "1h", burst: 1 } } });
  await enqueue(["a", "b"], { group: "g" });
  expect((await lease()).jobs.map(({ id }) => id)).toEqual(["a"]);
  expect(await queue.get("b")).toMatchObject({ state: "delayed" });
  await queue.setGroup("g", { rate: { limit: 1_000, per: "1h", burst: 1_001 } });
  expect(await queue.counts()).toMatchObject({ ready: 1, delayed: 0 });
  expect((await lease()).jobs.map(({ id }) => id)).toEqual(["b"]);
});

test("the groups with blocked jobs go on when the queue lifts their rate", async () => {
  const { queue, lease, enqueue } = createQueue({ groups: { rate: { limit: 1, per: "1h", burst: 1 } } });
  await enqueue(["a", "b", "c"], { group: "g" });
  expect((await lease()).jobs.map(({ id }) => id)).toEqual(["a"]);
  expect(await queue.counts()).toMatchObject({ delayed: 1, blocked: 1 });
  await queue.setLimits({ groups: { concurrency: 3 } });
  expect((await lease()).jobs.map(({ id }) => id)).toEqual(["b", "c"]);
});
