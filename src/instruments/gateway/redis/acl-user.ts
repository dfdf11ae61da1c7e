// A Redis user with fewer rights than the gateway's own, and a connection that acts as it.
import { randomBytes } from "node:crypto";
import { ErrorReply } from "@redis/client";
import { type Connection, connect, onceGone, send, Unreachable } from "./connection.ts";

/** Made when first needed and made again after Redis restarted, which forgets its users; removed by `close`. */
export class AclUser {
  readonly name = `leasehold-gateway-${randomBytes(6).toString("hex")}`;
  readonly #admin: Connection;
  readonly #url: string;
  readonly #rules: string[];
  #password = "";
  #connection: Promise<Connection> | undefined;

  constructor(admin: Connection, url: string, rules: string[]) {
    this.#admin = admin;
    this.#url = url;
    this.#rules = rules;
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

  /** Takes as long as Redis does to answer; what is still being opened is closed once it is open. */
  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    connection?.destroy();
    if (connection && this.#admin.isReady) await send(this.#admin, ["ACL", "DELUSER", this.name]);
  }

  async #open(): Promise<Connection> {
    this.#password = randomBytes(24).toString("hex");
    const rules = ["reset", "on", `>${this.#password}`, ...this.#rules];
    const made = await send(this.#admin, ["ACL", "SETUSER", this.name, ...rules]);
    if (made instanceof ErrorReply) throw new Unreachable(made.message);
    const connection = await this.#login();
    onceGone(connection, () => {
      this.#connection = undefined;
    });
    return connection;
  }

  #login(): Promise<Connection> {
    return connect(this.#url, { login: { username: this.name, password: this.#password } });
  }
}
