// A queue as plain data: every key of it written before a script runs, and read after.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, inject } from "vitest";
import { type ArgsOf, callScript } from "../../../src/engine/call.ts";
import { bucketDigit, bucketDigits, type KeyParts, QueueKeys } from "../../../src/engine/keys.ts";
import type { NamedScript } from "../../../src/engine/script.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { freshName, START, testPrefix } from "../../setup/queue.ts";

type Members = [member: string, score: number][];
type Fields = Record<string, string>;
type Text = [value: string, ttl: number];
type Replies = [replies: Fields, ttl: number];
type Events = [number: number, text: string][];

/** All that a queue holds. A key that does not exist is absent; times to live are in ms, rounded up to 10 s. */
export interface State {
  ready?: Members;
  delayed?: Members;
  leased?: Members;
  failed?: Members;
  done?: Members;
  expiring?: Members;
  seen?: Members;
  workers?: Members;
  /** Records of all 16 hashes by id; one in a wrong hash stands as "<hash>/<id>". */
  jobs?: Fields;
  /** Runs of all 16 hashes, in the same way. */
  runs?: Fields;
  meta?: Fields;
  /** Endings by id, without the time since which they are written. */
  endings?: Fields;
  "endings:before"?: Fields;
  /** The texts of events, by their numbers. */
  events?: Events;
  [key: `result:${string}`]: Text;
  [key: `reply:${string}` | `replies:${string}`]: Replies;
}

type Value = State[keyof State];

export { START };
export const KEEP = 120_000;
export const KEEP_RESULT = 3_600_000;
export const LEASE = 30_000;
export const NEVER = 9_999_999_999_999;

/** The arguments of a script, except where a test passes others. */
const DEFAULTS = {
  times: `=${START} ${KEEP}`,
  lane: "lane",
  number: 1,
  count: 10,
  duration: LEASE,
  worker: "w",
  max: 5,
  limit: 100,
  from: 0,
  policy: `- - - - ${KEEP_RESULT}`,
  silence: 86_400_000,
};

/** The argument `times` for a clock that stands at a time. */
export const clockAt = (time: number): string => `=${time} ${KEEP}`;

/** A tick: some microseconds after START, 15 digits. */
export const tick = (n = 0, time = START): number => (time - 1_600_000_000_000) * 1_000 + n;

/** The place of a job that is ready since a tick; 16 digits. */
export const place = (n: number, priority = 5, time = START): number => priority * 900_000_000_000_000 + tick(n, time);

/** The score of a delayed job. */
export const due = (time: number, priority = 5, n = 0): number => tick(n, time) * 10 + priority;

/** A record; `tags` are "c", "m" and "x" with their values, as they stand in its head. */
export const record = (at: number = place(1), payload = "{}", tags = ""): string =>
  `${String(at).padStart(16, "0")}${tags && ` ${tags}`}:${payload}`;

interface HeadParts {
  flags?: string;
  tick?: number;
  due?: number;
  runs?: number;
  enqueued?: number;
  leased?: number;
  completed?: number;
}

/** The head of a queue; its last tick is 100 µs after START, and nothing is due, unless the parts say otherwise. */
export function head(parts: HeadParts = {}): string {
  const { flags = "", tick: last = tick(100), due: next = NEVER } = parts;
  return ["2", flags, last, next, parts.runs ?? 0, parts.enqueued ?? 0, parts.leased ?? 0, parts.completed ?? 0].join(
    " ",
  );
}

interface RunParts {
  attempt?: number;
  given?: number;
  place?: number;
  max?: number;
  dies?: number;
  postponed?: number | undefined;
  unfinished?: number | undefined;
  worker?: string;
  progress?: string;
  errors?: string[];
}

/** A run in its lines; the first one ends with both counts where a part states either. */
export function run(letter: "L" | "E" | "W" | "F" | "C", fence: number, parts: RunParts = {}): string {
  const { attempt = 1, given = 0, place: at = place(1), max = 5, dies = 0 } = parts;
  const { postponed, unfinished } = parts;
  const counts = postponed === undefined && unfinished === undefined ? [] : [postponed ?? 0, unfinished ?? 0];
  const first = [letter, fence, attempt, given, String(at).padStart(16, "0"), max, dies, ...counts].join(" ");
  return [first, parts.worker ?? "w", parts.progress ?? "", ...(parts.errors ?? [])].join("\n");
}

