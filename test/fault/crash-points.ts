// Every script with a request that gives it something to do, on one queue in which each of them finds some.
import { type ArgsOf, callScript } from "../../src/core/call.ts";
import { type KeyParts, QueueKeys } from "../../src/core/keys.ts";
import * as scripts from "../../src/core/scripts.gen.ts";
import { type Adapter, Queue } from "../../src/index.ts";
import { Clock, freshName } from "../setup/queue.ts";

export type ScriptName = keyof typeof scripts;

const ALL = { ...scripts };

/** The scripts, as they were generated. */
export const SCRIPTS = Object.keys(ALL) as ScriptName[];

/** Whether a script is remembered under a nonce. */
export const isRemembered = (script: ScriptName) => (ALL[script].keys as readonly string[]).includes("reply");

export const PREFIX = "t";

interface Request {
  args?: Record<string, string | number | readonly string[]>;
  parts?: KeyParts;
}

/** A queue in which something is to be done in every state, at the clock's time. */
export interface Scene {
  name: string;
  queue: Queue<unknown>;
  clock: Clock;
  /** The fences of what is held. */
  fences: Record<string, number>;
}

/** What every script is given unless its request says otherwise. */
const USUAL = {
  keep: 120_000,
  keepDone: 1,
  keepResult: 3_600_000,
  count: 2,
  duration: 30_000,
  worker: "w",
  max: 5,
  limit: 100,
  channel: "nobody-listens",
  policy: "- - - -",
  fingerprint: "",
  silence: 5_000,
  maxLength: "",
  offset: 0,
};

const job = (id: string, when = "", window = "60000", body = "5\n{}") => [id, when, window, body];
const NEW = [job("new-1"), job("new-2", "+60000"), job("new-3", "", "0", "0 3 60000\n{}"), job("ready-1")];

/** What each holder of five jobs asks: complete with a result, and without, retry later, fail, give back. */
const items = ({ fences }: Scene) =>
  [
    ["c", "held-1", '{"n":1}', ""],
    ["c", "held-2", "", ""],
    ["r", "held-3", "5000", '"no"'],
    ["f", "held-4", "", '"never"'],
    ["g", "held-5", "", ""],
  ].flatMap(([what = "", id = "", detail = "", error = ""]) => [what, id, String(fences[id]), detail, error]);
const HELD = ["held-1", "held-2", "held-3", "held-4", "held-5"];

/** The request of each script. A new script without one does not compile. */
const REQUESTS: Record<ScriptName, (scene: Scene) => Request> = {
  cancel: () => of(["ready-1", "later", "held-1", "nobody"]),
  clean: () => ({ args: { policy: "0 - 0 -" } }),
  counts: () => ({ args: { names: ["enqueued"] } }),
  deepClean: () => ({}),
  destroy: () => ({}),
  enqueue: () => ({ args: { fields: NEW.flat() }, parts: { ids: NEW.map(([id = ""]) => id) } }),
  extend: ({ fences }) => ({
    args: { items: ["held-1", "held-2"].flatMap((id) => [id, String(fences[id])]) },
    parts: { ids: ["held-1", "held-2"] },
  }),
  failWorker: () => ({}),
  forget: ({ name }) => ({ args: { name } }),
  get: () => of(["held-1"]),
  held: ({ fences }) => ({ args: { heads: [`${fences["held-1"]} 1 held-1`] } }),
  lease: () => ({}),
  leave: ({ name }) => ({ args: { kind: "light", name } }),
  list: () => ({ parts: { state: "leased" } }),
  pause: () => ({}),
  ping: () => ({}),
  progress: ({ fences }) => ({
    args: { id: "held-1", fence: Number(fences["held-1"]), progress: '0.5 "half"' },
    parts: { ids: ["held-1"] },
  }),
  promote: () => of(["later", "nobody"]),
  purge: () => ({ args: { total: "purged" }, parts: { state: "ready" } }),
  queues: () => ({}),
  redrive: () => ({ args: { ids: [] } }),
  register: ({ name }) => ({ args: { name: `${name}-too` } }),
  registered: () => ({}),
  resume: () => ({}),
  round: () => ({ args: { kind: "light" } }),
  settle: (scene) => ({ args: { items: items(scene) }, parts: { ids: HELD } }),
  turn: (scene) => ({ args: { items: items(scene) }, parts: { ids: HELD } }),
  workers: () => ({}),
};

