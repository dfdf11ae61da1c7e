// Leasehold over TCP with ioredis, the client that BullMQ uses too.
import { Redis } from "ioredis";
import packageJson from "../../../package.json" with { type: "json" };
import { type Job, Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { batches, inFlight } from "../kit/in-flight.ts";
import type { Payload } from "../kit/payload.ts";
import type { System } from "../kit/system.ts";

/** The system Leasehold over TCP. */
export const leasehold: System = {
  name: "leasehold",
  version: packageJson.version,
  async open(redisUrl) {
    const client = new Redis(redisUrl);
    const queue = new Queue<Payload>("bench", { redis: ioredis(client) });
    return {
      enqueue: (payloads, { batch, concurrency }) =>
        inFlight(batches(payloads, batch), concurrency, (some) =>
          batch === 1 ? queue.enqueue(some[0] as Payload) : queue.enqueueMany(some.map((data) => ({ data }))),
        ),
      async work(count, { batch, concurrency }, handle) {
        await new Promise<void>((resolve, reject) => {
          let left = count;
          const handler = async (job: Job<Payload>) => {
            handle(job.data);
            left -= 1;
            if (left === 0) working.stop().then(() => resolve(), reject);
          };
          const working = queue.work(handler, { batch, concurrency, on: { error: ({ error }) => reject(error) } });
        });
      },
      lease: async (count) => (await queue.lease({ count, for: "1h" })).jobs,
      async complete(jobs) {
        const settled = await queue.settle((jobs as Job<Payload>[]).map((job) => ({ job, action: "complete" })));
        if (!settled.every(({ ok }) => ok)) throw new Error("leasehold refused to complete a job");
      },
      close: async () => client.disconnect(),
    };
  },
  async wait(redisUrl) {
    const client = new Redis(redisUrl);
    const working = new Queue("bench", { redis: ioredis(client) }).work(async () => {});
    return async () => {
      await working.stop();
      client.disconnect();
    };
  },
};
