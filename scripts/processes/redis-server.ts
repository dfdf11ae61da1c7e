// Starts a Redis server on loopback, or uses the one that REDIS_URL names.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, ErrorReply } from "@redis/client";
import { spawnLeashed } from "./leash.mjs";
import { findFreePort, isPortFree } from "./ports.ts";

/** A Redis server that accepts commands. */
export interface RedisServer {
  url: string;
  /** The process id, which tests use to kill the server; undefined when this process did not start it. */
  pid: number | undefined;
  stop(): Promise<void>;
}

/** The settings of a server. */
export interface RedisServerOptions {
  /** A free port; by default any. */
  port?: number | undefined;
  /** The folder of an append-only file, which is synced each second; by default nothing is stored. */
  persist?: string | undefined;
  /** More settings, as on the server's command line. */
  settings?: string[];
}

// A busy machine needs seconds to start a process.
const READY_TIMEOUT = 30_000;

/** Returns the server of REDIS_URL when it is set, or else starts one. */
export async function useRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  const url = process.env.REDIS_URL;
  if (!url) return startRedis(options);
  await untilRedisReady(url, new Promise(() => {}));
  return { url, pid: undefined, stop: async () => {} };
}

/** Starts a server and waits until it accepts commands. */
export async function startRedis({ port, persist, settings = [] }: RedisServerOptions = {}): Promise<RedisServer> {
  const program = process.env.LEASEHOLD_REDIS_SERVER;
  if (!program) throw new Error("LEASEHOLD_REDIS_SERVER is not set; start this through npm, which finds a server");
  // Redis reports a port in use as well, but the process that listens there could reply before that and be mistaken for it.
  if (port && !(await isPortFree(port))) throw new Error(`port ${port} is in use`);
  if (persist) await mkdir(persist, { recursive: true });
  // Each server has its own folder. Two in one would overwrite each other's files, such as those of a replication.
  const folder = persist ?? (await mkdtemp(join(tmpdir(), "leasehold-redis-")));
  const chosenPort = String(port ?? (await findFreePort()));
  const location = ["--port", chosenPort, "--bind", "127.0.0.1", "--dir", folder];
  const storage = persist ? ["--appendonly", "yes", "--appendfsync", "everysec"] : ["--appendonly", "no"];
  const server = spawnLeashed(program, [...location, "--save", "", ...storage, ...settings]);
  const url = `redis://127.0.0.1:${chosenPort}`;
  const stop = async () => {
    await server.stop();
    if (!persist) await rm(folder, { recursive: true, force: true });
  };
  let output = "";
  for (const stream of server.output) {
    stream.on("data", (data) => {
      output = `${output}${data}`.slice(-2_000);
    });
  }
  const died = server.exited.then((code) => {
    throw new Error(`${program} ended with code ${code} before it was ready:\n${output}`);
  });
  try {
    const pid = await untilRedisReady(url, died);
    died.catch(() => {});
    return { url, pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until a server accepts commands. Resolves with its process id; rejects when `died` does, or at a refusal. */
export async function untilRedisReady(url: string, died: Promise<never>): Promise<number> {
  const deadline = Date.now() + READY_TIMEOUT;
  for (;;) {
    const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: READY_TIMEOUT } });
    client.on("error", () => {});
    try {
      await Promise.race([client.connect(), died]);
      const info = await client.info("server");
      return Number(/process_id:(\d+)/.exec(info)?.[1]);
    } catch (error) {
      if (error instanceof ErrorReply && !error.message.startsWith("LOADING"))
        throw new Error(`The Redis at ${maskPassword(url)} refuses: ${error.message}`);
      await Promise.race([sleep(10), died]);
      if (Date.now() > deadline) throw new Error(`No Redis accepts commands at ${maskPassword(url)}`, { cause: error });
    } finally {
      if (client.isOpen) client.destroy();
    }
  }
}

/** Returns a URL whose password is masked. */
export function maskPassword(url: string): string {
  const masked = new URL(url);
  masked.password = masked.password && "***";
  return masked.href;
}
