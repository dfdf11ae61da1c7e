// The line of ready jobs: which jobs of groups are in it, and when.
import { expect, test } from "vitest";
import type { QueueOptions } from "../../../src/index.ts";
import { Realm } from "../../setup/realm.ts";

test("after a pause each job of a group goes on, also one that was returned meanwhile", async () => {
  const queue = new Realm().queue<unknown>("q", { lease: "1h", groups: { concurrency: 3 } });
  const leaseIds = async () => (await queue.lease({ count: 10 })).jobs.map(({ id }) => id);
  await queue.enqueueMany(["1", "2", "3"].map((id) => ({ data: id, id, group: "g" })));
  const [first] = (await queue.lease({ count: 1 })).jobs;
  await queue.setGroup("g", { paused: true, until: "1h" });
  expect(await leaseIds()).toEqual([]);
  await first?.release();
  expect(await leaseIds()).toEqual([]);
  expect(await queue.group("g")).toMatchObject({ held: 0, next: "2", blocked: 2 });
  await queue.setGroup("g", { paused: false });
  expect((await leaseIds()).sort()).toEqual(["1", "2", "3"]);
});

test("a blocked job comes before ready jobs of later priorities, also in one lease", async () => {
  const queue = new Realm().queue<unknown>("q", { lease: "1h", groups: { concurrency: 2 } });
  const enqueue = (id: string, priority: number, group?: string) =>
    queue.enqueue(id, { id, priority, ...(group !== undefined && { group }) });
  await enqueue("a1", 0, "a");
  await enqueue("a2", 0, "a");
  await enqueue("a3", 0, "a");
  await enqueue("b", 5);
  await enqueue("c", 5);
  const first = await queue.lease({ count: 2 });
  expect(first.jobs.map(({ id }) => id)).toEqual(["a1", "a2"]);
  const [job] = first.jobs;
  if (!job) throw new Error("no job was leased");
  const next = await queue.turn({ settle: [{ job, action: "complete" }], lease: { count: 1 } });
  expect(next.jobs.map(({ id }) => id)).toEqual(["a3"]);
});

test.each<[string, Pick<QueueOptions<unknown>, "groups">]>([
  ["ready", {}],
  ["delayed by its rate", { groups: { rate: { limit: 1, per: "1m", burst: 1 } } }],
])("a job of an earlier priority takes the place of the head of its group, which is %s", async (_, options) => {
  const realm = new Realm();
  const queue = realm.queue<unknown>("q", { lease: "1h", ...options });
  const enqueue = (id: string, priority: number, group?: string) =>
    queue.enqueue(id, { id, priority, ...(group !== undefined && { group }) });
  const spent = await enqueue("spent", 9, "g").then(() => queue.lease());
  await spent.jobs[0]?.complete();
  await enqueue("low", 9, "g");
  if (options.groups) expect((await queue.lease()).jobs).toEqual([]);
  await enqueue("middle", 7, "g");
  await enqueue("urgent", 0, "g");
  await enqueue("last", 9, "g");
  expect((await queue.group("g")).next).toBe("urgent");
  await enqueue("other", 5);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { jobs } = await queue.lease();
    ids.push(...jobs.map(({ id }) => id));
    if (options.groups) realm.clock.pass(60_000);
  }
  const expected = options.groups
    ? ["other", "urgent", "middle", "low", "last"]
    : ["urgent", "other", "middle", "low", "last"];
  expect(ids).toEqual(expected);
  expect(await queue.deepClean()).toMatchObject({ stray: 0, counters: 0 });
});

test("jobs of a group that are enqueued together are in line by their priorities", async () => {
  const queue = new Realm().queue<unknown>("q", { lease: "1h", groups: { ordered: true } });
  await queue.enqueueMany([
    { data: 1, id: "low", group: "g", priority: 9 },
    { data: 1, id: "urgent", group: "g", priority: 0 },
  ]);
  expect((await queue.lease({ count: 2 })).jobs.map(({ id }) => id)).toEqual(["urgent"]);
});
