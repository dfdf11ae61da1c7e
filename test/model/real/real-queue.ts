// The real queue: a Redis of its own, a connection that can lose replies, and everything that Redis holds and publishes.
import { deepStrictEqual } from "node:assert/strict";
import { createHash } from "node:crypto";
import { createClient } from "@redis/client";
import { type RedisServer, startRedis } from "../../../scripts/processes/redis-server.ts";
import { MAX_IDLE_LANES, newRequest } from "../../../src/engine/request.ts";
import * as scripts from "../../../src/engine/scripts.gen.ts";
import { LeaseholdError, Queue } from "../../../src/index.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import type { Keys, Stored, Value } from "../queue/keys.ts";
import { checkBounds, withLowerBounds } from "../queue/state/bounds.ts";
import { SETTINGS } from "../queue/state/settings.ts";
import { atTime } from "./frozen-clocks.ts";
import { seedChance, unseedChance } from "./seeded-ids.ts";
import { isOdd, isRemembered, type Sent } from "./sent-request.ts";

// Returns everything in Redis, long texts as their digests. It publishes a mark, before which all messages arrive.
const DUMP = `local out = {}
local function short(text)
  if #text < 3000 then return text end
  return '#' .. #text .. ' ' .. redis.sha1hex(text)
end
for i, key in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', key).ok
  local value = kind == 'zset' and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    or kind == 'hash' and redis.call('HGETALL', key) or kind == 'string' and redis.call('GET', key) or {}
  if kind == 'string' then value = short(value) end
  if kind == 'hash' then for n = 2, #value, 2 do value[n] = short(value[n]) end end
  out[i] = { key, kind, redis.call('PTTL', key), value }
end
redis.call('PUBLISH', ARGV[1], ARGV[2])
return out`;

const ROOT = "m:{q}:";
const CHANNEL = `${ROOT}wake`;
const REGISTRY = "m:queues";
// The real time that a sequence takes is less than this, and nothing is kept for less.
const SLACK = 30_000;

type Dumped = [key: string, kind: string, ttl: number, value: string | string[]];
type Client = ReturnType<typeof createClient>;

export class World {
  /** The queue of each of several programs. */
  queues: Queue<unknown>[] = [];
  readonly name = "q";
  now = 0;
  /** The requests since this was emptied. */
  sent: Sent[] = [];
  /** The number of lost replies of each request, after each of which it is sent again. */
  lose = 0;
  /** True where no reply ever arrives, so that the caller gives up. */
  isGone = false;
  /** The time of Redis, where it differs from the test's. */
  clock: number | undefined;
  /** Texts of scripts to send in place of the real ones, by name. */
  instead: Record<string, string> = {};
  #wakes: string[] = [];
  #marks = 0;
  #marked: (() => void) | undefined;
  readonly #server: RedisServer;
  readonly #client: Client;
  readonly #listener: Client;
  readonly #adapter: Adapter;

