// Searches and bulk operations by group, and among blocked jobs.
import { expect, test } from "vitest";
import type { BulkOptions, JobState, Queue } from "../../../src/index.ts";
import type { JobFilter } from "../../../src/queue/inspect/job-filter.ts";
import { Clock, freshName, freshQueue } from "../../setup/queue.ts";
import { connectWaitingClients } from "../kit/waiting-client.ts";

const clientThatWaits = connectWaitingClients();

type Data = { n: number };

/** Enqueues jobs named by their group and a number, such as "a-0", of which the first of each group is in line. */
async function enqueue(queue: Queue<Data>, group: string, { count, from = 0 }: { count: number; from?: number }) {
  const jobs = Array.from({ length: count }, (_, i) => ({
    ...{ data: { n: from + i }, id: `${group}-${from + i}`, group, cost: 2 },
  }));
  for (let at = 0; at < count; at += 1_000) await queue.enqueueMany(jobs.slice(at, at + 1_000));
}

const idsOf = async (queue: Queue<Data>, state: JobState) =>
  (await queue.list(state, { limit: 1_000 })).jobs.map(({ id }) => id);

/** Begins an operation and continues it until it ends. */
async function runBulk(queue: Queue<Data>, options: BulkOptions) {
  const { id } = await queue.startBulk(options);
  return queue.continueBulk(id);
}

test("a search by group finds its jobs in each state, with their groups and costs", async () => {
  const queue = freshQueue<Data>();
  for (const group of ["a", "b"]) await enqueue(queue, group, { count: 4 });
  await queue.enqueue({ n: 1 }, { id: "alone" });
  await queue.enqueue({ n: 1 }, { id: "late-a", group: "a", delay: "1h" });
  await queue.enqueue({ n: 1 }, { id: "late", delay: "1h", cost: 7 });
  const { jobs } = await queue.lease({ count: 4 });
  expect(jobs.map(({ id }) => id)).toEqual(["a-0", "b-0", "alone", "a-1"]);
  await jobs[0]?.fail("no");
  const search = async (state: JobState, filter: Omit<JobFilter, "state"> = { group: "a" }) => {
    const result = await queue.search({ state, ...filter });
    return result.jobs.map(({ id, group, cost }) => [id, group, cost]);
  };
  expect(await search("failed")).toEqual([["a-0", "a", 2]]);
  expect(await search("leased")).toEqual([["a-1", "a", 2]]);
  expect(await search("ready")).toEqual([["a-2", "a", 2]]);
  expect(await search("blocked")).toEqual([["a-3", "a", 2]]);
  expect(await search("delayed")).toEqual([["late-a", "a", undefined]]);
  expect(await search("done")).toEqual([]);
  expect(await search("delayed", {})).toEqual([
    ["late-a", "a", undefined],
    ["late", undefined, 7],
  ]);
  expect(await search("blocked", { group: "a*" })).toEqual([]);
  expect(await search("blocked", { group: "b", data: [{ path: "n", is: 2 }] })).toEqual([["b-2", "b", 2]]);
});

test.each(["", "a\nb", "x".repeat(129), 7])("a search by the group %j is refused", async (group) => {
  const found = freshQueue().search({ state: "blocked", group: group as string });
  await expect(found).rejects.toMatchObject({ code: "invalid_argument", message: expect.stringMatching(/group/) });
});

test("a search of the blocked jobs of a group examines only these, in slices", async () => {
  const queue = freshQueue<Data>();
  for (const group of ["a", "b", "c"]) await enqueue(queue, group, { count: 1_201 });
  const filter = { state: "blocked", group: "b" } as const;
  const first = await queue.search(filter, { limit: 700 });
  expect(first).toMatchObject({ examined: 700, total: 1_200, cursor: expect.any(String) });
  const { jobs, ...second } = await queue.search(filter, { limit: 700, cursor: first.cursor ?? "" });
  expect(second).toEqual({ examined: 1_200, total: 1_200, matched: 500, skipped: 0, cursor: undefined });
  expect([...first.jobs, ...jobs].map(({ id }) => id)).toEqual(Array.from({ length: 1_200 }, (_, i) => `b-${i + 1}`));
});

