// TCP connections to the Redis behind the gateway. Replies stay raw; while Redis is away, commands fail instead of
// waiting, and no command is sent twice.
import { createClient, ErrorReply, RESP_TYPES } from "@redis/client";
import type { Command } from "./commands.ts";
import type { RedisReply } from "./redis-reply.ts";

/** The error of a command that Redis did not receive, or whose reply did not arrive. */
export class RedisUnreachable extends Error {}

/** A connection, as {@link connect} opens it. */
export type Connection = Awaited<ReturnType<typeof connect>>;

/** Options of a connection. */
export interface ConnectOptions {
  /** True for a connection that is opened again when Redis returns. The first attempt fails at once in any case. */
  reconnects?: boolean;
  /** The user to log in as, instead of the one in the address. */
  login?: { username: string; password: string };
}

const GREETING_TIMEOUT = 10_000;
const RAW = { [RESP_TYPES.BLOB_STRING]: Buffer, [RESP_TYPES.SIMPLE_STRING]: Buffer, [RESP_TYPES.NUMBER]: String };

/** Opens a connection; rejects with {@link RedisUnreachable}. */
export async function connect(url: string, { reconnects = false, login }: ConnectOptions = {}) {
  let isOpened = false;
  const client = createClient({
    // Credentials in the address would take precedence over the login.
    url: login ? withoutCredentials(url) : url,
    ...login,
    RESP: 2,
    commandOptions: { typeMapping: RAW },
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: (attempt, cause) => (reconnects && isOpened ? Math.min(50 * attempt, 1_000) : cause),
    },
  });
  // Commands reject on their own; without a listener, the event would end the process.
  client.on("error", () => {});
  // A stopped Redis accepts a connection and never greets it.
  const timer = setTimeout(() => client.destroy(), GREETING_TIMEOUT);
  try {
    await client.connect();
  } catch (cause) {
    throw unreachableError(cause);
  } finally {
    clearTimeout(timer);
  }
  isOpened = true;
  return client;
}

/** Calls back once a connection is closed for good, by either side. */
export function onceClosed(connection: Connection, callback: () => void): void {
  connection.once("terminated", callback).once("end", callback);
}

/** Sends a command. An error reply of Redis is returned; any other failure rejects with {@link RedisUnreachable}. */
export async function send(connection: Connection, command: Command): Promise<RedisReply> {
  try {
    return (await connection.sendCommand<never>(command)) as RedisReply;
  } catch (error) {
    if (error instanceof ErrorReply) return error;
    throw unreachableError(error);
  }
}

/** Returns the error for a failed connection. */
export function unreachableError(cause: unknown): RedisUnreachable {
  return new RedisUnreachable("ERR Redis is unreachable", { cause });
}

function withoutCredentials(url: string): string {
  return url.replace(/^(\w+:\/\/)[^/?#]*@/, "$1");
}
