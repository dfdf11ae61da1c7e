// The limit that `explain` names: it is the one because of which a lease returns nothing, and none if no limit is the reason.
import { expect, test } from "vitest";
import type { NewJob } from "../../../src/index.ts";
import { START } from "../../setup/queue.ts";
import { type GroupQueue, useGroupQueues } from "./kit/group-queue.ts";

const createGroups = useGroupQueues();
const RATE = { limit: 60, per: "1m", burst: 8 } as const;

/** Enqueues jobs with the ids 1, 2 and so on. */
async function enqueueEach({ queue }: GroupQueue, ...jobs: Partial<NewJob<string>>[]): Promise<void> {
  await queue.enqueueMany(jobs.map((job, i) => ({ data: "x", id: String(i + 1), ...job })));
}

/** Returns the limit that holds a job back and the end of the text, and expects that a lease returns nothing. */
async function explainHeld({ queue, leaseIds }: GroupQueue, id: string) {
  const { heldBackBy, why } = await queue.explain(id);
  expect(await leaseIds()).toEqual([]);
  return { ...heldBackBy, why };
}

test.each([
  ["more than the tokens present", [4, 6], 2],
  ["more than the burst", [1, 15], 1],
])("the rate of the queue holds a job back that costs %s", async (_what, costs, seconds) => {
  const groups = createGroups({ rate: RATE });
  await enqueueEach(groups, ...costs.map((cost) => ({ cost })));
  expect(await groups.leaseIds()).toEqual(["1"]);
  const { limit, until = 0, why } = await explainHeld(groups, "2");
  expect(limit).toBe("queue_rate");
  expect(Math.abs(until - START - seconds * 1_000)).toBeLessThanOrEqual(500);
  expect(why).toMatch(/The rate of the queue lets no job start until /);
  groups.clock.time = until - 1;
  expect(await groups.leaseIds()).toEqual([]);
  groups.clock.time = until;
  expect(await groups.queue.explain("2")).not.toHaveProperty("heldBackBy");
  expect(await groups.leaseIds()).toEqual(["2"]);
});

test("the rate of a group holds its next job back by the cost of that job, and the blocked ones with it", async () => {
  const groups = createGroups({ groups: { rate: RATE } });
  await enqueueEach(groups, { group: "g", cost: 4 }, { group: "g", cost: 6 }, { group: "g" });
  expect(await groups.leaseIds()).toEqual(["1"]);
  const next = await explainHeld(groups, "2");
  const blocked = await explainHeld(groups, "3");
  expect(next).toMatchObject({ limit: "group_rate", until: expect.any(Number) });
  expect(blocked).toMatchObject({ limit: "group_rate", until: next.until });
  groups.clock.time = next.until ?? 0;
  expect(await groups.leaseIds()).toEqual(["2"]);
});

test("no limit holds a job back after a timed pause of its group, also if no lease has moved it yet", async () => {
  const groups = createGroups({ groups: { concurrency: 2 } });
  const { queue, clock, leaseIds } = groups;
  await enqueueEach(groups, { group: "g" }, { group: "g" });
  await queue.setGroup("g", { paused: true, until: "5s" });
  const pause = { limit: "group_pause", until: START + 5_000 };
  for (const id of ["1", "2"]) expect(await explainHeld(groups, id)).toMatchObject(pause);
  clock.pass(6_000);
  for (const id of ["1", "2"]) expect(await queue.explain(id)).not.toHaveProperty("heldBackBy");
  expect((await queue.explain("1")).why).toMatch(/the next lease or clean makes it ready\.$/);
  expect(await leaseIds()).toEqual(["1", "2"]);
});

test("limits of the queue hold blocked jobs back while they hold the next job of their group back", async () => {
  const groups = createGroups({ concurrency: 1, groups: { concurrency: 2 } });
  await enqueueEach(groups, { group: "g" }, { group: "g" }, { group: "g" });
  expect(await groups.leaseIds()).toEqual(["1"]);
  for (const id of ["2", "3"]) expect(await explainHeld(groups, id)).toMatchObject({ limit: "queue_concurrency" });
  expect((await groups.queue.explain("3")).why).toMatch(
    /in group "g"\. The queue runs at most 1 job at a time, and 1 are leased\.$/,
  );
});

test("the rate of the queue holds blocked jobs back by the cost of the next job of their group", async () => {
  const groups = createGroups({ rate: RATE, groups: { concurrency: 2 } });
  await enqueueEach(groups, { group: "g", cost: 4 }, { group: "g", cost: 6 }, { group: "g" });
  expect(await groups.leaseIds()).toEqual(["1"]);
  const next = await explainHeld(groups, "2");
  expect(next).toMatchObject({ limit: "queue_rate", until: expect.any(Number) });
  expect(await explainHeld(groups, "3")).toMatchObject({ limit: "queue_rate", until: next.until });
});

test("a blocked job that only waits for its turn is held back by no limit", async () => {
  const groups = createGroups({ concurrency: 5, rate: RATE, groups: { concurrency: 2, rate: RATE } });
  await enqueueEach(groups, { group: "g" }, { group: "g" });
  const { why, ...explained } = await groups.queue.explain("2");
  expect(explained).not.toHaveProperty("heldBackBy");
  expect(why).toBe('It waits for its turn in group "g".');
});

test("the explanation of a blocked job states that the queue is paused", async () => {
  const groups = createGroups({ groups: { concurrency: 1 } });
  await enqueueEach(groups, { group: "g" }, { group: "g" });
  await groups.queue.pause();
  expect(await groups.queue.explain("2")).toMatchObject({
    paused: true,
    why: 'It waits for its turn in group "g". The queue is paused.',
  });
});

test("the time since which a job waits is that of its enqueueing, or the end of its last attempt", async () => {
  const { queue, clock, enqueue, lease } = createGroups({ groups: { concurrency: 1 } });
  await enqueue("a1", "a2");
  clock.pass(5_000);
  const [a1] = await lease();
  clock.pass(1_000);
  const heldBackBy = { limit: "group_concurrency", holders: ["a1"], since: START + 5_000, waitsSince: START };
  expect((await queue.explain("a2")).heldBackBy).toEqual(heldBackBy);
  await a1?.retry({ delay: 0 });
  await lease();
  clock.pass(1_000);
  expect((await queue.explain("a1")).heldBackBy).toMatchObject({ waitsSince: START + 6_000 });
});

test("a group is full since the newest of its holders took a slot, or since the job waits", async () => {
  const { queue, clock, enqueue, lease } = createGroups({ groups: { concurrency: 2 } });
  await enqueue("a1", "a2", "a3");
  const since = async (id: string) => (await queue.explain(id)).heldBackBy?.since;
  await lease({ count: 1 });
  clock.pass(1_000);
  await lease({ count: 1 });
  clock.pass(1_000);
  await enqueue("a4");
  expect(await since("a3")).toBe(START + 1_000);
  expect(await since("a4")).toBe(START + 2_000);
});

test("it is unknown since when a group is full of more than ten jobs", async () => {
  const { queue, enqueue, lease } = createGroups({ groups: { concurrency: 11 } });
  await enqueue(...Array.from({ length: 12 }, (_, i) => `a${i}`));
  expect(await lease({ count: 11 })).toHaveLength(11);
  const { heldBackBy } = await queue.explain("a11");
  expect(heldBackBy).toMatchObject({ limit: "group_concurrency", waitsSince: START });
  expect(heldBackBy?.holders).toHaveLength(10);
  expect(heldBackBy).not.toHaveProperty("since");
});
