// Defects that users of reliable-worker-queue have seen. Each test plays the interleaving that causes one there, with a queue
// of our own.
import { expect, test } from "vitest";
import { START } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { leaseOne, pointsOf, redis, useSharedQueues } from "./shared-queue.ts";

const shareQueue = useSharedQueues();

test.each(["before", "after"] as const)("a worker that dies %s its lease loses no job", async (when) => {
  const { startProcess, clock } = shareQueue();
  const [dying, next] = [startProcess(), startProcess()];
  await next.queue.enqueueMany(["a", "b"].map((id) => ({ data: id, id })));
  dying.die(when, "lease");
  await expect(dying.queue.lease({ count: 2 })).rejects.toMatchObject({ code: "redis_unreachable" });
  clock.pass(1_000);
  const { jobs } = await next.queue.lease({ count: 9 });
  expect(jobs.map(({ id }) => id)).toEqual(["a", "b"]);
  for (const job of jobs) expect(await job.complete()).toBe(true);
});

test.each(pointsOf("clean", "deepClean"))(
  "a process that dies %s its %s loses no job that it was about to return",
  async (when, script) => {
    const { startProcess, clock } = shareQueue();
    const [dying, next] = [startProcess(), startProcess()];
    const ids = Array.from({ length: 30 }, (_, i) => `${String(i).padStart(2, "0")}`);
    await next.queue.enqueueMany(ids.map((id) => ({ data: id, id })));
    await next.queue.lease({ count: 30 });
    clock.pass(1_000);
    dying.die(when, script);
    const cleaning = script === "clean" ? dying.queue.clean({ limit: 20 }) : dying.queue.deepClean({ slice: 20 });
    await expect(cleaning).rejects.toMatchObject({ code: "redis_unreachable" });
    await next.queue.clean();
    const { jobs } = await next.queue.lease({ count: 99 });
    expect(jobs.map(({ id }) => id)).toEqual(ids);
  },
);

test("a result exists for its retention, and then expires by itself", async () => {
  const { startProcess, root } = shareQueue({ retention: { results: "1s" } });
  const { queue } = startProcess();
  await queue.enqueue("x", { id: "a" });
  const job = await leaseOne(queue);
  await job.complete({ sum: 3 });
  const key = `${root}result:a`;
  expect(await redis().get(key)).toBe(`C ${START} {"sum":3}`);
  expect(await redis().pttl(key)).toBeGreaterThan(0);
  await until(async () => (await redis().exists(key)) === 0);
  expect(await queue.result("a")).toBeUndefined();
});

test("every key for one job or one request expires", async () => {
  const { startProcess, root } = shareQueue();
  const { queue } = startProcess();
  await queue.enqueue("x", { id: "a", uniqueFor: "1h" });
  await queue.enqueue("x", { id: "b" });
  const job = await leaseOne(queue);
  await queue.turn({ settle: [{ job, action: "complete", result: 1 }] });
  await queue.enqueue("x", { id: "c", idempotencyKey: "named" });
  await queue.cancel("b");
  const keys = await redis().keys(`${root}*`);
  const single = keys.filter((key) => /:(result|replies|reply):/.test(key));
  expect(single.map((key) => key.slice(root.length).split(":")[0]).sort()).toEqual(["replies", "reply", "result"]);
  for (const key of single) expect([key, (await redis().pttl(key)) > 0]).toEqual([key, true]);
  // Members of sets are removed after their time, and all keys with the queue.
  expect(await redis().zcard(`${root}seen`)).toBe(1);
  await queue.destroy();
  const left = (await redis().keys(`${root}*`)).map((key) => key.slice(root.length).replace(/^replies:.*/, "replies"));
  expect([...new Set(left)].sort()).toEqual(["replies", "reply:named", "result:a"]);
});
