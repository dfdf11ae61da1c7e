// redis-work-queue's protocol as of its library 0.3.0: the commands of its Node client, in their order and pipelines,
// sent by ioredis as well. Its npm package is older and uses another protocol, so the commands are replayed here.
// add_unique_item: SET, LPUSH in a pipeline; lease: BRPOPLPUSH, GET, SETEX one after the other; complete: DEL, LREM,
// DEL in a pipeline.
import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { forEachInFlight, toBatches } from "../harness/concurrency.ts";
import type { Payload } from "../harness/payload.ts";
import type { System } from "../harness/system.ts";

const PREFIX = "bench";

interface Item {
  id: string;
  data: string;
}

/** The operations of a client, over one connection. */
export class RedisWorkQueueClient {
  readonly redis: Redis;
  readonly #session = randomUUID();

  constructor(redisUrl: string) {
    this.redis = new Redis(redisUrl);
  }

  async add(payloads: readonly Payload[]): Promise<void> {
    const pipeline = this.redis.pipeline();
    for (const payload of payloads) {
      const id = randomUUID();
      pipeline.set(`${PREFIX}:item:${id}`, JSON.stringify(payload));
      pipeline.lpush(`${PREFIX}:queue`, id);
    }
    throwFirstError(await pipeline.exec());
  }

  async lease(): Promise<Item | undefined> {
    const id = await this.redis.brpoplpush(`${PREFIX}:queue`, `${PREFIX}:processing`, 0);
    if (id === null) return undefined;
    const data = await this.redis.getBuffer(`${PREFIX}:item:${id}`);
    await this.redis.setex(`${PREFIX}:lease:${id}`, 3_600, this.#session);
    return { id, data: String(data) };
  }

  async complete({ id }: Item): Promise<void> {
    const pipeline = this.redis.pipeline();
    pipeline.del(`${PREFIX}:item:${id}`).lrem(`${PREFIX}:processing`, 0, id).del(`${PREFIX}:lease:${id}`);
    throwFirstError(await pipeline.exec());
  }
}

function throwFirstError(replies: [Error | null, unknown][] | null): void {
  const error = replies?.find(([failed]) => failed)?.[0];
  if (error) throw error;
}

/** The system redis-work-queue. */
export const redisWorkQueue: System = {
  name: "redis-work-queue",
  version: "0.3.0 (commands replayed)",
  async open(redisUrl) {
    const client = new RedisWorkQueueClient(redisUrl);
    const workers: RedisWorkQueueClient[] = [];
    await client.redis.ping();
    return {
      enqueue: (payloads, { batch, concurrency }) =>
        forEachInFlight(toBatches(payloads, batch), concurrency, (chunk) => client.add(chunk)),
      async work(count, { concurrency }, handle) {
        // Each worker waits in a blocking command and needs a connection of its own.
        while (workers.length < concurrency) workers.push(new RedisWorkQueueClient(redisUrl));
        const turns = Array.from({ length: count });
        const idle = workers.slice(0, concurrency);
        await forEachInFlight(turns, concurrency, async () => {
          const worker = idle.pop() as RedisWorkQueueClient;
          const item = await worker.lease();
          if (!item) throw new Error("redis-work-queue leased no item");
          handle(JSON.parse(item.data));
          await worker.complete(item);
          idle.push(worker);
        });
      },
      async lease(count) {
        const items = [];
        for (let i = 0; i < count; i++) items.push(await client.lease());
        return items;
      },
      async complete(items) {
        for (const item of items as Item[]) await client.complete(item);
      },
      async close() {
        for (const { redis } of [client, ...workers]) redis.disconnect();
      },
    };
  },
  async startIdleWorker(redisUrl) {
    const client = new RedisWorkQueueClient(redisUrl);
    client.lease().catch(() => {});
    return async () => client.redis.disconnect();
  },
};
