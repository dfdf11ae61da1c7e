// The lower bound: a bare list over TCP, which loses the jobs of a dead worker.
import { Redis } from "ioredis";
import { batches, inFlight } from "../kit/in-flight.ts";
import type { System } from "../kit/system.ts";

/** The lower bound, a bare list. */
export const rawList: System = {
  name: "raw list",
  version: "RPUSH, LPOP",
  async open(redisUrl) {
    const redis = new Redis(redisUrl);
    await redis.ping();
    return {
      enqueue: (payloads, { batch, concurrency }) =>
        inFlight(batches(payloads, batch), concurrency, (some) =>
          redis.rpush("bench", ...some.map((payload) => JSON.stringify(payload))),
        ),
      async work(count, { batch, concurrency }, handle) {
        const turns = Array.from({ length: Math.ceil(count / batch) }, (_, i) => i);
        await inFlight(turns, concurrency, async () => {
          for (const text of (await redis.lpop("bench", batch)) ?? []) handle(JSON.parse(text));
        });
      },
      close: async () => redis.disconnect(),
    };
  },
};
