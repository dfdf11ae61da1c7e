// Leasehold over TCP with callers that enqueue, lease and complete single jobs, and await each call.
import { Redis } from "ioredis";
import { Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { forEachInFlight } from "../harness/concurrency.ts";
import type { Payload } from "../harness/payload.ts";
import type { System } from "../harness/system.ts";
import { leasehold } from "./leasehold.ts";

const createSystem = (name: string, batching: boolean): System => ({
  name,
  version: leasehold.version,
  async open(redisUrl) {
    const client = new Redis(redisUrl);
    const queue = new Queue<Payload>("bench", { redis: ioredis(client), batching });
    return {
      enqueue: (payloads, { concurrency }) =>
        forEachInFlight(payloads, concurrency, (payload) => queue.enqueue(payload)),
      work: (count, { concurrency }, handle) =>
        forEachInFlight(Array.from({ length: count }), concurrency, async () => {
          const [job] = (await queue.lease()).jobs;
          if (!job) throw new Error("leasehold leased no job");
          handle(job.data);
          if (!(await job.complete())) throw new Error("leasehold did not complete a job");
        }),
      close: async () => client.disconnect(),
    };
  },
});

/** The system Leasehold over TCP, with calls of one job each, which the client batches. */
export const leaseholdCalls = createSystem("leasehold, calls", true);

/** The same with batching off. */
export const leaseholdUnbatchedCalls = createSystem("leasehold, calls, no batching", false);
