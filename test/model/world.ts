// The real side: a Redis of its own, the wire to it that can lose replies, and all that Redis holds.
import { deepStrictEqual } from "node:assert/strict";
import { createClient } from "@redis/client";
import { type RedisServer, startRedis } from "../../scripts/redis-server.ts";
import { Queue } from "../../src/index.ts";
import type { Adapter } from "../../src/redis/adapter.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import type { Keys, Stored, Value } from "./keys.ts";
import type { Sent } from "./sent.ts";
import { SETTINGS } from "./settings.ts";

const DUMP = `local out = {}
for i, key in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', key).ok
  local value = kind == 'zset' and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    or kind == 'hash' and redis.call('HGETALL', key) or kind == 'string' and redis.call('GET', key) or {}
  out[i] = { key, kind, redis.call('PTTL', key), value }
end
return out`;

const ROOT = "m:{q}:";
const REGISTRY = "m:queues";
// What really passes while a sequence is played is less than this, and nothing is kept for less.
const SLACK = 30_000;

type Dumped = [key: string, kind: string, ttl: number, value: string | string[]];

export class World {
  /** The queue as each of several programs with settings of their own has it. */
  readonly queues: Queue<unknown>[];
  readonly name = "q";
  now = 0;
  /** What was sent since this was emptied. */
  sent: Sent[] = [];
  /** How many replies of each request get lost, so that it is sent again. */
  lose = 0;
  /** How much a lease brings back at the most, instead of what it asks for. */
  limit: number | undefined;
  /** Texts of scripts that are sent in place of the real ones, by name. */
  instead: Record<string, string> = {};
  readonly #server: RedisServer;
  readonly #client: ReturnType<typeof createClient>;
  readonly #adapter: Adapter;

  static async start(): Promise<World> {
    const server = await startRedis();
    const client = createClient({ url: server.url, RESP: 2 });
    client.on("error", () => {});
    await client.connect();
    return new World(server, client as never);
  }

  private constructor(server: RedisServer, client: ReturnType<typeof createClient>) {
    this.#server = server;
    this.#client = client;
    this.#adapter = nodeRedis(client);
    const adapter: Adapter = { run: (script, keys, args) => this.#run({ script, keys, args } as Sent) };
    const usual = { redis: adapter, prefix: "m", now: () => this.now };
    this.queues = SETTINGS.map(({ options }) => new Queue("q", { ...options, ...usual }));
  }

  async stop(): Promise<void> {
    this.#client.destroy();
    await this.#server.stop();
  }

  async begin(now: number): Promise<void> {
    await this.#client.sendCommand(["FLUSHALL"]);
    Object.assign(this, { now, sent: [], lose: 0, limit: undefined });
  }

  async #run(request: Sent): Promise<unknown> {
    const { script, args } = request;
    const at = script.args.indexOf("limit");
    if (this.limit !== undefined && at >= 0 && script.args.includes("duration")) args[at] = String(this.limit);
    let reply = await this.send(request);
    this.sent.push({ ...request, reply });
    if (!script.keys.includes("reply")) return reply;
    for (let lost = 0; lost < this.lose; lost++) {
      const first = reply;
      reply = await this.send(request);
      // Of a lease the heads come again, and the records are asked for anew.
      if (!script.args.includes("duration")) deepStrictEqual(reply, first, `${script.name}, sent again`);
    }
    return reply;
  }

  /** Sends a request as it is, but for the time. */
  send({ script, keys, args }: Sent): Promise<unknown> {
    const text = this.instead[script.name] ?? script.text;
    const now = args.map((arg, i) => (script.args[i] === "clock" ? `=${this.now}` : arg));
    return this.#adapter.run({ ...script, text }, keys, now);
  }

  /** Moves the clock, and with it what Redis itself forgets: each key to the time at which it ends. */
  async pass(ms: number, { until }: Stored): Promise<void> {
    this.now += ms;
    const words = Object.entries(until).map(([key, time]) => {
      const left = time - this.now;
      return left <= 0 ? ["UNLINK", ROOT + key] : ["PEXPIRE", ROOT + key, String(Math.max(left, SLACK))];
    });
    await Promise.all(words.map((command) => this.#client.sendCommand(command)));
  }

  /** Everything in Redis is what it should be, key by key. */
  async compare(expected: Stored): Promise<void> {
    const dumped = (await this.#client.sendCommand(["EVAL", DUMP, "0"])) as unknown as Dumped[];
    const found: Keys = {};
    for (const [key, kind, ttl, value] of dumped) {
      const name = nameOf(key);
      found[name] = read(kind, value);
      const left = name in expected.until ? (expected.until[name] ?? 0) - this.now : undefined;
      if (left === undefined ? ttl !== -1 : ttl <= left - SLACK || ttl > Math.max(left, SLACK))
        throw new Error(`${name} ends in ${ttl} ms, and should ${left === undefined ? "never" : `in ${left}`}`);
    }
    if (sorted(found) !== sorted(expected.keys)) deepStrictEqual(found, expected.keys);
  }

  /** A field of the queue's meta, for what only Redis knows. */
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

/** A text that is the same for equal keys, in whatever order their fields are. */
function sorted(keys: Keys): string {
  const entries = Object.entries(keys).map(([key, value]) => [
    key,
    typeof value === "string" || Array.isArray(value) ? value : Object.entries(value).sort(),
  ]);
  return JSON.stringify(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
