// The real queue: a Redis server of its own, a connection that can lose replies, and everything that Redis contains and
// publishes.
import { deepStrictEqual } from "node:assert/strict";
import { createClient } from "@redis/client";
import { type RedisServer, startRedis } from "../../../scripts/processes/redis-server.ts";
import * as scripts from "../../../src/engine/all-scripts.ts";
import { MAX_IDLE_LANES, newRequest } from "../../../src/engine/request.ts";
import { LeaseholdError, Queue } from "../../../src/index.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import type { Keys, StoredKeys } from "../queue/keys.ts";
import { lowerBounds, validateBounds } from "../queue/state/bounds.ts";
import { PROGRAMS } from "../queue/state/settings.ts";
import { withClocksAt } from "./frozen-clocks.ts";
import { DUMP, KEY_PREFIX, parseDump, toComparable, withDigests } from "./redis-dump.ts";
import { restoreRandomBytes, seedRandomBytes } from "./seeded-ids.ts";
import { isRemembered, needsFullScript, type SentRequest } from "./sent-request.ts";

const CHANNEL = `${KEY_PREFIX}wake`;
// More ms than a sequence takes in real time, and no more than the shortest time for which a key is kept.
const SLACK = 30_000;

type Client = ReturnType<typeof createClient>;

/** The real queue, and the programs that use it. */
export class RealQueue {
  readonly name = "q";
  /** The queue of each program. */
  queues: Queue<unknown>[] = [];
  now = 0;
  /** The requests since this was emptied. */
  sent: SentRequest[] = [];
  /** The number of lost replies of each request, after each of which it is sent again. */
  lostReplies = 0;
  /** True if no reply ever arrives, so that the caller gives up. */
  isUnanswered = false;
  /** The time of Redis, if it differs from the test's. */
  clock: number | undefined;
  /** Texts of scripts to send instead of the real ones, by name. */
  #replacedScripts: Record<string, string> = {};
  #wakes: string[] = [];
  #marks = 0;
  #onMark: (() => void) | undefined;
  readonly #server: RedisServer;
  readonly #client: Client;
  readonly #listener: Client;
  readonly #adapter: Adapter;

  /** Starts a Redis server, and listens to the wakes of the queue. */
  static async start(): Promise<RealQueue> {
    validateBounds(Object.values(scripts).map(({ text }) => text));
    const server = await startRedis();
    const connect = async () => {
      const client = createClient({ url: server.url, RESP: 2 }) as unknown as Client;
      client.on("error", () => {});
      await client.connect();
      return client;
    };
    const realQueue = new RealQueue(server, { client: await connect(), listener: await connect() });
    await realQueue.#listener.subscribe(CHANNEL, (message) => realQueue.#receive(message));
    return realQueue;
  }

  private constructor(server: RedisServer, { client, listener }: Record<"client" | "listener", Client>) {
    this.#server = server;
    this.#client = client;
    this.#listener = listener;
    this.#adapter = nodeRedis(client as never);
  }

  async stop(): Promise<void> {
    restoreRandomBytes();
    this.#listener.destroy();
    this.#client.destroy();
    await this.#server.stop();
  }

  /** Empties Redis, and replaces the programs by new ones. */
  async reset(now: number): Promise<void> {
    await this.#client.sendCommand(["FLUSHALL"]);
    // A sequence that differed may have left messages in flight.
    const { mark, received } = this.#nextMark();
    await this.#client.sendCommand(["PUBLISH", CHANNEL, mark]);
    await received;
    // Uses up the lanes of an earlier sequence, so that the same random bytes name the new ones.
    await withClocksAt(now, async () => {
      for (let i = 0; i < MAX_IDLE_LANES; i++) newRequest(SLACK);
    });
    seedRandomBytes();
    Object.assign(this, { now, sent: [], lostReplies: 0, isUnanswered: false });
    this.#wakes = [];
    this.queues = PROGRAMS.map(({ options }) => {
      const redis: Adapter = { run: (script, keys, args) => this.#run({ script, keys, args, replies: [] } as never) };
      return new Queue("q", { ...options, redis, prefix: "m", now: () => this.now, logger: false });
    });
  }

  /** Calls the queue of a program while all clocks show the time of the test. */
  call<R>(program: number, operation: (queue: Queue<unknown>) => Promise<R>): Promise<R> {
    const queue = this.queues[program];
    if (!queue) throw new Error(`there is no program ${program}`);
    return withClocksAt(this.now, () => operation(queue));
  }

  /** Sends a request of a program, once more for each lost reply, and records it with its replies. */
  async #run(request: SentRequest): Promise<unknown> {
    this.sent.push(request);
    const sendOnce = async () => {
      const reply = await this.send(request);
      request.replies.push(reply);
      return reply;
    };
    let reply = await sendOnce();
    if (!isRemembered(request) || needsFullScript(reply)) return reply;
    if (this.isUnanswered) throw new LeaseholdError("redis_unreachable", "no reply arrived");
    for (let lost = 0; lost < this.lostReplies; lost++) reply = await sendOnce();
    return reply;
  }

