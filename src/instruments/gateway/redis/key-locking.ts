// Key locking: runs a script as a Redis user that may touch only the keys that the script declares, as Upstash does for
// scripts with the flag.
import { ErrorReply } from "@redis/client";
import { AclUser, type AclUserOptions } from "./acl-user.ts";
import type { Arg, Command } from "./commands.ts";
import { type Connection, send } from "./redis-connection.ts";
import type { RedisReply } from "./redis-reply.ts";

const UNDECLARED = /can't access at least one of the keys|no permissions to access (a|the '.*') key|NOPERM.*keys/i;

// Redis raises the count of an equal entry among the last 10 instead of adding one, so the latest refusal is among
// these.
const LOG_ENTRIES = "10";

/** Sends scripts that may touch only their declared keys. */
export class KeyLocking {
  readonly #user: AclUser;
  #granted: { on: Connection; keys: string } | undefined;

  /** The rules are the rights of a script on its keys. ACL is for the gateway alone: Redis lets no script call it. */
  constructor(admin: Connection, { url, rules }: AclUserOptions) {
    this.#user = new AclUser(admin, { url, rules: [...rules, "+acl|setuser", "+acl|log"] });
  }

  /**
   * Runs a script that may touch only these keys. Returns an error with the text of Upstash if it touches another one.
   */
  async send(command: Command, keys: Arg[]): Promise<RedisReply> {
    const connection = await this.#user.connection();
    // Sent in the same tick, so no other command comes between the grant, the script and the log.
    const [granted, reply, log] = await Promise.all([
      this.#grant(connection, keys),
      send(connection, command),
      send(connection, ["ACL", "LOG", LOG_ENTRIES]),
    ]);
    if (granted instanceof ErrorReply) {
      this.#granted = undefined;
      return granted;
    }
    return reply instanceof ErrorReply && UNDECLARED.test(reply.message) ? this.#refusal(log) : reply;
  }

  close(): Promise<void> {
    return this.#user.close();
  }

  /** Grants access to the keys. Repeated calls with the same keys, as a queue makes them, need no new grant. */
  #grant(connection: Connection, keys: Arg[]): Promise<RedisReply> | undefined {
    const rules = keys.map(toKeyRule);
    const granted = { on: connection, keys: rules.map((rule) => rule.toString("hex")).join() };
    if (this.#granted?.on === granted.on && this.#granted.keys === granted.keys) return undefined;
    this.#granted = granted;
    return send(connection, ["ACL", "SETUSER", this.#user.name, "resetkeys", ...rules]);
  }

  /** Returns the error with the text of Upstash, which names the key. Redis names it only in its ACL log. */
  #refusal(log: RedisReply): ErrorReply {
    const refusals = (Array.isArray(log) ? log.map(toFields) : [])
      .filter((entry) => entry.get("username") === this.#user.name && entry.get("reason") === "key")
      .sort((a, b) => Number(a.get("age-seconds")) - Number(b.get("age-seconds")));
    const key = refusals[0]?.get("object") ?? "unknown";
    return new ErrorReply(
      `ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set. Key was: ${key}`,
    );
  }
}

/** Returns an entry of the ACL log, a list of names and values in turn, as a map. */
function toFields(entry: RedisReply): Map<string, string> {
  const fields = new Map<string, string>();
  if (!Array.isArray(entry)) return fields;
  for (let i = 0; i + 1 < entry.length; i += 2) fields.set(String(entry[i]), String(entry[i + 1]));
  return fields;
}

// A rule must not contain white space or a NUL, so a class that excludes all other bytes stands for such a byte. The
// ends of its ranges must not be white space either. So the class for a space also accepts a NUL, and the class for a
// tab or a line end accepts all six of these bytes. Redis compares the bytes as signed numbers.
const CLASSES: Record<string, string> = {
  "\0": "[^\x01-\x7f\x80-\xff]",
  " ": "[^\x01-\x1f!-\x7f\x80-\xff]",
};
const CONTROL = "[^\x01-\x08\x0e-\x7f\x80-\xff]";

/**
 * Returns the ACL rule that grants one key: the key as a pattern, with wildcards escaped and a class for each byte that
 * a rule must not contain. A class may accept a few other keys too.
 */
function toKeyRule(key: Arg): Buffer {
  const bytes = Buffer.from(key as string).toString("latin1");
  const pattern = bytes
    .replace(/[\\*?[\]]/g, "\\$&")
    .replace(/[ \t\n\v\f\r\0]/g, (forbidden) => CLASSES[forbidden] ?? CONTROL);
  return Buffer.from(`~${pattern}`, "latin1");
}
