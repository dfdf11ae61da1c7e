// Defects of groups that the model has found, each in a few steps.
import { expect, test } from "vitest";
import type { LeaseOptions, QueueOptions } from "../../../src/index.ts";
import { Realm } from "../../setup/realm.ts";

/** Creates a queue with a clock of its own. */
function createQueue(options: Partial<QueueOptions<unknown>> = {}) {
  const realm = new Realm();
  const queue = realm.queue<unknown>("q", { lease: "10s", ...options });
  const lease = async (options: LeaseOptions = {}) => (await queue.lease({ count: 100, ...options })).jobs;
  const leaseIds = async (options: LeaseOptions = {}) => (await lease(options)).map(({ id }) => id);
  const enqueue = (ids: string[], options = {}) =>
    queue.enqueueMany(ids.map((id) => ({ data: id, id, group: "g", ...options })));
  return { queue, clock: realm.clock, lease, leaseIds, enqueue };
}

test("a due job of a paused group stays delayed until the end of the pause", async () => {
  const { queue, clock, leaseIds, enqueue } = createQueue();
  await enqueue(["a"], { delay: "1s" });
  await queue.setGroup("g", { paused: true, until: "5s" });
  clock.pass(1_000);
  expect(await leaseIds()).toEqual([]);
  expect(await queue.counts()).toMatchObject({ delayed: 1 });
  clock.pass(3_999);
  expect(await leaseIds()).toEqual([]);
  clock.pass(1);
  expect(await leaseIds()).toEqual(["a"]);
});

test("a job that a full group sends back is not lost when the job before it has expired", async () => {
  const { queue, clock, lease, leaseIds, enqueue } = createQueue();
  await enqueue(["a"], { ttl: 1_000 });
  await enqueue(["b"]);
  expect(await lease()).toHaveLength(2);
  await queue.setLimits({ groups: { concurrency: 1 } });
  // The lease takes both back. It chooses a, which is past its time to live, and sends b back.
  clock.pass(10_000);
  expect(await leaseIds()).toEqual([]);
  expect(await leaseIds()).toEqual(["b"]);
});

test("a late holder completes a job that the rate of its group has delayed since", async () => {
  const { queue, clock, lease, leaseIds, enqueue } = createQueue({
    groups: { rate: { limit: 1, per: "1m", burst: 1 } },
  });
  await enqueue(["a"]);
  const [a] = await lease();
  clock.pass(10_000);
  expect(await leaseIds()).toEqual([]);
  await enqueue(["b"]);
  expect(await queue.get("a")).toMatchObject({ state: "delayed" });
  expect(await a?.complete()).toBe(true);
  expect(await queue.counts()).toMatchObject({ delayed: 1, blocked: 0 });
  expect(await queue.group("g")).toMatchObject({ held: 0, next: "b", blocked: 0 });
  clock.pass(50_000);
  expect(await leaseIds()).toEqual(["b"]);
});

test("a late holder retries a job that the rate of its group has delayed since, and its group goes on", async () => {
  const { queue, clock, lease, leaseIds, enqueue } = createQueue({
    groups: { rate: { limit: 1, per: "1m", burst: 1 } },
  });
  await enqueue(["a"]);
  const [a] = await lease();
  clock.pass(10_000);
  expect(await leaseIds()).toEqual([]);
  await enqueue(["b"]);
  await a?.retry({ delay: "1h" });
  expect(await queue.group("g")).toMatchObject({ held: 0, next: "b", blocked: 0 });
  clock.pass(50_000);
  expect(await leaseIds()).toEqual(["b"]);
  clock.pass(3_600_000);
  expect(await leaseIds({ count: 1 })).toEqual(["b"]);
  expect(await queue.get("a")).toMatchObject({ attempt: 1 });
});

test("a late holder completes a job that its group has blocked since", async () => {
  const { queue, clock, lease, leaseIds, enqueue } = createQueue({ groups: { concurrency: 2 } });
  await enqueue(["a", "b", "c"]);
  const [, b] = await lease();
  await queue.setGroup("g", { concurrency: 1 });
  clock.pass(10_000);
  const [a] = await lease();
  expect(await b?.complete()).toBe(true);
  expect(await queue.counts()).toMatchObject({ leased: 1, blocked: 1 });
  const { next, ...group } = await queue.group("g");
  expect([next, group]).toMatchObject([undefined, { held: 1, blocked: 1 }]);
  await a?.complete();
  expect(await leaseIds()).toEqual(["c"]);
});

