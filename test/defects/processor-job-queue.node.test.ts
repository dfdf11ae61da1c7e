// Defects that users of processor-job-queue have seen. Each test plays the interleaving that causes one there, with a queue of
// our own.
import { expect, test } from "vitest";
import { bucketDigit } from "../../src/engine/keys.ts";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { connectOwnRedis, leaseOne, redis, useSharedQueues } from "./shared-queue.ts";

const shareQueue = useSharedQueues();

test("a payload that is not JSON does not stop the worker, and the other jobs are completed", async () => {
  const { startProcess, root } = shareQueue<number>();
  const { queue } = startProcess();
  await queue.enqueueMany([1, 2, 3].map((data) => ({ data, id: `${data}` })));
  const key = `${root}jobs:${bucketDigit("2")}`;
  await redis().hset(key, "2", "4600000000000002:{not json");
  const seen: number[] = [];
  await queue.drain((job) => void seen.push(job.data), { budget: "5s" });
  expect(seen.sort()).toEqual([1, 3]);
  expect(await queue.counts()).toMatchObject({ ready: 0, leased: 0, failed: 1, totals: { completed: 2, failed: 1 } });
});

test.each(["extend", "progress"] as const)(
  "a job whose worker dies after its first %s is leased to another worker when the lease expires",
  async (way) => {
    const { startProcess, clock } = shareQueue();
    const [dying, next] = [startProcess(), startProcess()];
    await next.queue.enqueue("x", { id: "a" });
    const job = await leaseOne(dying.queue);
    dying.die("after", way);
    const request = way === "extend" ? job.extend("5s") : job.progress(0.1, { extend: "5s" });
    await expect(request).rejects.toMatchObject({ code: "redis_unreachable" });
    clock.pass(4_999);
    expect((await next.queue.lease()).jobs).toEqual([]);
    clock.pass(1);
    const { jobs } = await next.queue.lease();
    expect(jobs).toMatchObject([{ id: "a", attempt: 2 }]);
    expect([await job.complete(), job.lost]).toEqual([false, "leased_again"]);
  },
);

test("a job whose id is the name of a key does not affect that key", async () => {
  const client = await connectOwnRedis();
  const queue = new Queue<string>("q", { redis: ioredis(client), prefix: "p" });
  const ids = ["session", "p:{q}:meta", "p:queues"];
  await client.set("session", "of another program");
  await queue.enqueueMany(ids.map((id) => ({ data: id, id, uniqueFor: "1h" })));
  const { jobs } = await queue.lease({ count: 9 });
  for (const job of jobs) expect(await job.complete(job.id)).toBe(true);
  await queue.deepClean();
  const own = (await client.keys("*")).filter((key) => key !== "session");
  expect(own.every((key) => key.startsWith("p:{q}:") || key === "p:queues")).toBe(true);
  expect(own).toEqual(expect.arrayContaining(ids.map((id) => `p:{q}:result:${id}`)));
  expect(await queue.counts()).toMatchObject({ totals: { completed: 3 } });
  expect(await client.get("session")).toBe("of another program");
});
