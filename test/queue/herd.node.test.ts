// Many workers that wait for the same queue, and one job: it is not asked for by each of them.
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { Cleanup } from "../../scripts/processes/cleanup.ts";
import { startRedis } from "../../scripts/processes/redis-server.ts";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { until } from "../setup/wait.ts";

const WORKERS = 50;
// In the first ones they learn for how long to wait.
const FIRST = 5;
const JOBS = 10;

test.each([
  ["that is ready", {}],
  ["that becomes due", { delay: 200 }],
])("fifty idle workers and a job %s are few EVALs", async (_what, options) => {
  const cleanup = new Cleanup();
  onTestFinished(() => cleanup.run());
  const server = await startRedis();
  cleanup.add(server.stop);
  const connect = () => {
    const client = new Redis(server.url);
    cleanup.add(async () => client.disconnect());
    return client;
  };
  const client = connect();
  const evals = async () => {
    const stats = (await client.info("commandstats")).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g);
    return [...stats].reduce((sum, [, calls]) => sum + Number(calls), 0);
  };
  const queue = new Queue<number>("herd", { redis: ioredis(client) });
  const done: number[] = [];
  for (let each = 0; each < WORKERS; each++) {
    const worker = new Queue<number>("herd", { redis: ioredis(connect()) });
    const working = worker.work((job) => void done.push(job.data));
    cleanup.add(async () => void (await working.stop()));
  }
  // An idle worker asks when it comes, and once more when it has begun to listen.
  await until(async () => (await evals()) >= 2 * WORKERS);
  let before = 0;
  for (let data = 0; data < FIRST + JOBS; data++) {
    if (data === FIRST) before = await evals();
    await queue.enqueue(data, options);
    await until(async () => done.length === data + 1);
  }
  // Each job is an enqueue, a lease and a settling: where every worker asked for each job, it would be 52.
  expect(((await evals()) - before) / JOBS).toBeLessThan(15);
});
