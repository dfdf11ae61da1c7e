// The backend of a run: a Redis server that syncs every write to its append-only file, a gateway that injects network faults,
// and a folder for the files of the processes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { Cleanup } from "../../scripts/processes/cleanup.ts";
import { findFreePort } from "../../scripts/processes/ports.ts";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { sleep } from "../../src/base/monotonic.ts";
import { startGateway } from "../../src/instruments/gateway/server.ts";
import type { Chaos, ChaosOptions } from "../../src/testing.ts";

/** The ways to suspend Redis. */
export const SUSPENSIONS = ["SIGSTOP", "DEBUG SLEEP", "CLIENT PAUSE"] as const;

/** The servers of a run, its folder, and the faults of Redis. */
export type Backend = Awaited<ReturnType<typeof startBackend>>;

/** Starts a persistent Redis behind a gateway with faults. `client` is a direct connection, without these faults. */
export async function startBackend(options: ChaosOptions) {
  const cleanup = new Cleanup();
  try {
    const folder = await mkdtemp(join(tmpdir(), "leasehold-faults-"));
    cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const port = await findFreePort();
    let server = await startPersistentRedis(port, folder);
    cleanup.add(() => server.stop());
    const gateway = await startGateway({ redisUrl: server.url, chaos: options });
    cleanup.add(gateway.close);
    // Without an offline queue, commands fail while Redis is down instead of waiting forever if it does not come back.
    const client = createClient({ url: server.url, disableOfflineQueue: true });
    client.on("error", () => {});
    await client.connect();
    cleanup.add(async () => client.destroy());

    /** Kills Redis in the middle of its work, and starts it from its append-only file. */
    const restartRedis = async (): Promise<void> => {
      process.kill(server.pid as number, "SIGKILL");
      await server.stop();
      server = await startPersistentRedis(port, folder);
      while (!client.isReady) await sleep(10);
    };

    /** Suspends Redis for a time in one of several ways. */
    const suspendRedis = async (way: (typeof SUSPENSIONS)[number], ms: number): Promise<void> => {
      if (way === "SIGSTOP") {
        const { pid } = server;
        process.kill(pid as number, "SIGSTOP");
        await sleep(ms);
        process.kill(pid as number, "SIGCONT");
      } else if (way === "DEBUG SLEEP") {
        await client.sendCommand(["DEBUG", "SLEEP", String(ms / 1_000)]);
      } else {
        await client.sendCommand(["CLIENT", "PAUSE", String(ms), "ALL"]);
        await sleep(ms);
      }
    };

    const chaos = gateway.chaos as Chaos;
    return { folder, gateway, chaos, client, restartRedis, suspendRedis, close: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

function startPersistentRedis(port: number, folder: string): Promise<RedisServer> {
  const settings = ["--appendfsync", "always", "--enable-debug-command", "local"];
  return startRedis({ port, persist: join(folder, "redis"), settings });
}
