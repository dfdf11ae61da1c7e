// All that Redis holds of a queue, to compare whole states.
import { createClient } from "@redis/client";
import { inject } from "vitest";
import { testPrefix } from "../setup/queue.ts";

/** Values by the last part of their key's name. Remembered replies are left out, because their names are random. */
export type QueueState = Record<string, unknown>;

/** Reads a queue's keys past every adapter. */
export async function stateOf(name: string, url = inject("redisUrl"), prefix = testPrefix()): Promise<QueueState> {
  const client = createClient({ url, RESP: 2 });
  client.on("error", () => {});
  await client.connect();
  try {
    const root = `${prefix}:{${name}}:`;
    const state: QueueState = {};
    for (const key of (await client.keys(`${root}*`)).sort()) {
      const part = key.slice(root.length);
      if (part.startsWith("reply:")) continue;
      const type = await client.type(key);
      if (type === "zset") state[part] = await client.zRangeWithScores(key, 0, -1);
      else if (type === "hash") state[part] = { ...(await client.hGetAll(key)) };
      else state[part] = await client.get(key);
    }
    return state;
  } finally {
    client.destroy();
  }
}
