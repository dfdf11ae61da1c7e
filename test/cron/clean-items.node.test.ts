// Crons clean queues in the format of redis-work-queue together with the others.
import { expect, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import { interleaveNames } from "../../src/cron/clean-items.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import { connectItemQueues } from "../redis-work-queue/kit/test-item-queue.ts";
import { Realm } from "../setup/realm.ts";
import { captureLogs, parseFirstLine } from "../worker/kit/captured-logs.ts";

const createTestItemQueue = connectItemQueues();
const logs = captureLogs();

/** Creates a redis-work-queue with items whose leases have expired, and a prefix for other queues. */
async function createItemQueue(count: number) {
  const testQueue = createTestItemQueue();
  const realm = new Realm();
  const ids = Array.from({ length: count }, (_, i) => `i${i}`);
  for (const id of ids) await testQueue.otherClient.run(testQueue.otherClient.addItem(id, Buffer.from(id)));
  for (const _ of ids) await testQueue.otherClient.run(testQueue.otherClient.lease(30));
  await testQueue.expireLeases(...ids);
  const options = {
    ...realm.options,
    redisWorkQueues: (redis: typeof realm.redis) => ({
      images: new RedisWorkQueue(testQueue.prefix, { redis, grace: 0 }),
    }),
  };
  return { ...testQueue, realm, ids, options };
}

test("two light cleans return items with expired leases to the queue, with one request each", async () => {
  const { options, realm, ids, readState } = await createItemQueue(3);
  await realm.queue("a").enqueue(1);
  expect(await cleanAll("light", options)).toMatchObject({ queues: 2, requests: 4, left: [], errors: [] });
  expect(await cleanAll("light", options)).toMatchObject({ moved: { reclaimed: 3 }, requests: 4 });
  expect((await readState()).queue).toEqual(ids.toReversed());
});

test("a deep clean repairs a queue, and waits for the grace period of faults that it must see twice", async () => {
  const { options, prefix, connection, readState } = await createItemQueue(0);
  await connection.send("SET", `${prefix}:item:stray`, "1");
  await connection.send("RPUSH", `${prefix}:queue`, "nothing");
  const redisWorkQueues = (redis: typeof options.redis) => ({
    images: new RedisWorkQueue(prefix, { redis, grace: 200 }),
  });
  // The clean goes through all keys of the database, which also has those of other tests.
  const report = await cleanAll("deep", { ...options, redisWorkQueues, maxRequests: 10_000 });
  expect(report).toMatchObject({ repaired: { orphans: 1, lost: 1 }, left: [], errors: [] });
  expect((await readState()).queue).toEqual(["stray"]);
});

test("a light clean stops after its requests, and the next one continues", { timeout: 60_000 }, async () => {
  const { options, prefix, connection } = await createItemQueue(0);
  const ids = Array.from({ length: 5_000 }, (_, i) => `i${i}`);
  await connection.send("MSET", ...ids.flatMap((id) => [`${prefix}:item:${id}`, "1"]));
  await connection.send("RPUSH", `${prefix}:processing`, ...ids);
  let reclaimed = 0;
  for (let run = 0; run < 12 && reclaimed < 5_000; run++) {
    const report = await cleanAll("light", { ...options, maxRequests: 4 });
    expect(report.requests).toBeLessThanOrEqual(4);
    reclaimed += report.moved.reclaimed;
    if (run === 0) expect(report.left).toEqual(["images (redis-work-queue)"]);
  }
  expect(reclaimed).toBe(5_000);
});

test("a queue that cannot be cleaned is reported, and the other queues are cleaned", async () => {
  const { options, realm, prefix, connection } = await createItemQueue(0);
  await connection.send("SET", `${prefix}:processing`, "no list");
  await realm.queue("a").enqueue("later", { delay: "1s" });
  realm.clock.pass(1_000);
  expect(await cleanAll("light", options)).toMatchObject({
    moved: { promoted: 1 },
    errors: [{ queue: "images (redis-work-queue)", code: "redis_error" }],
  });
});

test("both kinds of queues take turns, and each clean begins with another redis-work-queue", () => {
  const order = (kind: "light" | "deep", now: number) =>
    interleaveNames(["a", "b", "c"], ["x", "y"], { kind, now }).join("");
  expect(order("light", 0)).toBe("xaybc");
  expect(order("light", 60_000)).toBe("yaxbc");
  expect(order("deep", 60_000)).toBe("xaybc");
  expect(order("deep", 86_400_000)).toBe("yaxbc");
  expect(interleaveNames([], ["x"], { kind: "light", now: 7 })).toEqual(["x"]);
  expect(interleaveNames(["a"], [], { kind: "light", now: 7 })).toEqual(["a"]);
});

test("the crons of a worker clean its redis-work-queues", async () => {
  const { options, otherClient, readState, ids } = await createItemQueue(2);
  const worker = createWorker({ ...options, queues: {} });
  for (const scheduledTime of [0, 60_000]) await worker.scheduled({ cron: "* * * * *", scheduledTime });
  expect(logs.error).toEqual([]);
  expect(parseFirstLine(logs.log)).toMatchObject({ event: "clean", queues: 1, left: [] });
  expect((await readState()).queue).toEqual(ids.toReversed());
  expect((await otherClient.run(otherClient.lease(30)))?.id.toString()).toBe("i0");
});
