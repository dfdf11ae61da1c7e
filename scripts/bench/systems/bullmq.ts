// BullMQ with its defaults, bulk adds, and without keeping completed jobs, as its guide recommends for production.
import { randomUUID } from "node:crypto";
import { type Job, Queue, Worker } from "bullmq";
import packageJson from "bullmq/package.json" with { type: "json" };
import { forEachInFlight, toBatches } from "../harness/concurrency.ts";
import type { Payload } from "../harness/payload.ts";
import type { System } from "../harness/system.ts";

/** The system BullMQ. */
export const bullmq: System = {
  name: "bullmq",
  version: packageJson.version,
  async open(redisUrl) {
    const { hostname: host, port } = new URL(redisUrl);
    const connection = { host, port: Number(port) };
    const queue = new Queue<Payload>("bench", { connection, defaultJobOptions: { removeOnComplete: true } });
    await queue.waitUntilReady();
    // A worker without a handler, which leases jobs on request.
    let manual: Worker<Payload> | undefined;
    const token = randomUUID();
    return {
      enqueue: (payloads, { batch, concurrency }) =>
        forEachInFlight(toBatches(payloads, batch), concurrency, (chunk) =>
          batch === 1
            ? queue.add("job", chunk[0] as Payload)
            : queue.addBulk(chunk.map((data) => ({ name: "job", data }))),
        ),
      async work(count, { concurrency }, handle) {
        const worker = new Worker<Payload>("bench", async (job) => handle(job.data), { connection, concurrency });
        await new Promise<void>((resolve, reject) => {
          let left = count;
          worker.on("error", reject).on("failed", (_, error) => reject(error));
          worker.on("completed", () => {
            left -= 1;
            if (left === 0) resolve();
          });
        });
        await worker.close();
      },
      async lease(count) {
        manual ??= new Worker<Payload>("bench", null, { connection, lockDuration: 3_600_000 });
        const jobs = [];
        for (let i = 0; i < count; i++) jobs.push(await manual.getNextJob(token, { block: false }));
        if (jobs.some((job) => job === undefined)) throw new Error("bullmq leased no job");
        return jobs;
      },
      async complete(jobs) {
        for (const job of jobs as Job<Payload>[]) await job.moveToCompleted(undefined, token, false);
      },
      async close() {
        await manual?.close();
        await queue.close();
      },
    };
  },
  async startIdleWorker(redisUrl) {
    const { hostname: host, port } = new URL(redisUrl);
    const worker = new Worker("bench", async () => {}, { connection: { host, port: Number(port) } });
    await worker.waitUntilReady();
    return () => worker.close();
  },
};