test("an operation cancels the blocked jobs of a group, and touches no other job", async () => {
  const queue = freshQueue<Data>();
  for (const group of ["a", "b", "c"]) await enqueue(queue, group, { count: 601 });
  const begun = await queue.startBulk({ operation: "cancel", filter: { state: "blocked", group: "b" } });
  expect(begun).toMatchObject({ status: "running", total: 600, filter: { group: "b" } });
  // Jobs that enter the state after the beginning stay.
  await enqueue(queue, "b", { count: 2, from: 601 });
  const ended = await queue.continueBulk(begun.id);
  expect(ended).toMatchObject({ status: "finished", examined: 602, matched: 600, changed: 600 });
  expect(await queue.group("b")).toMatchObject({ next: "b-0", blocked: 2 });
  expect(await queue.counts()).toMatchObject({ ready: 3, blocked: 1_202, totals: { cancelled: 600 } });
  const { jobs } = await queue.lease({ count: 9 });
  expect(jobs.map(({ id }) => id).filter((id) => id.startsWith("b"))).toEqual(["b-0", "b-601", "b-602"]);
});

test("an operation on blocked jobs of all groups takes those of the beginning, whatever the clock does", async () => {
  for (const shift of [0, 1, -2_000]) {
    const clock = new Clock();
    const queue = freshQueue<Data>({ now: clock.now });
    for (const group of ["a", "b"]) {
      await enqueue(queue, group, { count: 3 });
      await queue.enqueue({ n: 1 }, { id: `${group}-late`, group, delay: "1h" });
      await queue.enqueue({ n: 1 }, { id: `${group}-due`, group, delay: 5_000 });
    }
    clock.pass(10_000);
    await queue.clean();
    const { id } = await queue.startBulk({ operation: "cancel", filter: { state: "blocked" } });
    clock.pass(shift);
    await enqueue(queue, "a", { count: 1, from: 9 });
    await enqueue(queue, "c", { count: 2 });
    await queue.promote(["a-late", "b-late"]);
    expect(await queue.continueBulk(id)).toMatchObject({ status: "finished", matched: 6, changed: 6 });
    expect(await idsOf(queue, "blocked")).toEqual(["a-9", "a-late", "b-late", "c-1"]);
    expect(await idsOf(queue, "ready")).toEqual(["a-0", "b-0", "c-0"]);
  }
});

test("an operation leaves a job alone that is blocked again after its lease, and takes it the next time", async () => {
  const clock = new Clock();
  const queue = freshQueue<Data>({ now: clock.now, groups: { concurrency: 1 } });
  await enqueue(queue, "a", { count: 2 });
  const [job] = (await queue.lease({ for: "10m" })).jobs;
  clock.pass(30_000);
  const cancelBlocked = { operation: "cancel", filter: { state: "blocked" } } as const;
  const { id } = await queue.startBulk(cancelBlocked);
  clock.pass(30_000);
  await job?.retry({ delay: "1s", error: "later" });
  clock.pass(30_000);
  // The other job of the group is in line, so that the retried one is blocked when it is due.
  await queue.clean();
  expect(await idsOf(queue, "blocked")).toEqual(["a-0"]);
  expect(await queue.continueBulk(id)).toMatchObject({ matched: 0, changed: 0 });
  expect(await runBulk(queue, cancelBlocked)).toMatchObject({ matched: 1, changed: 1 });
});

test("a job that its group has blocked again before a lease could start it counts as blocked all the time", async () => {
  const queue = freshQueue<Data>();
  await enqueue(queue, "a", { count: 2 });
  const { id } = await queue.startBulk({ operation: "cancel", filter: { state: "blocked" } });
  await queue.setGroup("a", { paused: true });
  expect((await queue.lease()).jobs).toEqual([]);
  expect(await idsOf(queue, "blocked")).toEqual(["a-0", "a-1"]);
  expect(await queue.continueBulk(id)).toMatchObject({ matched: 2, changed: 2 });
});

