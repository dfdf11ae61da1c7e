// TCP connections to the Redis behind the gateway: raw replies, no queueing while away, nothing sent twice.
import { createClient, ErrorReply, RESP_TYPES } from "@redis/client";
import type { Command } from "./commands.ts";
import type { Reply } from "./reply.ts";

/** Redis could not be asked, or its answer did not arrive. */
export class Unreachable extends Error {}

/** One connection, as opened by {@link connect}. */
export type Connection = Awaited<ReturnType<typeof connect>>;

/** How to open a connection. */
export interface ConnectOptions {
  /** Whether it comes back by itself when Redis does; the first attempt fails at once either way. */
  keep?: boolean;
  /** Who to be, instead of whom the address names. */
  login?: { username: string; password: string };
}

const GREETED_WITHIN = 10_000;
const RAW = { [RESP_TYPES.BLOB_STRING]: Buffer, [RESP_TYPES.SIMPLE_STRING]: Buffer, [RESP_TYPES.NUMBER]: String };

/** Opens a connection, or says that Redis is {@link Unreachable}. */
export async function connect(url: string, { keep = false, login }: ConnectOptions = {}) {
  let opened = false;
  const client = createClient({
    // Credentials in the address would win over those beside it.
    url: login ? withoutCredentials(url) : url,
    ...login,
    RESP: 2,
    commandOptions: { typeMapping: RAW },
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: (attempt, cause) => (keep && opened ? Math.min(50 * attempt, 1_000) : cause),
    },
  });
  // Whoever sent a command is told by its rejection; the event would otherwise end the process.
  client.on("error", () => {});
  // A Redis that is stopped takes a connection and never greets it.
  const late = setTimeout(() => client.destroy(), GREETED_WITHIN);
  try {
    await client.connect();
  } catch (cause) {
    throw unreachable(cause);
  } finally {
    clearTimeout(late);
  }
  opened = true;
  return client;
}

/** Calls back when a connection is gone for good, whoever ended it. */
export function onceGone(connection: Connection, callback: () => void): void {
  connection.once("terminated", callback).once("end", callback);
}

/** Sends one command. A refusal by Redis is a reply; anything else means that Redis is {@link Unreachable}. */
export async function send(connection: Connection, command: Command): Promise<Reply> {
  try {
    return (await connection.sendCommand<never>(command)) as Reply;
  } catch (error) {
    if (error instanceof ErrorReply) return error;
    throw unreachable(error);
  }
}

/** The error for a Redis that is away, with what showed it. */
export function unreachable(cause: unknown): Unreachable {
  return new Unreachable("ERR Redis is unreachable", { cause });
}

function withoutCredentials(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/?#]*@/, "$1");
}
