// What users of processor-job-queue have seen, each by its interleaving, with a queue of our own in its place.
import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { startRedis } from "../../scripts/processes/redis-server.ts";
import { bucketDigit } from "../../src/engine/keys.ts";
import { type Job, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { testPrefix } from "../setup/queue.ts";
import { benches } from "./bench.ts";

const fresh = benches();

test("one payload that is no JSON ends no worker, and the jobs around it are done", async () => {
  const { process, name } = fresh<number>();
  const { queue } = process();
  const client = new Redis(inject("redisUrl"));
  await queue.enqueueMany([1, 2, 3].map((data) => ({ data, id: `${data}` })));
  const key = `${testPrefix()}:{${name}}:jobs:${bucketDigit("2")}`;
  await client.hset(key, "2", "4600000000000002:{not json");
  const seen: number[] = [];
  await queue.drain((job) => void seen.push(job.data), { budget: "5s" });
  expect(seen.sort()).toEqual([1, 3]);
  expect(await queue.counts()).toMatchObject({ ready: 0, leased: 0, failed: 1, totals: { completed: 2, failed: 1 } });
  client.disconnect();
});

test.each(["extend", "progress"] as const)(
  "a worker that dies after it has accepted its job with %s leaves the job to others",
  async (way) => {
    const { process, clock } = fresh();
    const [dying, next] = [process(), process()];
    await next.queue.enqueue("x", { id: "a" });
    const [job] = (await dying.queue.lease()).jobs as [Job<unknown>];
    dying.die("after", way);
    const accepting = way === "extend" ? job.extend("5s") : job.progress(0.1, { extend: "5s" });
    await expect(accepting).rejects.toMatchObject({ code: "redis_unreachable" });
    clock.pass(4_999);
    expect((await next.queue.lease()).jobs).toEqual([]);
    clock.pass(1);
    const { jobs } = await next.queue.lease();
    expect(jobs).toMatchObject([{ id: "a", attempt: 2 }]);
    expect([await job.complete(), job.lost]).toEqual([false, "leased_again"]);
  },
);

test("an id is never the name of a key", async () => {
  const server = await startRedis();
  const client = new Redis(server.url);
  const queue = new Queue<string>("q", { redis: ioredis(client), prefix: "p" });
  const ids = ["session", "p:{q}:meta", "p:queues"];
  await client.set("session", "somebody else's");
  await queue.enqueueMany(ids.map((id) => ({ data: id, id, uniqueFor: "1h" })));
  const { jobs } = await queue.lease({ count: 9 });
  for (const job of jobs) expect(await job.complete(job.id)).toBe(true);
  await queue.deepClean();
  const own = (await client.keys("*")).filter((key) => key !== "session");
  expect(own.every((key) => key.startsWith("p:{q}:") || key === "p:queues")).toBe(true);
  expect(own).toEqual(expect.arrayContaining(ids.map((id) => `p:{q}:result:${id}`)));
  expect(await queue.counts()).toMatchObject({ totals: { completed: 3 } });
  expect(await client.get("session")).toBe("somebody else's");
  client.disconnect();
  await server.stop();
});
