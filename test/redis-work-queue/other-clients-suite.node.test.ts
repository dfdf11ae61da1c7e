// A small version of the integration suite of the other clients, with workers and a cleaner of ours. The suite ends with
// `KEYS *`, and accepts only the results that the workers have stored.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { until } from "../setup/wait.ts";
import { OtherClient } from "./kit/other-client.ts";
import { RespConnection } from "./kit/resp-connection.ts";

// The suite reads the keys after 20 checks in a row found empty lists. It sleeps half a second after every other check.
const KEYS_TIMEOUT = 4_500;
const ITEMS = 24;
const OWN = "leasehold_jobs";
const SHARED = "shared_jobs";

let redis: RedisServer;
let connection: RespConnection;
const newClient = () => createClient({ url: redis.url });
type Client = ReturnType<typeof newClient>;
const clients: Client[] = [];
beforeAll(async () => {
  redis = await startRedis();
  connection = await RespConnection.open(redis.url);
});
afterAll(async () => {
  connection?.close();
  for (const client of clients) client.destroy();
  await redis?.stop();
});

/** Connects a client that is closed after the tests. */
async function connectClient(): Promise<Client> {
  const client = newClient();
  clients.push(client);
  await client.connect();
  return client;
}

/** A worker of the suite. Each turn leases one item; every seventh turn drops it, as a crash does. */
class SuiteWorker {
  readonly #client: Client;
  readonly #own: RedisWorkQueue;
  readonly #shared: RedisWorkQueue;
  #turns = 0;

  constructor(client: Client) {
    this.#client = client;
    this.#own = new RedisWorkQueue(OWN, { redis: nodeRedis(client) });
    this.#shared = new RedisWorkQueue(SHARED, { redis: nodeRedis(client) });
  }

  /** Handles at most one item, of the two queues in turns. */
  async turn(): Promise<void> {
    this.#turns += 1;
    await (this.#turns % 2 === 0 ? this.#turnOwn() : this.#turnShared());
  }

  /** Handles an item of our queue: stores its result, completes it, and adds two items to the shared queue. */
  async #turnOwn(): Promise<void> {
    const [item] = await this.#own.lease(2);
    if (!item || this.#turns % 14 === 0) return;
    await this.#client.set(`results:leasehold:${item.id}`, "!");
    if (!(await this.#own.complete(item))) return;
    expect(await this.#own.complete(item)).toBe(false);
    expect(await this.#shared.addItem(Item.json({ from: item.id }))).toBe(true);
    await this.#shared.addUniqueItem(Item.json({ from: item.id }));
  }

  /** Handles an item of the shared queue: stores its result and completes it. */
  async #turnShared(): Promise<void> {
    const [item] = await this.#shared.lease(1);
    if (!item || this.#turns % 7 === 0) return;
    await this.#client.set(`results:shared:${item.id}`, "!");
    await this.#shared.complete(item);
  }
}

/** Reports whether no item waits or is in processing in either queue. */
async function areQueuesEmpty(): Promise<boolean> {
  const lists = [OWN, SHARED].flatMap((name) => [`${name}:queue`, `${name}:processing`]);
  const lengths = await Promise.all(lists.map((list) => connection.send("LLEN", list)));
  return lengths.every((length) => length === 0);
}

async function readAllKeys(): Promise<string[]> {
  return ((await connection.send("KEYS", "*")) as Buffer[]).map(String);
}

test("with the default options, only results are left when the suite ends", async () => {
  expect(await readAllKeys()).toEqual([]);
  const producer = new OtherClient(connection, OWN);
  for (let i = 0; i < ITEMS; i++) await producer.run(producer.addItem(crypto.randomUUID(), Buffer.of(i)));

  const busy = new SuiteWorker(await connectClient());
  // Sends nothing after the queues are empty: the suite's workers sleep for up to 19 seconds then.
  const idle = new SuiteWorker(await connectClient());
  const cleaner = nodeRedis(await connectClient());
  let hasEnded = false;
  const repeat = async (turn: () => Promise<unknown>) => {
    while (!hasEnded) await turn();
  };
  const clean = () => Promise.all([OWN, SHARED].map((name) => new RedisWorkQueue(name, { redis: cleaner }).clean()));
  const running = [repeat(() => busy.turn()), repeat(clean)];
  try {
    let emptyTurns = 0;
    await until(async () => {
      await idle.turn();
      emptyTurns = (await areQueuesEmpty()) ? emptyTurns + 1 : 0;
      return emptyTurns === 20;
    }, 30_000);
    await expect
      .poll(async () => (await readAllKeys()).filter((key) => !key.startsWith("results:")), { timeout: KEYS_TIMEOUT })
      .toEqual([]);
  } finally {
    hasEnded = true;
    await Promise.all(running);
  }
  const results = await readAllKeys();
  expect(results.filter((key) => key.startsWith("results:leasehold:"))).toHaveLength(ITEMS);
  expect(results.filter((key) => key.startsWith("results:shared:"))).toHaveLength(2 * ITEMS);
}, 45_000);
