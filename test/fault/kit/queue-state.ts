// Reads everything that Redis stores of a queue, so that tests can compare whole states.
import { createClient } from "@redis/client";
import { inject } from "vitest";
import { testPrefix } from "../../setup/queue.ts";

/** The content of each key, by the last part of its name. Remembered replies are left out, because lanes are random. */
export type QueueState = Record<string, unknown>;

/** Reads the keys of a queue except remembered replies, directly from a Redis server, the shared one by default. */
export async function readQueueState(
  name: string,
  { url = inject("redisUrl"), prefix = testPrefix() }: { url?: string; prefix?: string } = {},
): Promise<QueueState> {
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
    const compared = parts.filter((part) => !/^repl(y|ies):/.test(part));
    return Object.fromEntries(await Promise.all(compared.map(async (part) => [part, await readKey(root + part)])));
  } finally {
    client.destroy();
  }
}
