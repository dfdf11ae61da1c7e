// Failures of limits that users of other queues have seen: slots that are counted wrongly, kept, or never freed. Each test
// plays the situation that causes one there.
import { expect, test } from "vitest";
import type { Job } from "../../../../src/index.ts";
import { groupOfId, idsOf, useGroupQueues } from "../kit/group-queue.ts";

const createGroups = useGroupQueues();

// hatchet #4804: a job that its rate limits keeps its slot, so that nothing runs: deadlock.
test("a job that the rate of its group holds back takes no slot of the queue", async () => {
  const { queue, leaseIds, enqueue, clock, expectSound } = createGroups({
    concurrency: 1,
    groups: { concurrency: 1, rate: { limit: 1, per: "1m", burst: 1 } },
  });
  await enqueue("a1", "a2", "a3", "b1");
  for (const [expected, held] of [
    [["a1"], []],
    [["b1"], ["a2"]],
  ] as const) {
    expect(await leaseIds()).toEqual(expected);
    await queue.cancel([...expected]);
    expect((await queue.counts()).leased).toBe(0);
    for (const id of held) expect(await queue.explain(id)).toMatchObject({ heldBackBy: { limit: "group_rate" } });
  }
  expect(await leaseIds()).toEqual([]);
  clock.pass(60_000);
  expect(await leaseIds()).toEqual(["a2"]);
  await expectSound();
});

test("a job that waits for its retry frees its slot for another one of its group", async () => {
  const { lease, leaseIds, enqueue, clock, expectSound } = createGroups({ groups: { concurrency: 1 } });
  await enqueue("a1", "a2");
  const [a1] = await lease();
  await a1?.retry({ delay: "1m" });
  const [a2] = await lease();
  expect(a2?.id).toBe("a2");
  clock.pass(5_000);
  await a2?.extend("10m");
  clock.pass(55_000);
  expect(await leaseIds()).toEqual([]);
  await a2?.complete();
  expect(await leaseIds()).toEqual(["a1"]);
  await expectSound();
});

// hatchet #4778: capacity is determined by the position in a list, so 3 or 4 jobs run where 2 may.
test("clients that lease at the same instant share the slots of a group", async () => {
  const { queue, connect, enqueue, countLeased, clock, expectSound } = createGroups({ groups: { concurrency: 2 } });
  const clients = Array.from({ length: 12 }, () => connect());
  await enqueue(...idsOf("a", 40), ...idsOf("b", 40));
  const held = new Map<string, Job<string>>();
  for (let round = 0; round < 12; round++) {
    const replies = await Promise.all(clients.map((client, i) => client.lease({ count: 1 + (i % 5) })));
    for (const job of replies.flatMap(({ jobs }) => jobs)) held.set(job.id, job);
    expect(await countLeased()).toEqual(
      new Map([
        ["a", 2],
        ["b", 2],
      ]),
    );
    // Of each group one job ends, in turns by each way to end it, while the others lease.
    const ending = ["a", "b"].map(
      (group) => [...held.values()].find(({ id }) => groupOfId(id) === group) as Job<string>,
    );
    await Promise.all([
      ...ending.map((job) => {
        held.delete(job.id);
        return [() => job.complete(), () => job.fail("x"), () => job.release(), () => queue.cancel(job.id)][
          round % 4
        ]?.();
      }),
      ...clients.slice(0, 4).map(async (client) => {
        for (const job of (await client.lease({ count: 2 })).jobs) held.set(job.id, job);
      }),
    ]);
    for (const count of (await countLeased()).values()) expect(count).toBeLessThanOrEqual(2);
    clock.pass(100);
  }
  await expectSound();
});

// trigger.dev #3166: the limit is counted for each claim, not for each job.
test("a lease of many jobs takes as many slots as jobs, and a repeated request takes none", async () => {
  const { queue, lease, leaseIds, enqueue, countLeased, expectSound } = createGroups({
    groups: { concurrency: 3 },
    concurrency: 5,
  });
  await enqueue(...idsOf("a", 9), ...idsOf("b", 9));
  const first = await queue.lease({ count: 9, idempotencyKey: "first" });
  expect(first.jobs).toHaveLength(5);
  const again = await queue.lease({ count: 9, idempotencyKey: "first" });
  expect(again.jobs.map(({ id }) => id)).toEqual(first.jobs.map(({ id }) => id));
  expect([...(await countLeased()).values()].sort()).toEqual([2, 3]);
  expect(await lease()).toEqual([]);
  const { jobs } = await queue.turn({
    settle: first.jobs.slice(0, 2).map((job) => ({ job, action: "complete" })),
    lease: { count: 9 },
  });
  expect(jobs).toHaveLength(2);
  expect(await leaseIds()).toEqual([]);
  await expectSound();
});

