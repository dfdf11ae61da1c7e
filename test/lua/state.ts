// A queue as plain data: every key of it written before a script runs, and read after.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, inject } from "vitest";
import { type ArgsOf, callScript } from "../../src/core/call.ts";
import { bucketOf, type KeyParts, QueueKeys } from "../../src/core/keys.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { freshName, START, testPrefix } from "../setup/queue.ts";

type Members = [member: string, score: number][];
type Fields = Record<string, string>;
type Text = [value: string, ttl: number];

/** All that a queue holds. A key that does not exist is not there; times to live are whole seconds, in ms. */
export interface State {
  ready?: Members;
  delayed?: Members;
  leased?: Members;
  failed?: Members;
  done?: Members;
  expiring?: Members;
  workers?: Members;
  /** Records of all 16 buckets by id; one in a wrong bucket stands as "<bucket>/<id>". */
  jobs?: Fields;
  runs?: Fields;
  meta?: Fields;
  [key: `result:${string}` | `seen:${string}` | `reply:${string}`]: Text;
}

type Compiled = Parameters<typeof callScript>[2];

export { START };
export const KEEP = 120_000;
export const KEEP_RESULT = 3_600_000;
export const LEASE = 30_000;

/** What a script is given unless a test says otherwise. */
const USUAL = {
  clock: `=${START}`,
  keep: KEEP,
  keepDone: 0,
  keepResult: KEEP_RESULT,
  count: 10,
  duration: LEASE,
  worker: "w",
  max: 5,
  limit: 100,
  channel: "nobody-listens",
  policy: "- - - -",
  fingerprint: "",
  silence: 86_400_000,
};

/** The order of a ready job: the band of its priority, then its turn. */
export const order = (turn: number, priority = 5): number => priority * 1e13 + turn;

/** The score of a delayed job; parsed as Redis does, because a sum would be rounded in another way. */
export const due = (time: number, priority = 5): number => Number(`${time}.${priority}`);

/** A record; `options` are maxAttempts and ttl, as they stand in its head. */
export const record = (payload = "{}", options = "", priority = 5): string =>
  `${START} ${priority}${options && ` ${options}`}\n${payload}`;

interface RunParts {
  attempt?: number;
  given?: number;
  order?: number;
  max?: number;
  dies?: number;
  since?: number;
  worker?: string;
  progress?: string;
  errors?: string[];
}

/** A run in its lines. */
export function run(letter: "L" | "W" | "F" | "D", fence: number, parts: RunParts = {}): string {
  const { attempt = 1, given = 0, order: place = order(1), max = 5, dies = 0, since = START } = parts;
  const head = [letter, fence, attempt, given, place, max, dies, since].join(" ");
  return [head, parts.worker ?? "w", parts.progress ?? "", ...(parts.errors ?? [])].join("\n");
}

/** A queue of one test. */
export interface Bench {
  readonly name: string;
  readonly keys: QueueKeys;
  seed(state: State): Promise<void>;
  state(): Promise<State>;
  /** Runs a script; gives back its status word and the strings after it. */
  call<S extends Compiled>(script: S, args?: Partial<ArgsOf<S>>, parts?: KeyParts): Promise<string[]>;
}

let client: ReturnType<typeof createClient>;

/** Connects for the tests of a file; the function makes a fresh queue. */
export function benches(): () => Bench {
  beforeAll(async () => {
    client = createClient({ url: inject("redisUrl") });
    await client.connect();
  });
  afterAll(() => client.destroy());
  return () => {
    const name = freshName();
    const keys = new QueueKeys(testPrefix(), name);
    const root = `${testPrefix()}:{${name}}:`;
    return {
      name,
      keys,
      seed: (state) => seed(root, state),
      state: () => dump(root),
      async call(script, args = {}, parts = {}) {
        const lists = script.args.filter((arg) => arg.endsWith("...")).map((arg) => [arg.slice(0, -3), []]);
        const values = { ...USUAL, ...Object.fromEntries(lists), ...args } as unknown as ArgsOf<typeof script>;
        const { status, rest } = await callScript(nodeRedis(client), keys, script, values, { nonce: "n", ...parts });
        return [status, ...rest];
      },
    };
  };
}

/** The client of the file, for what no script does. */
export function redis(): ReturnType<typeof createClient> {
  return client;
}

async function seed(root: string, state: State): Promise<void> {
  for (const [name, value] of Object.entries(state) as [string, Members | Fields | Text | undefined][]) {
    if (value === undefined) continue;
    if (name === "jobs") {
      for (const [id, text] of Object.entries(value as Fields)) {
        await client.hSet(`${root}jobs:${bucketOf(id).toString(16)}`, id, text);
      }
    } else if (isText(value)) await client.set(root + name, value[0], { PX: value[1] });
    else if (!Array.isArray(value)) await client.hSet(root + name, value);
    else
      await client.zAdd(
        root + name,
        (value as Members).map(([member, score]) => ({ value: member, score })),
      );
  }
}

function isText(value: Members | Fields | Text): value is Text {
  return Array.isArray(value) && typeof value[0] === "string";
}

async function dump(root: string): Promise<State> {
  const state: Record<string, unknown> = {};
  const jobs: Fields = {};
  await Promise.all(
    (await keysOf(root)).map(async (key) => {
      const name = key.slice(root.length);
      const value = await read(key);
      // A key that expires meanwhile is gone.
      if (value === undefined) return;
      if (name.startsWith("jobs:")) Object.assign(jobs, named(name.slice(5), value as Fields));
      else state[name] = value;
    }),
  );
  return (Object.keys(jobs).length > 0 ? { ...state, jobs } : state) as State;
}

async function read(key: string): Promise<Members | Fields | Text | undefined> {
  switch (await client.type(key)) {
    case "zset":
      return (await client.zRangeWithScores(key, 0, -1)).map(({ value, score }) => [value, score]);
    case "hash":
      return { ...(await client.hGetAll(key)) };
    default: {
      const [value, ttl] = await Promise.all([client.get(key), client.pTTL(key)]);
      return value === null ? undefined : [value, Math.ceil(ttl / 1_000) * 1_000];
    }
  }
}

async function keysOf(root: string): Promise<string[]> {
  const found: string[] = [];
  for await (const keys of client.scanIterator({ MATCH: `${root}*`, COUNT: 1_000 })) found.push(...keys);
  return [...new Set(found)].sort();
}

/** The records of one bucket, with a mark on those that belong into another. */
function named(bucket: string, records: Fields): Fields {
  const entries = Object.entries(records);
  return Object.fromEntries(
    entries.map(([id, text]) => [bucketOf(id).toString(16) === bucket ? id : `${bucket}/${id}`, text]),
  );
}
