// The kinds of Redis clients that the library supports, for tests that run over each of them.
import { createClient } from "@redis/client";
import { Redis as Upstash } from "@upstash/redis";
import { Redis } from "ioredis";
import type { Cleanup } from "../../../scripts/processes/cleanup.ts";
import { type QueueOptions, type UpstashOptions, upstash } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";

/** The kinds that reach Redis over HTTP. */
export const HTTP_KINDS = ["upstash()", "a default @upstash/redis client"] as const;
/** All kinds. */
export const CLIENT_KINDS = [...HTTP_KINDS, "ioredis", "node-redis"] as const;
/** A kind of client. */
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** Creates a client over HTTP. Only `upstash()` takes more options than the url and the token. */
export function createRestClient(kind: (typeof HTTP_KINDS)[number], options: UpstashOptions) {
  return kind === "upstash()" ? upstash(options) : new Upstash({ url: options.url, token: options.token });
}

/** The addresses of a Redis server and of its gateway, and settings of the client. */
export interface ClientOptions {
  redisUrl: string;
  rest: UpstashOptions;
  /** The setting of ioredis. */
  maxRetriesPerRequest: number;
  /** Closes the client. */
  cleanup: Cleanup;
}

/** Creates a client of a kind, with an adapter if it needs one. `cleanup` ends its connection. */
export function createRedis(
  kind: ClientKind,
  { redisUrl, rest, maxRetriesPerRequest, cleanup }: ClientOptions,
): QueueOptions<unknown>["redis"] {
  if (kind === "ioredis") {
    const client = new Redis(redisUrl, { maxRetriesPerRequest });
    client.on("error", () => {});
    cleanup.add(async () => client.disconnect());
    return ioredis(client);
  }
  if (kind !== "node-redis") return createRestClient(kind, rest);
  const client = createClient({ url: redisUrl });
  client.on("error", () => {});
  void client.connect().catch(() => {});
  cleanup.add(async () => client.destroy());
  return nodeRedis(client);
}