test("operations promote, and redrive with and without a change, the jobs of a group", async () => {
  const queue = freshQueue<Data>({ groups: { concurrency: 1 } });
  for (const group of ["a", "b"]) {
    await queue.enqueueMany(
      [1, 2].map((n) => ({ data: { n }, id: `${group}-late-${n}`, group, delay: "1h" as const })),
    );
    await queue.enqueueMany([1, 2].map((n) => ({ data: { n }, id: `${group}-${n}`, group })));
  }
  for (let i = 0; i < 2; i++) for (const job of (await queue.lease({ count: 9 })).jobs) await job.fail("no");
  const group = "a";
  expect(await runBulk(queue, { operation: "promote", filter: { state: "delayed", group } })).toMatchObject({
    ...{ status: "finished", examined: 4, matched: 2, changed: 2 },
  });
  expect(await idsOf(queue, "delayed")).toEqual(["b-late-1", "b-late-2"]);
  expect(await idsOf(queue, "ready")).toEqual(["a-late-1"]);
  expect(await idsOf(queue, "blocked")).toEqual(["a-late-2"]);
  const failed: JobFilter = { state: "failed", group };
  const change = { data: { n: 9 } };
  expect(await runBulk(queue, { operation: "redrive", filter: { ...failed, id: "a-1" }, change })).toMatchObject({
    ...{ examined: 4, matched: 1, changed: 1, skipped: 0 },
  });
  expect(await runBulk(queue, { operation: "redrive", filter: failed })).toMatchObject({ matched: 1, changed: 1 });
  expect(await idsOf(queue, "failed")).toEqual(["b-1", "b-2"]);
  expect(await idsOf(queue, "blocked")).toEqual(["a-late-2", "a-1", "a-2"]);
  expect(await queue.get("a-1")).toMatchObject({ data: { n: 9 }, group });
});

type Act = (queue: Queue<Data>) => Promise<unknown>;
/** Cancels a job and enqueues another one with its id, when the time has another millisecond. */
const replace: Act = async (queue) => {
  await queue.cancel("a-1");
  await new Promise((resolve) => setTimeout(resolve, 2));
  await enqueue(queue, "a", { count: 1, from: 1 });
};

test.each<[what: string, change: Act, after: object]>([
  ["in line", (queue) => queue.cancel("a-0"), { ready: 1 }],
  ["leased", (queue) => queue.lease({ count: 2 }), { leased: 2 }],
  ["cancelled and enqueued again", replace, { ready: 1, blocked: 1 }],
  [
    "cancelled and enqueued again in another group",
    async (queue) => {
      await queue.cancel("a-1");
      await enqueue(queue, "b", { count: 1 });
      await queue.enqueue({ n: 2 }, { id: "a-1", group: "b" });
    },
    { ready: 2, blocked: 1 },
  ],
  [
    "lost with its queue, which was created again",
    async (queue) => {
      await queue.destroy();
      await enqueue(queue, "a", { count: 2 });
    },
    { ready: 1, blocked: 1 },
  ],
])("a blocked job that is %s between the search and the cancel is left alone", async (_, change, after) => {
  const name = freshName();
  const queue = freshQueue<Data>({}, name);
  await enqueue(queue, "a", { count: 2 });
  const { id } = await queue.startBulk({ operation: "cancel", filter: { state: "blocked" } });
  const late = clientThatWaits(name, "cancel", () => change(queue));
  const ended = await late.continueBulk(id).catch((error) => error.code);
  // The operation is lost with the queue.
  if (typeof ended === "string") expect(ended).toBe("invalid_argument");
  else expect(ended).toMatchObject({ status: "finished", matched: 1, changed: 0 });
  const { ready, blocked, leased } = await queue.counts();
  expect({ ready, blocked, leased }).toEqual({ ready: 0, blocked: 0, leased: 0, ...after });
});
