// A place for a world of this test's own.
import { inject } from "vitest";
import { freshName, testPrefix } from "../../setup/queue.ts";
import type { Place } from "./world.ts";

/** Returns the Redis of the tests, under a prefix that no other test uses. */
export function freshPlace(): Place {
  const prefix = `${testPrefix()}:${freshName()}`;
  return { restUrl: inject("restUrl"), gatewayToken: inject("token"), redisUrl: inject("redisUrl"), prefix };
}
