// Leasehold over TCP with ioredis, the client that BullMQ uses too.
import { Redis } from "ioredis";
import packageJson from "../../../package.json" with { type: "json" };
import { type Job, Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { forEachInFlight, toBatches } from "../harness/concurrency.ts";
import type { Payload } from "../harness/payload.ts";
import type { System } from "../harness/system.ts";

/** The system Leasehold over TCP. */
export const leasehold: System = {
  name: "leasehold",
  version: packageJson.version,
  async open(redisUrl) {
    const client = new Redis(redisUrl);
    const queue = new Queue<Payload>("bench", { redis: ioredis(client) });
    return {
      enqueue: (payloads, { batch, concurrency }) =>
        forEachInFlight(toBatches(payloads, batch), concurrency, (chunk) =>
          batch === 1 ? queue.enqueue(chunk[0] as Payload) : queue.enqueueMany(chunk.map((data) => ({ data }))),
        ),
      async work(count, { batch, concurrency }, handle) {
        await new Promise<void>((resolve, reject) => {
          let left = count;
          const handler = async (job: Job<Payload>) => {
            handle(job.data);
            left -= 1;
            if (left === 0) worker.stop().then(() => resolve(), reject);
          };
          const worker = queue.work(handler, { batch, concurrency, on: { error: ({ error }) => reject(error) } });
        });
      },
      lease: async (count) => (await queue.lease({ count, for: "1h" })).jobs,
      async complete(jobs) {
        const settled = await queue.settle((jobs as Job<Payload>[]).map((job) => ({ job, action: "complete" })));
        if (!settled.every(({ ok }) => ok)) throw new Error("leasehold did not complete a job");
      },
      close: async () => client.disconnect(),
    };
  },
  async startIdleWorker(redisUrl) {
    const client = new Redis(redisUrl);
    const worker = new Queue("bench", { redis: ioredis(client) }).work(async () => {});
    return async () => {
      await worker.stop();
      client.disconnect();
    };
  },
};
