// Wakes: an idle worker receives a job soon after any operation makes the job ready, and does not wait for its next poll.
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { until } from "../setup/wait.ts";
import { connectToOwnRedis, hasSubscriber } from "./kit/connections.ts";

// Without a wake, a worker polls after 150 seconds.
const SOON = 3_000;

/** Starts a Redis, and returns functions that create queues and workers on it; `done` has the payloads of handled jobs. */
async function setUp() {
  const { client, connect, countEvals } = await connectToOwnRedis();
  const createQueue = () => new Queue<string>("q", { redis: ioredis(connect()), lease: "60s" });
  const done: string[] = [];
  /** Starts a worker, and waits until it has subscribed and is idle. */
  const startWorker = async () => {
    const before = await countEvals();
    const working = createQueue().work((job) => void done.push(job.data));
    onTestFinished(async () => void (await working.stop()));
    await until(async () => (await countEvals()) >= before + 2);
    await until(() => hasSubscriber(client, "lh:{q}:wake"));
  };
  return { client, createQueue, startWorker, done };
}

test("a ready job wakes a worker although another job is delayed at the same time", async () => {
  const { createQueue, startWorker, done } = await setUp();
  const queue = createQueue();
  await queue.enqueue("first");
  await startWorker();
  await until(() => done.length === 1, SOON);
  for (let i = 0; i < 15; i++) {
    await Promise.all([queue.enqueue(`job ${i}`), queue.enqueue("later", { delay: "10m" })]);
    await until(() => done.length === i + 2, SOON);
  }
});

test("a ready job wakes a worker although another worker retries a job with a delay", async () => {
  const { createQueue, startWorker, done } = await setUp();
  const [queue, other] = [createQueue(), createQueue()];
  await queue.enqueueMany(Array.from({ length: 10 }, (_, i) => ({ data: `retried ${i}` })));
  const { jobs } = await other.lease({ count: 10 });
  await startWorker();
  for (const [i, job] of jobs.entries()) {
    await Promise.all([queue.enqueue(`job ${i}`), job.retry({ delay: "10m" })]);
    await until(() => done.length === i + 1, SOON);
  }
});

test.each([
  ["used", true],
  ["new", false],
])("resume wakes a worker that started while the %s queue was paused", async (_, isUsed) => {
  const { createQueue, startWorker, done } = await setUp();
  const queue = createQueue();
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

test("a worker that is never idle renews its subscription mark before the mark expires after ten minutes", async () => {
  const { client, createQueue, startWorker, done } = await setUp();
  const queue = createQueue();
  await queue.enqueue("first");
  await startWorker();
  await until(() => done.length === 1, SOON);
  // The mark expires in five minutes. The worker's next heartbeat renews it.
  await client.hset("lh:{q}:meta", "heard", String(Date.now() + 299_000));
  await until(async () => {
    await queue.enqueue("more");
    await until(() => done.length > 1, SOON);
    return Number(await client.hget("lh:{q}:meta", "heard")) > Date.now() + 500_000;
  }, 20_000);
}, 40_000);

test("a worker receives a job as soon as its lease expires, also after extend shortened the lease", async () => {
  const { createQueue, startWorker, done } = await setUp();
  const [queue, other] = [createQueue(), createQueue()];
  await queue.enqueue("taken");
  const { jobs } = await other.lease({ for: "10m" });
  await startWorker();
  await other.extend(jobs, "1s");
  await until(() => done.length === 1, SOON);
});

test("enqueue and complete succeed for a Redis user who may not publish to any channel", async () => {
  const { client, createQueue } = await setUp();
  await client.acl("SETUSER", "mute", "on", ">pw", "~*", "+@all");
  const { host, port } = client.options;
  const mute = new Redis({ host: host ?? "", port: port ?? 0, username: "mute", password: "pw" });
  onTestFinished(() => mute.disconnect());
  const queue = new Queue<string>("q", { redis: ioredis(mute) });
  expect(await queue.enqueue("job", { id: "a" })).toEqual({
    id: "a",
    created: true,
    state: "ready",
    outcome: "created",
  });
  const { jobs } = await queue.lease();
  expect(await jobs[0]?.complete()).toBe(true);
  expect((await createQueue().counts()).totals).toMatchObject({ enqueued: 1, completed: 1 });
});
