// Reads all keys of a queue of redis-work-queue.
import type { Reply, RespConnection } from "./resp-connection.ts";

/** The keys of a queue, with bytes as latin-1. Remembered replies are omitted. */
export interface ItemQueueState {
  /** The ids that wait, from left to right. */
  queue?: string[];
  /** The ids in processing, from left to right. */
  processing?: string[];
  /** The data of each item. */
  items?: Record<string, string>;
  /** The time to live of each lease, in seconds, rounded up to tens. */
  leases?: Record<string, number>;
  /** The keys that the format does not have, without the prefix. */
  others?: string[];
  /** A fault for each key of the format that has a wrong type, value or time to live. */
  wrong?: string[];
}

const latin1 = (reply: Reply) => (reply as Buffer).toString("latin1");

/** Resolves with the names of all keys of a queue, sorted, and without the prefix: ":queue", ":item:a" and so on. */
export async function keySuffixes(connection: RespConnection, prefix: string): Promise<string[]> {
  const names: string[] = [];
  const root = Buffer.from(prefix).toString("latin1");
  let cursor = "0";
  do {
    const [next, keys] = (await connection.send("SCAN", cursor, "COUNT", 1_000)) as [Buffer, Buffer[]];
    cursor = latin1(next);
    for (const key of keys.map(latin1)) if (key.startsWith(`${root}:`)) names.push(key.slice(root.length));
  } while (cursor !== "0");
  return [...new Set(names)].sort();
}

/** Resolves with the contents of all keys of a queue, and with what is wrong about them. */
export async function readState(connection: RespConnection, prefix: string): Promise<ItemQueueState> {
  const state: ItemQueueState = {};
  const addWrong = (fault: string) => {
    state.wrong = [...(state.wrong ?? []), fault];
  };
  for (const name of await keySuffixes(connection, prefix)) {
    const key = Buffer.concat([Buffer.from(prefix), Buffer.from(name, "latin1")]);
    const type = latin1(await connection.send("TYPE", key));
    // In tens of seconds, so that the duration of a test does not matter.
    const ttl = Math.ceil(((await connection.send("PTTL", key)) as number) / 10_000) * 10;
    const isValid = (expectedType: string, expires = false) => {
      if (type === expectedType && ttl > 0 === expires) return true;
      addWrong(`${name} is a ${type} with ${ttl} s to live`);
      return false;
    };
    if (name === ":queue" || name === ":processing") {
      if (!isValid("list")) continue;
      state[name.slice(1) as "queue"] = ((await connection.send("LRANGE", key, 0, -1)) as Reply[]).map(latin1);
    } else if (name.startsWith(":item:")) {
      if (!isValid("string")) continue;
      state.items = { ...state.items, [name.slice(":item:".length)]: latin1(await connection.send("GET", key)) };
    } else if (name.startsWith(":lease:")) {
      if (!isValid("string", true)) continue;
      if (latin1(await connection.send("GET", key)) === "") addWrong(`${name} is empty`);
      state.leases = { ...state.leases, [name.slice(":lease:".length)]: ttl };
    } else if (!name.startsWith(":leasehold:reply:")) state.others = [...(state.others ?? []), name];
  }
  return state;
}
