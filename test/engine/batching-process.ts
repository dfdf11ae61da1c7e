// A process of batching.node.test.ts. In the mode `once` it enqueues a hundred jobs without awaiting them, otherwise it
// enqueues jobs until it is killed.
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
  for (let caller = 0; caller < 32; caller++) void enqueueForever();
}

async function enqueueForever(): Promise<void> {
  for (let n = 0; ; n++) await queue.enqueue(n);
}
