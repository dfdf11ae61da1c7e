// glide-mq #222, #235, #236: a lease loops without a bound while all groups are at their limits, and entries whose leases have
// expired cost it nothing of its budget. Here the commands of one request are counted, by Redis.
import { expect, test } from "vitest";
import { createRecordingAdapter } from "../../../setup/recording-adapter.ts";
import { until } from "../../../setup/wait.ts";
import { connectToOwnRedis } from "../../kit/connections.ts";
import { type GroupQueue, idsOf, useGroupQueues } from "../kit/group-queue.ts";

const createGroups = useGroupQueues();
const GROUPS = 3_000;
const names = Array.from({ length: GROUPS }, (_, i) => `g${String.fromCharCode(97 + (i % 26))}x${i}x`);

/** Creates a queue on a server of its own. Returns it with a function that counts the commands of some work, those in scripts included. */
async function createCounted(options: Parameters<typeof createGroups>[0]) {
  const { client } = await connectToOwnRedis();
  const groups = createGroups(options, client);
  const read = async () => {
    const stats = (await client.info("commandstats")).matchAll(/cmdstat_(\w+):calls=(\d+)/g);
    return [...stats].reduce((sum, [, name, calls]) => (name === "info" ? sum : sum + Number(calls)), 0);
  };
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await read();
    await work();
    return (await read()) - before;
  };
  return { ...groups, count };
}

/** Enqueues a number of jobs in each of many groups. */
async function fillGroups({ queue }: GroupQueue, perGroup: number): Promise<void> {
  const jobs = Array.from({ length: perGroup }, (_, n) => names.map((group) => ({ data: `${n}`, group }))).flat();
  for (let at = 0; at < jobs.length; at += 1_000) await queue.enqueueMany(jobs.slice(at, at + 1_000));
}

/** Leases a job of each group. */
async function leaseOneEach({ queue }: GroupQueue): Promise<void> {
  for (let leased = 0; leased < GROUPS; ) {
    const { jobs } = await queue.lease({ count: Math.min(1_000, GROUPS - leased), for: "1h" });
    if (jobs.length === 0) throw new Error(`only ${leased} of ${GROUPS} groups have a job that may start`);
    leased += jobs.length;
  }
}

/** Leases until no job is left for now. Resolves with the number of jobs and the largest number of commands of a lease. */
async function leaseAll(groups: Awaited<ReturnType<typeof createCounted>>, size = 10) {
  let [jobs, most, requests] = [0, 0, 0];
  for (let more = true; more; requests++) {
    const commands = await groups.count(async () => {
      const lease = await groups.queue.lease({ count: size, for: "1h" });
      jobs += lease.jobs.length;
      ({ more } = lease);
    });
    most = Math.max(most, commands);
  }
  return { jobs, most, requests };
}

test("a lease while all of 3,000 groups are at their limits looks for no other job", async () => {
  const groups = await createCounted({ groups: { concurrency: 1 } });
  await fillGroups(groups, 3);
  await leaseOneEach(groups);
  const { most, ...lease } = await leaseAll(groups);
  expect(lease).toEqual({ jobs: 0, requests: 1 });
  expect(most).toBeLessThan(30);
  expect(await groups.queue.counts()).toMatchObject({ ready: 0, leased: GROUPS, blocked: GROUPS * 2 });
});

test("a lease that meets 3,000 jobs in line that new limits hold back sends them back in bounded steps", async () => {
  const groups = await createCounted({ groups: { concurrency: 2 } });
  await fillGroups(groups, 3);
  await leaseOneEach(groups);
  expect((await groups.queue.counts()).ready).toBe(GROUPS);
  await groups.queue.setLimits({ groups: { concurrency: 1 } });
  const { jobs, most, requests } = await leaseAll(groups, 1);
  expect(jobs).toBe(0);
  // A request examines at most 1,000 jobs beyond those that it may lease. It reads them by their hashes, and sends each back
  // with one command, which finds the place.
  expect(requests).toBeGreaterThanOrEqual(3);
  expect(requests).toBeLessThanOrEqual(5);
  expect(most).toBeLessThan(1_300);
  expect(await groups.queue.counts()).toMatchObject({ ready: 0, leased: GROUPS, blocked: GROUPS * 2 });
});

test("a lease after 3,000 leases have expired reclaims some of them, and leases its jobs", async () => {
  const groups = await createCounted({ groups: { concurrency: 1 }, maxAttempts: 9 });
  await fillGroups(groups, 2);
  await leaseOneEach(groups);
  groups.clock.pass(3_600_000);
  // It reclaims 30 of them, and leases 10. Each of these 40 takes a few commands for its group.
  const first = await groups.count(async () => {
    expect((await groups.queue.lease({ count: 10, for: "1h" })).jobs).toHaveLength(10);
  });
  expect(first).toBeLessThan(40 * 8);
  expect(await groups.queue.counts()).toMatchObject({ ready: 20, leased: GROUPS - 20, blocked: GROUPS });
});

test("a lease when the rates of 3,000 groups let them go on at the same time starts some of them", async () => {
  const groups = await createCounted({ groups: { rate: { limit: 1, per: "1m", burst: 1 } } });
  await fillGroups(groups, 3);
  await leaseOneEach(groups);
  expect(await groups.queue.counts()).toMatchObject({ ready: 0, delayed: GROUPS, blocked: GROUPS });
  groups.clock.pass(60_000);
  const commands = await groups.count(async () => {
    expect((await groups.queue.lease({ count: 10, for: "1h" })).jobs).toHaveLength(10);
  });
  expect(commands).toBeLessThan(40 * 8);
  expect(await groups.queue.counts()).toMatchObject({ delayed: GROUPS - 20, leased: GROUPS + 10 });
});

test("a queue at its own concurrency has no more jobs for now, whatever waits", async () => {
  const groups = await createCounted({ concurrency: 5, groups: { concurrency: 1 } });
  await fillGroups(groups, 1);
  expect((await groups.queue.lease({ count: 10, for: "1h" })).jobs).toHaveLength(5);
  const costs: number[] = [];
  for (let i = 0; i < 3; i++) {
    const commands = await groups.count(async () => {
      expect(await groups.queue.lease({ count: 10 })).toMatchObject({ jobs: [], more: false });
    });
    costs.push(commands);
  }
  expect(Math.max(...costs)).toBeLessThan(25);
});

test("a worker and a drain do not poll a queue whose groups are at their limits", async () => {
  const groups = createGroups({ groups: { concurrency: 1 }, now: Date.now, lease: "1m" });
  await groups.enqueue(...idsOf("a", 50));
  const [held] = await groups.lease();
  const { redis, scripts } = createRecordingAdapter();
  const client = groups.connect({ redis });
  expect(await client.drain(async () => {}, { budget: "5s" })).toMatchObject({ completed: 0, ended: "empty" });
  expect(scripts.length).toBeLessThanOrEqual(4);
  const handled: string[] = [];
  const worker = client.work(async ({ id }) => void handled.push(id));
  await until(() => scripts.length > 4);
  const before = scripts.length;
  // Jobs of other groups do not wait, and the worker learns of them without polling.
  await groups.enqueue(...idsOf("b", 3));
  await until(() => handled.length === 3);
  await held?.complete();
  await until(() => handled.length === 52);
  await worker.stop();
  expect(scripts.length - before).toBeLessThan(140);
});
