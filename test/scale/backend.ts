// The servers of a run: a Redis that syncs every write to its append-only file, and a gateway with a bad network in front of
// it; and a folder.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { Cleanup } from "../../scripts/processes/cleanup.ts";
import { findFreePort } from "../../scripts/processes/ports.ts";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { sleep } from "../../src/base/monotonic.ts";
import { type Gateway, startGateway } from "../../src/instruments/gateway/server.ts";
import type { Chaos, ChaosOptions } from "../../src/testing.ts";

/** The ways to suspend Redis. */
export const SUSPENSIONS = ["SIGSTOP", "DEBUG SLEEP", "CLIENT PAUSE"] as const;

type BackendParts = Pick<Backend, "folder" | "gateway" | "chaos" | "client"> & {
  cleanup: Cleanup;
  port: number;
  server: RedisServer;
};

/** The servers of a run. */
export class Backend {
  readonly folder: string;
  readonly gateway: Gateway;
  readonly chaos: Chaos;
  /** A direct connection to Redis, without the gateway and its faults. */
  readonly client: ReturnType<typeof createDirectClient>;
  readonly #cleanup: Cleanup;
  readonly #port: number;
  #server: RedisServer;

  private constructor({ folder, gateway, chaos, client, cleanup, port, server }: BackendParts) {
    this.folder = folder;
    this.gateway = gateway;
    this.chaos = chaos;
    this.client = client;
    this.#cleanup = cleanup;
    this.#port = port;
    this.#server = server;
    this.#cleanup.add(() => this.#server.stop());
  }

  static async start(chaos: ChaosOptions): Promise<Backend> {
    const cleanup = new Cleanup();
    try {
      const folder = await mkdtemp(join(tmpdir(), "leasehold-faults-"));
      cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
      const port = await findFreePort();
      const server = await startPersistentRedis(port, folder);
      cleanup.add(server.stop);
      const gateway = await startGateway({ redisUrl: server.url, chaos });
      cleanup.add(gateway.close);
      const client = createDirectClient(server.url);
      client.on("error", () => {});
      await client.connect();
      cleanup.add(async () => client.destroy());
      return new Backend({ folder, gateway, chaos: gateway.chaos as Chaos, client, cleanup, port, server });
    } catch (error) {
      await cleanup.run();
      throw error;
    }
  }

  /** Kills Redis in the middle of its work, and starts it from its append-only file. */
  async restartRedis(): Promise<void> {
    process.kill(this.#server.pid as number, "SIGKILL");
    await this.#server.stop();
    this.#server = await startPersistentRedis(this.#port, this.folder);
    while (!this.client.isReady) await sleep(10);
  }

  /** Suspends Redis for a time in one of several ways. */
  async suspendRedis(way: (typeof SUSPENSIONS)[number], ms: number): Promise<void> {
    if (way === "SIGSTOP") {
      const { pid } = this.#server;
      process.kill(pid as number, "SIGSTOP");
      await sleep(ms);
      process.kill(pid as number, "SIGCONT");
    } else if (way === "DEBUG SLEEP") {
      await this.client.sendCommand(["DEBUG", "SLEEP", String(ms / 1_000)]);
    } else {
      await this.client.sendCommand(["CLIENT", "PAUSE", String(ms), "ALL"]);
      await sleep(ms);
    }
  }

  close(): Promise<void> {
    return this.#cleanup.run();
  }
}

function startPersistentRedis(port: number, folder: string): Promise<RedisServer> {
  const settings = ["--appendfsync", "always", "--enable-debug-command", "local"];
  return startRedis({ port, persist: join(folder, "redis"), settings });
}

function createDirectClient(url: string) {
  // Without an offline queue, commands fail while Redis is down instead of waiting forever if it does not come back.
  return createClient({ url, disableOfflineQueue: true });
}
