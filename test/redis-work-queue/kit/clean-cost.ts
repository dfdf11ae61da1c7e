// The cost of putting back items whose leases expired: requests, and Redis's own time.

import type { Adapter } from "../../../src/index.ts";
import { Item } from "../../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import type { Reply, RespConnection } from "./resp-connection.ts";

const PREFIX = "q";

/** An adapter that counts the commands that it sends. */
export class CountingAdapter implements Adapter {
  /** The number of commands sent. */
  sent = 0;
  readonly #connection: RespConnection;

  constructor(connection: RespConnection) {
    this.#connection = connection;
  }

  run: Adapter["run"] = async (script, keys, args) => {
    this.sent += 1;
    return withoutBuffers(await this.#connection.send("EVAL", script.text, keys.length, ...keys, ...args));
  };
}

/** Returns a reply with strings instead of buffers, as an adapter does. */
function withoutBuffers(reply: Reply): unknown {
  return Array.isArray(reply) ? reply.map(withoutBuffers) : Buffer.isBuffer(reply) ? String(reply) : reply;
}

interface CleanCost {
  requests: number;
  seconds: number;
  /** The number of waiting items afterwards. */
  queued: number;
}

interface CleanOptions {
  /** The number of items without a lease. */
  count: number;
  clean: "clean" | "deepClean";
  /** Called before the first clean. */
  onStart?: () => Promise<unknown>;
}

/** Fills a queue with leased items whose leases are gone, cleans until all wait again, and measures the cost. */
export async function measureClean(
  connection: RespConnection,
  { count, clean, onStart = async () => {} }: CleanOptions,
): Promise<CleanCost> {
  const redis = new CountingAdapter(connection);
  const queue = new RedisWorkQueue(PREFIX, { redis, grace: 0 });
  for (let left = count; left > 0; left -= 1_000) {
    await queue.addItems(Array.from({ length: Math.min(left, 1_000) }, () => Item.json({ left })));
    await queue.lease(60, { count: 1_000 });
  }
  for (const key of (await connection.send("KEYS", `${PREFIX}:lease*`)) as Buffer[]) await connection.send("DEL", key);
  await onStart();
  const [sent, microseconds] = [redis.sent, await evalMicroseconds(connection)];
  while ((await queue.counts()).processing > 0) await queue[clean]();
  const seconds = ((await evalMicroseconds(connection)) - microseconds) / 1e6;
  return { requests: redis.sent - sent, seconds, queued: (await queue.counts()).queued };
}

/** Resolves with the time in microseconds that all EVALs since the start of Redis took. */
async function evalMicroseconds(connection: RespConnection): Promise<number> {
  const info = String(await connection.send("INFO", "commandstats"));
  return Number(/cmdstat_eval:calls=\d+,usec=(\d+)/.exec(info)?.[1] ?? 0);
}
