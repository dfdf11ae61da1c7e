// The speed of a worker 20 ms away from its Redis, on jobs that already wait.
import { Queue, upstash } from "../../../src/index.ts";
import { type Payload, payloads, Tally } from "../kit/payload.ts";
import type { Place } from "../kit/place.ts";
import { startChild, startGatewayProcess } from "../processes/child.ts";
import { RedisWorkQueueClient } from "../systems/redis-work-queue.ts";

const ROUND_TRIP = 20;
const BYTES = 130;
const LOAD = `${ROUND_TRIP} ms round trips, one worker`;

/** Measures the worker of Leasehold over HTTP and that of redis-work-queue over TCP. */
export async function far(place: Place, jobs: { leasehold: number; redisWorkQueue: number }): Promise<void> {
  await leaseholdOverHttp(place, jobs.leasehold);
  await redisWorkQueueOverTcp(place, jobs.redisWorkQueue);
}

async function leaseholdOverHttp({ redisUrl, probe, sheet }: Place, count: number): Promise<void> {
  await probe.flush();
  const gateway = await startGatewayProcess(redisUrl);
  const network = await startChild<{ port: number }>("far-process.ts", [new URL(gateway.url).port, `${ROUND_TRIP}`]);
  try {
    const near = new Queue<Payload>("far", { redis: upstash({ url: gateway.url, token: gateway.token }) });
    for (const batch of [100, 1]) {
      const jobs = batch === 1 ? Math.ceil(count / 100) : count;
      const all = payloads(jobs, BYTES);
      for (let from = 0; from < jobs; from += 1_000) {
        await near.enqueueMany(all.slice(from, from + 1_000).map((data) => ({ data })));
      }
      const redis = upstash({ url: `http://127.0.0.1:${network.port}`, token: gateway.token });
      let requests = 0;
      const counting: typeof redis = {
        run: (...call) => {
          requests += 1;
          return redis.run(...call);
        },
      };
      const queue = new Queue<Payload>("far", { redis: counting });
      const tally = new Tally(jobs, BYTES);
      const start = performance.now();
      const report = await queue.drain(async (job) => tally.handle(job.data), { budget: "5m", concurrency: batch });
      const seconds = (performance.now() - start) / 1_000;
      tally.check("leasehold");
      if (report.completed !== jobs) throw new Error(`leasehold completed ${report.completed} of ${jobs} jobs`);
      const of = { measure: "far", system: "leasehold", load: `${LOAD}, batch ${batch}` };
      sheet.note({ ...of, figure: "jobs a second" }, jobs / seconds);
      sheet.note({ ...of, figure: "requests a job" }, requests / jobs);
    }
  } finally {
    network.stop();
    gateway.stop();
  }
}

async function redisWorkQueueOverTcp({ redisUrl, probe, sheet }: Place, count: number): Promise<void> {
  await probe.flush();
  const network = await startChild<{ port: number }>("far-process.ts", [new URL(redisUrl).port, `${ROUND_TRIP}`]);
  const near = new RedisWorkQueueClient(redisUrl);
  const client = new RedisWorkQueueClient(`redis://127.0.0.1:${network.port}`);
  try {
    await near.add(payloads(count, BYTES));
    await client.redis.ping();
    const tally = new Tally(count, BYTES);
    const { seconds, reads } = await probe.cost(async () => {
      for (let i = 0; i < count; i++) {
        const item = await client.lease();
        if (!item) throw new Error("redis-work-queue had no item to give");
        tally.handle(JSON.parse(item.data));
        await client.complete(item);
      }
    });
    tally.check("redis-work-queue");
    const of = { measure: "far", system: "redis-work-queue", load: `${LOAD}, batch 1` };
    sheet.note({ ...of, figure: "jobs a second" }, count / seconds);
    sheet.note({ ...of, figure: "requests a job" }, reads / count);
  } finally {
    near.redis.disconnect();
    client.redis.disconnect();
    network.stop();
  }
}
