// A queue as plain data: every key of it can be written before a script runs, and is read after it.
import { expect } from "vitest";
import { bucketDigit } from "../../../src/engine/keys.ts";
import { decodeGroup, encodeGroup } from "../../setup/group-field.ts";
import { redis } from "./connection.ts";

/** The scores of a sorted set by its members. They determine the order of the members. */
type Scores = Record<string, number>;
/** The fields of a hash. */
export type Fields = Record<string, string>;
type Text = [value: string, ttl: number];
type Replies = [replies: Fields, ttl: number];
type Events = [number: number, text: string][];

/** The content of a queue. A key that does not exist is absent; times to live are in ms, rounded up to 10 s. */
export interface State {
  ready?: Scores;
  delayed?: Scores;
  blocked?: Scores;
  leased?: Scores;
  failed?: Scores;
  done?: Scores;
  expiring?: Scores;
  seen?: Scores;
  /** The members are the texts of entries. */
  outbox?: Scores;
  /** The last ticks that the queue has received, by queue. */
  inbox?: Fields;
  workers?: Scores;
  /** The records of all 16 buckets by id; the name of one in a wrong bucket is "<bucket>/<id>". */
  jobs?: Fields;
  /** The runs of all 16 buckets, named in the same way. */
  runs?: Fields;
  /** The groups and costs of jobs of all 16 buckets by id. */
  members?: Fields;
  /** The followers of all 16 buckets, named in the same way. */
  followers?: Fields;
  /** The groups by name, each as the text "held number back tat head". */
  groups?: Fields;
  /** The members are a group, \0 and an id. */
  holders?: Scores;
  lines?: Fields;
  overrides?: Fields;
  /** The definitions and the states of schedules, named as in Redis. */
  schedules?: Fields;
  slots?: Scores;
  /** The flows of parents by their ids, and the parents of children. The links are named as in Redis. */
  flows?: Fields;
  waits?: Fields;
  links?: Scores;
  meta?: Fields;
  /** The versions and texts of bulk operations by id. */
  bulk?: Fields;
  /** Endings by id, without the time since which they are written. */
  endings?: Fields;
  "endings:before"?: Fields;
  /** The texts of events with their numbers. */
  events?: Events;
  [key: `result:${string}`]: Text;
  [key: `reply:${string}` | `replies:${string}`]: Replies;
}

type Value = State[keyof State];

const SORTED_SETS = [
  "ready",
  "delayed",
  "blocked",
  "leased",
  "failed",
  "done",
  "expiring",
  "seen",
  "workers",
  "holders",
  "outbox",
  "slots",
  "links",
];
/** The fields of the hashes of jobs that are not records, by their first characters. */
const FIELD_KINDS: Record<string, "runs" | "members" | "followers"> = {
  "\t": "runs",
  "\x01": "members",
  "\x04": "followers",
};

/** The field of endings that holds the time since which they are written. */
export const SINCE = "";
/** The key of replies that no state contains. */
export const OMITTED_REPLIES = "replies:omitted";

/** Expects each of some keys to have exactly this content; other keys may exist. */
export function expectParts(state: State, parts: State): void {
  expect(Object.fromEntries(Object.keys(parts).map((name) => [name, state[name as keyof State]]))).toEqual(parts);
}

