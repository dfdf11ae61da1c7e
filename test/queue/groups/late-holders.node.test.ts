// Holders whose leases have expired, in queues with groups: they may still settle, but hold no slot.
import { expect, test } from "vitest";
import type { Queue } from "../../../src/index.ts";
import { Realm } from "../../setup/realm.ts";

/** Creates a queue with three jobs of a group, of which the first one is leased for a second and then ready again. */
async function createLateHolder(concurrency = 1) {
  const realm = new Realm();
  const queue = realm.queue<unknown>("q", { lease: "1h", groups: { concurrency } });
  await queue.enqueueMany(["1", "2", "3"].map((id) => ({ data: id, id, group: "g" })));
  const [late] = (await queue.lease({ for: "1s" })).jobs;
  realm.clock.pass(2_000);
  await queue.clean();
  if (!late) throw new Error("no job was leased");
  return { queue, late };
}
const leaseIds = async (queue: Queue<unknown>) => (await queue.lease({ count: 10 })).jobs.map(({ id }) => id);
const CLEAN = { finished: true, orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };

test.each(["extend", "progress"] as const)("an expired lease that has lost its slot gets none by %s", async (way) => {
  const { queue, late } = await createLateHolder();
  const isHeld = way === "extend" ? await late.extend("1m") : await late.progress(0.5, { extend: "1m" });
  expect(isHeld).toBe(false);
  expect(await leaseIds(queue)).toEqual(["1"]);
  expect(await leaseIds(queue)).toEqual([]);
  expect(await queue.group("g")).toMatchObject({ held: 1, blocked: 2 });
  expect(await queue.deepClean()).toMatchObject(CLEAN);
});

test.each([
  ["complete", 2, ["2", "3"]],
  ["fail", 2, ["2", "3"]],
  ["retry", 2, ["2", "3"]],
  ["release", 3, ["2", "1", "3"]],
] as const)("a late holder can %s a job that is blocked again", async (action, waiting, ids) => {
  const { queue, late } = await createLateHolder(3);
  // The group has another head, so the job that returns is blocked.
  expect(await queue.get("1")).toMatchObject({ state: "blocked" });
  expect(await late[action]()).toBe(true);
  const { ready, blocked } = await queue.counts();
  expect(ready + blocked).toBe(waiting);
  expect(await queue.deepClean()).toMatchObject(CLEAN);
  expect(await leaseIds(queue)).toEqual(ids);
});

test("a late holder of an ordered group retries a job that the rate of the group has delayed, and holds the group back", async () => {
  const realm = new Realm();
  const queue = realm.queue<unknown>("q", { groups: { ordered: true, rate: { limit: 1, per: "1m" } } });
  await queue.enqueueMany(["1", "2"].map((id) => ({ data: id, id, group: "g" })));
  const [late] = (await queue.lease({ for: "1s" })).jobs;
  realm.clock.pass(2_000);
  expect(await leaseIds(queue)).toEqual([]);
  expect(await queue.get("1")).toMatchObject({ state: "delayed", dueAt: realm.clock.now() + 58_000 });
  expect(await queue.group("g")).toMatchObject({ held: 0 });
  expect(await late?.retry({ delay: "5m" })).toBe(true);
  expect(await queue.get("1")).toMatchObject({ state: "delayed", dueAt: realm.clock.now() + 300_000 });
  expect(await queue.group("g")).toMatchObject({ held: 1, blocked: 1 });
  realm.clock.pass(299_000);
  expect(await leaseIds(queue)).toEqual([]);
  realm.clock.pass(1_000);
  expect(await leaseIds(queue)).toEqual(["1"]);
  expect(await queue.deepClean()).toMatchObject(CLEAN);
});
