// TCP connections to the Redis behind the gateway: raw replies, no queueing while away, nothing sent twice.
import { randomBytes } from "node:crypto";
import { createClient, ErrorReply, RESP_TYPES } from "@redis/client";
import type { Command } from "./commands.ts";
import type { Reply } from "./reply.ts";

/** Redis could not be asked, or its answer did not arrive. */
export class Unreachable extends Error {}

/** One connection, as opened by {@link connect}. */
export type Connection = Awaited<ReturnType<typeof connect>>;

const RAW = { [RESP_TYPES.BLOB_STRING]: Buffer, [RESP_TYPES.SIMPLE_STRING]: Buffer, [RESP_TYPES.NUMBER]: String };

/** Opens a connection. With `keep` it comes back by itself when Redis does; the first attempt fails at once either way. */
export async function connect(url: string, options: { keep?: boolean; username?: string; password?: string } = {}) {
  const { keep = false, ...credentials } = options;
  let opened = false;
  const client = createClient({
    url,
    ...credentials,
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
  await client.connect();
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
    throw new Unreachable("ERR Redis is unreachable", { cause: error });
  }
}

/**
 * A Redis user with fewer rights than the gateway's own, and a connection that acts as it. Made when first needed and
 * made again after Redis restarted, which forgets its users; removed by `close`.
 */
export class AclUser {
  readonly #admin: Connection;
  readonly #url: string;
  readonly #rules: string[];
  readonly #name = `leasehold-gateway-${randomBytes(6).toString("hex")}`;
  #connection: Promise<Connection> | undefined;

  constructor(admin: Connection, url: string, rules: string[]) {
    this.#admin = admin;
    this.#url = url;
    this.#rules = rules;
  }

  get name(): string {
    return this.#name;
  }

  connection(): Promise<Connection> {
    this.#connection ??= this.#open().catch((error) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  /** Opens one more connection as this user, for a stream of events; the caller closes it. */
  async another(): Promise<Connection> {
    await this.connection();
    return this.#login();
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    connection?.destroy();
    if (connection && this.#admin.isReady) await send(this.#admin, ["ACL", "DELUSER", this.#name]);
  }

  #password = "";

  async #open(): Promise<Connection> {
    this.#password = randomBytes(24).toString("hex");
    const made = await send(this.#admin, [
      "ACL",
      "SETUSER",
      this.#name,
      "reset",
      "on",
      `>${this.#password}`,
      ...this.#rules,
    ]);
    if (made instanceof ErrorReply) throw new Unreachable(made.message);
    const connection = await this.#login();
    onceGone(connection, () => {
      this.#connection = undefined;
    });
    return connection;
  }

  async #login(): Promise<Connection> {
    try {
      return await connect(this.#url, { username: this.#name, password: this.#password });
    } catch (error) {
      throw new Unreachable("ERR Redis is unreachable", { cause: error });
    }
  }
}
