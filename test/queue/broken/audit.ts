// The invariants of a queue, read from its keys by one who trusts no script.
import type { Redis } from "ioredis";
import { hashDigit, QueueKeys, STATES } from "../../../src/engine/keys.ts";

/** The full names of a queue's keys, by the short ones. */
export class Keys {
  readonly #root: string;

  constructor(prefix: string, name: string) {
    const [ready = ""] = new QueueKeys(prefix, name).resolve(["ready"], {});
    this.#root = ready.slice(0, -"ready".length);
  }

  of(key: string): string {
    return this.#root + key;
  }

  /** The hash of a job. */
  bucketOf(id: string): string {
    return this.of(`jobs:${hashDigit(id)}`);
  }

  get buckets(): string[] {
    return [..."0123456789abcdef"].map((bucket) => this.of(`jobs:${bucket}`));
  }
}

const RUN = "\t";

/** The ids of all records. */
export async function recordIds(redis: Redis, keys: Keys): Promise<string[]> {
  const fields = (await Promise.all(keys.buckets.map((bucket) => redis.hkeys(bucket)))).flat();
  return fields.filter((field) => !field.startsWith(RUN));
}

/** Everything that is wrong, a line each. One transaction, so that it may look while traffic runs. */
export async function audit(redis: Redis, keys: Keys): Promise<string[]> {
  const reading = redis.multi();
  for (const state of STATES) reading.zrange(keys.of(state), "0", "-1");
  for (const bucket of keys.buckets) reading.hgetall(bucket);
  reading.zrange(keys.of("expiring"), "0", "-1").hgetall(keys.of("meta"));
  const replies = ((await reading.exec()) ?? []).map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
  const states = new Map<string, string[]>();
  STATES.forEach((state, i) => {
    for (const id of replies[i] as string[]) states.set(id, [...(states.get(id) ?? []), state]);
  });
  const fields = (replies.slice(5, 21) as Record<string, string>[]).flatMap((bucket) => Object.entries(bucket));
  const records = new Set(fields.map(([field]) => field).filter((field) => !field.startsWith(RUN)));
  const runs = new Map(fields.filter(([field]) => field.startsWith(RUN)).map(([field, run]) => [field.slice(1), run]));
  const [expiring, meta] = replies.slice(21) as [string[], Record<string, string>];
  const wrong: string[] = [];
  for (const [id, where] of states) {
    if (where.length > 1) wrong.push(`${id} is ${where.join(" and ")}`);
    if (!records.has(id)) wrong.push(`${id} is ${where[0]} and has no record`);
    if (where[0] === "leased" && !runs.get(id)?.startsWith("L ")) wrong.push(`${id} is leased and has no run`);
  }
  for (const id of records) if (!states.has(id)) wrong.push(`${id} has a record and no state`);
  for (const id of runs.keys()) if (!records.has(id)) wrong.push(`${id} has a run and no record`);
  for (const id of expiring) {
    const [state] = states.get(id) ?? [];
    if (state !== "ready" && state !== "delayed") wrong.push(`${id} expires and does not wait`);
  }
  const head = (meta.head ?? "2  0 0 0 0 0 0").split(" ").slice(2).map(Number);
  const [tick = 0, , runCount = 0, enqueued = 0, , completed = 0] = head;
  if (runCount !== runs.size) wrong.push(`there are ${runs.size} runs, not ${runCount}`);
  const total = (name: string) => Number(meta[name] ?? 0);
  const present = [...states.values()].filter(([state]) => state !== "done").length;
  const ended = completed + total("cancelled") + total("expired") + total("purged");
  if (enqueued !== present + ended) wrong.push(`enqueued is ${enqueued}, not ${present + ended}`);
  const fences = [...runs.values()].map((run) => Number(run.split(" ")[1]));
  if (tick < Math.max(0, ...fences)) wrong.push("a fence is higher than the last tick");
  return wrong;
}
