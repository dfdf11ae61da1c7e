// Failures of the order within a group that users of other queues have seen. Each test plays the situation that causes one
// there.
import { expect, test } from "vitest";
import type { Job } from "../../../../src/index.ts";
import { groupOfId, idsOf, useGroupQueues } from "../kit/group-queue.ts";

const createGroups = useGroupQueues();

// pg-boss, key_strict_fifo: a failed job at the head blocks its key forever.
test.each<[string, (job: Job<string>) => Promise<unknown>]>([
  ["fails", (job) => job.fail("never")],
  ["has used up its attempts", (job) => job.retry({ error: "again", delay: 0 })],
])("an ordered group goes on after its head %s", async (_, end) => {
  const { queue, lease, leaseIds, enqueue, expectSound, finishAll } = createGroups({
    groups: { ordered: true },
    maxAttempts: 1,
  });
  await enqueue("a1", "a2", "b1");
  const [a1] = await lease();
  expect(a1?.id).toBe("a1");
  await end(a1 as Job<string>);
  expect((await queue.counts()).failed).toBe(1);
  expect(await leaseIds()).toEqual(["a2"]);
  await queue.cancel(["a1", "a2", "b1"]);
  expect(await finishAll()).toEqual([]);
  await expectSound();
});

test("an ordered group goes on after the worker of its head has died as often as it may", async () => {
  const { clock, leaseIds, enqueue, expectSound } = createGroups({ groups: { ordered: true }, maxAttempts: 3 });
  await enqueue("a1", "a2");
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await leaseIds()).toEqual(["a1"]);
    clock.pass(10_000);
  }
  expect(await leaseIds()).toEqual(["a2"]);
  await expectSound();
});

test("an ordered group goes on after a head whose payload cannot be decoded", async () => {
  const { redis, root, queue, leaseIds, enqueue, expectSound } = createGroups({ groups: { ordered: true } });
  await enqueue("a1", "a2");
  for (const digit of "0123456789abcdef") {
    const record = await redis.hget(`${root}jobs:${digit}`, "a1");
    if (record !== null) await redis.hset(`${root}jobs:${digit}`, "a1", record.replace('"a1"', "{a1"));
  }
  const handed: string[] = [];
  for (let i = 0; i < 3; i++) handed.push(...(await leaseIds()));
  expect(handed).toEqual(["a2"]);
  expect((await queue.list("failed")).jobs.map(({ id }) => id)).toEqual(["a1"]);
  await expectSound();
});

test('with "stop" a failed head is named as the reason, and each way to remove it lets the group go on', async () => {
  const { queue, lease, leaseIds, enqueue, expectSound } = createGroups({ groups: { ordered: "stop" } });
  await enqueue(...["a", "b", "c"].flatMap((group) => idsOf(group, 2)));
  for (const job of await lease()) await job.fail("never");
  for (const id of ["a2", "b2", "c2"]) {
    const holders = [`${groupOfId(id)}1`];
    expect(await queue.explain(id)).toMatchObject({ heldBackBy: { limit: "group_order", holders } });
  }
  expect(await leaseIds()).toEqual([]);
  await queue.cancel("a1");
  expect(await leaseIds()).toEqual(["a2"]);
  await queue.redrive({ ids: ["b1"] });
  expect(await leaseIds()).toEqual(["b1"]);
  await queue.purge("failed");
  expect(await leaseIds()).toEqual(["c2"]);
  await expectSound();
});

// river #971: redriving a sequence runs all of its jobs at once.
test.each([
  ["all at once", { limit: 100 }],
  ["by their ids, last first", { ids: idsOf("a", 6).reverse() }],
])("jobs of an ordered group that are redriven %s run one at a time", async (_, options) => {
  const { queue, lease, enqueue, countLeased, expectSound } = createGroups({ groups: { ordered: true } });
  await enqueue(...idsOf("a", 6));
  for (let failed = 0; failed < 6; failed++) await (await lease())[0]?.fail("all of them");
  expect(await queue.redrive(options)).toMatchObject({ redriven: 6 });
  const order: string[] = [];
  for (let [job] = await lease(); job; [job] = await lease()) {
    expect((await countLeased()).get("a")).toBe(1);
    expect(await lease()).toEqual([]);
    order.push(job.id);
    await job.complete();
  }
  expect(order).toHaveLength(6);
  expect(order).toEqual("ids" in options ? options.ids : idsOf("a", 6));
  await expectSound();
});

test("a redriven job of an ordered group does not run beside the one that runs", async () => {
  const { queue, lease, leaseIds, enqueue, expectSound, finishAll } = createGroups({ groups: { ordered: true } });
  await enqueue("a1", "a2", "a3");
  await (await lease())[0]?.fail("later");
  const [a2] = await lease();
  await queue.redrive({ ids: ["a1"] });
  expect(await leaseIds()).toEqual([]);
  await a2?.complete();
  expect((await finishAll()).sort()).toEqual(["a1", "a3"]);
  await expectSound();
});

// hatchet #1164: jobs of the same time are started out of order, and groups exceed their maximum.
test("jobs of one instant keep their order, in one request and over several, of one client and of many", async () => {
  const { queue, connect, enqueue, lease, countLeased, expectSound } = createGroups({ groups: { ordered: true } });
  // The clock stands still, so all jobs have the same time.
  await enqueue("a1", "b1", "a2", "b2", "a3");
  const clients = Array.from({ length: 5 }, () => connect());
  for (const [i, client] of clients.entries()) {
    await client.enqueue("x", { id: `a${i + 4}`, group: "a" });
    await client.enqueue("x", { id: `b${i + 3}`, group: "b" });
  }
  const order: string[] = [];
  for (let jobs = await lease(); jobs.length > 0; jobs = await lease()) {
    for (const count of (await countLeased()).values()) expect(count).toBe(1);
    for (const job of jobs.reverse()) {
      order.push(job.id);
      await job.complete();
    }
  }
  for (const [group, count] of [
    ["a", 8],
    ["b", 7],
  ] as const) {
    expect(order.filter((id) => groupOfId(id) === group)).toEqual(idsOf(group, count));
  }
  expect((await queue.counts()).totals.completed).toBe(15);
  await expectSound();
});

test("jobs of one instant do not exceed the maximum of their group after a retry without a delay", async () => {
  const { lease, enqueue, countLeased, expectSound } = createGroups({ groups: { concurrency: 2 }, maxAttempts: 4 });
  await enqueue(...idsOf("a", 5));
  for (let round = 0; round < 20; round++) {
    const jobs = await lease();
    expect((await countLeased()).get("a") ?? 0).toBeLessThanOrEqual(2);
    for (const job of jobs) await job.retry({ delay: 0 });
  }
  expect(await lease()).toEqual([]);
  await expectSound();
});
