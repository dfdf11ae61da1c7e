// glide-mq PR #266: a job that is removed from the middle of an ordered group leaves a hole, and the group hangs. Here each way
// to remove a job, or to add none, is followed by the rest of the group in its order.
import { expect, test } from "vitest";
import { type GroupQueue, idsOf, useGroupQueues } from "../kit/group-queue.ts";

const createGroups = useGroupQueues();

/** Something that happens to a group of six jobs, a1 to a6, of which the first is leased in half of the cases. */
interface Event {
  what: string;
  happen(groups: GroupQueue, isLeased: boolean): Promise<unknown>;
  /** The numbers of the jobs that are left; all of them unless set. */
  left?: number[];
}

const TTL = 5_000;

const EVENTS: Event[] = [
  { what: "its head is cancelled", happen: ({ queue }) => queue.cancel("a1"), left: [2, 3, 4, 5, 6] },
  { what: "a blocked job is cancelled", happen: ({ queue }) => queue.cancel("a3"), left: [1, 2, 4, 5, 6] },
  { what: "its last job is cancelled", happen: ({ queue }) => queue.cancel("a6"), left: [1, 2, 3, 4, 5] },
  {
    what: "several jobs are cancelled in one request",
    happen: ({ queue }) => queue.cancel(["a1", "a2", "a4", "a6"]),
    left: [3, 5],
  },
  {
    what: "many clients cancel at once",
    happen: ({ connect }) => Promise.all([1, 2, 3, 5].map((n) => connect().cancel(`a${n}`))),
    left: [4, 6],
  },
  {
    what: "jobs are cancelled by a bulk operation",
    happen: async ({ queue }) => {
      let bulk = await queue.startBulk({ operation: "cancel", filter: { state: "blocked", id: "a[35]" } });
      while (bulk.status === "running") bulk = await queue.continueBulk(bulk.id);
      for (const id of ["a3", "a5"]) await queue.cancel(id);
    },
    left: [1, 2, 4, 6],
  },
  { what: "known ids are enqueued again", happen: ({ enqueue }) => enqueue("a1", "a3", "a3", "a6") },
  {
    what: "a cancelled id is enqueued again",
    happen: async ({ queue, enqueue }) => {
      await queue.cancel("a6");
      await enqueue("a6", "a6");
    },
  },
  { what: "its jobs are promoted", happen: ({ queue }) => queue.promote(idsOf("a", 6)) },
  { what: "it is paused and resumed", happen: pauseGroup },
  {
    what: "its queue is paused and resumed",
    happen: async ({ queue, lease }) => {
      await queue.pause();
      expect(await lease()).toEqual([]);
      await queue.resume();
    },
  },
  {
    what: "the deep clean runs",
    happen: ({ queue }) => queue.deepClean({ slice: 1 }),
  },
  { what: "its blocked jobs are purged", happen: ({ queue }) => queue.purge("blocked"), left: [1] },
  {
    what: "all of its jobs are cancelled and enqueued again",
    happen: async ({ queue, enqueue }) => {
      await queue.cancelGroup("a");
      await queue.cancel("a1");
      await enqueue(...idsOf("a", 6));
    },
  },
];

async function pauseGroup({ queue, lease }: GroupQueue): Promise<void> {
  await queue.setGroup("a", { paused: true });
  expect(await lease()).toEqual([]);
  await queue.setGroup("a", { paused: false });
}

test.each(EVENTS.flatMap((event) => [false, true].map((isLeased) => ({ ...event, isLeased }))))(
  "an ordered group has no hole after $what, its head leased: $isLeased",
  async ({ happen, left = [1, 2, 3, 4, 5, 6], isLeased }) => {
    const groups = createGroups({ groups: { ordered: true } });
    await groups.enqueue(...idsOf("a", 6));
    const held = isLeased ? await groups.lease() : [];
    await happen(groups, isLeased);
    const completed: string[] = [];
    for (const job of held) if (await job.complete()) completed.push(job.id);
    expect([...completed, ...(await groups.finishAll())]).toEqual(left.map((n) => `a${n}`));
    await groups.expectSound();
  },
);

test("the purge of ready jobs removes the heads of groups, and the next jobs take their places", async () => {
  const { queue, enqueue, finishAll, expectSound } = createGroups({ groups: { ordered: true } });
  await enqueue(...idsOf("a", 3), ...idsOf("b", 2), "c1");
  expect(await queue.purge("ready")).toBeGreaterThanOrEqual(3);
  await finishAll();
  expect(await queue.counts()).toMatchObject({ ready: 0, blocked: 0, delayed: 0, leased: 0 });
  await expectSound();
});

// The time to live of a head, of blocked jobs, and of a job that waits for its retry.
test.each([
  ["its head", [1], [2, 3, 4]],
  ["a blocked job", [2], [1, 3, 4]],
  ["its head and the next ones", [1, 2, 3], [4]],
  ["its last job", [4], [1, 2, 3]],
  ["all of its jobs", [1, 2, 3, 4], []],
])("an ordered group has no hole after the time to live of %s", async (_, expiring, left) => {
  const { queue, clock, finishAll, expectSound } = createGroups({ groups: { ordered: true } });
  for (let n = 1; n <= 4; n++) {
    await queue.enqueue("x", { id: `a${n}`, group: "a", ...(expiring.includes(n) && { ttl: TTL }) });
  }
  clock.pass(TTL);
  expect(await finishAll()).toEqual(left.map((n) => `a${n}`));
  expect((await queue.counts()).totals.expired).toBe(expiring.length);
  await expectSound();
});

test("a job whose time to live ends while it waits for its retry lets its ordered group go on", async () => {
  const { queue, lease, clock, finishAll, enqueue, expectSound } = createGroups({ groups: { ordered: true } });
  await queue.enqueue("x", { id: "a1", group: "a", ttl: TTL });
  await enqueue("a2", "a3");
  await (await lease())[0]?.retry({ delay: TTL * 2 });
  expect(await lease()).toEqual([]);
  clock.pass(TTL);
  expect(await finishAll()).toEqual(["a2", "a3"]);
  await expectSound();
});

test.each(["cancelled", "promoted", "purged"] as const)(
  "a job that is %s while it waits for its retry lets its ordered group go on",
  async (how) => {
    const { queue, lease, finishAll, enqueue, expectSound } = createGroups({ groups: { ordered: true } });
    await enqueue("a1", "a2", "a3");
    await (await lease())[0]?.retry({ delay: "1h" });
    expect(await lease()).toEqual([]);
    if (how === "cancelled") await queue.cancel("a1");
    else if (how === "promoted") await queue.promote("a1");
    else await queue.purge("delayed");
    expect(await finishAll()).toEqual(how === "promoted" ? ["a1", "a2", "a3"] : ["a2", "a3"]);
    await expectSound();
  },
);

test("a job with a delay of its own joins the end of its group when it is due, and holds no other job back before", async () => {
  const { queue, clock, lease, leaseIds, enqueue, finishAll, expectSound } = createGroups({
    groups: { ordered: true },
  });
  await queue.enqueue("x", { id: "a9", group: "a", delay: 1_000 });
  await enqueue("a1", "a2", "a3");
  const [a1] = await lease();
  clock.pass(1_000);
  expect(await leaseIds()).toEqual([]);
  await a1?.complete();
  expect(await finishAll()).toEqual(["a2", "a3", "a9"]);
  await expectSound();
});
