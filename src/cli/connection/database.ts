// The app in this process, over a database: commands send it the requests that they would send to an API.

import { SCOPES } from "../../access/token.ts";
import { sha256Hex } from "../../base/hex.ts";
import type { Adapter } from "../../redis/adapter.ts";
import { ioredis } from "../../redis/ioredis.ts";
import { nodeRedis } from "../../redis/node-redis.ts";
import { upstash } from "../../redis/upstash.ts";
import { type Api, createApi } from "../kit/api.ts";
import { RequestError, UsageError } from "../kit/cli-errors.ts";
import type { Variables } from "./connect.ts";
import { createDirectEnqueue } from "./direct-enqueue.ts";

/** A connected database. */
interface Database {
  redis: Adapter;
  target: string;
  command(args: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

// Only this process can reach the app. The token is always the same, since idempotency keys belong to a token.
const TOKEN = "command";
// An operator is not limited as callers of an API are.
const MAX_QUEUES = 1_000_000;
const MAX_WAITS = 100_000;
// The pause in ms before a lost connection is opened again.
const RECONNECT_AFTER = 250;
const CONNECT_TIMEOUT = 10_000;

/** Connects to the database that the variables name, and returns the API over it. */
export async function connectToDatabase(variables: Variables): Promise<Api> {
  const database = variables.UPSTASH_REDIS_REST_URL
    ? openUpstash(variables)
    : await openRedis(variables.REDIS_URL ?? "");
  const access = {
    name: "command",
    hash: await sha256Hex(TOKEN),
    scopes: SCOPES,
    limits: { queues: MAX_QUEUES, waits: MAX_WAITS },
  };
  const prefix = variables.LEASEHOLD_PREFIX || "lh";
  const { redis, target, command, close } = database;
  // Loaded by the first request: lines of jobs need none.
  const openApp = async () => {
    const { createApp } = await import("../../http/app.ts");
    return createApp({ redis, prefix, tokens: [access], storedTokens: true, maxQueues: MAX_QUEUES });
  };
  let app: ReturnType<typeof openApp> | undefined;
  const send = async (path: string, init: RequestInit) => {
    app ??= openApp();
    return (await app).fetch(new Request(`http://localhost${path}`, init));
  };
  const enqueueDirectly = createDirectEnqueue({
    ...{ redis, prefix, token: TOKEN, maker: access.name, maxQueues: MAX_QUEUES },
  });
  return createApi(send, { token: TOKEN, prefix, target, command, enqueueDirectly, close });
}

function openUpstash({ UPSTASH_REDIS_REST_URL: url = "", UPSTASH_REDIS_REST_TOKEN: token = "" }: Variables): Database {
  if (token === "") throw new UsageError("UPSTASH_REDIS_REST_TOKEN must be the token of the database");
  const target = hostOf(url, "UPSTASH_REDIS_REST_URL");
  const command = async (args: readonly string[]) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(args), redirect: "manual" });
    const { result } = (await response.json()) as { result?: unknown };
    if (!response.ok) throw new RequestError(`${target} refused ${args[0]}`);
    return result;
  };
  return { redis: upstash({ url, token }), target, command, close: async () => {} };
}

/** Connects to a Redis over TCP, with the client that is installed. */
async function openRedis(url: string): Promise<Database> {
  const target = hostOf(url, "REDIS_URL");
  const failed = () => new RequestError(`${target} did not respond`);
  const { createClient } = await importClient<typeof import("@redis/client")>("@redis/client");
  if (createClient) {
    let isConnected = false;
    const reconnectStrategy = () => isConnected && RECONNECT_AFTER;
    const client = createClient({
      url,
      disableOfflineQueue: true,
      socket: { reconnectStrategy, connectTimeout: CONNECT_TIMEOUT },
    });
    client.on("error", () => {});
    await client.connect().catch(() => {
      throw failed();
    });
    isConnected = true;
    const command = (args: readonly string[]) => client.sendCommand([...args]);
    const close = async () => {
      // It may have broken off just now, and must not be opened again.
      isConnected = false;
      if (client.isOpen) client.destroy();
    };
    // A subscription that breaks off is replaced by another one.
    const duplicate = () => client.duplicate({ socket: { ...client.options.socket, reconnectStrategy: false } });
    const redis = nodeRedis({
      eval: (script, options) => client.eval(script, options),
      evalSha: (digest, options) => client.evalSha(digest, options),
      duplicate,
    });
    return { redis, target, command, close };
  }
  const { Redis } = await importClient<{ Redis: new (url: string, options: object) => IoredisClient }>("ioredis");
  if (!Redis) throw new UsageError("REDIS_URL needs a client: npm install @redis/client, or ioredis");
  let isConnected = false;
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => (isConnected ? RECONNECT_AFTER : null),
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT,
  });
  client.on("error", () => {});
  await client.connect().catch(() => {
    throw failed();
  });
  isConnected = true;
  const command = ([name = "", ...args]: readonly string[]) => client.call(name, ...args);
  return { redis: ioredis(client), target, command, close: async () => client.disconnect() };
}

type IoredisClient = Parameters<typeof ioredis>[0] & {
  call(name: string, ...args: string[]): Promise<unknown>;
  on(event: "error", listener: () => void): void;
  connect(): Promise<void>;
  disconnect(): void;
};

/** Imports a client. Returns an empty module if it is not installed. */
async function importClient<Module extends object>(name: string): Promise<Partial<Module>> {
  try {
    return (await import(name)) as Module;
  } catch {
    return {};
  }
}

/** Returns the host of an address, which may contain a password. */
function hostOf(url: string, name: string): string {
  if (!URL.canParse(url)) throw new UsageError(`${name} must be an address`);
  return new URL(url).host;
}