  /** Sends other texts than the real ones from now on. Rejects if Redis does not compile one of them. */
  async replaceScripts(texts: Record<string, string>): Promise<void> {
    for (const text of Object.values(texts)) await this.#client.sendCommand(["SCRIPT", "LOAD", lowerBounds(text)]);
    this.#replacedScripts = texts;
  }

  /** Sends a request again, with the current time. */
  send({ script, keys, args }: SentRequest): Promise<unknown> {
    const text = lowerBounds(this.#replacedScripts[script.name] ?? script.text);
    const time = `=${this.clock ?? this.now}`;
    const currentArgs = args.map((arg, i) => (script.args[i] === "times" ? arg.replace(/^=\d+/, time) : arg));
    return this.#adapter.run({ ...script, text }, keys, currentArgs);
  }

  /** Sends commands on keys of the queue, which are given without its prefix. */
  async sendCommands(commands: readonly string[][]): Promise<void> {
    for (const [command = "", key = "", ...rest] of commands)
      await this.#client.sendCommand([command, KEY_PREFIX + key, ...rest]);
  }

  /** Moves the clock, and the times to live of the keys that expire. */
  async pass(ms: number, { until }: StoredKeys): Promise<void> {
    this.now += ms;
    const commands = Object.entries(until).map(([key, time]) => {
      const left = time - this.now;
      return left <= 0 ? ["UNLINK", KEY_PREFIX + key] : ["PEXPIRE", KEY_PREFIX + key, String(Math.max(left, SLACK))];
    });
    await Promise.all(commands.map((command) => this.#client.sendCommand(command)));
  }

  /** Records a wake. A mark only shows that all messages before it have arrived. */
  #receive(message: string): void {
    if (message === `mark ${this.#marks}`) this.#onMark?.();
    else if (!message.startsWith("mark")) this.#wakes.push(message);
  }

  /** Returns a message to publish after all others, and a promise that resolves when it arrives. */
  #nextMark(): { mark: string; received: Promise<void> } {
    this.#marks += 1;
    const received = new Promise<void>((resolve) => {
      this.#onMark = resolve;
    });
    return { mark: `mark ${this.#marks}`, received };
  }

  /** Compares every key in Redis with the expected ones, and the wakes since the last comparison. Throws if they differ. */
  async compare(expected: StoredKeys, wakes: string[]): Promise<void> {
    const { mark, received } = this.#nextMark();
    const found: Keys = {};
    for (const { name, value, ttl } of parseDump(await this.#client.sendCommand(["EVAL", DUMP, "0", CHANNEL, mark]))) {
      // Large payloads of a queue that was destroyed expire within a millisecond.
      if (name.startsWith("gone:") && ttl <= 1) continue;
      found[name] = value;
      const left = name in expected.until ? (expected.until[name] ?? 0) - this.now : undefined;
      if (left === undefined ? ttl !== -1 : ttl <= left - SLACK || ttl > Math.max(left, SLACK))
        throw new Error(`${name} expires in ${ttl} ms, expected ${left === undefined ? "never" : `in ${left} ms`}`);
    }
    const keys = withDigests(expected.keys);
    if (toComparable(found) !== toComparable(keys)) deepStrictEqual(found, keys);
    await received;
    deepStrictEqual(this.#wakes, wakes, "the published wakes differ");
    this.#wakes = [];
  }

  /** Returns a field of the queue's meta that only Redis knows. */
  async readMeta(field: string): Promise<string | undefined> {
    const value = await this.#client.sendCommand(["HGET", `${KEY_PREFIX}meta`, field]);
    return (value as unknown as string | null) ?? undefined;
  }
}
