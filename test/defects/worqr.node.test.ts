// Defects that users of worqr have seen. Each test plays the interleaving that causes one there, with a queue of our own.
import { describe, expect, test } from "vitest";
import { type Job, listQueues, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { testPrefix } from "../setup/queue.ts";
import { connectOwnRedis, leaseOne, redis, useSharedQueues } from "./shared-queue.ts";

const shareQueue = useSharedQueues();

describe("failWorker", () => {
  test("releases no job of other workers, nor one that they are about to receive", async () => {
    const { startProcess } = shareQueue();
    const [dead, live, late, operator] = [startProcess(), startProcess(), startProcess(), startProcess()];
    await live.queue.enqueueMany(["dead", "live", "late"].map((id) => ({ data: id, id })));
    await dead.queue.lease({ worker: "dead" });
    const { jobs } = await live.queue.lease({ worker: "live" });
    const pause = late.pause("after", "lease");
    const leasing = late.queue.lease({ worker: "late" });
    await pause.reached;
    expect(await operator.queue.failWorker("dead")).toBe(1);
    pause.resume();
    expect((await operator.queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["dead"]);
    for (const job of [...jobs, ...(await leasing).jobs]) expect(await job.complete()).toBe(true);
  });

  test.each(["before", "after"] as const)(
    "leaves no orphan if the worker leases %s it is failed and loses the reply",
    async (when) => {
      const { startProcess, clock } = shareQueue();
      const [worker, operator] = [startProcess(), startProcess()];
      await operator.queue.enqueue("x", { id: "a" });
      const pause = operator.pause(when, "failWorker");
      const failing = operator.queue.failWorker("w");
      await pause.reached;
      worker.die("after", "lease");
      await worker.queue.lease({ worker: "w" }).catch(() => {});
      pause.resume();
      // The next pass finds a job that was leased in between; otherwise its lease expires.
      await failing;
      clock.pass(1_000);
      expect((await operator.queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["a"]);
    },
  );
});

test("a refused duplicate does not affect the next enqueue over the same connection", async () => {
  const { queue } = shareQueue().startProcess();
  await queue.enqueue(1, { id: "a" });
  expect(await queue.enqueue(1, { id: "a" })).toMatchObject({ created: false });
  expect(await queue.enqueue(2, { id: "b" })).toMatchObject({ created: true });
  expect((await queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("an enqueue that failed creates no job", async () => {
  const { queue, die } = shareQueue({ maxLength: 1 }).startProcess();
  die("before", "enqueue");
  await expect(queue.enqueue(1, { id: "a" })).rejects.toMatchObject({ code: "redis_unreachable" });
  expect(await queue.get("a")).toBeUndefined();
  await queue.enqueue(1, { id: "a" });
  await expect(queue.enqueue(2, { id: "b" })).rejects.toMatchObject({ code: "queue_full" });
  expect(await queue.get("b")).toBeUndefined();
});

test("an id is free again after its job was cancelled, completed or purged, or its queue destroyed", async () => {
  const { queue } = shareQueue().startProcess();
  const again = async () =>
    expect(await queue.enqueue(1, { id: "a" })).toMatchObject({ created: true, state: "ready" });
  await again();
  await queue.cancel("a");
  await again();
  await ((await queue.lease()).jobs[0] as Job<unknown>).complete();
  await again();
  await queue.purge("ready");
  await again();
  await queue.destroy();
  await again();
});

test("the same id in two queues stands for two jobs", async () => {
  const [one, two] = [shareQueue().startProcess().queue, shareQueue().startProcess().queue];
  expect(await one.enqueue(1, { id: "a", uniqueFor: "1h" })).toMatchObject({ created: true });
  expect(await two.enqueue(2, { id: "a", uniqueFor: "1h" })).toMatchObject({ created: true });
  await one.cancel("a");
  expect((await two.lease()).jobs).toMatchObject([{ id: "a", data: 2 }]);
});

test("a worker that was failed cannot complete its job, and gets the reason", async () => {
  const { startProcess } = shareQueue();
  const [zombie, operator] = [startProcess(), startProcess()];
  await zombie.queue.enqueue(1, { id: "a" });
  const job = await leaseOne(zombie.queue, { worker: "w" });
  const pause = zombie.pause("before", "settle");
  const completing = job.complete();
  await pause.reached;
  await operator.queue.failWorker("w");
  pause.resume();
  expect([await completing, job.lost]).toEqual([false, "released"]);
  const again = await leaseOne(operator.queue);
  expect([await job.complete(), job.lost]).toEqual([false, "leased_again"]);
  expect(await again.complete()).toBe(true);
});

test("queue names with colons are listed unchanged", async () => {
  const options = { redis: ioredis(redis()), prefix: `${testPrefix()}:${crypto.randomUUID()}` };
  const names = [":", "a:b", "a:b:c", "queues"];
  for (const name of names) await new Queue(name, options).enqueue(1);
  expect(await listQueues(options)).toEqual(names);
  for (const name of names) await new Queue(name, options).destroy();
});

test("no operation scans the keys of the database", async () => {
  const client = await connectOwnRedis();
  const queue = new Queue<number>("q", { redis: ioredis(client) });
  await queue.enqueueMany([1, 2, 3].map((data) => ({ data, id: `${data}` })));
  const job = await leaseOne(queue, { worker: "w" });
  await job.progress(0.5);
  await queue.turn({ settle: [{ job, action: "fail" }], lease: { worker: "w" } });
  await queue.failWorker("w");
  await Promise.all([queue.redrive(), queue.counts(), queue.workers(), queue.list("ready"), queue.explain("1")]);
  await Promise.all([queue.clean(), queue.deepClean(), queue.cancel("1"), queue.get("2")]);
  await Promise.all([queue.pause(), queue.resume()]);
  await listQueues({ redis: ioredis(client) });
  await queue.destroy();
  expect(await client.info("commandstats")).not.toMatch(/cmdstat_(keys|scan|randomkey|flush)/);
});
