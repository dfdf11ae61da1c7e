// What users of hworker have seen, each by its interleaving, with a queue of our own in its place.
import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { bucketDigit } from "../../src/engine/keys.ts";
import type { Job } from "../../src/index.ts";
import { START, testPrefix } from "../setup/queue.ts";
import { benches } from "./bench.ts";

const fresh = benches();

test("asking an empty queue for work leaves nothing behind", async () => {
  const { process } = fresh();
  const { queue } = process();
  for (let i = 0; i < 5; i++) expect((await queue.lease()).jobs).toEqual([]);
  await queue.clean();
  const { totals, ...counts } = await queue.counts();
  expect(counts).toMatchObject({ ready: 0, delayed: 0, leased: 0, failed: 0, done: 0 });
  expect(Object.values(totals).every((total) => total === 0)).toBe(true);
});

test("two jobs with the same payload are two jobs, to the end", async () => {
  const { process, clock } = fresh();
  const [one, two] = [process(), process()];
  await one.queue.enqueueMany([{ data: "same" }, { data: "same" }]);
  const [first] = (await one.queue.lease()).jobs as [Job<unknown>];
  const [second] = (await two.queue.lease()).jobs as [Job<unknown>];
  expect(first.id).not.toBe(second.id);
  expect(await first.complete()).toBe(true);
  clock.pass(1_000);
  const { jobs } = await one.queue.lease({ count: 9 });
  expect(jobs.map(({ id, data }) => [id, data])).toEqual([[second.id, "same"]]);
});

test.each(["complete", "retry", "fail", "release"] as const)(
  "a worker that ran out of time cannot %s the job of its new holder",
  async (way) => {
    const { process, clock } = fresh();
    const [slow, quick] = [process(), process()];
    await slow.queue.enqueue("x", { id: "a" });
    const [late] = (await slow.queue.lease()).jobs as [Job<unknown>];
    clock.pass(1_000);
    const [held] = (await quick.queue.lease({ worker: "quick" })).jobs as [Job<unknown>];
    expect([way === "fail" ? await late.fail("no") : await late[way](), late.lost]).toEqual([false, "leased_again"]);
    const holds = [{ id: "a", fence: held.fence, leasedUntil: START + 2_000 }];
    expect(await quick.queue.workers()).toMatchObject([{ worker: "quick", holds }]);
    expect(await held.complete()).toBe(true);
  },
);

test("a job that its handler gives up on again and again has failed at last, with the reasons", async () => {
  const { process, clock } = fresh({ maxAttempts: 3, backoff: 1_000 });
  const { queue } = process();
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

test.each(["after", "never"] as const)(
  "a payload that nobody can read is kept among the failed, though its worker dies %s",
  async (dies) => {
    const { process, clock, name } = fresh({ maxAttempts: 2 });
    const [worker, other] = [process(), process()];
    const client = new Redis(inject("redisUrl"));
    await worker.queue.enqueueMany([
      { data: 1, id: "poison" },
      { data: 2, id: "good" },
    ]);
    const bucket = `${testPrefix()}:{${name}}:jobs:${bucketDigit("poison")}`;
    await client.hset(bucket, "poison", '4600000000000001:{"cut');
    if (dies === "after") {
      worker.die("after", "lease");
      await worker.queue.lease({ count: 2 }).catch(() => {});
      clock.pass(1_000);
    }
    expect((await other.queue.lease({ count: 2 })).jobs.map(({ id }) => id)).toEqual(["good"]);
    expect((await other.queue.list("failed")).total).toBe(1);
    expect(await client.hget(bucket, "poison")).toContain("cut");
    const reasons = ((await client.hget(bucket, "\tpoison")) ?? "").split("\n").slice(3);
    expect(reasons.at(-1)).toContain("cannot be decoded");
    client.disconnect();
  },
);

test.each([
  ["before", "enqueue"],
  ["after", "enqueue"],
  ["before", "settle"],
  ["after", "settle"],
] as const)("a chain of jobs goes on, once, when its worker dies %s its %s", async (when, script) => {
  const { process, clock } = fresh({ retention: { done: "1h" } });
  const [dying, next] = [process(), process()];
  const step = async ({ queue }: ReturnType<typeof process>) => {
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
});
