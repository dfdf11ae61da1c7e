// Starts a Redis server of our own on loopback, or speaks for one that already runs.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, ErrorReply } from "@redis/client";
import { spawnLeashed } from "./leash.mjs";

/** A Redis that answers. */
export interface RedisServer {
  url: string;
  /** Set when it is ours: its process, so that tests can make it vanish. */
  pid: number | undefined;
  stop(): Promise<void>;
}

/** How to start a server. */
export interface RedisServerOptions {
  /** The port, which must be free; any free one unless set. */
  port?: number | undefined;
  /** The folder of an append-only file, synced each second; nothing is kept unless set. */
  persist?: string | undefined;
  /** More of its settings, as on its command line. */
  settings?: string[];
}

const READY_WITHIN = 10_000;

/** The server of REDIS_URL, or one that is started for the purpose. */
export async function useRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  const url = process.env.REDIS_URL;
  if (!url) return startRedis(options);
  await untilReady(url, new Promise(() => {}));
  return { url, pid: undefined, stop: async () => {} };
}

/** Starts a server and waits until it answers. */
export async function startRedis({ port, persist, settings = [] }: RedisServerOptions = {}): Promise<RedisServer> {
  const program = process.env.LEASEHOLD_REDIS_SERVER;
  if (!program) throw new Error("LEASEHOLD_REDIS_SERVER is not set; start this through npm, which finds a server");
  // Redis would report it too, but whoever listens there might answer first and be taken for ours.
  if (port && !(await isFree(port))) throw new Error(`port ${port} is in use`);
  if (persist) await mkdir(persist, { recursive: true });
  // A folder of its own: two servers in one would overwrite each other's files, as when a replica is filled.
  const folder = persist ?? (await mkdtemp(join(tmpdir(), "leasehold-redis-")));
  const chosenPort = String(port ?? (await freePort()));
  const keep = persist ? ["--appendonly", "yes", "--appendfsync", "everysec"] : ["--appendonly", "no"];
  const place = ["--port", chosenPort, "--bind", "127.0.0.1", "--dir", folder];
  const server = spawnLeashed(program, [...place, "--save", "", ...keep, ...settings]);
  const url = `redis://127.0.0.1:${chosenPort}`;
  const stop = async () => {
    await server.stop();
    if (!persist) await rm(folder, { recursive: true, force: true });
  };
  let said = "";
  for (const stream of server.output) {
    stream.on("data", (data) => {
      said = `${said}${data}`.slice(-2_000);
    });
  }
  const died = server.exited.then((code) => {
    throw new Error(`${program} ended with code ${code} before it was ready:\n${said}`);
  });
  try {
    const pid = await untilReady(url, died);
    died.catch(() => {});
    return { url, pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for an answer, and returns the server's process id. */
export async function untilReady(url: string, died: Promise<never>): Promise<number> {
  const deadline = Date.now() + READY_WITHIN;
  for (;;) {
    const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: READY_WITHIN } });
    client.on("error", () => {});
    try {
      await Promise.race([client.connect(), died]);
      const info = await client.info("server");
      return Number(/process_id:(\d+)/.exec(info)?.[1]);
    } catch (error) {
      if (error instanceof ErrorReply && !error.message.startsWith("LOADING"))
        throw new Error(`The Redis at ${withoutPassword(url)} refuses: ${error.message}`);
      await Promise.race([pause(10), died]);
      if (Date.now() > deadline) throw new Error(`No Redis answers at ${withoutPassword(url)}`, { cause: error });
    } finally {
      if (client.isOpen) client.destroy();
    }
  }
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Whether a port of this machine can be listened on. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** An address that may be shown. */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = shown.password && "***";
  return shown.href;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
