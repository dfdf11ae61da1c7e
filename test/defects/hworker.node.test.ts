// Defects that users of hworker have seen. Each test plays the interleaving that causes one there, with a queue of our own.
import { expect, test } from "vitest";
import { bucketDigit } from "../../src/engine/keys.ts";
import type { Job } from "../../src/index.ts";
import { START } from "../setup/queue.ts";
import { leaseOne, pointsOf, redis, useSharedQueues } from "./shared-queue.ts";

const shareQueue = useSharedQueues();

test("leases of an empty queue leave nothing behind", async () => {
  const { queue } = shareQueue().startProcess();
  for (let i = 0; i < 5; i++) expect((await queue.lease()).jobs).toEqual([]);
  await queue.clean();
  const { totals, ...counts } = await queue.counts();
  expect(counts).toMatchObject({ ready: 0, delayed: 0, leased: 0, failed: 0, done: 0 });
  expect(Object.values(totals).every((total) => total === 0)).toBe(true);
});

test("two jobs with the same payload stay two jobs", async () => {
  const { startProcess, clock } = shareQueue();
  const [one, two] = [startProcess(), startProcess()];
  await one.queue.enqueueMany([{ data: "same" }, { data: "same" }]);
  const first = await leaseOne(one.queue);
  const second = await leaseOne(two.queue);
  expect(first.id).not.toBe(second.id);
  expect(await first.complete()).toBe(true);
  clock.pass(1_000);
  const { jobs } = await one.queue.lease({ count: 9 });
  expect(jobs.map(({ id, data }) => [id, data])).toEqual([[second.id, "same"]]);
});

test.each(["complete", "retry", "fail", "release"] as const)(
  "a worker whose lease expired cannot %s the job of its new holder",
  async (way) => {
    const { startProcess, clock } = shareQueue();
    const [slow, quick] = [startProcess(), startProcess()];
    await slow.queue.enqueue("x", { id: "a" });
    const late = await leaseOne(slow.queue);
    clock.pass(1_000);
    const held = await leaseOne(quick.queue, { worker: "quick" });
    expect([way === "fail" ? await late.fail("no") : await late[way](), late.lost]).toEqual([false, "leased_again"]);
    const holds = [{ id: "a", fence: held.fence, leasedUntil: START + 2_000 }];
    expect(await quick.queue.workers()).toMatchObject([{ worker: "quick", holds }]);
    expect(await held.complete()).toBe(true);
  },
);

test("a job whose handler keeps throwing fails after its last attempt, with all errors", async () => {
  const { startProcess, clock } = shareQueue({ maxAttempts: 3, backoff: 1_000 });
  const { queue } = startProcess();
  await queue.enqueue("x", { id: "a" });
  let runs = 0;
  for (let i = 0; i < 9; i++) {
    await queue.drain(
      () => {
        runs += 1;
        throw new Error(`try ${runs}`);
      },
      { budget: "5s" },
    );
    clock.pass(10_000);
  }
  expect(runs).toBe(3);
  const job = await queue.get("a");
  expect(job).toMatchObject({ state: "failed", attempt: 3 });
  expect(job?.errors.map(({ message }) => message)).toEqual(["try 1", "try 2", "try 3"]);
});

test.each(["dies after its lease", "does not die"])(
  "a payload that cannot be decoded is kept in failed if its worker %s",
  async (fate) => {
    const { startProcess, clock, root } = shareQueue({ maxAttempts: 2 });
    const [worker, other] = [startProcess(), startProcess()];
    await worker.queue.enqueueMany([
      { data: 1, id: "poison" },
      { data: 2, id: "good" },
    ]);
    const bucket = `${root}jobs:${bucketDigit("poison")}`;
    await redis().hset(bucket, "poison", '4600000000000001:{"cut');
    if (fate.startsWith("dies")) {
      worker.die("after", "lease");
      await worker.queue.lease({ count: 2 }).catch(() => {});
      clock.pass(1_000);
    }
    expect((await other.queue.lease({ count: 2 })).jobs.map(({ id }) => id)).toEqual(["good"]);
    expect((await other.queue.list("failed")).total).toBe(1);
    expect(await redis().hget(bucket, "poison")).toContain("cut");
    const reasons = ((await redis().hget(bucket, "\tpoison")) ?? "").split("\n").slice(3);
    expect(reasons.at(-1)).toContain("cannot be decoded");
  },
);

test.each(pointsOf("enqueue", "settle"))(
  "a chain of jobs continues exactly once if its worker dies %s its %s",
  async (when, script) => {
    const { startProcess, clock } = shareQueue({ retention: { done: "1h" } });
    const [dying, next] = [startProcess(), startProcess()];
    const step = async ({ queue }: ReturnType<typeof startProcess>) => {
      for (const job of (await queue.lease()).jobs as Job<number>[]) {
        await queue.enqueue(job.data + 1, { id: `tick ${job.data + 1}`, delay: "1m" });
        await job.complete();
      }
    };
    await next.queue.enqueue(1, { id: "tick 1" });
    dying.die(when, script);
    await expect(step(dying)).rejects.toMatchObject({ code: "redis_unreachable" });
    for (let i = 0; i < 3; i++) {
      clock.pass(1_000);
      await step(next);
    }
    expect(await next.queue.counts()).toMatchObject({ ready: 0, leased: 0, delayed: 1, done: 1 });
    clock.pass(60_000);
    expect((await next.queue.lease({ count: 9 })).jobs).toMatchObject([{ id: "tick 2", data: 2 }]);
  },
);