/** The reference of a holder. */
export const ref = (id: string, fence: number): string => `L ${fence} ${id}`;

/** The ending of one job. */
export const ending = (id: string, letter: "C" | "X" | "E" | "F" | "P", at: number): Fields => ({
  [id]: `${letter}${at}`,
});

/** What is kept of the only request of the usual lane. */
export const reply = (text: string, number = 1): Pick<State, "replies:w"> => ({
  "replies:w": [{ lane: `${number}\n${text}` }, KEEP],
});

/** A queue of one test. */
export interface Bench {
  readonly name: string;
  readonly keys: QueueKeys;
  seed(state: State): Promise<void>;
  state(): Promise<State>;
  /** Runs a script; resolves with its status word and the texts after it. */
  call<S extends NamedScript>(script: S, args?: Partial<ArgsOf<S>>, parts?: KeyParts): Promise<string[]>;
  /** Runs a script; resolves with what Redis answers. */
  raw<S extends NamedScript>(script: S, args?: Partial<ArgsOf<S>>, parts?: KeyParts): Promise<unknown>;
  /** The same queue, reached in another way. */
  through(adapter: () => Adapter): Bench;
}

let client: ReturnType<typeof createClient>;

/** Connects for the tests of a file; the function makes a fresh queue. */
export function benches(): () => Bench {
  beforeAll(async () => {
    client = createClient({ url: inject("redisUrl") });
    await client.connect();
  });
  afterAll(() => client.destroy());
  return () => benchOf(freshName(), () => nodeRedis(client));
}

function benchOf(name: string, adapter: () => Adapter): Bench {
  const keys = new QueueKeys(testPrefix(), name);
  const { root } = keys;
  return {
    name,
    keys,
    seed: (state) => seed(root, state),
    state: () => dump(root),
    async call(script, args, parts) {
      const all = { args: allArgs(script, args), parts: allParts(script, args, parts) };
      const { status, values } = await callScript(script, { adapter: adapter(), keys, ...all });
      return [status, ...values];
    },
    async raw(script, args, parts) {
      let raw: unknown;
      const noting: Adapter = {
        run: async (...call) => {
          raw = await adapter().run(...call);
          return "ok";
        },
      };
      const all = { args: allArgs(script, args), parts: allParts(script, args, parts) };
      await callScript(script, { adapter: noting, keys, ...all });
      return raw;
    },
    through: (other) => benchOf(name, other),
  };
}

// Scripts whose requests are remembered as all others are. Tests that are about something else send each of their calls
// as a request of its own, and leave its reply out of the state: request.node.test.ts is about replies.
const APART = new Set("extend progress pause resume recordEvents purge failWorker clean destroy".split(" "));
const REPLIES_APART = "replies:apart";
let calls = 0;

const isApart = (script: NamedScript, args: object = {}): boolean =>
  APART.has(script.name) && !("lane" in args) && !("number" in args);

function allArgs<S extends NamedScript>(script: S, args: Partial<ArgsOf<S>> = {}): ArgsOf<S> {
  const lists = script.args.filter((arg) => arg.endsWith("...")).map((arg) => [arg.slice(0, -3), []]);
  calls += 1;
  const lane = isApart(script, args) ? { lane: `call ${calls}` } : {};
  return { ...DEFAULTS, ...lane, ...Object.fromEntries(lists), ...args } as unknown as ArgsOf<S>;
}

const allParts = (script: NamedScript, args: object | undefined, parts: KeyParts = {}): KeyParts => ({
  replies: isApart(script, args) ? REPLIES_APART : "replies:w",
  ...parts,
});

/** The arguments and the key parts of a call about some jobs. */
export function about<A extends object>(ids: readonly string[], args: A) {
  const buckets = bucketDigits(ids);
  return [{ ...args, buckets }, { buckets }] as const;
}

