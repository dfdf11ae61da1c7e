// The lower bound: a bare list over TCP, which loses the jobs of a dead worker.
import { Redis } from "ioredis";
import { forEachInFlight, toBatches } from "../harness/concurrency.ts";
import type { System } from "../harness/system.ts";

/** The lower bound, a bare list. */
export const rawList: System = {
  name: "raw list",
  version: "RPUSH, LPOP",
  async open(redisUrl) {
    const redis = new Redis(redisUrl);
    await redis.ping();
    return {
      enqueue: (payloads, { batch, concurrency }) =>
        forEachInFlight(toBatches(payloads, batch), concurrency, (chunk) =>
          redis.rpush("bench", ...chunk.map((payload) => JSON.stringify(payload))),
        ),
      async work(count, { batch, concurrency }, handle) {
        const requests = Array.from({ length: Math.ceil(count / batch) });
        await forEachInFlight(requests, concurrency, async () => {
          for (const text of (await redis.lpop("bench", batch)) ?? []) handle(JSON.parse(text));
        });
      },
      close: async () => redis.disconnect(),
    };
  },
};
