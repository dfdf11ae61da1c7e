// What users of the redis-work-queue clients have seen, each by its interleaving, with a queue of our own in their place.
// Its format itself is in test/redis-work-queue/defects.node.test.ts.
import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { startRedis } from "../../scripts/processes/redis-server.ts";
import { bucketDigit } from "../../src/engine/keys.ts";
import { type Job, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { testPrefix } from "../setup/queue.ts";
import { benches } from "./bench.ts";

const fresh = benches();

test.each([
  ["clean", "before"],
  ["clean", "after"],
  ["deepClean", "before"],
  ["deepClean", "after"],
] as const)("1: a %s %s a lease that is on its way hands the job to nobody else", async (clean, when) => {
  const { process } = fresh();
  const [worker, cleaner, other] = [process(), process(), process()];
  await worker.queue.enqueue("once", { id: "a" });
  const stop = worker.stop(when, "lease");
  const leasing = worker.queue.lease();
  await stop.reached;
  await cleaner.queue[clean]();
  if (when === "after") expect((await other.queue.lease()).jobs).toEqual([]);
  stop.go();
  const [job] = (await leasing).jobs as [Job<unknown>];
  expect(job).toMatchObject({ id: "a", attempt: 1 });
  await cleaner.queue[clean]();
  expect((await other.queue.lease()).jobs).toEqual([]);
  expect(await job.complete()).toBe(true);
  expect((await worker.queue.counts()).totals).toMatchObject({ leased: 1, reclaimed: 0, completed: 1 });
});

test("2: a cleaner that falls asleep before its clean puts back no job that was leased again meanwhile", async () => {
  const { process, clock } = fresh();
  const [first, second, slow, quick] = [process(), process(), process(), process()];
  await first.queue.enqueueMany(["a", "b"].map((id) => ({ data: id, id })));
  await first.queue.lease({ count: 2 });
  clock.pass(1_000);
  const stop = slow.stop("before", "clean");
  const cleaning = slow.queue.clean();
  await stop.reached;
  expect(await quick.queue.clean()).toMatchObject({ reclaimed: 2 });
  const { jobs } = await second.queue.lease({ count: 2 });
  stop.go();
  expect(await cleaning).toMatchObject({ reclaimed: 0, failed: 0 });
  expect((await first.queue.lease({ count: 2 })).jobs).toEqual([]);
  for (const job of jobs) expect(await job.complete()).toBe(true);
});

test("3: a holder who comes late does not complete a new job that has the same id", async () => {
  const { process, clock } = fresh();
  const [late, other] = [process(), process()];
  await late.queue.enqueue("old", { id: "a" });
  const [old] = (await late.queue.lease()).jobs as [Job<unknown>];
  const stop = late.stop("before", "settle");
  const completing = old.complete();
  await stop.reached;
  clock.pass(1_000);
  const [again] = (await other.queue.lease()).jobs as [Job<unknown>];
  expect(await again.complete()).toBe(true);
  expect(await other.queue.enqueue("new", { id: "a" })).toMatchObject({ created: true });
  stop.go();
  expect([await completing, old.lost]).toEqual([false, "completed"]);
  const [next] = (await other.queue.lease()).jobs as [Job<unknown>];
  expect(next).toMatchObject({ id: "a", data: "new", attempt: 1 });
  expect(await old.complete()).toBe(false);
  expect(await next.complete()).toBe(true);
});

test("4: a late complete takes the job out of the queue, and the id is leased once when it is added again", async () => {
  const { process, clock } = fresh();
  const [worker, other] = [process(), process()];
  await worker.queue.enqueue(1, { id: "a" });
  const [job] = (await worker.queue.lease()).jobs as [Job<unknown>];
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
  "5: a producer that dies %s its job is stored leaves nothing half added, and adding it again works",
  async (when) => {
    const { process } = fresh();
    const [dead, next] = [process(), process()];
    dead.die(when, "enqueue");
    await expect(dead.queue.enqueue("x", { id: "a" })).rejects.toMatchObject({ code: "redis_unreachable" });
    const again = await next.queue.enqueue("x", { id: "a" });
    expect(again).toEqual({ id: "a", created: when === "before", state: "ready" });
    expect((await next.queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["a"]);
  },
);

test("6: no name can be a pattern, and queues whose names begin alike do not touch each other", async () => {
  const client = new Redis(inject("redisUrl"));
  const redis = ioredis(client);
  for (const name of ["q[12]", "q*", "q?", "q{a}", "q a"]) {
    expect(() => new Queue(name, { redis })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    expect(() => new Queue("q", { redis, prefix: name })).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
  }
  const root = `${testPrefix()}:${crypto.randomUUID()}`;
  const queues = [
    new Queue<string>("a", { redis, prefix: root }),
    new Queue<string>("a:jobs", { redis, prefix: root }),
    new Queue<string>("a:jobs:0", { redis, prefix: root }),
    new Queue<string>("a", { redis, prefix: `${root}:a` }),
  ];
  for (const [i, queue] of queues.entries())
    await queue.enqueueMany([`${i}`, "ready"].map((id) => ({ data: `${i}`, id })));
  await queues[0]?.destroy();
  for (const queue of queues) await queue.deepClean();
  for (const [i, queue] of queues.entries()) {
    const { jobs } = await queue.lease({ count: 9 });
    expect(jobs.map(({ id, data }) => [id, data])).toEqual(
      i === 0
        ? []
        : [
            [`${i}`, `${i}`],
            ["ready", `${i}`],
          ],
    );
    await queue.destroy();
  }
  client.disconnect();
});

test("7: an id that is no text, from whoever, stops no clean", async () => {
  const { process, clock, name } = fresh();
  const { queue } = process();
  const client = new Redis(inject("redisUrl"));
  await queue.enqueueMany([
    { data: 1, id: "ünï 😀" },
    { data: 2, id: "%1 {} * [a]" },
  ]);
  await queue.lease({ count: 2 });
  for (const state of ["leased", "delayed", "failed"]) {
    await client.zadd(`${testPrefix()}:{${name}}:${state}`, 1, Buffer.from([0xff, 0xfe]));
  }
  await client.zadd(`${testPrefix()}:{${name}}:expiring`, 1, Buffer.from([0xff, 0xfd]));
  clock.pass(1_000);
  expect(await queue.clean()).toMatchObject({ reclaimed: 3, promoted: 1 });
  expect(await queue.deepClean()).toMatchObject({ finished: true, lost: 1 });
  expect((await queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["ünï 😀", "%1 {} * [a]"]);
  client.disconnect();
});

test("8: a job that kills its workers has failed after its attempts, and is leased no more", async () => {
  const { process, clock } = fresh({ maxAttempts: 3 });
  const { queue } = process();
  await queue.enqueue("poison", { id: "a" });
  for (let attempt = 1; attempt <= 3; attempt++) {
    const dying = process();
    dying.die("after", "lease");
    await expect(dying.queue.lease()).rejects.toMatchObject({ code: "redis_unreachable" });
    clock.pass(1_000);
  }
  expect((await queue.lease()).jobs).toEqual([]);
  const job = await queue.get("a");
  expect(job).toMatchObject({ state: "failed", attempt: 3 });
  expect(job?.errors.map(({ message }) => message)).toEqual(["lease expired"]);
});

test("9: a clean of 4,000 jobs whose leases ran out costs 9 requests and less than 320 commands", async () => {
  const server = await startRedis();
  const client = new Redis(server.url);
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
  // Of each 500 jobs, those of each of the 16 hashes are read at once.
  expect(await commands()).toBeLessThan(320);
  client.disconnect();
  await server.stop();
});

test("10: a clean drops no job whose lease ran out, and none of its data", async () => {
  const { process, clock } = fresh();
  const [worker, cleaner] = [process(), process()];
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

test("11: a job whose data is gone does not hide the others", async () => {
  const { process, name } = fresh();
  const { queue } = process();
  const client = new Redis(inject("redisUrl"));
  await queue.enqueueMany(["gone", "a", "b"].map((id) => ({ data: id, id })));
  await client.hdel(`${testPrefix()}:{${name}}:jobs:${bucketDigit("gone")}`, "gone");
  expect((await queue.lease({ count: 1 })).jobs).toMatchObject([{ id: "a" }]);
  expect(await queue.counts()).toMatchObject({ ready: 1, leased: 1 });
  // What is gone is in no counter; the audit says so.
  expect(await queue.deepClean()).toMatchObject({ finished: true, counters: 1 });
  client.disconnect();
});
