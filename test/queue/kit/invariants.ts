// Checks the invariants of a queue. It reads the keys directly and relies on no script of the library.
import type { Redis } from "ioredis";
import { bucketDigit, QueueKeys, STATES } from "../../../src/engine/keys.ts";
import { findBrokenGroups, MEMBER_MARK } from "./group-invariants.ts";

/** The repairs that a deep clean reports for a queue without damage. */
export const NO_REPAIRS = { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 } as const;

/** The full names of a queue's keys. */
export class KeyNames {
  readonly #root: string;

  /** Names the keys of one queue, which begin with `prefix:{queueName}:`. */
  constructor(prefix: string, queueName: string) {
    this.#root = new QueueKeys(prefix, queueName).root;
  }

  /** Returns the full name of a key, such as `lh:{q}:ready` for `ready`. */
  of(key: string): string {
    return this.#root + key;
  }

  /** Returns the name of the hash that contains a job. */
  bucketOf(id: string): string {
    return this.of(`jobs:${bucketDigit(id)}`);
  }

  /** The names of the 16 hashes that contain the jobs. */
  get buckets(): string[] {
    return [..."0123456789abcdef"].map((bucket) => this.of(`jobs:${bucket}`));
  }
}

// Begin the fields of a job's run and of its follower in a bucket; the field of its record is the id alone.
const RUN_MARK = "\t";
const FOLLOWER_MARK = "\x04";
const isRecord = (field: string) => ![RUN_MARK, MEMBER_MARK, FOLLOWER_MARK].includes(field.charAt(0));

/** Resolves with the ids of all job records. */
export async function readRecordIds(redis: Redis, keys: KeyNames): Promise<string[]> {
  const fields = (await Promise.all(keys.buckets.map((bucket) => redis.hkeys(bucket)))).flat();
  return fields.filter(isRecord);
}

/** Describes each broken invariant of a queue in a line. Reads in one transaction, so other clients may write meanwhile. */
export async function findBrokenInvariants(redis: Redis, keys: KeyNames): Promise<string[]> {
  const reading = redis.multi();
  for (const state of STATES) reading.zrange(keys.of(state), "0", "-1", "WITHSCORES");
  for (const bucket of keys.buckets) reading.hgetall(bucket);
  reading.zrange(keys.of("expiring"), "0", "-1").hgetall(keys.of("meta")).zrange(keys.of("holders"), "0", "-1");
  reading.hgetall(keys.of("lines")).hgetall(keys.of("overrides")).hgetall(keys.of("groups"));
  const replies = ((await reading.exec()) ?? []).map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
  const statesById = new Map<string, string[]>();
  const places = new Map<string, { state: string; score: number }>();
  STATES.forEach((state, i) => {
    const entries = replies[i] as string[];
    for (let at = 0; at < entries.length; at += 2) {
      const [id = "", score] = entries.slice(at, at + 2);
      statesById.set(id, [...(statesById.get(id) ?? []), state]);
      places.set(id, { state, score: Number(score) });
    }
  });
  const bucketsEnd = STATES.length + keys.buckets.length;
  const buckets = replies.slice(STATES.length, bucketsEnd) as Record<string, string>[];
  const fields = buckets.flatMap((bucket) => Object.entries(bucket));
  const records = new Set(fields.map(([field]) => field).filter(isRecord));
  const runs = new Map(
    fields.filter(([field]) => field.startsWith(RUN_MARK)).map(([field, run]) => [field.slice(1), run]),
  );
  const followed = fields.flatMap(([field]) => (field.startsWith(FOLLOWER_MARK) ? [field.slice(1)] : []));
  type Hash = Record<string, string>;
  const [expiring, meta, holders, lines, overrides, groups] = replies.slice(bucketsEnd) as [
    string[],
    Hash,
    string[],
    Hash,
    Hash,
    Hash,
  ];
  const broken = findBrokenGroups({ places, fields, groups, holders, lines, overrides, meta });
  for (const [id, states] of statesById) {
    if (states.length > 1) broken.push(`${id} is ${states.join(" and ")}`);
    if (!records.has(id)) broken.push(`${id} is ${states[0]} and has no record`);
    if (states[0] === "leased" && !runs.get(id)?.startsWith("L ")) broken.push(`${id} is leased and has no run`);
  }
  for (const id of records) if (!statesById.has(id)) broken.push(`${id} has a record and no state`);
  for (const id of runs.keys()) if (!records.has(id)) broken.push(`${id} has a run and no record`);
  for (const id of followed) {
    const [state = "gone"] = statesById.get(id) ?? [];
    if (!/ready|delayed|blocked|leased/.test(state)) broken.push(`${id} has a follower and is ${state}`);
  }
  for (const id of expiring) {
    const [state] = statesById.get(id) ?? [];
    if (!["ready", "delayed", "blocked"].includes(state ?? ""))
      broken.push(`${id} has a time to live and is not waiting`);
  }
  // After the layout and the flags: tick, due, runs, enqueued, leased, completed.
  const numbers = (meta.head ?? "2  0 0 0 0 0 0").replace(/\|.*$/, "").split(" ").slice(2).map(Number);
  const [tick = 0, , runCount = 0, enqueued = 0, , completed = 0] = numbers;
  const otherFields = fields.length - records.size;
  if (runCount !== otherFields)
    broken.push(`the count of other fields than records is ${runCount}, not ${otherFields}`);
  if (followed.length > 0 && !/^2 [a-z]*f/.test(meta.head ?? ""))
    broken.push("a queue with followers has no flag for them");
  const total = (name: string) => Number(meta[name] ?? 0);
  const present = [...statesById.values()].filter(([state]) => state !== "done").length;
  const ended = completed + total("cancelled") + total("expired") + total("purged");
  if (enqueued !== present + ended) broken.push(`the enqueued total is ${enqueued}, not ${present + ended}`);
  const fences = [...runs.values()].map((run) => Number(run.split(" ")[1]));
  if (tick < Math.max(0, ...fences)) broken.push("a fence is higher than the last tick");
  return broken;
}
