// A Redis server of one test file, whose whole content can be dumped, saved and restored.
import { Redis } from "ioredis";
import { Cleanup } from "../../../scripts/processes/cleanup.ts";
import { startRedis } from "../../../scripts/processes/redis-server.ts";

/** The content of a database: each key with its type, 1 if it expires, and its content. */
export type Dump = Record<string, [type: string, ends: number, content: string | string[] | Record<string, string>]>;

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

/** A server. The tests use database 0; the other databases contain the saved contents. */
export class Database {
  readonly url: string;
  readonly client: Redis;
  readonly #cleanup: Cleanup;

  private constructor(url: string, cleanup: Cleanup) {
    this.url = url;
    this.client = new Redis(url);
    this.#cleanup = cleanup;
    cleanup.add(async () => this.client.disconnect());
  }

  static async open(): Promise<Database> {
    const cleanup = new Cleanup();
    const server = await startRedis({ settings: ["--databases", "32"] });
    cleanup.add(server.stop);
    return new Database(server.url, cleanup);
  }

  close(): Promise<void> {
    return this.#cleanup.run();
  }

  async dump(): Promise<Dump> {
    const entries = (await this.client.eval(DUMP, 0)) as [string, string, number, string | string[]][];
    const read = entries.map(([key, type, ends, content]): [string, Dump[string]] => [
      key,
      [type, ends, type === "hash" ? toFields(content as string[]) : content],
    ]);
    return Object.fromEntries(read.sort(byName));
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

function toFields(content: string[]): Record<string, string> {
  const fields = Array.from({ length: content.length / 2 }, (_, i) => [content[2 * i] ?? "", content[2 * i + 1] ?? ""]);
  return Object.fromEntries(fields.sort(byName));
}

function byName([a]: unknown[], [b]: unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}
