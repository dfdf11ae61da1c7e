// bee-queue without the features that its README describes as costly and that this work does not need: events, stored
// jobs, and keeping succeeded jobs.
import BeeQueue from "bee-queue";
import packageJson from "bee-queue/package.json" with { type: "json" };
import { forEachInFlight, toBatches } from "../harness/concurrency.ts";
import type { Payload } from "../harness/payload.ts";
import type { System } from "../harness/system.ts";

/** The system bee-queue. */
export const beeQueue: System = {
  name: "bee-queue",
  version: packageJson.version,
  async open(redisUrl) {
    const { hostname: host, port } = new URL(redisUrl);
    const settings = {
      redis: { host, port: Number(port) },
      getEvents: false,
      sendEvents: false,
      storeJobs: false,
      removeOnSuccess: true,
    };
    const producer = await new BeeQueue<Payload>("bench", { ...settings, isWorker: false }).ready();
    return {
      enqueue: (payloads, { batch, concurrency }) =>
        forEachInFlight(toBatches(payloads, batch), concurrency, async (chunk) => {
          const jobs = chunk.map((data) => producer.createJob(data));
          if (batch === 1) return jobs[0]?.save();
          const [error] = (await producer.saveAll(jobs)).values();
          if (error) throw error;
        }),
      async work(count, { concurrency }, handle) {
        const worker = await new BeeQueue<Payload>("bench", settings).ready();
        await new Promise<void>((resolve, reject) => {
          let left = count;
          worker.on("error", reject).on("failed", (_, error) => reject(error));
          worker.on("succeeded", () => {
            left -= 1;
            if (left === 0) resolve();
          });
          worker.process(concurrency, async (job) => handle(job.data));
        });
        await worker.close();
      },
      close: () => producer.close(),
    };
  },
  async startIdleWorker(redisUrl) {
    const { hostname: host, port } = new URL(redisUrl);
    const redis = { host, port: Number(port) };
    const worker = await new BeeQueue("bench", { redis, getEvents: false, sendEvents: false }).ready();
    worker.process(async () => {});
    // Recommended by its README, so that jobs of dead workers are not lost.
    worker.checkStalledJobs(5_000);
    return () => worker.close();
  },
};
