// The servers of a run: a Redis that syncs every write to its append-only file, a gateway, and a proxy in front of it; and
// the clients.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import { Redis as Upstash } from "@upstash/redis";
import { Redis } from "ioredis";
import { type QueueOptions, upstash } from "../../src/index.ts";
import { type Gateway, startGateway } from "../../src/instruments/gateway/server.ts";
import type { Random } from "../../src/instruments/testing/seeded-random.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { Cleanup } from "../processes/cleanup.ts";
import { isPortFree } from "../processes/ports.ts";
import { type RedisServer, startRedis } from "../processes/redis-server.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/** The adapters, each with a queue and a worker of its own. */
export const ADAPTERS = ["upstash()", "@upstash/redis", "ioredis", "node-redis"] as const;
/** The name of an adapter. */
export type AdapterName = (typeof ADAPTERS)[number];

/** Reports whether an adapter reaches Redis through the gateway. */
export function isOverHttp(adapter: AdapterName): boolean {
  return adapter === "upstash()" || adapter === "@upstash/redis";
}

// Below the ports of outgoing connections: one of these could take the port, or connect to itself, while Redis is down.
const FIRST_PORT = 20_000;
const PORTS = 10_000;
// The longest pause in ms before a client over TCP reconnects. By default node-redis pauses for up to 2.2 s, and ioredis
// twice as long each time: past every outage by more than a job may wait.
const MAX_RECONNECT_DELAY = 500;

/** The servers of a run. */
export class Servers {
  readonly #cleanup = new Cleanup();
  #folder = "";
  #port = 0;
  #redis: RedisServer | undefined;
  #gateway: Gateway | undefined;
  #proxy: TcpProxy | undefined;

  static async start(random: Random): Promise<Servers> {
    const servers = new Servers();
    try {
      await servers.#start(random);
      return servers;
    } catch (error) {
      await servers.close();
      throw error;
    }
  }

  get #url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async #start(random: Random): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), "leasehold-day-"));
    this.#cleanup.add(() => rm(this.#folder, { recursive: true, force: true, maxRetries: 5 }));
    do this.#port = FIRST_PORT + random.below(PORTS);
    while (!(await isPortFree(this.#port)));
    this.#cleanup.add(async () => this.#redis?.stop());
    await this.startRedis();
    const gateway = await startGateway({ redisUrl: this.#url });
    this.#cleanup.add(gateway.close);
    const proxy = await startTcpProxy(Number(new URL(gateway.url).port));
    this.#cleanup.add(proxy.close);
    this.#gateway = gateway;
    this.#proxy = proxy;
  }

  /** Kills Redis in the middle of its work. */
  async killRedis(): Promise<void> {
    process.kill(this.#redis?.pid as number, "SIGKILL");
    await this.#redis?.stop();
  }

  /** Starts Redis from its append-only file, and resolves when it replies. */
  async startRedis(): Promise<void> {
    this.#redis = await startRedis({
      port: this.#port,
      persist: join(this.#folder, "redis"),
      settings: ["--appendfsync", "always"],
    });
  }

  /** Resolves when Redis replies through the gateway, which reconnects by itself. */
  async untilGatewayReplies(): Promise<void> {
    const { url, token } = this.#gateway as Gateway;
    const headers = { Authorization: `Bearer ${token}` };
    for (;;) {
      const response = await fetch(url, { method: "POST", headers, body: '["PING"]' });
      if ((await response.text()).includes("PONG")) return;
      await sleep(10);
    }
  }

  /** Ends all connections through the proxy. Returns their number. */
  endProxyConnections(): number {
    return this.#proxy?.endConnections() ?? 0;
  }

  /** Returns a new ioredis client that keeps its commands until Redis is back. */
  createPatientClient(): Redis {
    return this.#createIoredis({ maxRetriesPerRequest: null });
  }

  /** Returns the client or the adapter of a worker. */
  createAdapter(adapter: AdapterName): QueueOptions<unknown>["redis"] {
    const rest = { url: this.#proxy?.url ?? "", token: this.#gateway?.token ?? "" };
    if (adapter === "upstash()") return upstash(rest);
    if (adapter === "@upstash/redis") return new Upstash(rest);
    if (adapter === "ioredis") return ioredis(this.#createIoredis());
    const client = createClient({ url: this.#url, socket: { reconnectStrategy: reconnectDelay } });
    client.on("error", () => {});
    void client.connect().catch(() => {});
    this.#cleanup.add(async () => client.destroy());
    return nodeRedis(client);
  }

  close(): Promise<void> {
    return this.#cleanup.run();
  }

  #createIoredis(options: { maxRetriesPerRequest?: null } = {}): Redis {
    const client = new Redis(this.#url, { ...options, retryStrategy: reconnectDelay });
    client.on("error", () => {});
    this.#cleanup.add(async () => client.disconnect());
    return client;
  }
}

function reconnectDelay(attempts: number): number {
  return Math.min(50 * attempts, MAX_RECONNECT_DELAY);
}
