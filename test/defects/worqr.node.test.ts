// What users of worqr have seen, each by its interleaving, with a queue of our own in its place.
import { Redis } from "ioredis";
import { describe, expect, inject, test } from "vitest";
import { startRedis } from "../../scripts/processes/redis-server.ts";
import { type Job, listQueues, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { testPrefix } from "../setup/queue.ts";
import { benches } from "./bench.ts";

const fresh = benches();

describe("failWorker", () => {
  test("gives back nothing that other workers hold, nor what they are about to get", async () => {
    const { process } = fresh();
    const [dead, live, late, operator] = [process(), process(), process(), process()];
    await live.queue.enqueueMany(["dead", "live", "late"].map((id) => ({ data: id, id })));
    await dead.queue.lease({ worker: "dead" });
    const { jobs } = await live.queue.lease({ worker: "live" });
    const stop = late.stop("after", "lease");
    const leasing = late.queue.lease({ worker: "late" });
    await stop.reached;
    expect(await operator.queue.failWorker("dead")).toBe(1);
    stop.go();
    expect((await operator.queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["dead"]);
    for (const job of [...jobs, ...(await leasing).jobs]) expect(await job.complete()).toBe(true);
  });

  test.each(["before", "after"] as const)(
    "leaves no orphan when the worker leases %s it is failed, and its reply is lost",
    async (when) => {
      const { process, clock } = fresh();
      const [worker, operator] = [process(), process()];
      await operator.queue.enqueue("x", { id: "a" });
      const stop = operator.stop(when === "before" ? "before" : "after", "failWorker");
      const failing = operator.queue.failWorker("w");
      await stop.reached;
      worker.die("after", "lease");
      await worker.queue.lease({ worker: "w" }).catch(() => {});
      stop.go();
      // What it leased meanwhile is found by the next pass, or comes back when its lease is over.
      await failing;
      clock.pass(1_000);
      expect((await operator.queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["a"]);
    },
  );
});

test("a duplicate that is refused has no effect on the next enqueue over the same connection", async () => {
  const { process } = fresh();
  const { queue } = process();
  await queue.enqueue(1, { id: "a" });
  expect(await queue.enqueue(1, { id: "a" })).toMatchObject({ created: false });
  expect(await queue.enqueue(2, { id: "b" })).toMatchObject({ created: true });
  expect((await queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("an enqueue that did not happen never counts as one that did", async () => {
  const { process } = fresh({ maxLength: 1 });
  const { queue, die } = process();
  die("before", "enqueue");
  await expect(queue.enqueue(1, { id: "a" })).rejects.toMatchObject({ code: "redis_unreachable" });
  expect(await queue.get("a")).toBeUndefined();
  await queue.enqueue(1, { id: "a" });
  await expect(queue.enqueue(2, { id: "b" })).rejects.toMatchObject({ code: "queue_full" });
  expect(await queue.get("b")).toBeUndefined();
});

test("an id is free again when its job was cancelled, completed or purged, or its queue destroyed", async () => {
  const { process } = fresh();
  const { queue } = process();
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

test("the same id in two queues is two jobs", async () => {
  const [one, two] = [fresh().process().queue, fresh().process().queue];
  expect(await one.enqueue(1, { id: "a", uniqueFor: "1h" })).toMatchObject({ created: true });
  expect(await two.enqueue(2, { id: "a", uniqueFor: "1h" })).toMatchObject({ created: true });
  await one.cancel("a");
  expect((await two.lease()).jobs).toMatchObject([{ id: "a", data: 2 }]);
});

test("a worker that was failed is told so when it finishes after all", async () => {
  const { process } = fresh();
  const [zombie, operator] = [process(), process()];
  await zombie.queue.enqueue(1, { id: "a" });
  const [job] = (await zombie.queue.lease({ worker: "w" })).jobs as [Job<unknown>];
  const stop = zombie.stop("before", "settle");
  const completing = job.complete();
  await stop.reached;
  await operator.queue.failWorker("w");
  stop.go();
  expect([await completing, job.lost]).toEqual([false, "released"]);
  const [again] = (await operator.queue.lease()).jobs as [Job<unknown>];
  expect([await job.complete(), job.lost]).toEqual([false, "leased_again"]);
  expect(await again.complete()).toBe(true);
});

test("names with colons are listed as they are", async () => {
  const client = new Redis(inject("redisUrl"));
  const options = { redis: ioredis(client), prefix: `${testPrefix()}:${crypto.randomUUID()}` };
  const names = [":", "a:b", "a:b:c", "queues"];
  for (const name of names) await new Queue(name, options).enqueue(1);
  expect(await listQueues(options)).toEqual(names);
  for (const name of names) await new Queue(name, options).destroy();
  client.disconnect();
});

test("no operation looks through the keys of the database", async () => {
  const server = await startRedis();
  const client = new Redis(server.url);
  const queue = new Queue<number>("q", { redis: ioredis(client) });
  await queue.enqueueMany([1, 2, 3].map((data) => ({ data, id: `${data}` })));
  const [job] = (await queue.lease({ worker: "w" })).jobs as [Job<number>];
  await job.progress(0.5);
  await queue.turn({ settle: [{ job, action: "fail" }], lease: { worker: "w" } });
  await queue.failWorker("w");
  await Promise.all([queue.redrive(), queue.counts(), queue.workers(), queue.list("ready"), queue.explain("1")]);
  await Promise.all([
    queue.clean(),
    queue.deepClean(),
    queue.cancel("1"),
    queue.get("2"),
    queue.pause(),
    queue.resume(),
  ]);
  await listQueues({ redis: ioredis(client) });
  await queue.destroy();
  expect(await client.info("commandstats")).not.toMatch(/cmdstat_(keys|scan|randomkey|flush)/);
  client.disconnect();
  await server.stop();
});