test("a rate is spent by the cost of each job, once for each start", async () => {
  const { queue, clock, leaseIds, expectSound } = createGroups({ groups: { rate: { limit: 6, per: "1m", burst: 6 } } });
  await queue.enqueueMany([3, 2, 1, 1].map((cost, i) => ({ data: "x", id: `a${i + 1}`, group: "a", cost })));
  const options = { count: 9, idempotencyKey: "k" };
  expect((await queue.lease(options)).jobs.map(({ id }) => id)).toEqual(["a1", "a2", "a3"]);
  expect((await queue.lease(options)).jobs).toHaveLength(3);
  expect(await leaseIds()).toEqual([]);
  clock.pass(9_999);
  expect(await leaseIds()).toEqual([]);
  clock.pass(1);
  // The leases of the others have ended, and the next one costs three.
  expect(await leaseIds()).toEqual(["a4"]);
  clock.pass(29_999);
  expect(await leaseIds()).toEqual([]);
  clock.pass(1);
  expect(await leaseIds({ count: 1 })).toEqual(["a1"]);
  await expectSound();
});

// openstory #725: a cancelled job leaves a ghost that keeps its slot.
test.each<[string, (job: Job<string>) => Promise<unknown>]>([
  ["completes it", (job) => job.complete()],
  ["fails it", (job) => job.fail("late")],
  ["retries it", (job) => job.retry({ delay: 0 })],
  ["releases it", (job) => job.release()],
  ["extends it", (job) => job.extend("1h")],
])("a slot of a job that was cancelled is free once, also when its worker later %s", async (_, settle) => {
  const { queue, lease, leaseIds, enqueue, countLeased, expectSound, finishAll } = createGroups({
    groups: { concurrency: 2 },
  });
  await enqueue(...idsOf("a", 5));
  const [a1, a2] = await lease();
  await queue.cancel("a1");
  expect(await leaseIds()).toEqual(["a3"]);
  await settle(a1 as Job<string>);
  await settle(a1 as Job<string>);
  expect(a1?.lost).toBe("cancelled");
  expect(await leaseIds()).toEqual([]);
  expect(await countLeased()).toEqual(new Map([["a", 2]]));
  await a2?.complete();
  expect(await leaseIds()).toEqual(["a4"]);
  expect(await queue.cancelGroup("a")).toBe(3);
  await settle(a1 as Job<string>);
  await enqueue(...idsOf("a", 3));
  expect(await leaseIds()).toEqual(["a1", "a2"]);
  await queue.cancel(["a1", "a2"]);
  expect(await finishAll()).toEqual(["a3"]);
  await expectSound();
});

test("the slots of a worker that is failed, and of one whose leases expire, are free once", async () => {
  const { queue, connect, lease, enqueue, countLeased, clock, expectSound } = createGroups({
    groups: { concurrency: 2 },
    maxAttempts: 99,
  });
  await enqueue(...idsOf("a", 6), ...idsOf("b", 6));
  const zombies: Job<string>[] = [];
  for (let round = 0; round < 6; round++) {
    zombies.push(...(await lease({ worker: `w${round}` })));
    expect(await countLeased()).toEqual(
      new Map([
        ["a", 2],
        ["b", 2],
      ]),
    );
    if (round % 2 === 0) expect(await queue.failWorker(`w${round}`)).toBe(4);
    else clock.pass(10_000 * round);
    // Workers that were given up settle what they no longer hold, while others lease.
    const [leased] = await Promise.all([
      connect().lease({ count: 9, worker: "next" }),
      ...zombies.slice(0, -4).map((job) => job.release()),
    ]);
    expect(leased.jobs).toHaveLength(4);
    expect(await countLeased()).toEqual(
      new Map([
        ["a", 2],
        ["b", 2],
      ]),
    );
    expect(await queue.failWorker("next")).toBe(4);
    expect(await queue.failWorker("next")).toBe(0);
  }
  await expectSound();
});