  static async start(): Promise<World> {
    checkBounds(Object.values(scripts).map(({ text }) => text));
    const server = await startRedis();
    const [client, listener] = [1, 2].map(() => createClient({ url: server.url, RESP: 2 })) as unknown as [
      Client,
      Client,
    ];
    for (const each of [client, listener]) each.on("error", () => {});
    await Promise.all([client.connect(), listener.connect()]);
    const world = new World(server, client, listener);
    await listener.subscribe(CHANNEL, (message) => world.#hear(message));
    return world;
  }

  private constructor(server: RedisServer, client: Client, listener: Client) {
    this.#server = server;
    this.#client = client;
    this.#listener = listener;
    this.#adapter = nodeRedis(client as never);
  }

  async stop(): Promise<void> {
    unseedChance();
    this.#listener.destroy();
    this.#client.destroy();
    await this.#server.stop();
  }

  /** Empties Redis. The programs begin anew, and share nothing. */
  async begin(now: number): Promise<void> {
    await this.#client.sendCommand(["FLUSHALL"]);
    // A sequence that differed may have left messages in flight.
    const { mark, isHeard } = this.#nextMark();
    await this.#client.sendCommand(["PUBLISH", CHANNEL, mark]);
    await isHeard;
    // The lanes of an earlier sequence are used up: the same chance gives new ones the same names.
    await atTime(now, async () => {
      for (let i = 0; i < MAX_IDLE_LANES; i++) newRequest(SLACK);
    });
    seedChance();
    Object.assign(this, { now, sent: [], lose: 0, isGone: false });
    this.#wakes = [];
    this.queues = SETTINGS.map(({ options }) => {
      const redis: Adapter = { run: (script, keys, args) => this.#run({ script, keys, args, replies: [] } as never) };
      return new Queue("q", { ...options, redis, prefix: "m", now: () => this.now });
    });
  }

  /** Asks one of the programs while all clocks show the time of the test. */
  ask<R>(program: number, question: (queue: Queue<unknown>) => Promise<R>): Promise<R> {
    const queue = this.queues[program];
    if (!queue) throw new Error(`no program ${program}`);
    return atTime(this.now, () => question(queue));
  }

  async #run(request: Sent): Promise<unknown> {
    this.sent.push(request);
    const sendOnce = async () => {
      const reply = await this.send(request);
      request.replies.push(reply);
      return reply;
    };
    let reply = await sendOnce();
    if (!isRemembered(request) || isOdd(reply)) return reply;
    if (this.isGone) throw new LeaseholdError("redis_unreachable", "no reply arrived");
    for (let lost = 0; lost < this.lose; lost++) reply = await sendOnce();
    return reply;
  }

  /** Sends a request unchanged but for the time. */
  send({ script, keys, args }: Sent): Promise<unknown> {
    const text = withLowerBounds(this.instead[script.name] ?? script.text);
    const time = `=${this.clock ?? this.now}`;
    const now = args.map((arg, i) => (script.args[i] === "times" ? arg.replace(/^=\d+/, time) : arg));
    return this.#adapter.run({ ...script, text }, keys, now);
  }

  /** Sends commands about keys of the queue, each with the last part of its key's name. */
  async command(commands: readonly string[][]): Promise<void> {
    for (const [name = "", key = "", ...rest] of commands) await this.#client.sendCommand([name, ROOT + key, ...rest]);
  }

  /** Moves the clock, and the times to live of the keys that expire. */
  async pass(ms: number, { until }: Stored): Promise<void> {
    this.now += ms;
    const words = Object.entries(until).map(([key, time]) => {
      const left = time - this.now;
      return left <= 0 ? ["UNLINK", ROOT + key] : ["PEXPIRE", ROOT + key, String(Math.max(left, SLACK))];
    });
    await Promise.all(words.map((command) => this.#client.sendCommand(command)));
  }

  #hear(message: string): void {
    if (message === `mark ${this.#marks}`) this.#marked?.();
    else if (!message.startsWith("mark")) this.#wakes.push(message);
  }

  /** Returns a message that is published after all others, and a promise of its arrival. */
  #nextMark(): { mark: string; isHeard: Promise<void> } {
    this.#marks += 1;
    const isHeard = new Promise<void>((resolve) => {
      this.#marked = resolve;
    });
    return { mark: `mark ${this.#marks}`, isHeard };
  }

  /** Compares every key in Redis, and the messages since the last comparison. */
  async compare(expected: Stored, wakes: string[]): Promise<void> {
    const { mark, isHeard } = this.#nextMark();
    const dumped = (await this.#client.sendCommand(["EVAL", DUMP, "0", CHANNEL, mark])) as unknown as Dumped[];
    const found: Keys = {};
    for (const [key, kind, ttl, value] of dumped) {
      const name = nameOf(key);
      // Large payloads of a queue that was destroyed expire within a millisecond.
      if (name.startsWith("gone:") && ttl <= 1) continue;
      found[name] = read(kind, value);
      const left = name in expected.until ? (expected.until[name] ?? 0) - this.now : undefined;
      if (left === undefined ? ttl !== -1 : ttl <= left - SLACK || ttl > Math.max(left, SLACK))
        throw new Error(`${name} ends in ${ttl} ms, and should ${left === undefined ? "never" : `in ${left}`}`);
    }
    const keys = shortened(expected.keys);
    if (sorted(found) !== sorted(keys)) deepStrictEqual(found, keys);
    await isHeard;
    deepStrictEqual(this.#wakes, wakes, "the messages to listeners differ");
    this.#wakes = [];
  }

  /** Returns a field of the queue's meta that only Redis knows. */
  async meta(field: string): Promise<string | undefined> {
    return ((await this.#client.sendCommand(["HGET", `${ROOT}meta`, field])) as unknown as string | null) ?? undefined;
  }
}

function nameOf(key: string): string {
  if (key === REGISTRY) return "queues";
  return key.startsWith(ROOT) ? key.slice(ROOT.length) : `stray ${key}`;
}

function read(kind: string, value: string | string[]): Value {
  if (typeof value === "string") return value;
  const pairs: [string, string][] = [];
  for (let i = 0; i < value.length; i += 2) pairs.push([value[i] ?? "", value[i + 1] ?? ""]);
  return kind === "zset" ? pairs.map(([member, score]) => [member, Number(score)]) : Object.fromEntries(pairs);
}

/** Returns keys with long texts replaced as in the dump. */
function shortened(keys: Keys): Keys {
  const shortOf = (text: string) => {
    const size = text.length < 1_000 ? text.length : Buffer.byteLength(text);
    return size < 3_000 ? text : `#${size} ${createHash("sha1").update(text).digest("hex")}`;
  };
  const entries = Object.entries(keys).map(([key, value]) => {
    if (typeof value === "string") return [key, shortOf(value)];
    if (Array.isArray(value)) return [key, value];
    return [key, Object.fromEntries(Object.entries(value).map(([field, text]) => [field, shortOf(text)]))];
  });
  return Object.fromEntries(entries);
}

/** Returns a text that is the same for equal keys, regardless of the order of their fields. */
function sorted(keys: Keys): string {
  const entries = Object.entries(keys).map(([key, value]) => [
    key,
    typeof value === "string" || Array.isArray(value) ? value : Object.entries(value).sort(),
  ]);
  return JSON.stringify(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