const of = (ids: string[]): Request => ({ args: { ids, id: ids[0] ?? "" }, parts: { ids } });

/**
 * Ready, delayed, leased, failed and done jobs; what is due and what ran out; some with a time to live that is over. It
 * keeps done jobs, and a script that repairs finds nothing to repair, unless what it repairs is broken.
 */
export async function prepare(adapter: Adapter, name = freshName()): Promise<Scene> {
  const clock = new Clock();
  const options = { redis: adapter, prefix: PREFIX, now: clock.now, retention: { done: "1d" } } as const;
  const queue = new Queue<unknown>(name, options);
  const put = (ids: string[], more = {}) => queue.enqueueMany(ids.map((id) => ({ data: id, id, ...more })));
  const lease = async (count: number, length: "1s" | "1h") => {
    const { jobs } = await queue.lease({ count, for: length, worker: "w" });
    return Object.fromEntries(jobs.map((held) => [held.id, held.fence]));
  };
  await put(HELD, { ttl: "1h" });
  const fences = await lease(HELD.length, "1h");
  await put(["failed-1", "failed-2", "done-1", "done-2"]);
  const { jobs } = await queue.lease({ count: 4, worker: "gone" });
  await queue.settle(jobs.map((held, i) => ({ job: held, action: i < 2 ? "fail" : "complete" })));
  await put(["over"]);
  await put(["dead"], { maxAttempts: 1 });
  await lease(2, "1s");
  await put(["due"], { delay: "5s" });
  await put(["later"], { delay: "1h" });
  await put(["late"], { ttl: "5s", priority: 0 });
  await put(["ready-1", "ready-2", "ready-3"]);
  clock.pass(10_000);
  return { name, queue, clock, fences };
}

/** Sends the request of a script, the same each time, as an adapter that may be in trouble takes it. */
export function send(script: ScriptName, scene: Scene, adapter: Adapter, more: object = {}): Promise<unknown> {
  const { args = {}, parts = {} } = REQUESTS[script](scene);
  const named = ALL[script];
  const values = { ...USUAL, clock: `=${scene.clock.time}`, ...args, ...more } as unknown as ArgsOf<typeof named>;
  return callScript(adapter, new QueueKeys(PREFIX, scene.name), named, values, { nonce: "n", ...parts });
}

const DUMP = `local out = {}
for i, key in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', key).ok
  out[i] = { key, kind, kind == 'zset' and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    or kind == 'hash' and redis.call('HGETALL', key) or redis.call('GET', key), redis.call('PTTL', key) < 0 and 0 or 1 }
end
return out`;

/** Every key of a server, with its type and content, and whether it ends by itself. */
export async function everything(redis: { eval(script: string): Promise<unknown> }): Promise<Record<string, unknown>> {
  const dumped = (await redis.eval(DUMP)) as [key: string, kind: string, value: string | string[], ends: number][];
  const entries = dumped.map(([key, kind, value, ends]) => [
    key,
    [kind, ends, kind === "hash" ? fieldsOf(value) : value],
  ]);
  return Object.fromEntries(entries.sort(byName));
}

function fieldsOf(value: string | string[]): Record<string, string> {
  const fields = Array.from({ length: value.length / 2 }, (_, i) => [value[2 * i] ?? "", value[2 * i + 1] ?? ""]);
  return Object.fromEntries(fields.sort(byName));
}

function byName([a]: unknown[], [b]: unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}

/** Without what is kept of the requests before: their names are made up. */
export function comparable(dumped: Record<string, unknown>): Record<string, unknown> {
  const isOfBefore = (key: string) => key.includes(":reply:") && !key.endsWith(":reply:n");
  return Object.fromEntries(Object.entries(dumped).filter(([key]) => !isOfBefore(key)));
}
