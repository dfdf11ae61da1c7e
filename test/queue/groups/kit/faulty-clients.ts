// An adapter whose requests are lost, whose replies are lost, or whose requests arrive twice, by chance.
import { LeaseholdError } from "../../../../src/index.ts";
import type { Random } from "../../../../src/instruments/testing/seeded-random.ts";
import type { Adapter } from "../../../../src/redis/adapter.ts";

/** Returns an adapter with faults: of ten requests, one is lost, the replies to one are, and one arrives twice. */
export function withFaults(adapter: Adapter, random: Random): Adapter {
  return {
    async run(script, keys, args) {
      const fault = random.below(10);
      if (fault === 0) throw new LeaseholdError("redis_unreachable", "the request was lost");
      const reply = await adapter.run(script, keys, args);
      if (fault === 1) throw new LeaseholdError("redis_unreachable", "the reply was lost");
      return fault === 2 ? adapter.run(script, keys, args) : reply;
    },
  };
}

/** Resolves with the value of a promise; with undefined if it was rejected because of a fault. */
export async function orLost<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof LeaseholdError && error.code === "redis_unreachable") return undefined;
    throw error;
  }
}
