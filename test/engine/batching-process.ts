// A process that enqueues, for batching.node.test.ts: a hundred jobs without awaiting them, or jobs without end.
import { Redis } from "ioredis";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";

const [redisUrl = "", prefix = "", name = "", mode] = process.argv.slice(2);
const client = new Redis(redisUrl);
const queue = new Queue<number>(name, { redis: ioredis(client), prefix });

if (mode === "once") {
  let left = 100;
  for (let n = 0; n < 100; n++) {
    queue.enqueue(n).then(() => {
      left -= 1;
      if (left === 0) client.disconnect();
    });
  }
} else {
  for (let caller = 0; caller < 32; caller++) void enqueueOnAndOn();
}

async function enqueueOnAndOn(): Promise<void> {
  for (let n = 0; ; n++) await queue.enqueue(n);
}
