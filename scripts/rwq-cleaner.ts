// `npm run rwq-cleaner -- HOST:PORT`: the cleaner that the integration tests of redis-work-queue's clients need. Reads lines
// "light:QUEUE" and "deep:QUEUE", cleans in their order, and prints "light cleaned QUEUE" or "deep cleaned QUEUE".
import { createInterface } from "node:readline";
import { createClient } from "@redis/client";
import { nodeRedis } from "../src/redis/node-redis.ts";
import { RedisWorkQueue } from "../src/redis-work-queue/redis-work-queue.ts";

const address = process.argv[2] ?? "";
const url = /^rediss?:\/\//.test(address) ? address : `redis://${address.includes(":") ? address : `${address}:6379`}`;
if (address === "" || !URL.canParse(url)) {
  console.error("the address of Redis is missing: npm run --silent rwq-cleaner -- 127.0.0.1:6379");
  process.exit(1);
}

let hasConnected = false;
// Reconnects after an outage. If the first connection fails, the address is wrong.
const reconnectStrategy = (retries: number) => hasConnected && Math.min(retries * 100, 2_000);
const client = createClient({ url, socket: { reconnectStrategy } });
client.on("error", (error) => console.error(`Redis: ${error.code ?? error.name}`));
try {
  await client.connect();
  hasConnected = true;
  for await (const line of createInterface({ input: process.stdin })) await cleanQueue(line);
} catch (error) {
  console.error(`rwq-cleaner: ${error instanceof Error ? error.message : "failed"}`);
  process.exitCode = 1;
} finally {
  if (client.isOpen) client.destroy();
}

async function cleanQueue(line: string): Promise<void> {
  const [, kind, prefix = ""] = /^(light|deep):(.+)$/.exec(line.replace(/\r$/, "")) ?? [];
  if (kind === undefined) {
    console.error('rwq-cleaner: a line is "light:QUEUE" or "deep:QUEUE"');
    return;
  }
  // The other clients never fail an item for good, so neither does this one.
  const queue = new RedisWorkQueue(prefix, { redis: nodeRedis(client), maxAttempts: Number.POSITIVE_INFINITY });
  await (kind === "deep" ? queue.deepClean() : queue.clean());
  console.log(`${kind} cleaned ${prefix}`);
}
