// All that Redis holds of a queue, to compare whole states.
import { createClient } from "@redis/client";
import { inject } from "vitest";
import { testPrefix } from "../../setup/queue.ts";

/** Values by the last part of their key's name. Remembered replies are left out, because their lanes are random. */
export type QueueState = Record<string, unknown>;

/** Reads a queue's keys past every adapter. */
export async function stateOf(name: string, url = inject("redisUrl"), prefix = testPrefix()): Promise<QueueState> {
  const client = createClient({ url, RESP: 2 });
  client.on("error", () => {});
  await client.connect();
  try {
    const root = `${prefix}:{${name}}:`;
    const readKey = async (key: string): Promise<unknown> => {
      const type = await client.type(key);
      if (type === "zset") return client.zRangeWithScores(key, 0, -1);
      return type === "hash" ? { ...(await client.hGetAll(key)) } : client.get(key);
    };
    const parts = (await client.keys(`${root}*`)).map((key) => key.slice(root.length)).sort();
    const kept = parts.filter((part) => !/^repl(y|ies):/.test(part));
    return Object.fromEntries(await Promise.all(kept.map(async (part) => [part, await readKey(root + part)])));
  } finally {
    client.destroy();
  }
}
