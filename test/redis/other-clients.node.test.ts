// Fairness: a request with many scripts does not keep Redis from serving other clients.
import { expect, inject, test } from "vitest";
import { upstash } from "../../src/index.ts";
import type { Adapter } from "../../src/redis/adapter.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { connectToSharedRedis, connectWithNodeRedis } from "../queue/kit/connections.ts";
import { freshKey } from "../setup/fresh-key.ts";

const SCRIPTS = 64;
// Takes a few milliseconds, so that the other client has time to send a command.
const SLOW = { name: "slow", text: "for i = 1, 300000 do end return redis.call('RPUSH', KEYS[1], 'many')" };

const io = connectToSharedRedis();
const node = connectWithNodeRedis();
const other = connectWithNodeRedis();

test.each<[name: string, createAdapter: () => Adapter]>([
  ["ioredis", () => ioredis(io)],
  ["node-redis", () => nodeRedis(node)],
  ["the gateway", () => upstash({ url: inject("restUrl"), token: inject("token") })],
])("%s allows Redis to serve other clients between the scripts of one request", async (_, createAdapter) => {
  // On a busy machine the other client can be late. If the adapter never allows other commands, every attempt fails.
  const countGaps = () => countInterruptions(createAdapter());
  await expect.poll(countGaps, { timeout: 20_000, interval: 0 }).toBeGreaterThanOrEqual(3);
});

/** Sends one request of scripts that log "many". Resolves with how often another client logged "other" between them. */
async function countInterruptions(adapter: Adapter): Promise<number> {
  const key = freshKey("log");
  const calls = Array.from({ length: SCRIPTS }, () => ({ script: SLOW, keys: [key], args: [] }));
  let isOver = false;
  const replies = Promise.all(adapter.runMany?.(calls) ?? []).finally(() => {
    isOver = true;
  });
  while (!isOver) await other.rPush(key, "other");
  const lengths = await replies;
  expect(lengths).toEqual([...lengths].sort((a, b) => Number(a) - Number(b)));
  const log = await other.lRange(key, 0, -1);
  expect(log.filter((entry) => entry === "many")).toHaveLength(SCRIPTS);
  const between = log.slice(log.indexOf("many"), log.lastIndexOf("many")).join(" ");
  return between.match(/many( other)+/g)?.length ?? 0;
}
