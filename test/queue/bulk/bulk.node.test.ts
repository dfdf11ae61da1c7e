// Bulk operations: what they touch, how they go on, and what happens if several clients continue one.

import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Job, Queue } from "../../../src/index.ts";
import { Clock, freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { connectWaitingClients } from "../kit/waiting-client.ts";

const client = createClient({ url: inject("redisUrl") });
beforeAll(() => client.connect());
afterAll(() => client.destroy());
const clientThatWaits = connectWaitingClients();

const keysOf = (name: string) => client.keys(`${testPrefix()}:{${name}}:*`);

const many = (count: number, name = "job") =>
  Array.from({ length: count }, (_, i) => ({ data: { n: i % 3 }, id: `${name}-${i}` }));

/** Returns a queue with failed jobs, a third of which have `n` 1. */
async function withFailed(count: number, name = freshName()) {
  const queue = freshQueue<{ n: number }>({}, name);
  await queue.enqueueMany(many(count));
  const { jobs } = await queue.lease({ count });
  await queue.turn({ settle: jobs.map((job) => ({ job, action: "fail" as const })) });
  return queue;
}

test("an operation changes the jobs that match, in slices, and reports how far it has come", async () => {
  const queue = await withFailed(900);
  const filter = { state: "failed" as const, data: [{ path: "n", is: 1 }] };
  const begun = await queue.startBulk({ operation: "redrive", filter, by: "ada" });
  expect(begun).toMatchObject({
    status: "running",
    examined: 0,
    total: 900,
    matched: 0,
    changed: 0,
    by: "ada",
    filter,
  });
  expect(await queue.counts()).toMatchObject({ failed: 900, ready: 0 });
  const first = await queue.continueBulk(begun.id, { slices: 1 });
  expect(first).toMatchObject({ status: "running", examined: 500, matched: 167, changed: 167 });
  const last = await queue.continueBulk(begun.id);
  expect(last).toMatchObject({ status: "finished", examined: 900, matched: 300, changed: 300 });
  expect(await queue.counts()).toMatchObject({ failed: 600, ready: 300 });
  expect(await queue.bulkOperations()).toEqual([last]);
});

test("jobs that enter the state after the beginning are not touched", async () => {
  const queue = await withFailed(10);
  const begun = await queue.startBulk({ operation: "redrive", filter: { state: "failed" } });
  await queue.enqueue({ n: 1 }, { id: "later" });
  const [later] = (await queue.lease()).jobs;
  await new Promise((resolve) => setTimeout(resolve, 2));
  await later?.fail("no");
  expect(await queue.continueBulk(begun.id)).toMatchObject({ matched: 10, changed: 10 });
  expect((await queue.list("failed")).jobs.map(({ id }) => id)).toEqual(["later"]);
});

test.each(["ready", "delayed", "leased"] as const)(
  "cancel takes the %s jobs of the beginning, and no later ones",
  async (state) => {
    const queue = freshQueue();
    const enter = async (name: string) => {
      await queue.enqueueMany(
        many(5, name).map((job) => ({ ...job, ...(state === "delayed" ? { delay: "1h" as const } : {}) })),
      );
      if (state === "leased") await queue.lease({ count: 5 });
    };
    await enter("before");
    const { id } = await queue.startBulk({ operation: "cancel", filter: { state } });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await enter("after");
    expect(await queue.continueBulk(id)).toMatchObject({ status: "finished", matched: 5, changed: 5 });
    expect((await queue.counts())[state]).toBe(5);
  },
);

test("two clients that continue one operation count and change each job once", async () => {
  const queue = await withFailed(1_000);
  const { id } = await queue.startBulk({ operation: "redrive", filter: { state: "failed" } });
  const results = await Promise.all([queue.continueBulk(id), queue.continueBulk(id), queue.continueBulk(id)]);
  const [last] = await queue.bulkOperations();
  expect(last).toMatchObject({ status: "finished", matched: 1_000, changed: 1_000 });
  for (const { status } of results) expect(status).toBe("finished");
  expect(await queue.counts()).toMatchObject({ failed: 0, ready: 1_000, totals: { redriven: 1_000 } });
});

test("jobs that two clients change at once are counted once each", async () => {
  const name = freshName();
  const queue = await withFailed(1_000, name);
  const { id } = await queue.startBulk({ operation: "redrive", filter: { state: "failed" } });
  // The first client is late to store what it has changed: the other one has stored a slice, and counted none of it.
  const late = clientThatWaits(name, "saveBulk", () => queue.continueBulk(id, { slices: 1 }));
  await late.continueBulk(id, { slices: 1 });
  expect(await queue.continueBulk(id)).toMatchObject({ status: "finished", matched: 1_000, changed: 1_000 });
  expect(await queue.counts()).toMatchObject({ failed: 0, totals: { redriven: 1_000 } });
});

test("a stop is not lost to a client that continues at the same time", async () => {
  const name = freshName();
  const queue = await withFailed(1_000, name);
  const { id } = await queue.startBulk({ operation: "redrive", filter: { state: "failed" } });
  const stopping = clientThatWaits(name, "saveBulk", () => queue.continueBulk(id, { slices: 1 }));
  expect(await stopping.stopBulk(id)).toMatchObject({ status: "stopped", changed: 250 });
  expect(await queue.continueBulk(id)).toMatchObject({ status: "stopped", changed: 250 });
});

test("an operation ends with its queue, of which nothing is created again", async () => {
  const name = freshName();
  const queue = await withFailed(1_000, name);
  const { id } = await queue.startBulk({ operation: "redrive", filter: { state: "failed" } });
  const late = clientThatWaits(name, "saveBulk", () => queue.destroy());
  const gone = { code: "invalid_argument", message: expect.stringMatching(/no bulk operation/) };
  await expect(late.continueBulk(id)).rejects.toMatchObject(gone);
  await expect(queue.stopBulk(id)).rejects.toMatchObject(gone);
  expect(await queue.bulkOperations()).toEqual([]);
  expect((await keysOf(name)).filter((key) => !/:repl/.test(key))).toEqual([]);
});

test("an operation on a queue that does not exist is finished at once, and writes nothing", async () => {
  const name = freshName();
  const queue = freshQueue({}, name);
  const begun = await queue.startBulk({ operation: "redrive", filter: { state: "failed" } });
  expect(begun).toMatchObject({ status: "finished", total: 0 });
  expect(await queue.bulkOperations()).toEqual([]);
  expect(await keysOf(name)).toEqual([]);
});

test("an operation on a queue that was created again touches none of its jobs", async () => {
  const name = freshName();
  const queue = await withFailed(5, name);
  const recreate = async () => {
    await queue.destroy();
    await new Promise((resolve) => setTimeout(resolve, 2));
    await withFailed(3, name);
  };
  // A late copy of the request stores the operation in the new queue.
  const late = clientThatWaits(name, "saveBulk", recreate);
  const { id } = await late.startBulk({ operation: "redrive", filter: { state: "failed" } });
  expect(await queue.continueBulk(id)).toMatchObject({ status: "finished", matched: 0, changed: 0 });
  expect(await queue.counts()).toMatchObject({ failed: 3, ready: 0 });
});

test("a delayed job that was leased at the beginning is not touched when it is retried", async () => {
  const queue = freshQueue();
  await queue.enqueue(1, { id: "leased" });
  const [job] = (await queue.lease()).jobs;
  await queue.enqueue(1, { id: "delayed", delay: "1h" });
  const { id } = await queue.startBulk({ operation: "cancel", filter: { state: "delayed" } });
  await new Promise((resolve) => setTimeout(resolve, 2));
  await job?.retry({ delay: "1h", error: "later" });
  expect(await queue.continueBulk(id)).toMatchObject({ matched: 1, changed: 1 });
  expect((await queue.list("delayed")).jobs.map((each) => each.id)).toEqual(["leased"]);
});

test.each<
  [what: string, state: "ready" | "delayed", act: (job: Job<unknown>, queue: Queue<unknown>) => Promise<unknown>]
>([
  ["is released", "ready", (job) => job.release()],
  ["is released after it had begun", "ready", (job) => job.release({ begun: true })],
  ["is ready again since its lease expired", "ready", (_, queue) => queue.clean()],
  ["is taken from its worker", "ready", (_, queue) => queue.failWorker("w")],
  ["is retried at once", "ready", (job) => job.retry({ delay: 0 })],
  ["is retried with a delay and without an error", "delayed", (job) => job.retry({ delay: "1h" })],
])("a leased job that %s after the beginning is not touched, though one that waited is", async (_, state, act) => {
  const clock = new Clock();
  const queue = freshQueue<unknown>({ now: clock.now });
  await queue.enqueue(1, { id: "leased" });
  const [job] = (await queue.lease({ for: "1m", worker: "w" })).jobs;
  await queue.enqueue(1, { id: "waited", ...(state === "delayed" && { delay: "2h" }) });
  // Long after its lease, so that neither its fence nor its place tells that it was leased.
  clock.pass(30_000);
  const { id } = await queue.startBulk({ operation: "cancel", filter: { state } });
  clock.pass(31_000);
  await act(job as Job<unknown>, queue);
  expect((await queue.list(state)).jobs.map((each) => each.id).sort()).toEqual(["leased", "waited"]);
  expect(await queue.continueBulk(id)).toMatchObject({ status: "finished", matched: 1, changed: 1 });
  expect((await queue.list(state)).jobs.map((each) => each.id)).toEqual(["leased"]);
  const again = await queue.startBulk({ operation: "cancel", filter: { state } });
  expect(await queue.continueBulk(again.id)).toMatchObject({ matched: 1, changed: 1 });
});

test("a stopped operation changes nothing more", async () => {
  const queue = await withFailed(700);
  const { id } = await queue.startBulk({ operation: "redrive", filter: { state: "failed" } });
  await queue.continueBulk(id, { slices: 1 });
  expect(await queue.stopBulk(id)).toMatchObject({ status: "stopped", changed: 250 });
  expect(await queue.continueBulk(id)).toMatchObject({ status: "stopped", changed: 250 });
  expect(await queue.counts()).toMatchObject({ failed: 450 });
});

test("the twenty last operations are kept, and those that run are never dropped", async () => {
  const queue = await withFailed(1);
  const running = await queue.startBulk({ operation: "redrive", filter: { state: "failed", id: "none" } });
  for (let i = 0; i < 25; i++) {
    const { id } = await queue.startBulk({ operation: "promote", filter: { state: "delayed" } });
    await queue.stopBulk(id);
  }
  const all = await queue.bulkOperations();
  expect(all).toHaveLength(20);
  expect(all.map(({ id }) => id)).toContain(running.id);
});

test.each([
  [{ operation: "redrive", filter: { state: "ready" } }, /redrive takes jobs that are failed/],
  [{ operation: "explode", filter: { state: "ready" } }, /operation is one of/],
  [{ operation: "cancel", filter: { state: "ready", id: "", age: 1 } }, /age/],
])("refuses %j", async (options, message) => {
  const begun = freshQueue().startBulk(options as never);
  await expect(begun).rejects.toMatchObject({ code: "invalid_argument", message: expect.stringMatching(message) });
});
