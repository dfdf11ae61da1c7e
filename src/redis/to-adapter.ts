// Conversion of the option `redis`, a client or an adapter, to an adapter.
import { invalidArgument } from "../base/arguments.ts";
import type { Adapter } from "./adapter.ts";
import { fromUpstashClient, type UpstashClient } from "./upstash-client.ts";

/** Returns the adapter for an `@upstash/redis` client, or an adapter unchanged. */
export function toAdapter(redis: UpstashClient | Adapter): Adapter {
  if (typeof redis === "object" && redis !== null) {
    if ("run" in redis && typeof redis.run === "function") return redis;
    if ("createScript" in redis && "eval" in redis) return fromUpstashClient(redis);
  }
  throw invalidArgument(
    "redis must be an @upstash/redis client, or an adapter such as ioredis(client) or nodeRedis(client)",
  );
}
