// The line of ready jobs: which jobs of groups are in it, and when.
import { expect, test } from "vitest";
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
