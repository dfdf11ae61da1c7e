// Leasehold over TCP, called one by one: callers that enqueue, lease and complete single jobs, and await each call.
import { Redis } from "ioredis";
import { Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { inFlight } from "../kit/in-flight.ts";
import type { Payload } from "../kit/payload.ts";
import type { System } from "../kit/system.ts";
import { leasehold } from "./leasehold.ts";

const calls = (name: string, batching: boolean): System => ({
  name,
  version: leasehold.version,
  async open(redisUrl) {
    const client = new Redis(redisUrl);
    const queue = new Queue<Payload>("bench", { redis: ioredis(client), batching });
    return {
      enqueue: (payloads, { concurrency }) => inFlight(payloads, concurrency, (payload) => queue.enqueue(payload)),
      work: (count, { concurrency }, handle) =>
        inFlight(Array.from({ length: count }), concurrency, async () => {
          const [job] = (await queue.lease()).jobs;
          if (!job) throw new Error("leasehold had no job to give");
          handle(job.data);
          if (!(await job.complete())) throw new Error("leasehold refused to complete a job");
        }),
      close: async () => client.disconnect(),
    };
  },
});

/** The system Leasehold over TCP, with calls one by one. */
export const leaseholdCalls = calls("leasehold, calls", true);

/** The same with batching off. */
export const leaseholdCallsAlone = calls("leasehold, calls, no batching", false);
