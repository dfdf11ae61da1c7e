// Workers that wait: whatever makes a job ready, one of them has it soon, and not when it next asks by itself.
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { ownRedis } from "../gateway/kit/own-redis.ts";
import { until } from "../setup/wait.ts";

// A worker that is told of nothing asks after 150 seconds.
const SOON = 3_000;

async function setUp() {
  const { url } = await ownRedis();
  const connect = () => {
    const client = new Redis(url);
    onTestFinished(() => client.disconnect());
    return client;
  };
  const client = connect();
  const queueOf = () => new Queue<string>("q", { redis: ioredis(connect()), lease: "60s" });
  const done: string[] = [];
  const evals = async () => {
    const stats = (await client.info("commandstats")).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g);
    return [...stats].reduce((sum, [, calls]) => sum + Number(calls), 0);
  };
  /** Starts a worker, and waits until it listens and has asked for the last time. */
  const startWorker = async (queue = queueOf()) => {
    const before = await evals();
    const working = queue.work((job) => void done.push(job.data));
    onTestFinished(async () => void (await working.stop()));
    await until(async () => (await evals()) >= before + 2);
    await until(async () => Number((await client.pubsub("NUMSUB", "lh:{q}:wake"))[1]) > 0);
  };
  return { client, queueOf, startWorker, done };
}

test("a job beside one that is delayed at the same time", async () => {
  const { queueOf, startWorker, done } = await setUp();
  const queue = queueOf();
  await queue.enqueue("first");
  await startWorker();
  await until(() => done.length === 1, SOON);
  for (let i = 0; i < 15; i++) {
    await Promise.all([queue.enqueue(`job ${i}`), queue.enqueue("later", { delay: "10m" })]);
    await until(() => done.length === i + 2, SOON);
  }
});

test("a job beside one that another worker tries again later", async () => {
  const { queueOf, startWorker, done } = await setUp();
  const [queue, other] = [queueOf(), queueOf()];
  await queue.enqueueMany(Array.from({ length: 10 }, (_, i) => ({ data: `retried ${i}` })));
  const { jobs } = await other.lease({ count: 10 });
  await startWorker();
  for (const [i, job] of jobs.entries()) {
    await Promise.all([queue.enqueue(`job ${i}`), job.retry({ delay: "10m" })]);
    await until(() => done.length === i + 1, SOON);
  }
});

test.each([
  ["that has had jobs", true],
  ["that is new", false],
])("a job of a queue %s which was paused when the worker came, once it is resumed", async (_, isUsed) => {
  const { queueOf, startWorker, done } = await setUp();
  const queue = queueOf();
  if (isUsed) {
    await queue.enqueue("before");
    await queue.drain(() => {}, { budget: "5s" });
  }
  await queue.pause();
  await startWorker();
  await queue.enqueue("job");
  await queue.resume();
  await until(() => done.length === 1, SOON);
  await queue.pause();
  await queue.resume();
  await queue.enqueue("after");
  await until(() => done.length === 2, SOON);
});

test("a job for a worker that has always found some, and listens for more than ten minutes", async () => {
  const { client, queueOf, startWorker, done } = await setUp();
  const queue = queueOf();
  await queue.enqueue("first");
  await startWorker();
  await until(() => done.length === 1, SOON);
  // Five minutes are left of the time for which the worker was noted; it is noted again with its next beat.
  await client.hset("lh:{q}:meta", "heard", String(Date.now() + 299_000));
  await until(async () => {
    await queue.enqueue("more");
    await until(() => done.length > 1, SOON);
    return Number(await client.hget("lh:{q}:meta", "heard")) > Date.now() + 500_000;
  }, 20_000);
}, 40_000);

test("a lease that an extension makes shorter, as soon as it ends", async () => {
  const { queueOf, startWorker, done } = await setUp();
  const [queue, other] = [queueOf(), queueOf()];
  await queue.enqueue("taken");
  const { jobs } = await other.lease({ for: "10m" });
  await startWorker();
  await other.extend(jobs, "1s");
  await until(() => done.length === 1, SOON);
});

test("a job of a user without rights to any channel takes effect, and is answered so", async () => {
  const { client, queueOf } = await setUp();
  await client.acl("SETUSER", "mute", "on", ">pw", "~*", "+@all");
  const { host, port } = client.options;
  const mute = new Redis({ host: host ?? "", port: port ?? 0, username: "mute", password: "pw" });
  onTestFinished(() => mute.disconnect());
  const queue = new Queue<string>("q", { redis: ioredis(mute) });
  expect(await queue.enqueue("job", { id: "a" })).toEqual({ id: "a", created: true, state: "ready" });
  const { jobs } = await queue.lease();
  expect(await jobs[0]?.complete()).toBe(true);
  expect((await queueOf().counts()).totals).toMatchObject({ enqueued: 1, completed: 1 });
});
