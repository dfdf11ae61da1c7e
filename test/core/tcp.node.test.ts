// The suite over TCP: ioredis and node-redis.
import { createClient } from "@redis/client";
import { Redis } from "ioredis";
import { afterAll, beforeAll, inject } from "vitest";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { queueSuite } from "./suite/queue-suite.ts";

let io: Redis;
let node: ReturnType<typeof createClient>;

beforeAll(async () => {
  io = new Redis(inject("redisUrl"));
  node = createClient({ url: inject("redisUrl") });
  await node.connect();
});
afterAll(() => {
  io.disconnect();
  node.destroy();
});

queueSuite("ioredis", () => ioredis(io));
queueSuite("node-redis", () => nodeRedis(node));
