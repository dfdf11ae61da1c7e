// The Redis that an app under attack uses.
import { inject } from "vitest";
import { freshName, testPrefix } from "../../setup/queue.ts";

/** Addresses of a Redis and of its gateway, and a prefix that no other test uses. */
export interface TestDatabase {
  restUrl: string;
  gatewayToken: string;
  redisUrl: string;
  prefix: string;
}

/** Returns the Redis of the test run, with a fresh prefix. */
export function freshDatabase(): TestDatabase {
  const prefix = `${testPrefix()}:${freshName()}`;
  return { restUrl: inject("restUrl"), gatewayToken: inject("token"), redisUrl: inject("redisUrl"), prefix };
}
