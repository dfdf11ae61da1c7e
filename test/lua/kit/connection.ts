// The connection of a test file to Redis.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, inject } from "vitest";

let client: ReturnType<typeof createClient>;

/** Connects before the tests of a file, and disconnects after them. */
export function connectRedis(): void {
  beforeAll(async () => {
    client = createClient({ url: inject("redisUrl") });
    await client.connect();
  });
  afterAll(() => client.destroy());
}

/** Returns the client of the file, for commands that no script sends. */
export function redis(): ReturnType<typeof createClient> {
  return client;
}
