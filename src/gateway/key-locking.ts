// Runs a script as a Redis user that may touch only the keys which the script declared, as Upstash does for scripts
// that ask for key locking. The user's keys are set and the script is run back to back on one connection.
import { ErrorReply } from "@redis/client";
import { AclUser } from "./acl-user.ts";
import type { Arg, Command } from "./commands.ts";
import { type Connection, send } from "./connection.ts";
import type { Reply } from "./reply.ts";

// Database-wide commands are refused in such a script on Upstash too.
const RULES = ["allchannels", "allcommands", "-flushall", "-flushdb", "-swapdb"];
const UNDECLARED = /can't access at least one of the keys|NOPERM.*keys/;

/** Runs scripts on nothing but their declared keys. */
export class KeyLocking {
  readonly #user: AclUser;
  readonly #admin: Connection;
  #granted: { on: Connection; keys: string } | undefined;

  constructor(admin: Connection, url: string) {
    this.#admin = admin;
    this.#user = new AclUser(admin, url, RULES);
  }

  async run(command: Command, keys: Arg[]): Promise<Reply> {
    const connection = await this.#user.connection();
    // Sent in the same tick, so nothing comes between the grant and the script.
    const [granted, reply] = await Promise.all([this.#grant(connection, keys), send(connection, command)]);
    if (granted instanceof ErrorReply) return granted;
    return reply instanceof ErrorReply && UNDECLARED.test(reply.message) ? this.#inUpstashsWords() : reply;
  }

  close(): Promise<void> {
    return this.#user.close();
  }

  /** A queue's calls name the same keys again and again; only a change of keys needs a grant. */
  #grant(connection: Connection, keys: Arg[]): Promise<Reply> | undefined {
    const rules = keys.map(onlyThis);
    const granted = { on: connection, keys: rules.map((rule) => rule.toString("hex")).join() };
    if (this.#granted?.on === granted.on && this.#granted.keys === granted.keys) return undefined;
    this.#granted = granted;
    return send(connection, ["ACL", "SETUSER", this.#user.name, "resetkeys", ...rules]);
  }

  /** Redis names the key only in its ACL log. */
  async #inUpstashsWords(): Promise<ErrorReply> {
    const log = await send(this.#admin, ["ACL", "LOG", "16"]);
    const entries = Array.isArray(log) ? log.map(asRecord) : [];
    const entry = entries.find(
      (fields) => fields.get("username") === this.#user.name && fields.get("reason") === "key",
    );
    return new ErrorReply(
      `ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set. Key was: ${entry?.get("object") ?? "unknown"}`,
    );
  }
}

function asRecord(entry: Reply): Map<string, string> {
  const fields = new Map<string, string>();
  if (!Array.isArray(entry)) return fields;
  for (let i = 0; i + 1 < entry.length; i += 2) fields.set(String(entry[i]), String(entry[i + 1]));
  return fields;
}

/**
 * The ACL rule that grants one key. A rule cannot hold white space or a NUL; "?" takes its place and lets in keys that
 * differ in that one byte.
 */
function onlyThis(key: Arg): Buffer {
  const bytes = Buffer.from(key as string).toString("latin1");
  const pattern = bytes.replace(/[\\*?[\]]/g, "\\$&").replace(/[ \t\n\v\f\r\0]/g, "?");
  return Buffer.from(`~${pattern}`, "latin1");
}
