// The suite over TCP: ioredis and node-redis.
import { createClient } from "@redis/client";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Adapter } from "../../src/redis/adapter.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { declareQueueSuite } from "./suite/queue-suite.ts";

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

declareQueueSuite("ioredis", () => ioredis(io));
declareQueueSuite("node-redis", () => nodeRedis(node));

/** How often each command is sent; everything else goes to the client as it is. */
function counting<C extends object>(client: C): { client: C; sent: Record<string, number> } {
  const sent: Record<string, number> = {};
  const counted = new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        sent[String(name).toLowerCase()] = (sent[String(name).toLowerCase()] ?? 0) + 1;
        return value.apply(target, args);
      };
    },
  });
  return { client: counted, sent };
}

test.each<[name: string, make: () => { adapter: Adapter; sent: Record<string, number> }]>([
  [
    "ioredis",
    () => {
      const { client, sent } = counting(io);
      return { adapter: ioredis(client), sent };
    },
  ],
  [
    "node-redis",
    () => {
      const { client, sent } = counting(node);
      return { adapter: nodeRedis(client), sent };
    },
  ],
])("%s sends a script in full once, and then its digest", async (name, make) => {
  const { adapter, sent } = make();
  const script = { name: "once", text: `return "${name} ü ${crypto.randomUUID()}"` };
  const first = await adapter.run(script, [], []);
  expect(sent).toEqual({ evalsha: 1, eval: 1 });
  expect(await adapter.run(script, [], [])).toBe(first);
  expect(sent).toEqual({ evalsha: 2, eval: 1 });
});
