// The eleven defects of the redis-work-queue clients. Each test plays the interleaving that causes one there, with a queue of
// our own. test/redis-work-queue/defects plays them with the format of redis-work-queue.
import { expect, test } from "vitest";
import { bucketDigit } from "../../src/engine/keys.ts";
import { type Job, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { testPrefix } from "../setup/queue.ts";
import { connectOwnRedis, leaseOne, pointsOf, redis, useSharedQueues } from "./shared-queue.ts";

const shareQueue = useSharedQueues();

test.each(pointsOf("clean", "deepClean"))(
  "defect 1: %s a lease takes effect, a %s hands its job to no other worker",
  async (when, clean) => {
    const { startProcess } = shareQueue();
    const [worker, cleaner, other] = [startProcess(), startProcess(), startProcess()];
    await worker.queue.enqueue("once", { id: "a" });
    const pause = worker.pause(when, "lease");
    const leasing = worker.queue.lease();
    await pause.reached;
    await cleaner.queue[clean]();
    if (when === "after") expect((await other.queue.lease()).jobs).toEqual([]);
    pause.resume();
    const [job] = (await leasing).jobs as [Job<unknown>];
    expect(job).toMatchObject({ id: "a", attempt: 1 });
    await cleaner.queue[clean]();
    expect((await other.queue.lease()).jobs).toEqual([]);
    expect(await job.complete()).toBe(true);
    expect((await worker.queue.counts()).totals).toMatchObject({ leased: 1, reclaimed: 0, completed: 1 });
  },
);

test("defect 2: a clean that was delayed returns no job that was leased again in between", async () => {
  const { startProcess, clock } = shareQueue();
  const [first, second, slow, quick] = [startProcess(), startProcess(), startProcess(), startProcess()];
  await first.queue.enqueueMany(["a", "b"].map((id) => ({ data: id, id })));
  await first.queue.lease({ count: 2 });
  clock.pass(1_000);
  const pause = slow.pause("before", "clean");
  const cleaning = slow.queue.clean();
  await pause.reached;
  expect(await quick.queue.clean()).toMatchObject({ reclaimed: 2 });
  const { jobs } = await second.queue.lease({ count: 2 });
  pause.resume();
  expect(await cleaning).toMatchObject({ reclaimed: 0, failed: 0 });
  expect((await first.queue.lease({ count: 2 })).jobs).toEqual([]);
  for (const job of jobs) expect(await job.complete()).toBe(true);
});

test("defect 3: a late complete does not complete a new job with the same id", async () => {
  const { startProcess, clock } = shareQueue();
  const [late, other] = [startProcess(), startProcess()];
  await late.queue.enqueue("old", { id: "a" });
  const old = await leaseOne(late.queue);
  const pause = late.pause("before", "settle");
  const completing = old.complete();
  await pause.reached;
  clock.pass(1_000);
  const again = await leaseOne(other.queue);
  expect(await again.complete()).toBe(true);
  expect(await other.queue.enqueue("new", { id: "a" })).toMatchObject({ created: true });
  pause.resume();
  expect([await completing, old.lost]).toEqual([false, "completed"]);
  const next = await leaseOne(other.queue);
  expect(next).toMatchObject({ id: "a", data: "new", attempt: 1 });
  expect(await old.complete()).toBe(false);
  expect(await next.complete()).toBe(true);
});

test("defect 4: a late complete removes the job, and its id is leased once when it is enqueued again", async () => {
  const { startProcess, clock } = shareQueue();
  const [worker, other] = [startProcess(), startProcess()];
  await worker.queue.enqueue(1, { id: "a" });
  const job = await leaseOne(worker.queue);
  clock.pass(1_000);
  await other.queue.clean();
  expect(await job.complete()).toBe(true);
  expect(await other.queue.counts()).toMatchObject({ ready: 0, leased: 0 });
  await other.queue.enqueue(2, { id: "a" });
  expect(await other.queue.counts()).toMatchObject({ ready: 1 });
  const { jobs } = await other.queue.lease({ count: 9 });
  expect(jobs.map(({ id, data }) => [id, data])).toEqual([["a", 2]]);
  expect((await worker.queue.lease({ count: 9 })).jobs).toEqual([]);
});

test.each(["before", "after"] as const)(
  "defect 5: a producer that dies %s its job is stored leaves no partial job, and another can enqueue the job again",
  async (when) => {
    const { startProcess } = shareQueue();
    const [dead, next] = [startProcess(), startProcess()];
    dead.die(when, "enqueue");
    await expect(dead.queue.enqueue("x", { id: "a" })).rejects.toMatchObject({ code: "redis_unreachable" });
    const again = await next.queue.enqueue("x", { id: "a" });
    expect(again).toEqual({
      id: "a",
      created: when === "before",
      state: "ready",
      outcome: when === "before" ? "created" : "kept",
    });
    expect((await next.queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["a"]);
  },
);

test("defect 6: no queue name is a pattern, and queues with similar names do not touch each other", async () => {
  const options = { redis: ioredis(redis()), prefix: `${testPrefix()}:${crypto.randomUUID()}` };
  const refused = expect.objectContaining({ code: "invalid_argument" });
  for (const name of ["q[12]", "q*", "q?", "q{a}", "q a"]) {
    expect(() => new Queue(name, options)).toThrow(refused);
    expect(() => new Queue("q", { ...options, prefix: name })).toThrow(refused);
  }
  const queues = ["a", "a:jobs", "a:jobs:0"].map((name) => new Queue<string>(name, options));
  queues.push(new Queue<string>("a", { ...options, prefix: `${options.prefix}:a` }));
  for (const [i, queue] of queues.entries())
    await queue.enqueueMany([`${i}`, "ready"].map((id) => ({ data: `${i}`, id })));
  await queues[0]?.destroy();
  for (const queue of queues) await queue.deepClean();
  for (const [i, queue] of queues.entries()) {
    const { jobs } = await queue.lease({ count: 9 });
    const expected = i === 0 ? [] : [`${i}`, "ready"].map((id) => [id, `${i}`]);
    expect(jobs.map(({ id, data }) => [id, data])).toEqual(expected);
    await queue.destroy();
  }
});

test("defect 7: an id that is not UTF-8 does not stop a clean", async () => {
  const { startProcess, clock, root } = shareQueue();
  const { queue } = startProcess();
  await queue.enqueueMany([
    { data: 1, id: "ünï 😀" },
    { data: 2, id: "%1 {} * [a]" },
  ]);
  await queue.lease({ count: 2 });
  for (const state of ["leased", "delayed", "failed"]) {
    await redis().zadd(`${root}${state}`, 1, Buffer.from([0xff, 0xfe]));
  }
  await redis().zadd(`${root}expiring`, 1, Buffer.from([0xff, 0xfd]));
  clock.pass(1_000);
  expect(await queue.clean()).toMatchObject({ reclaimed: 3, promoted: 1 });
  expect(await queue.deepClean()).toMatchObject({ finished: true, lost: 1 });
  expect((await queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["ünï 😀", "%1 {} * [a]"]);
});

test("defect 8: a job that kills its workers fails after its last attempt", async () => {
  const { startProcess, clock } = shareQueue({ maxAttempts: 3 });
  const { queue } = startProcess();
  await queue.enqueue("poison", { id: "a" });
  for (let attempt = 1; attempt <= 3; attempt++) {
    const dying = startProcess();
    dying.die("after", "lease");
    await expect(dying.queue.lease()).rejects.toMatchObject({ code: "redis_unreachable" });
    clock.pass(1_000);
  }
  expect((await queue.lease()).jobs).toEqual([]);
  const job = await queue.get("a");
  expect(job).toMatchObject({ state: "failed", attempt: 3 });
  expect(job?.errors.map(({ message }) => message)).toEqual(["lease expired"]);
});

test("defect 9: a clean of 4,000 expired leases costs 9 requests and fewer than 480 commands", async () => {
  const client = await connectOwnRedis();
  const commands = async () =>
    [...(await client.info("commandstats")).matchAll(/calls=(\d+)/g)].reduce(
      (sum, [, calls]) => sum + Number(calls),
      0,
    );
  const queue = new Queue<string>("q", { redis: ioredis(client), lease: "1s", now: () => clock });
  let clock = 1_700_000_000_000;
  for (let i = 0; i < 4; i++) {
    await queue.enqueueMany(Array.from({ length: 1_000 }, (_, n) => ({ data: "x", id: `${i}-${n}` })));
    await queue.lease({ count: 1_000 });
  }
  clock += 1_000;
  await client.config("RESETSTAT");
  let requests = 0;
  let reclaimed = 0;
  for (let more = true; more; requests++) {
    const cleaned = await queue.clean();
    reclaimed += cleaned.reclaimed;
    more = cleaned.more;
  }
  expect(reclaimed).toBe(4_000);
  expect(requests).toBeLessThanOrEqual(9);
  // Of each 500 jobs, those that share one of the 16 buckets are read by one command and written by another one.
  expect(await commands()).toBeLessThan(480);
});

test("defect 10: a clean drops neither a job whose lease expired nor its data", async () => {
  const { startProcess, clock } = shareQueue();
  const [worker, cleaner] = [startProcess(), startProcess()];
  await worker.queue.enqueue({ kept: [1, "two"] }, { id: "a" });
  worker.die("after", "lease");
  await worker.queue.lease().catch(() => {});
  clock.pass(1_000);
  await cleaner.queue.clean();
  await cleaner.queue.clean();
  await cleaner.queue.deepClean();
  const { jobs } = await cleaner.queue.lease();
  expect(jobs).toMatchObject([{ id: "a", data: { kept: [1, "two"] }, attempt: 2 }]);
});

test("defect 11: a job whose data is gone does not hide the others", async () => {
  const { startProcess, root } = shareQueue();
  const { queue } = startProcess();
  await queue.enqueueMany(["gone", "a", "b"].map((id) => ({ data: id, id })));
  await redis().hdel(`${root}jobs:${bucketDigit("gone")}`, "gone");
  expect((await queue.lease({ count: 1 })).jobs).toMatchObject([{ id: "a" }]);
  expect(await queue.counts()).toMatchObject({ ready: 1, leased: 1 });
  // The audit corrects the total of the job that is gone.
  expect(await queue.deepClean()).toMatchObject({ finished: true, counters: 1 });
});
