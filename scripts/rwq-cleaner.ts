// `npm run rwq-cleaner -- HOST:PORT`: cleans queues of redis-work-queue on demand, as the integration tests of its clients
// expect of a cleaner. Reads "light:QUEUE" and "deep:QUEUE", and answers "light cleaned QUEUE" when that is done, in order.
import { createInterface } from "node:readline";
import { createClient } from "@redis/client";
import { nodeRedis } from "../src/redis/node-redis.ts";
import { RedisWorkQueue } from "../src/redis-work-queue/redis-work-queue.ts";

const address = process.argv[2] ?? "";
const url = /^rediss?:\/\//.test(address) ? address : `redis://${address.includes(":") ? address : `${address}:6379`}`;
if (address === "" || !URL.canParse(url)) {
  console.error("Say where Redis is: npm run --silent rwq-cleaner -- 127.0.0.1:6379");
  process.exit(1);
}

let connected = false;
// One that was there comes back; one that never was is a wrong address.
const reconnectStrategy = (retries: number) => connected && Math.min(retries * 100, 2_000);
const client = createClient({ url, socket: { reconnectStrategy } });
client.on("error", (error) => console.error(`Redis: ${error.code ?? error.name}`));
try {
  await client.connect();
  connected = true;
  for await (const line of createInterface({ input: process.stdin })) await clean(line);
} catch (error) {
  console.error(`rwq-cleaner: ${error instanceof Error ? error.message : "failed"}`);
  process.exitCode = 1;
} finally {
  if (client.isOpen) client.destroy();
}

async function clean(line: string): Promise<void> {
  const [, kind, prefix = ""] = /^(light|deep):(.+)$/.exec(line.replace(/\r$/, "")) ?? [];
  if (kind === undefined) {
    console.error('rwq-cleaner: a line is "light:QUEUE" or "deep:QUEUE"');
    return;
  }
  // The other clients never give an item up, so neither does this.
  const queue = new RedisWorkQueue(prefix, { redis: nodeRedis(client), maxAttempts: Number.POSITIVE_INFINITY });
  await (kind === "deep" ? queue.deepClean() : queue.clean());
  console.log(`${kind} cleaned ${prefix}`);
}
