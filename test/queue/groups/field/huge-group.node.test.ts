// SQS FIFO: only the first 120,000 messages are looked at, so one huge group hides all others. Here a huge group delays another
// one by no more than its own turns.
import { expect, test } from "vitest";
import { idsOf, useGroupQueues } from "../kit/group-queue.ts";

const createGroups = useGroupQueues();
const HUGE = 121_000;

test("a job behind 121,000 jobs of another group is leased at once, and the huge group keeps its own share", async () => {
  const { queue, lease, leaseIds, enqueue } = createGroups({ groups: { concurrency: 1 } });
  for (let left = HUGE; left > 0; left -= 1_000) {
    await queue.enqueueMany(Array.from({ length: 1_000 }, () => ({ data: "x", group: "huge" })));
  }
  await enqueue(...idsOf("a", 3), "b1");
  const [huge, ...others] = await lease();
  expect(others.map(({ id }) => id)).toEqual(["a1", "b1"]);
  for (const job of others) await job.complete();
  expect(await leaseIds()).toEqual(["a2"]);
  await huge?.complete();
  expect(await lease()).toHaveLength(1);
  expect(await queue.counts()).toMatchObject({ ready: 0, blocked: HUGE - 2 + 1, leased: 2 });
}, 60_000);

test("a paused group, one at its limit and one whose rate is spent hide no other group", async () => {
  const { queue, leaseIds, enqueue } = createGroups({
    groups: { concurrency: 1, rate: { limit: 1, per: "1h", burst: 1 } },
  });
  await enqueue(...idsOf("paused", 1_000));
  await queue.setGroup("paused", { paused: true });
  await enqueue(...idsOf("full", 1_000));
  expect(await leaseIds()).toEqual(["full1"]);
  await enqueue(...idsOf("spent", 1_000));
  expect(await leaseIds()).toEqual(["spent1"]);
  await queue.cancel("spent1");
  await enqueue("a1", "a2");
  expect(await leaseIds({ count: 1 })).toEqual(["a1"]);
});

test("a group that is served often comes no later than one that is not", async () => {
  const { lease, enqueue } = createGroups({ groups: { concurrency: 50 } });
  await enqueue(...idsOf("huge", 900), ...idsOf("a", 20), ...idsOf("b", 20));
  const order: string[] = [];
  for (let i = 0; i < 30; i++)
    for (const job of await lease({ count: 2 })) {
      order.push(job.id.replace(/\d+$/, ""));
      await job.complete();
    }
  for (const group of ["huge", "a", "b"]) expect(order.filter((each) => each === group)).toHaveLength(20);
});
