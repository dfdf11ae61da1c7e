// The numbers of groups in the counts of a queue.
import { expect, test } from "vitest";
import type { QueueOptions } from "../../../src/index.ts";
import { Realm } from "../../setup/realm.ts";

/** Creates a queue with a clock of its own, and a function that returns the numbers of its groups. */
function createQueue(options: Partial<QueueOptions<unknown>> = { groups: { concurrency: 1 } }) {
  const realm = new Realm();
  const queue = realm.queue<unknown>("q", { lease: "12h", ...options });
  const enqueue = (...ids: string[]) => queue.enqueueMany(ids.map((id) => ({ data: id, id, group: id.slice(0, 1) })));
  const groups = async () => (await queue.counts()).groups;
  const setLine = (number: string, text: string) => realm.raw.hset(`${realm.prefix}:{q}:lines`, { [number]: text });
  return { queue, realm, enqueue, groups, setLine };
}

test("a queue that has never had groups has no numbers of groups", async () => {
  const { queue, groups } = createQueue({});
  await queue.enqueue(1);
  expect(await groups()).toBeUndefined();
  expect(await queue.counts()).not.toHaveProperty("groups");
});

test("the counts have the numbers of active, blocked and paused groups", async () => {
  const { queue, enqueue, groups, realm } = createQueue();
  await enqueue("a1", "a2", "a3", "b1", "c1", "c2");
  await queue.enqueue(1);
  const { clock } = realm;
  expect(await groups()).toEqual({ active: 3, blocked: 2, paused: 0, longestBlocked: 0 });
  await queue.setGroup("c", { paused: true });
  await queue.setGroup("z", { paused: true, until: "5s" });
  await queue.setGroup("y", { concurrency: 3 });
  expect(await groups()).toMatchObject({ active: 3, paused: 2 });
  clock.pass(5_000);
  expect(await groups()).toMatchObject({ active: 3, paused: 1 });
  await queue.setGroup("c", { paused: false });
  for (let { jobs } = await queue.lease({ count: 9 }); jobs.length > 0; { jobs } = await queue.lease({ count: 9 }))
    for (const job of jobs) await job.complete();
  expect(await groups()).toEqual({ active: 0, blocked: 0, paused: 0, longestBlocked: undefined });
});

test("the longest time counts from the group that has been blocked first and still is", async () => {
  const { queue, enqueue, groups, realm } = createQueue();
  await enqueue("a1", "a2");
  realm.clock.pass(1_000);
  await enqueue("b1", "b2");
  realm.clock.pass(2_000);
  await enqueue("c1", "c2");
  realm.clock.pass(4_000);
  expect(await groups()).toMatchObject({ blocked: 3, longestBlocked: 7_000 });
  await queue.cancelGroup("a");
  expect(await groups()).toMatchObject({ longestBlocked: 6_000 });
  await queue.cancelGroup("b");
  await enqueue("a1", "a2");
  expect(await groups()).toMatchObject({ blocked: 2, longestBlocked: 4_000 });
});

test("the longest time is right after the numbers of groups have begun again", async () => {
  const { queue, enqueue, groups, realm, setLine } = createQueue();
  await queue.enqueue(1, { group: "x" });
  await setLine("", "2999998");
  await enqueue("a1", "a2");
  realm.clock.pass(1_000);
  await enqueue("b1", "b2");
  realm.clock.pass(1_000);
  await enqueue("c1", "c2");
  const numbers = (await realm.raw.hkeys(`${realm.prefix}:{q}:lines`)).map(String);
  expect(new Set(numbers)).toEqual(new Set(["", "2999999", "3000000", "1"]));
  realm.clock.pass(1_000);
  expect(await groups()).toMatchObject({ blocked: 3, longestBlocked: 3_000 });
  await queue.cancelGroup("a");
  expect(await groups()).toMatchObject({ longestBlocked: 2_000 });
  await queue.cancelGroup("b");
  expect(await groups()).toMatchObject({ longestBlocked: 1_000 });
});

test("the counts of a queue with many groups and overrides read a bounded number of them", async () => {
  const { queue, realm, groups } = createQueue();
  await queue.enqueue(1, { group: "a" });
  const key = `${realm.prefix}:{q}:overrides`;
  for (let from = 0; from < 10_000; from += 1_000) {
    const fields = Array.from({ length: 1_000 }, (_, i) => [`g${from + i}`, "1 - - - - 0"]);
    await realm.raw.hset(key, Object.fromEntries(fields));
  }
  const { paused = 0 } = (await groups()) ?? {};
  expect(paused).toBeGreaterThanOrEqual(900);
  expect(paused).toBeLessThan(2_000);
});
