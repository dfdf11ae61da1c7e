// The content of Redis and of the model in one form, so that they can be compared.
import { createHash } from "node:crypto";
import { decodeGroup } from "../../setup/group-field.ts";
import { withoutLetters } from "../queue/jobs/latency.ts";
import type { Keys, Value } from "../queue/keys.ts";

/** The prefix of the queue's keys. */
export const KEY_PREFIX = "m:{q}:";
const REGISTRY = "m:queues";
// Longer texts are compared by their digests.
const MAX_BYTES = 3_000;

/**
 * Returns the type, the time to live and the value of each key, with digests of long texts. Publishes a mark, before which
 * all other messages arrive.
 */
export const DUMP = `local out = {}
local function shorten(text)
  if #text < ${MAX_BYTES} then return text end
  return '#' .. #text .. ' ' .. redis.sha1hex(text)
end
for _, key in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', key).ok
  local value = kind == 'zset' and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    or kind == 'hash' and redis.call('HGETALL', key) or kind == 'string' and redis.call('GET', key) or {}
  if kind == 'string' then value = shorten(value) end
  if kind == 'hash' then for n = 2, #value, 2 do value[n] = shorten(value[n]) end end
  -- The model knows no samples.
  if kind ~= 'list' then out[#out + 1] = { key, kind, redis.call('PTTL', key), value } end
end
redis.call('PUBLISH', ARGV[1], ARGV[2])
return out`;

/** A key in the reply to the dump. */
type DumpedKey = [key: string, type: string, ttl: number, value: string | string[]];

/** A key of Redis. */
interface FoundKey {
  /** Without the prefix of the queue. */
  name: string;
  value: Value;
  /** In ms; -1 for a key that does not expire. */
  ttl: number;
}

/** Parses the reply to the dump: names the keys as the model does, pairs members and fields with their values, adds letters to histograms, and decodes groups. */
export function parseDump(reply: unknown): FoundKey[] {
  return (reply as DumpedKey[]).map(([key, type, ttl, value]) => {
    const [name, parsed] = [nameWithoutPrefix(key), parseValue(type, value)];
    return { name, value: toReadable(name, parsed), ttl };
  });
}

/** Returns the hashes `meta` and `groups` as the model has them. */
function toReadable(name: string, value: Value): Value {
  if (name === "meta") return withoutLetters(value as Record<string, string>);
  if (name !== "groups") return value;
  return Object.fromEntries(Object.entries(value).map(([group, text]) => [group, decodeGroup(text)]));
}

/** Returns the name of a key as the model has it, and marks a key that belongs to no queue as stray. */
function nameWithoutPrefix(key: string): string {
  if (key === REGISTRY) return "queues";
  return key.startsWith(KEY_PREFIX) ? key.slice(KEY_PREFIX.length) : `stray ${key}`;
}

function parseValue(type: string, value: string | string[]): Value {
  if (typeof value === "string") return value;
  const pairs: [string, string][] = [];
  for (let i = 0; i < value.length; i += 2) pairs.push([value[i] ?? "", value[i + 1] ?? ""]);
  return type === "zset" ? pairs.map(([member, score]) => [member, Number(score)]) : Object.fromEntries(pairs);
}

/** Returns keys with digests of long texts, as in the dump. */
export function withDigests(keys: Keys): Keys {
  const shorten = (text: string) => {
    const size = Buffer.byteLength(text);
    return size < MAX_BYTES ? text : `#${size} ${createHash("sha1").update(text).digest("hex")}`;
  };
  const entries = Object.entries(keys).map(([key, value]) => {
    if (typeof value === "string") return [key, shorten(value)];
    if (Array.isArray(value)) return [key, value];
    return [key, Object.fromEntries(Object.entries(value).map(([field, text]) => [field, shorten(text)]))];
  });
  return Object.fromEntries(entries);
}

/** Returns a text that is the same for equal keys, whatever the order of their fields. */
export function toComparable(keys: Keys): string {
  const entries = Object.entries(keys).map(([key, value]) => [
    key,
    typeof value === "string" || Array.isArray(value) ? value : Object.entries(value).sort(),
  ]);
  return JSON.stringify(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
