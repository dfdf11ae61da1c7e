// The suite over TCP, with ioredis and with node-redis.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Adapter } from "../../src/redis/adapter.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { connectToSharedRedis } from "./kit/connections.ts";
import { declareQueueSuite } from "./suite/queue-suite.ts";

const io = connectToSharedRedis();
let node: ReturnType<typeof createClient>;

beforeAll(async () => {
  node = createClient({ url: inject("redisUrl") });
  await node.connect();
});
afterAll(() => node.destroy());

declareQueueSuite("ioredis", () => ioredis(io));
declareQueueSuite("node-redis", () => nodeRedis(node));

/** Wraps a client, and calls `onCall` with the name of each method that is called. */
function observeCalls<C extends object>(client: C, onCall: (name: string) => void): C {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        onCall(String(name).toLowerCase());
        return value.apply(target, args);
      };
    },
  });
}

test.each<[name: string, createAdapter: (onCall: (name: string) => void) => Adapter]>([
  ["ioredis", (onCall) => ioredis(observeCalls(io, onCall))],
  ["node-redis", (onCall) => nodeRedis(observeCalls(node, onCall))],
])("%s sends the text of a script once, and then its digest", async (name, createAdapter) => {
  const sent: Record<string, number> = {};
  const adapter = createAdapter((command) => {
    sent[command] = (sent[command] ?? 0) + 1;
  });
  const script = { name: "once", text: `return "${name} ü ${crypto.randomUUID()}"` };
  const first = await adapter.run(script, [], []);
  expect(sent).toEqual({ evalsha: 1, eval: 1 });
  expect(await adapter.run(script, [], [])).toBe(first);
  expect(sent).toEqual({ evalsha: 2, eval: 1 });
});
