// Many idle workers of one queue: a new job does not make each of them send a request.
import { expect, onTestFinished, test } from "vitest";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { until } from "../setup/wait.ts";
import { connectToOwnRedis } from "./kit/connections.ts";

const WORKERS = 50;
// Workers learn from the first jobs how long to wait.
const WARM_UP_JOBS = 5;
const JOBS = 10;

test.each([
  ["that is ready", {}],
  ["that becomes due", { delay: 200 }],
])("fifty idle workers send few EVALs for a job %s", async (_, options) => {
  const { client, connect, countEvals } = await connectToOwnRedis();
  const queue = new Queue<number>("herd", { redis: ioredis(client) });
  const done: number[] = [];
  for (let i = 0; i < WORKERS; i++) {
    const worker = new Queue<number>("herd", { redis: ioredis(connect()) });
    const working = worker.work((job) => void done.push(job.data));
    onTestFinished(async () => void (await working.stop()));
  }
  // An idle worker sends a request when it starts, and another one when it has subscribed.
  await until(async () => (await countEvals()) >= 2 * WORKERS);
  let before = 0;
  for (let data = 0; data < WARM_UP_JOBS + JOBS; data++) {
    if (data === WARM_UP_JOBS) before = await countEvals();
    await queue.enqueue(data, options);
    await until(async () => done.length === data + 1);
  }
  // A job takes three EVALs: enqueue, lease and settle. If every worker tried to lease each job, it would take 52.
  expect(((await countEvals()) - before) / JOBS).toBeLessThan(15);
});
