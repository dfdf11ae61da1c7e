// Where a run happens: a Redis that keeps all it has said, a gateway with a bad network before it, and a folder.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { Cleanup } from "../../scripts/processes/cleanup.ts";
import { findFreePort } from "../../scripts/processes/ports.ts";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { type Gateway, startGateway } from "../../src/instruments/gateway/server.ts";
import type { Chaos, ChaosOptions } from "../../src/testing.ts";
import { pause } from "./task.ts";

/** How Redis is made to stand still. */
export const PAUSES = ["SIGSTOP", "DEBUG SLEEP", "CLIENT PAUSE"] as const;

export class Place {
  readonly folder: string;
  readonly gateway: Gateway;
  readonly chaos: Chaos;
  /** Past the gateway and its faults, for those who watch. */
  readonly client: ReturnType<typeof newClient>;
  readonly #cleanup: Cleanup;
  readonly #port: number;
  #server: RedisServer;

  private constructor(
    parts: Pick<Place, "folder" | "gateway" | "chaos" | "client"> & {
      cleanup: Cleanup;
      port: number;
      server: RedisServer;
    },
  ) {
    this.folder = parts.folder;
    this.gateway = parts.gateway;
    this.chaos = parts.chaos;
    this.client = parts.client;
    this.#cleanup = parts.cleanup;
    this.#port = parts.port;
    this.#server = parts.server;
    this.#cleanup.add(() => this.#server.stop());
  }

  static async open(chaos: ChaosOptions): Promise<Place> {
    const cleanup = new Cleanup();
    try {
      const folder = await mkdtemp(join(tmpdir(), "leasehold-faults-"));
      cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
      const port = await findFreePort();
      const server = await startKept(port, folder);
      cleanup.add(server.stop);
      const gateway = await startGateway({ redisUrl: server.url, chaos });
      cleanup.add(gateway.close);
      const client = newClient(server.url);
      client.on("error", () => {});
      await client.connect();
      cleanup.add(async () => client.destroy());
      return new Place({ folder, gateway, chaos: gateway.chaos as Chaos, client, cleanup, port, server });
    } catch (error) {
      await cleanup.run();
      throw error;
    }
  }

  /** Kills Redis in whatever it does, and starts it from its append-only file. */
  async restart(): Promise<void> {
    process.kill(this.#server.pid as number, "SIGKILL");
    await this.#server.stop();
    this.#server = await startKept(this.#port, this.folder);
    while (!this.client.isReady) await pause(10);
  }

  /** Lets Redis stand still, in one of several ways. */
  async pause(how: (typeof PAUSES)[number], ms: number): Promise<void> {
    if (how === "SIGSTOP") {
      const { pid } = this.#server;
      process.kill(pid as number, "SIGSTOP");
      await pause(ms);
      process.kill(pid as number, "SIGCONT");
    } else if (how === "DEBUG SLEEP") {
      await this.client.sendCommand(["DEBUG", "SLEEP", String(ms / 1_000)]);
    } else {
      await this.client.sendCommand(["CLIENT", "PAUSE", String(ms), "ALL"]);
      await pause(ms);
    }
  }

  close(): Promise<void> {
    return this.#cleanup.run();
  }
}

function startKept(port: number, folder: string): Promise<RedisServer> {
  const settings = ["--appendfsync", "always", "--enable-debug-command", "local"];
  return startRedis({ port, persist: join(folder, "redis"), settings });
}

function newClient(url: string) {
  // Who asks while Redis is away is told so, instead of waiting for ever where it never comes.
  return createClient({ url, disableOfflineQueue: true });
}
