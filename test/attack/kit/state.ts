// The content of Redis, read in one step.
import { createClient } from "@redis/client";

/** The content of each key, with the time at which it expires, as text. */
export type State = Record<string, string>;

/** A key with its members: a field with its value, or a member with its score; a list has members alone. */
export interface Held {
  key: string;
  expires: string;
  members: [member: string, value: string][];
}

// Every entry of a value, as a list of texts.
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

/** Reads Redis past the app and its gateway. */
export class StateReader {
  readonly #client: ReturnType<typeof createClient>;

  private constructor(client: ReturnType<typeof createClient>) {
    this.#client = client;
  }

  static async open(url: string): Promise<StateReader> {
    const client = createClient({ url, RESP: 2 });
    client.on("error", () => {});
    await client.connect();
    return new StateReader(client as ReturnType<typeof createClient>);
  }

  close(): void {
    this.#client.destroy();
  }

  async setField(key: string, field: string, value: string): Promise<void> {
    await this.#client.hSet(key, field, value);
  }

  /** Removes the keys of a pattern. */
  async remove(pattern: string): Promise<void> {
    const keys = await this.#client.keys(pattern);
    if (keys.length > 0) await this.#client.del(keys);
  }

  /** Returns the keys of a pattern with their members. */
  async read(pattern: string): Promise<Held[]> {
    const entries = (await this.#client.eval(READ, { arguments: [pattern] })) as unknown as Entry[];
    return entries.map(([key, kind, expires, value]) => ({ key, expires, members: membersOf(kind, value) }));
  }

  /** Returns the keys of a prefix whose names hold a text, and of all other keys the members that hold it. */
  async holding(prefix: string, text: string): Promise<State> {
    const state: State = {};
    for (const { key, expires, members } of await this.read(`${prefix}*`)) {
      // Refusals of others are noted in the audit log, with the name of the queue that they asked for.
      const isOwn = (member: string) => (key === `${prefix}:audit` ? tokenIn(member) : member).includes(text);
      const texts = members.map((pair) => pair.join(" ")).sort();
      const own = key.includes(text) ? texts : texts.filter(isOwn);
      if (key.includes(text)) state[key] = `until ${expires}: ${own.join("\n")}`;
      else if (own.length > 0) state[key] = own.join("\n");
    }
    return state;
  }
}

function membersOf(kind: string, value: unknown[]): [string, string][] {
  if (kind === "stream") return value.map((entry) => [JSON.stringify(entry), ""]);
  if (kind !== "hash" && kind !== "zset") return value.map((member) => [String(member), ""]);
  return Array.from({ length: value.length / 2 }, (_, i) => [String(value[2 * i]), String(value[2 * i + 1])]);
}

/** Returns the name of the token in an entry of the audit log. */
function tokenIn(member: string): string {
  const [, [, text]] = JSON.parse(member) as [id: string, fields: [name: string, text: string]];
  return (JSON.parse(text) as { token: string }).token;
}