/** Writes a state to the keys of a queue. */
export async function seedState(root: string, state: State): Promise<void> {
  for (const [name, value] of Object.entries(state) as [string, Value][]) {
    if (value === undefined) continue;
    const [mark] = Object.entries(FIELD_KINDS).find(([, kind]) => kind === name) ?? [""];
    if (name === "jobs" || mark !== "") {
      // One command a bucket, because a test may write thousands of jobs.
      const buckets = Object.groupBy(Object.entries(value as Fields), ([id]) => bucketDigit(id));
      for (const [digit, entries = []] of Object.entries(buckets))
        await redis().hSet(`${root}jobs:${digit}`, Object.fromEntries(entries.map(([id, text]) => [mark + id, text])));
    } else if (name === "groups") {
      const fields = Object.entries(value as Fields).map(([group, text]) => [group, encodeGroup(text)]);
      await redis().hSet(root + name, Object.fromEntries(fields));
    } else if (name === "events") {
      for (const [number, text] of value as Events) await redis().xAdd(root + name, `${number}-0`, { e: text });
    } else if (SORTED_SETS.includes(name)) {
      const members = Object.entries(value as Scores).map(([member, score]) => ({ value: member, score }));
      if (members.length > 0) await redis().zAdd(root + name, members);
    } else if (!Array.isArray(value)) await redis().hSet(root + name, value);
    else if (typeof value[0] === "string") await redis().set(root + name, value[0], { PX: value[1] as number });
    else {
      await redis().hSet(root + name, value[0] as Fields);
      await redis().pExpire(root + name, value[1] as number);
    }
  }
}

/** Reads the latencies of a queue: the letters at the end of its head, and its histograms of waits and of run times. */
export async function readLatencies(root: string): Promise<(string | null)[]> {
  const [head, ...histograms] = await redis().hmGet(`${root}meta`, ["head", "waits", "runTimes"]);
  return [head?.slice(head.indexOf("|") + 1) ?? null, ...histograms];
}

/** Reads every key of a queue. */
export async function readState(root: string): Promise<State> {
  const state: Record<string, unknown> = {};
  const kinds: Record<string, Fields> = {};
  await Promise.all(
    (await keysUnder(root)).map(async (key) => {
      const name = key.slice(root.length);
      // test/lua/clean/samples.node.test.ts covers the samples.
      if (name === OMITTED_REPLIES || name === "history" || name === "hours") return;
      const value = await readKey(key, name);
      // A key may expire between the scan and the read.
      if (value === undefined) return;
      if (!name.startsWith("jobs:")) state[name] = value;
      else
        for (const [field, text] of Object.entries(value as Fields)) {
          const kind = FIELD_KINDS[field.slice(0, 1)] ?? "jobs";
          const id = kind === "jobs" ? field : field.slice(1);
          kinds[kind] ??= {};
          kinds[kind][name === `jobs:${bucketDigit(id)}` ? id : `${name.slice(5)}/${id}`] = text;
        }
    }),
  );
  return { ...state, ...kinds } as State;
}

/** Returns the content of a key as `State` has it; undefined if the key does not exist or only has fields that vary. */
async function readKey(key: string, name: string): Promise<Value> {
  const ttl = async () => Math.ceil((await redis().pTTL(key)) / 10_000) * 10_000;
  switch (await redis().type(key)) {
    case "zset":
      return Object.fromEntries((await redis().zRangeWithScores(key, 0, -1)).map(({ value, score }) => [value, score]));
    case "hash": {
      const fields = { ...(await redis().hGetAll(key)) };
      if (name.startsWith("endings")) delete fields[SINCE];
      if (name === "groups") for (const [group, text] of Object.entries(fields)) fields[group] = decodeGroup(text);
      // test/lua/unit/latency.node.test.ts covers latencies.
      if (name === "meta") {
        if (fields.head !== undefined) fields.head = fields.head.replace(/\|.*$/, "|");
        delete fields.waits;
        delete fields.runTimes;
      }
      if (Object.keys(fields).length === 0) return undefined;
      return name.startsWith("repl") ? [fields, await ttl()] : fields;
    }
    case "stream":
      return ((await redis().xRange(key, "-", "+")) ?? []).map(({ id, message }) => [
        Number(id.replace(/-0$/, "")),
        message.e ?? "",
      ]);
    default: {
      const value = await redis().get(key);
      return value === null ? undefined : [value, await ttl()];
    }
  }
}

async function keysUnder(root: string): Promise<string[]> {
  const found = new Set<string>();
  for await (const keys of redis().scanIterator({ MATCH: `${root}*`, COUNT: 1_000 }))
    for (const key of keys) found.add(key);
  return [...found].sort();
}
