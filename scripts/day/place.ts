// The servers of a run: a Redis that keeps all it has confirmed, a gateway, and a relay before it; and the clients.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { Redis as Upstash } from "@upstash/redis";
import { Redis } from "ioredis";
import { type QueueOptions, upstash } from "../../src/index.ts";
import { type Gateway, startGateway } from "../../src/instruments/gateway/server.ts";
import type { Random } from "../../src/instruments/testing/random.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { Cleanup } from "../processes/cleanup.ts";
import { isFree, type RedisServer, startRedis } from "../processes/redis-server.ts";
import { type Relay, startRelay } from "./relay.ts";

/** The adapters, each with a queue and a worker of its own. */
export const WAYS = ["upstash()", "@upstash/redis", "ioredis", "node-redis"] as const;
export type Way = (typeof WAYS)[number];

/** Reports whether an adapter reaches Redis through the gateway. */
export function isOverHttp(way: Way): boolean {
  return way === "upstash()" || way === "@upstash/redis";
}

// Below the ports of outgoing connections: one of these could take the port, or connect to itself, while Redis is down.
const FIRST_PORT = 20_000;
const PORTS = 10_000;
// The longest pause in ms before a client over TCP connects again. By itself node-redis pauses for up to 2.2 s, and ioredis
// twice as long each time: past every outage by more than a job may wait.
const LONGEST_RECONNECT = 500;

export class Place {
  readonly #cleanup = new Cleanup();
  #folder = "";
  #port = 0;
  #server: RedisServer | undefined;
  #gateway: Gateway | undefined;
  #relay: Relay | undefined;

  static async open(random: Random): Promise<Place> {
    const place = new Place();
    try {
      await place.#open(random);
      return place;
    } catch (error) {
      await place.close();
      throw error;
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async #open(random: Random): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), "leasehold-day-"));
    this.#cleanup.add(() => rm(this.#folder, { recursive: true, force: true, maxRetries: 5 }));
    do this.#port = FIRST_PORT + random.below(PORTS);
    while (!(await isFree(this.#port)));
    this.#cleanup.add(async () => this.#server?.stop());
    await this.start();
    const gateway = await startGateway({ redisUrl: this.url });
    this.#cleanup.add(gateway.close);
    const relay = await startRelay(Number(new URL(gateway.url).port));
    this.#cleanup.add(relay.close);
    this.#gateway = gateway;
    this.#relay = relay;
  }

  /** Kills Redis in the middle of its work. */
  async kill(): Promise<void> {
    process.kill(this.#server?.pid as number, "SIGKILL");
    await this.#server?.stop();
  }

  /** Starts Redis from its append-only file, and waits until it answers. */
  async start(): Promise<void> {
    this.#server = await startRedis({
      port: this.#port,
      persist: join(this.#folder, "redis"),
      settings: ["--appendfsync", "always"],
    });
  }

  /** Waits until Redis answers through the gateway, which connects again by itself. */
  async gatewayAnswers(): Promise<void> {
    const { url, token } = this.#gateway as Gateway;
    const headers = { Authorization: `Bearer ${token}` };
    for (;;) {
      const answer = await fetch(url, { method: "POST", headers, body: '["PING"]' }).then((response) =>
        response.text(),
      );
      if (answer.includes("PONG")) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Ends all connections through the relay. Returns their number. */
  cutRelay(): number {
    return this.#relay?.cut() ?? 0;
  }

  /** Returns a new ioredis client that keeps its commands until Redis is back. */
  client(): Redis {
    const client = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: reconnectAfter });
    client.on("error", () => {});
    this.#cleanup.add(async () => client.disconnect());
    return client;
  }

  /** Returns the client or the adapter of a worker. */
  adapter(way: Way): QueueOptions<unknown>["redis"] {
    const rest = { url: this.#relay?.url ?? "", token: this.#gateway?.token ?? "" };
    if (way === "upstash()") return upstash(rest);
    if (way === "@upstash/redis") return new Upstash(rest);
    if (way === "ioredis") {
      const client = new Redis(this.url, { retryStrategy: reconnectAfter });
      client.on("error", () => {});
      this.#cleanup.add(async () => client.disconnect());
      return ioredis(client);
    }
    const client = createClient({ url: this.url, socket: { reconnectStrategy: reconnectAfter } });
    client.on("error", () => {});
    void client.connect().catch(() => {});
    this.#cleanup.add(async () => client.destroy());
    return nodeRedis(client);
  }

  close(): Promise<void> {
    return this.#cleanup.run();
  }
}

function reconnectAfter(times: number): number {
  return Math.min(50 * times, LONGEST_RECONNECT);
}
