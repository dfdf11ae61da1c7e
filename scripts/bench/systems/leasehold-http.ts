// Leasehold from Node over Upstash's REST API, through a local gateway in a process of its own.
import { type Job, Queue, upstash } from "../../../src/index.ts";
import { forEachInFlight, toBatches } from "../harness/concurrency.ts";
import type { Payload } from "../harness/payload.ts";
import type { System } from "../harness/system.ts";
import { startGatewayProcess } from "../processes/start-gateway.ts";
import { leasehold } from "./leasehold.ts";

/** The system Leasehold over HTTP. */
export const leaseholdHttp: System = {
  name: "leasehold over HTTP",
  version: leasehold.version,
  async open(redisUrl) {
    const gateway = await startGatewayProcess(redisUrl);
    const queue = new Queue<Payload>("bench", { redis: upstash({ url: gateway.url, token: gateway.token }) });
    return {
      enqueue: (payloads, { batch, concurrency }) =>
        forEachInFlight(toBatches(payloads, batch), concurrency, (chunk) =>
          queue.enqueueMany(chunk.map((data) => ({ data }))),
        ),
      async work(count, { batch, concurrency }, handle) {
        const handler = async (job: Job<Payload>) => handle(job.data);
        const { completed } = await queue.drain(handler, { batch, concurrency, budget: "10m" });
        if (completed !== count) throw new Error(`leasehold completed ${completed} of ${count} jobs`);
      },
      close: async () => gateway.stop(),
    };
  },
};
