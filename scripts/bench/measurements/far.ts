// The throughput of one worker that is 20 ms away from its Redis, over jobs that already wait.
import { Queue, upstash } from "../../../src/index.ts";
import { startChild } from "../../processes/child-process.ts";
import type { MeasuredRedis } from "../harness/measured-redis.ts";
import { createPayloads, type Payload, Tally } from "../harness/payload.ts";
import { startGatewayProcess } from "../processes/start-gateway.ts";
import { RedisWorkQueueClient } from "../systems/redis-work-queue.ts";

const ROUND_TRIP = 20;
const BYTES = 130;
const LOAD = `${ROUND_TRIP} ms round trips, one worker`;

/** Measures the worker of Leasehold over HTTP and that of redis-work-queue over TCP. */
export async function measureFar(
  redis: MeasuredRedis,
  jobs: { leasehold: number; redisWorkQueue: number },
): Promise<void> {
  await measureLeaseholdOverHttp(redis, jobs.leasehold);
  await measureRedisWorkQueueOverTcp(redis, jobs.redisWorkQueue);
}

/** Starts a proxy to a port that delays each direction by half a round trip. */
function startFarNetwork(url: string) {
  const file = new URL("../processes/far-network.ts", import.meta.url);
  return startChild<{ port: number }>(file, { args: [new URL(url).port, `${ROUND_TRIP}`] });
}

async function measureLeaseholdOverHttp({ url, probe, samples }: MeasuredRedis, count: number): Promise<void> {
  await probe.flush();
  const gateway = await startGatewayProcess(url);
  const network = await startFarNetwork(gateway.url);
  try {
    const near = new Queue<Payload>("far", { redis: upstash({ url: gateway.url, token: gateway.token }) });
    for (const batch of [100, 1]) {
      const jobs = batch === 1 ? Math.ceil(count / 100) : count;
      const payloads = createPayloads(jobs, BYTES);
      for (let from = 0; from < jobs; from += 1_000) {
        await near.enqueueMany(payloads.slice(from, from + 1_000).map((data) => ({ data })));
      }
      const redis = upstash({ url: `http://127.0.0.1:${network.ready.port}`, token: gateway.token });
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
      tally.validate("leasehold");
      if (report.completed !== jobs) throw new Error(`leasehold completed ${report.completed} of ${jobs} jobs`);
      samples.addAll(
        { measure: "far", system: "leasehold", load: `${LOAD}, batch ${batch}` },
        { "jobs a second": jobs / seconds, "requests a job": requests / jobs },
      );
    }
  } finally {
    await network.stop();
    await gateway.stop();
  }
}

async function measureRedisWorkQueueOverTcp({ url, probe, samples }: MeasuredRedis, count: number): Promise<void> {
  await probe.flush();
  const network = await startFarNetwork(url);
  const near = new RedisWorkQueueClient(url);
  const client = new RedisWorkQueueClient(`redis://127.0.0.1:${network.ready.port}`);
  try {
    await near.add(createPayloads(count, BYTES));
    await client.redis.ping();
    const tally = new Tally(count, BYTES);
    const { seconds, reads } = await probe.measureCost(async () => {
      for (let i = 0; i < count; i++) {
        const item = await client.lease();
        if (!item) throw new Error("redis-work-queue leased no item");
        tally.handle(JSON.parse(item.data));
        await client.complete(item);
      }
    });
    tally.validate("redis-work-queue");
    samples.addAll(
      { measure: "far", system: "redis-work-queue", load: `${LOAD}, batch 1` },
      { "jobs a second": count / seconds, "requests a job": reads / count },
    );
  } finally {
    near.redis.disconnect();
    client.redis.disconnect();
    await network.stop();
  }
}
