// A queue of redis-work-queue of one test: our client, the stand-in for others, and all that is in its keys.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, inject } from "vitest";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import type { RedisWorkQueueOptions } from "../../../src/redis-work-queue/item-queue-context.ts";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import { freshKey } from "../../setup/keys.ts";
import { Clock } from "../../setup/queue.ts";
import { Foreign, type Reply, Wire } from "./foreign.ts";

/** All keys of a queue. Lists from left to right, bytes as latin-1; leases with their seconds to live, rounded up to tens. */
interface State {
  queue?: string[];
  processing?: string[];
  items?: Record<string, string>;
  leases?: Record<string, number>;
  /** Keys that are not of the format, by their names after the prefix; replies kept for repetition are left out. */
  others?: string[];
  /** Keys that the format has, but of another kind than it says. */
  wrong?: string[];
}

export interface Bench {
  prefix: string;
  clock: Clock;
  /** Our client, for which time stands still; its grace is over as soon as any time passes, unless set. */
  queue: RedisWorkQueue;
  foreign: Foreign;
  wire: Wire;
  /** Another client of ours for the same queue. */
  another(options?: Partial<RedisWorkQueueOptions>): RedisWorkQueue;
  state(): Promise<State>;
  /** Ends a lease as time would. */
  expire(...ids: string[]): Promise<void>;
  /** How many of all replies, kept for repetition, there are. */
  replies(): Promise<number>;
}

let client: ReturnType<typeof createClient>;
let wire: Wire;

/** Connects for the tests of a file; the function makes a fresh queue. */
export function benches(
  address = () => inject("redisUrl"),
): (options?: Partial<RedisWorkQueueOptions>, prefix?: string) => Bench {
  beforeAll(async () => {
    client = createClient({ url: address() });
    await client.connect();
    wire = await Wire.open(address());
  });
  afterAll(() => {
    client.destroy();
    wire.close();
  });
  return (options = {}, prefix = freshKey("rwq")) => {
    const clock = new Clock();
    const another = (more: Partial<RedisWorkQueueOptions> = {}) =>
      new RedisWorkQueue(prefix, { redis: nodeRedis(client), now: clock.now, ...options, ...more });
    return {
      prefix,
      clock,
      queue: another(),
      foreign: new Foreign(wire, prefix),
      wire,
      another,
      state: () => stateOf(prefix),
      expire: async (...ids) => {
        for (const id of ids) await wire.send("DEL", Buffer.from(`${prefix}:lease:${id}`, "latin1"));
      },
      replies: async () => (await keysOf(prefix)).filter((name) => name.startsWith(":leasehold:reply:")).length,
    };
  };
}

const latin1 = (reply: Reply) => (reply as Buffer).toString("latin1");

async function keysOf(prefix: string): Promise<string[]> {
  const names: string[] = [];
  const root = Buffer.from(prefix).toString("latin1");
  let cursor = "0";
  do {
    const [next, keys] = (await wire.send("SCAN", cursor, "COUNT", 1_000)) as [Buffer, Buffer[]];
    cursor = latin1(next);
    for (const key of keys.map(latin1)) if (key.startsWith(`${root}:`)) names.push(key.slice(root.length));
  } while (cursor !== "0");
  return [...new Set(names)].sort();
}

async function stateOf(prefix: string): Promise<State> {
  const state: State = {};
  for (const name of await keysOf(prefix)) {
    const key = Buffer.concat([Buffer.from(prefix), Buffer.from(name, "latin1")]);
    const type = latin1(await wire.send("TYPE", key));
    // In tens of seconds, so that it does not matter how long a test takes.
    const ttl = Math.ceil(((await wire.send("PTTL", key)) as number) / 10_000) * 10;
    const is = (kind: string, lives: boolean) => {
      const right = type === kind && ttl > 0 === lives;
      if (!right) state.wrong = [...(state.wrong ?? []), `${name} is a ${type} with ${ttl} s to live`];
      return right;
    };
    if (name === ":queue" || name === ":processing") {
      if (!is("list", false)) continue;
      state[name.slice(1) as "queue"] = ((await wire.send("LRANGE", key, 0, -1)) as Reply[]).map(latin1);
    } else if (name.startsWith(":item:")) {
      if (!is("string", false)) continue;
      state.items = { ...state.items, [name.slice(6)]: latin1(await wire.send("GET", key)) };
    } else if (name.startsWith(":lease:")) {
      if (!is("string", true)) continue;
      if (latin1(await wire.send("GET", key)) === "") state.wrong = [...(state.wrong ?? []), `${name} is empty`];
      state.leases = { ...state.leases, [name.slice(7)]: ttl };
    } else if (!name.startsWith(":leasehold:reply:")) state.others = [...(state.others ?? []), name];
  }
  return state;
}
