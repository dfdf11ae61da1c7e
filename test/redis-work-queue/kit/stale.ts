// The cost of putting back items whose leases ran out: requests, and Redis's own time.

import type { Adapter } from "../../../src/index.ts";
import { Item } from "../../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import type { Reply, Wire } from "./foreign.ts";

/** An adapter that notes the commands it sends. */
export function counting(wire: () => Wire): { redis: Adapter; requests: () => string[] } {
  const sent: string[] = [];
  const redis: Adapter = {
    run: async (script, keys, args) => {
      sent.push("EVAL");
      return plain(await wire().send("EVAL", script.text, keys.length, ...keys, ...args));
    },
  };
  return { redis, requests: () => sent };
}

function plain(reply: Reply): unknown {
  return Array.isArray(reply) ? reply.map(plain) : Buffer.isBuffer(reply) ? String(reply) : reply;
}

/** What it takes until all of a number of items without a lease wait again. */
export async function stale(
  wire: Wire,
  count: number,
  clean: "clean" | "deepClean",
  begin: () => Promise<unknown> = async () => {},
): Promise<{ requests: number; seconds: number; queued: number }> {
  const { redis, requests } = counting(() => wire);
  const queue = new RedisWorkQueue("stale", { redis, grace: 0 });
  for (let left = count; left > 0; left -= 1_000) {
    await queue.addItems(Array.from({ length: Math.min(left, 1_000) }, () => Item.json({ left })));
    await queue.lease(60, { count: 1_000 });
  }
  for (const key of (await wire.send("KEYS", "stale:lease*")) as Buffer[]) await wire.send("DEL", key);
  await begin();
  const [before, from] = [requests().length, await evalMicroseconds(wire)];
  while ((await queue.counts()).processing > 0) await queue[clean]();
  const seconds = ((await evalMicroseconds(wire)) - from) / 1e6;
  return { requests: requests().length - before, seconds, queued: (await queue.counts()).queued };
}

async function evalMicroseconds(wire: Wire): Promise<number> {
  const info = String(await wire.send("INFO", "commandstats"));
  return Number(/cmdstat_eval:calls=\d+,usec=(\d+)/.exec(info)?.[1] ?? 0);
}
