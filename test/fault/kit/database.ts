// A Redis server of one test file, whose whole content can be dumped, saved and restored.
import { Redis } from "ioredis";
import { afterAll } from "vitest";
import { startRedis } from "../../../scripts/processes/redis-server.ts";

/** The content of a database: the type of each key, 1 if the key expires, and its content. */
export type Dump = Record<string, [type: string, expires: 0 | 1, content: string | string[] | Record<string, string>]>;

const DUMP = `local out = {}
for i, key in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', key).ok
  out[i] = { key, kind, redis.call('PTTL', key) < 0 and 0 or 1, kind == 'zset' and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    or kind == 'hash' and redis.call('HGETALL', key) or kind == 'list' and redis.call('LRANGE', key, 0, -1)
    or redis.call('GET', key) }
end
return out`;

const SAVE =
  "for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('COPY', key, key, 'DB', ARGV[1], 'REPLACE') end";

const RESTORE = `redis.call('FLUSHDB')
redis.call('SELECT', ARGV[1])
for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('COPY', key, key, 'DB', '0') end`;

/** A server. The tests use database 0; the other databases store the saved contents. */
export class Database {
  readonly url: string;
  readonly client: Redis;

  private constructor(url: string) {
    this.url = url;
    this.client = new Redis(url);
  }

  /** Starts a server, which stops after the tests of the calling file. */
  static async open(): Promise<Database> {
    const server = await startRedis({ settings: ["--databases", "32"] });
    const database = new Database(server.url);
    afterAll(async () => {
      database.client.disconnect();
      await server.stop();
    });
    return database;
  }

  /** Reads every key, with keys and fields in a fixed order, so that equal contents have equal texts. */
  async dump(): Promise<Dump> {
    const entries = (await this.client.eval(DUMP, 0)) as [string, string, 0 | 1, string | string[]][];
    const read = entries.map(([key, type, expires, content]): [string, Dump[string]] => [
      key,
      [type, expires, type === "hash" ? toSortedFields(content as string[]) : content],
    ]);
    return Object.fromEntries(read.sort(compareNames));
  }

  /** Saves the content under a number from 1. */
  async save(number: number): Promise<void> {
    await this.client.eval(SAVE, 0, number);
  }

  /** Replaces the content with the one saved under a number. Times to live have continued to run since then. */
  async restore(number: number): Promise<void> {
    await this.client.eval(RESTORE, 0, number);
  }

  async configure(name: string, value: string): Promise<void> {
    await this.client.config("SET", name, value);
  }
}

/** Returns the content of the key whose name ends with a part, such as `meta`; undefined if there is none. */
export function findContent(dump: Dump, part: string): Dump[string][2] | undefined {
  return Object.entries(dump).find(([key]) => key.endsWith(`:${part}`))?.[1][2];
}

function toSortedFields(content: string[]): Record<string, string> {
  const fields = Array.from({ length: content.length / 2 }, (_, i) => [content[2 * i] ?? "", content[2 * i + 1] ?? ""]);
  return Object.fromEntries(fields.sort(compareNames));
}

function compareNames([a]: unknown[], [b]: unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}