test("a late holder returns a job that its group has blocked since", async () => {
  const { queue, clock, lease, leaseIds, enqueue } = createQueue({ groups: { concurrency: 2 } });
  await enqueue(["a", "b", "c"]);
  const [, b] = await lease();
  await queue.setGroup("g", { concurrency: 1 });
  clock.pass(10_000);
  const [a] = await lease();
  expect(a?.id).toBe("a");
  expect(await queue.get("b")).toMatchObject({ state: "blocked" });
  expect(await b?.release()).toBe(true);
  const { next, ...group } = await queue.group("g");
  expect([next, group]).toMatchObject([undefined, { held: 1, blocked: 2 }]);
  await a?.complete();
  expect(await leaseIds()).toEqual(["b"]);
});

test("a lease that has expired is not extended past the limits of its group, but its job may be completed", async () => {
  const { queue, clock, lease, enqueue } = createQueue({ groups: { concurrency: 1 } });
  await enqueue(["a", "b"]);
  const [a] = await lease();
  clock.pass(10_000);
  await queue.clean();
  expect(await queue.extend([a as NonNullable<typeof a>], "10s")).toEqual([{ id: "a", ok: false, reason: "released" }]);
  expect(await queue.group("g")).toMatchObject({ held: 0, next: "a", blocked: 1 });
  expect(await a?.complete()).toBe(true);
  expect(await queue.group("g")).toMatchObject({ held: 0, next: "b", blocked: 0 });
});

test("a job whose id is the number of its group keeps its group", async () => {
  const { queue, lease, enqueue } = createQueue({ groups: { concurrency: 1 } });
  await enqueue(["a", "1"]);
  for (const job of await lease()) await job.complete();
  expect(await queue.get("1")).toMatchObject({ state: "ready", group: "g" });
});

test("a job that is cancelled twice in one request leaves its group once", async () => {
  const { queue, leaseIds, enqueue } = createQueue({ groups: { concurrency: 1 } });
  await enqueue(["a", "b", "c"]);
  await queue.cancel(["a", "a"]);
  expect(await queue.group("g")).toMatchObject({ held: 0, next: "b", blocked: 1 });
  expect(await leaseIds()).toEqual(["b"]);
});

test("a job that comes into line precedes the jobs that are enqueued afterwards", async () => {
  const { queue, leaseIds, enqueue } = createQueue({ groups: { concurrency: 2 } });
  await enqueue(["z1", "z2"]);
  expect(await leaseIds({ count: 1 })).toEqual(["z1"]);
  await queue.enqueue(1, { id: "a" });
  expect(await leaseIds()).toEqual(["z2", "a"]);
});

test("the version of a group's limits is the same in the reply and afterwards", async () => {
  const { queue, lease, enqueue } = createQueue({ groups: { concurrency: 1 } });
  await enqueue(["a", "b"]);
  await lease();
  const { version } = await queue.setGroup("g", { concurrency: 2 });
  expect(await queue.group("g")).toMatchObject({ version, next: "b" });
  expect(await queue.setGroup("g", { paused: true, ifVersion: version })).toMatchObject({ ok: true });
});

test("a group without limits of its own is shown with those of its queue", async () => {
  const { queue, enqueue } = createQueue({ groups: { concurrency: 3 } });
  await enqueue(["a"]);
  expect(await queue.group("g")).toMatchObject({ concurrency: 3 });
});

test("explain names the limit of the queue that holds a job without a group back", async () => {
  const { queue, leaseIds } = createQueue({ concurrency: 1 });
  await queue.enqueueMany([
    { data: 1, id: "a" },
    { data: 2, id: "b" },
  ]);
  expect(await leaseIds()).toEqual(["a"]);
  expect(await queue.explain("b")).toMatchObject({ heldBackBy: { limit: "queue_concurrency" } });
});
