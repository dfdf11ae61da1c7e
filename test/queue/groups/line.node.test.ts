// The jobs of a group that are in line: usually one, and also those that were returned.
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
