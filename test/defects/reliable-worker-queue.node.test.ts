// What users of reliable-worker-queue have seen, each by its interleaving, with a queue of our own in its place.
import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import type { Job } from "../../src/index.ts";
import { START, testPrefix } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { benches } from "./bench.ts";

const fresh = benches();

test.each(["before", "after"] as const)("a worker that dies %s it takes a job loses no job", async (when) => {
  const { process, clock } = fresh();
  const [dying, next] = [process(), process()];
  await next.queue.enqueueMany(["a", "b"].map((id) => ({ data: id, id })));
  dying.die(when, "lease");
  await expect(dying.queue.lease({ count: 2 })).rejects.toMatchObject({ code: "redis_unreachable" });
  clock.pass(1_000);
  const { jobs } = await next.queue.lease({ count: 9 });
  expect(jobs.map(({ id }) => id)).toEqual(["a", "b"]);
  for (const job of jobs) expect(await job.complete()).toBe(true);
});

test.each([
  ["before", "clean"],
  ["after", "clean"],
  ["before", "deepClean"],
  ["after", "deepClean"],
] as const)("a cleaner that dies %s its %s loses no job that it was about to put back", async (when, script) => {
  const { process, clock } = fresh();
  const [dying, next] = [process(), process()];
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
});

test("a result is there while it is kept, and ends by itself", async () => {
  const { process, name } = fresh({ retention: { results: "1s" } });
  const { queue } = process();
  const client = new Redis(inject("redisUrl"));
  await queue.enqueue("x", { id: "a" });
  const [job] = (await queue.lease()).jobs as [Job<unknown>];
  await job.complete({ sum: 3 });
  const key = `${testPrefix()}:{${name}}:result:a`;
  expect(await client.get(key)).toBe(`C ${START} {"sum":3}`);
  expect(await client.pttl(key)).toBeGreaterThan(0);
  await until(async () => (await client.exists(key)) === 0);
  expect(await queue.result("a")).toBeUndefined();
  client.disconnect();
});

test("nothing that a queue keeps of one job or one request is kept for ever", async () => {
  const { process, name } = fresh();
  const { queue } = process();
  const client = new Redis(inject("redisUrl"));
  await queue.enqueue("x", { id: "a", uniqueFor: "1h" });
  await queue.enqueue("x", { id: "b" });
  const [job] = (await queue.lease()).jobs as [Job<unknown>];
  await queue.turn({ settle: [{ job, action: "complete", result: 1 }] });
  await queue.enqueue("x", { id: "c", idempotencyKey: "named" });
  await queue.cancel("b");
  const root = `${testPrefix()}:{${name}}:`;
  const keys = await client.keys(`${root}*`);
  const ofOne = keys.filter((key) => /:(result|replies|reply):/.test(key));
  expect(ofOne.map((key) => key.slice(root.length).split(":")[0]).sort()).toEqual(["replies", "reply", "result"]);
  for (const key of ofOne) expect([key, (await client.pttl(key)) > 0]).toEqual([key, true]);
  // What is in a set goes when its time is over, and everything with the queue.
  expect(await client.zcard(`${root}seen`)).toBe(1);
  await queue.destroy();
  const left = (await client.keys(`${root}*`)).map((key) => key.slice(root.length).replace(/^replies:.*/, "replies"));
  expect([...new Set(left)].sort()).toEqual(["replies", "reply:named", "result:a"]);
  client.disconnect();
});
