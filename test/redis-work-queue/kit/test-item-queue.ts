// A queue of redis-work-queue that belongs to one test, with our client and a client in another language.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { Item } from "../../../src/redis-work-queue/item.ts";
import type { RedisWorkQueueOptions } from "../../../src/redis-work-queue/item-queue-context.ts";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import { startOwnRedis } from "../../gateway/kit/own-servers.ts";
import { freshKey } from "../../setup/fresh-key.ts";
import { Clock } from "../../setup/queue.ts";
import { OtherClient } from "./other-client.ts";
import { type ItemQueueState, keySuffixes, readState } from "./read-state.ts";
import { RespConnection } from "./resp-connection.ts";

/** A queue with a prefix of its own. */
export interface TestItemQueue {
  prefix: string;
  clock: Clock;
  /** Our client, whose time is that of `clock`. */
  queue: RedisWorkQueue;
  /** A client in another language. */
  otherClient: OtherClient;
  connection: RespConnection;
  /** Creates another client of ours for the same queue. */
  createQueue(options?: Partial<RedisWorkQueueOptions>): RedisWorkQueue;
  readState(): Promise<ItemQueueState>;
  /** Removes the leases of items, as Redis does when they expire. */
  expireLeases(...ids: string[]): Promise<void>;
  /** Counts the remembered replies. */
  countReplies(): Promise<number>;
}

/** Connects for the tests of the calling file. Returns a function that creates queues. */
export function connectItemQueues(
  address = () => inject("redisUrl"),
): (options?: Partial<RedisWorkQueueOptions>, prefix?: string) => TestItemQueue {
  let client: ReturnType<typeof createClient>;
  let connection: RespConnection;
  beforeAll(async () => {
    client = createClient({ url: address() });
    await client.connect();
    connection = await RespConnection.open(address());
  });
  afterAll(() => {
    client.destroy();
    connection.close();
  });
  return (options = {}, prefix = freshKey("rwq")) => {
    const clock = new Clock();
    const createQueue = (more: Partial<RedisWorkQueueOptions> = {}) =>
      new RedisWorkQueue(prefix, { redis: nodeRedis(client), now: clock.now, ...options, ...more });
    return {
      prefix,
      clock,
      queue: createQueue(),
      otherClient: new OtherClient(connection, prefix),
      connection,
      createQueue,
      readState: () => readState(connection, prefix),
      expireLeases: async (...ids) => {
        for (const id of ids) await connection.send("DEL", Buffer.from(`${prefix}:lease:${id}`, "latin1"));
      },
      countReplies: async () =>
        (await keySuffixes(connection, prefix)).filter((name) => name.startsWith(":leasehold:reply:")).length,
    };
  };
}

/** Starts a Redis server that stops with the test. Resolves with an empty queue on it, and a client of the server. */
export async function createQueueOnOwnRedis(options: Partial<RedisWorkQueueOptions> = {}) {
  const { url } = await startOwnRedis();
  const client = createClient({ url });
  onTestFinished(() => client.destroy());
  await client.connect();
  return { client, queue: new RedisWorkQueue("q", { redis: nodeRedis(client), ...options }) };
}

/** Returns an item; unless set, its data is the id and an exclamation mark. */
export function createItem(id: string, data = `${id}!`): Item {
  return new Item(data, id);
}

/** Runs two light cleans, by default a second apart, which put back items without a lease. */
export async function cleanTwice({ queue, clock }: Pick<TestItemQueue, "queue" | "clock">, ms = 1_000): Promise<void> {
  await queue.clean();
  clock.pass(ms);
  await queue.clean();
}

/** Adds an item that fails, because its lease expires and it has one attempt. */
export async function addFailedItem(testQueue: TestItemQueue, id: string): Promise<void> {
  const { queue, createQueue, expireLeases, clock } = testQueue;
  await queue.addItem(createItem(id));
  await queue.lease(30);
  await expireLeases(id);
  await cleanTwice({ queue: createQueue({ maxAttempts: 1, grace: 0 }), clock }, 1);
}