/** Ids of jobs that share a hash. */
export function idsOfHash(digit: string, count: number): string[] {
  const ids: string[] = [];
  for (let i = 0; ids.length < count; i++) if (bucketDigit(`id ${i}`) === digit) ids.push(`id ${i}`);
  return ids;
}

/** The client of the file, for what no script does. */
export function redis(): ReturnType<typeof createClient> {
  return client;
}

async function seed(root: string, state: State): Promise<void> {
  for (const [name, value] of Object.entries(state) as [string, Value][]) {
    if (value === undefined) continue;
    if (name === "jobs" || name === "runs") {
      const mark = name === "runs" ? "\t" : "";
      for (const [id, text] of Object.entries(value as Fields))
        await client.hSet(`${root}jobs:${bucketDigit(id)}`, mark + id, text);
    } else if (name === "events") {
      for (const [number, text] of value as Events) await client.xAdd(root + name, `${number}-0`, { e: text });
    } else if (!Array.isArray(value)) await client.hSet(root + name, value);
    else if (typeof value[0] === "string") await client.set(root + name, value[0], { PX: value[1] as number });
    else if (Array.isArray(value[0]))
      await client.zAdd(
        root + name,
        (value as Members).map(([member, score]) => ({ value: member, score })),
      );
    else if (value.length > 0) {
      await client.hSet(root + name, value[0] as Fields);
      await client.pExpire(root + name, value[1] as number);
    }
  }
}

async function dump(root: string): Promise<State> {
  const state: Record<string, unknown> = {};
  const [jobs, runs]: [Fields, Fields] = [{}, {}];
  await Promise.all(
    (await keysOf(root)).map(async (key) => {
      const name = key.slice(root.length);
      if (name === REPLIES_APART) return;
      const value = await read(key, name);
      // A key that expires meanwhile is gone.
      if (value === undefined) return;
      if (name.startsWith("jobs:")) sortFields(name.slice(5), value as Fields, jobs, runs);
      else state[name] = value;
    }),
  );
  if (Object.keys(jobs).length > 0) state.jobs = jobs;
  if (Object.keys(runs).length > 0) state.runs = runs;
  return state as State;
}

async function read(key: string, name: string): Promise<Value> {
  const ttl = async () => Math.ceil((await client.pTTL(key)) / 10_000) * 10_000;
  switch (await client.type(key)) {
    case "zset":
      return (await client.zRangeWithScores(key, 0, -1)).map(({ value, score }) => [value, score]);
    case "hash": {
      const fields = { ...(await client.hGetAll(key)) };
      if (name.startsWith("endings")) delete fields[SINCE];
      if (Object.keys(fields).length === 0) return undefined;
      return name.startsWith("repl") ? [fields, await ttl()] : fields;
    }
    case "stream":
      return ((await client.xRange(key, "-", "+")) ?? []).map(({ id, message }) => [
        Number(id.replace(/-0$/, "")),
        message.e ?? "",
      ]);
    default: {
      const value = await client.get(key);
      return value === null ? undefined : [value, await ttl()];
    }
  }
}

/** The field of endings that holds the time since which they are written. */
export const SINCE = "";

async function keysOf(root: string): Promise<string[]> {
  const found: string[] = [];
  for await (const keys of client.scanIterator({ MATCH: `${root}*`, COUNT: 1_000 })) found.push(...keys);
  return [...new Set(found)].sort();
}

/** Sorts the fields of one hash into records and runs, with a mark on those that belong into another hash. */
function sortFields(bucket: string, fields: Fields, jobs: Fields, runs: Fields): void {
  for (const [field, text] of Object.entries(fields)) {
    const id = field.replace(/^\t/, "");
    (id === field ? jobs : runs)[bucketDigit(id) === bucket ? id : `${bucket}/${id}`] = text;
  }
}

/** Returns the ids in the lines of an answer after its header: heads, records, and the histories of jobs leased before. */
export function leasedIds(lines: readonly string[]): string[] {
  const others = lines.filter((line) => !/^H(\n|$)/.test(line));
  return others.slice(0, others.length / 2).map((line) => line.replace(/^\d+\t/, ""));
}
