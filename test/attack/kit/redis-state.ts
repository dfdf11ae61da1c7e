// Reads the content of Redis in one step.
import { createClient } from "@redis/client";

/** The content of each key as text, with the time at which it expires. */
export type RedisState = Record<string, string>;

/** A key with its members: a field with its value, or a member with its score. A list has members alone. */
export interface KeyContent {
  key: string;
  expires: string;
  members: [member: string, value: string][];
}

// Returns every entry of every key that matches a pattern.
const READ = `
local found = {}
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
  local kind, value = redis.call('TYPE', key).ok, nil
  if kind == 'hash' then value = redis.call('HGETALL', key)
  elseif kind == 'zset' then value = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  elseif kind == 'list' then value = redis.call('LRANGE', key, 0, -1)
  elseif kind == 'set' then value = redis.call('SMEMBERS', key)
  elseif kind == 'stream' then value = redis.call('XRANGE', key, '-', '+')
  else value = { redis.call('GET', key) } end
  found[#found + 1] = { key, kind, tostring(redis.call('PEXPIRETIME', key)), value }
end
return found`;

type Entry = [key: string, kind: string, expires: string, value: unknown[]];

/** Reads and changes Redis directly, without the app and its gateway. */
export class RedisStateReader {
  readonly #client: ReturnType<typeof createClient>;

  private constructor(client: ReturnType<typeof createClient>) {
    this.#client = client;
  }

  static async open(url: string): Promise<RedisStateReader> {
    const client = createClient({ url, RESP: 2 });
    client.on("error", () => {});
    await client.connect();
    return new RedisStateReader(client as ReturnType<typeof createClient>);
  }

  close(): void {
    this.#client.destroy();
  }

  /** Sets fields of a hash. */
  async setFields(key: string, fields: Record<string, string>): Promise<void> {
    await this.#client.hSet(key, fields);
  }

  /** Makes the keys that match a pattern stay until they are removed. */
  async persist(pattern: string): Promise<void> {
    for (const key of await this.#client.keys(pattern)) await this.#client.persist(key);
  }

  /** Removes the keys that match a pattern. */
  async remove(pattern: string): Promise<void> {
    const keys = await this.#client.keys(pattern);
    if (keys.length > 0) await this.#client.del(keys);
  }

  /** Returns the keys that match a pattern in the order of their names, with their members. */
  async read(pattern: string): Promise<KeyContent[]> {
    const entries = (await this.#client.eval(READ, { arguments: [pattern] })) as unknown as Entry[];
    return entries
      .map(([key, kind, expires, value]) => ({ key, expires, members: membersOf(kind, value) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** Returns the keys of a prefix whose names contain a text, and of its other keys the members that contain it. */
  async readContaining(prefix: string, text: string): Promise<RedisState> {
    const state: RedisState = {};
    for (const { key, expires, members } of await this.read(`${prefix}*`)) {
      // The audit log also has refused requests of other tokens, with the name of the queue in their path.
      const hasText = (member: string) => (key === `${prefix}:audit` ? parseTokenName(member) : member).includes(text);
      const texts = members.map((pair) => pair.join(" ")).sort();
      const found = key.includes(text) ? texts : texts.filter(hasText);
      if (key.includes(text)) state[key] = `until ${expires}: ${found.join("\n")}`;
      else if (found.length > 0) state[key] = found.join("\n");
    }
    return state;
  }
}

/** Pairs the flat reply for a key: fields with values, members with scores, other entries with an empty text. */
function membersOf(kind: string, value: unknown[]): [string, string][] {
  if (kind === "stream") return value.map((entry) => [JSON.stringify(entry), ""]);
  if (kind !== "hash" && kind !== "zset") return value.map((member) => [String(member), ""]);
  return Array.from({ length: value.length / 2 }, (_, i) => [String(value[2 * i]), String(value[2 * i + 1])]);
}

/** Parses an entry of the audit log, and returns the name of its token. */
function parseTokenName(member: string): string {
  const [, [, text]] = JSON.parse(member) as [id: string, fields: [name: string, text: string]];
  return (JSON.parse(text) as { token: string }).token;
}
