// A Redis user with fewer rights than the gateway's own, and a connection that acts as it.
import { randomBytes } from "node:crypto";
import { ErrorReply } from "@redis/client";
import { type Connection, connect, onceClosed, RedisUnreachable, send } from "./redis-connection.ts";

/** Options of a Redis user. */
export interface AclUserOptions {
  url: string;
  /** The rights of the user, as rules of ACL SETUSER. */
  rules: string[];
}

/**
 * A user that is created when it is first needed, and again after Redis restarted and forgot it. `close` removes it.
 */
export class AclUser {
  readonly name = `leasehold-gateway-${randomBytes(6).toString("hex")}`;
  readonly #admin: Connection;
  readonly #url: string;
  readonly #rules: string[];
  #password = "";
  #connection: Promise<Connection> | undefined;

  /** `admin` creates and removes the user; `rules` are the rights that the user has. */
  constructor(admin: Connection, { url, rules }: AclUserOptions) {
    this.#admin = admin;
    this.#url = url;
    this.#rules = rules;
  }

  /** Returns the user's shared connection. */
  connection(): Promise<Connection> {
    this.#connection ??= this.#create().catch((error) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  /** Opens another connection as this user, for a stream of events; the caller closes it. */
  async openConnection(): Promise<Connection> {
    await this.connection();
    return this.#login();
  }

  /** Removes the user. Takes as long as Redis needs to answer; a connection in the making is closed once it is open. */
  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    connection?.destroy();
    if (connection && this.#admin.isReady) await send(this.#admin, ["ACL", "DELUSER", this.name]);
  }

  /**
   * Creates the user with a new password, and opens its shared connection. The next call creates both again once that
   * is closed.
   */
  async #create(): Promise<Connection> {
    this.#password = randomBytes(24).toString("hex");
    const rules = ["reset", "on", `>${this.#password}`, ...this.#rules];
    const reply = await send(this.#admin, ["ACL", "SETUSER", this.name, ...rules]);
    if (reply instanceof ErrorReply) throw new RedisUnreachable(reply.message);
    const connection = await this.#login();
    onceClosed(connection, () => {
      this.#connection = undefined;
    });
    return connection;
  }

  /** Opens a connection that is logged in as the user. */
  #login(): Promise<Connection> {
    return connect(this.#url, { login: { username: this.name, password: this.#password } });
  }
}
