// Runs a script as a Redis user that may touch only the keys which the script declared, as Upstash does for scripts
// that ask for key locking.
import { ErrorReply } from "@redis/client";
import { AclUser } from "./acl-user.ts";
import type { Arg, Command } from "./commands.ts";
import { type Connection, send } from "./connection.ts";
import type { Reply } from "./reply.ts";

const UNDECLARED = /can't access at least one of the keys|no permissions to access (a|the '.*') key|NOPERM.*keys/i;

// Redis looks this far back for an entry to count up instead of adding one, so the latest is among them.
const LOG_ENTRIES = "10";

/** Runs scripts on nothing but their declared keys. */
export class KeyLocking {
  readonly #user: AclUser;
  #granted: { on: Connection; keys: string } | undefined;

  /** `rules` say what a script may do to its keys. No script can call ACL; it is for the gateway. */
  constructor(admin: Connection, url: string, rules: string[]) {
    this.#user = new AclUser(admin, url, [...rules, "+acl|setuser", "+acl|log"]);
  }

  async run(command: Command, keys: Arg[]): Promise<Reply> {
    const connection = await this.#user.connection();
    // Sent in the same tick, so nothing comes between the grant, the script, and what the log says of it.
    const [granted, reply, log] = await Promise.all([
      this.#grant(connection, keys),
      send(connection, command),
      send(connection, ["ACL", "LOG", LOG_ENTRIES]),
    ]);
    if (granted instanceof ErrorReply) {
      this.#granted = undefined;
      return granted;
    }
    return reply instanceof ErrorReply && UNDECLARED.test(reply.message) ? this.#inUpstashsWords(log) : reply;
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
  #inUpstashsWords(log: Reply): ErrorReply {
    const refusals = (Array.isArray(log) ? log.map(asRecord) : [])
      .filter((entry) => entry.get("username") === this.#user.name && entry.get("reason") === "key")
      .sort((a, b) => Number(a.get("age-seconds")) - Number(b.get("age-seconds")));
    const key = refusals[0]?.get("object") ?? "unknown";
    return new ErrorReply(
      `ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set. Key was: ${key}`,
    );
  }
}

function asRecord(entry: Reply): Map<string, string> {
  const fields = new Map<string, string>();
  if (!Array.isArray(entry)) return fields;
  for (let i = 0; i + 1 < entry.length; i += 2) fields.set(String(entry[i]), String(entry[i + 1]));
  return fields;
}

// A rule cannot hold white space or a NUL, but a class of all other bytes. Its ends may not be white space either, so a
// space lets in a NUL at its place, and a tab or line end any of these six. Redis compares bytes with a sign.
const CLASSES: Record<string, string> = {
  "\0": "[^\x01-\x7f\x80-\xff]",
  " ": "[^\x01-\x1f!-\x7f\x80-\xff]",
};
const CONTROL = "[^\x01-\x08\x0e-\x7f\x80-\xff]";

/** The ACL rule that grants one key. */
function onlyThis(key: Arg): Buffer {
  const bytes = Buffer.from(key as string).toString("latin1");
  const pattern = bytes.replace(/[\\*?[\]]/g, "\\$&").replace(/[ \t\n\v\f\r\0]/g, (space) => CLASSES[space] ?? CONTROL);
  return Buffer.from(`~${pattern}`, "latin1");
}
