// Every script, with requests that give each of its paths something to do. The fault tests refuse its writes one by one.
import { type ArgsOf, callScript, type Reply } from "../../../src/engine/call.ts";
import { bucketDigits, type KeyParts } from "../../../src/engine/keys.ts";
import * as scripts from "../../../src/engine/scripts.gen.ts";
import type { Adapter } from "../../../src/index.ts";
import { formatReference } from "../../../src/queue/jobs/settle-items.ts";
import { HELD, keysOf, LANE, LATE, PLAIN, type Scene, type SceneName, SHORT_LANE } from "../stage/scene.ts";

export type ScriptName = keyof typeof scripts;

const ALL = { ...scripts };

/** The scripts, as they were generated. */
const SCRIPTS = Object.keys(ALL) as ScriptName[];

/** Whether a script remembers its reply for the request that comes again. */
export const isRemembered = (script: ScriptName) => (ALL[script].keys as readonly string[]).includes("replies");

interface Request {
  args?: Record<string, string | number | readonly string[]>;
  parts?: KeyParts;
}

/** A request, the scene that it is sent in, and how many units of work it commits there. */
interface CrashPoint {
  scene: SceneName;
  units: number;
  request(scene: Scene): Request;
}

type Points = Record<string, CrashPoint>;

const point = (scene: SceneName, units: number, request: CrashPoint["request"]): CrashPoint => ({
  scene,
  units,
  request,
});
const sends = (scene: SceneName, units: number, request: Request = {}): Points => ({
  "its request": point(scene, units, () => request),
});

const about = (ids: string[], more: Request["args"] = {}): Request => {
  const buckets = bucketDigits(ids);
  return { args: { ids, id: ids[0] ?? "", buckets, ...more }, parts: { buckets, id: ids[0] ?? "" } };
};

/** Jobs to enqueue: "priority number when window max ttl own", then id and payload of each. */
function jobs(...groups: [kind: string, ...ids: string[]][]): Request {
  const ids = groups.flatMap(([, ...each]) => each);
  const given = groups.flatMap(([kind, ...each]) => (kind.split(" ")[2] === "-" ? [] : each));
  const items = groups.flatMap(([kind, ...each]) => {
    const [priority, ...rest] = kind.split(" ");
    return [`${priority} ${each.length} ${rest.join(" ")} -`, ...each.flatMap((id) => [id, `"${id}"`])];
  });
  const buckets = bucketDigits(ids);
  return { args: { buckets, items }, parts: { buckets, results: given } };
}

type Item = [what: "c" | "k" | "r" | "p" | "f" | "g" | "b", id: string, detail?: string, error?: string];

const reference = ({ fences }: Scene, id: string) => formatReference({ id, fence: fences[id] ?? 7 });

const settling =
  (items: Item[], more: Request["args"] = {}) =>
  (scene: Scene): Request => ({
    args: {
      items: items.flatMap(([what, id, detail = "", error = ""]) => [what, reference(scene, id), detail, error]),
      ...more,
    },
    parts: { results: items.flatMap(([what, id, detail]) => (detail && "ck".includes(what) ? [id] : [])) },
  });

const [held1 = "", held2 = "", held3 = "", held4 = "", held5 = ""] = HELD;
const [lateReady = "", lateTtl = "", lateFailed = ""] = LATE;

/** Every way to settle. The third replaces a long error by a short one. */
const EVERY_WAY: Item[] = [
  ["c", held1, '{"n":1}'],
  ["c", held2],
  ["r", held3, "5000", '"no"'],
  ["f", held4, "", '"never"'],
  ["g", held5],
];
const KEPT: Item[] = [
  ["k", held1, '{"n":1}'],
  ["k", held2],
  ["f", held5, "", '"never"'],
];
/** The holders of leases that ran out put their jobs back into line; one job fails, so that others are trimmed. */
const LATE_BACK: Item[] = [
  ["r", lateReady, "5000", '"late"'],
  ["r", lateTtl, "0"],
  ["g", lateFailed],
  ["f", held2],
];
const LATE_ENDS: Item[] = [
  ["c", lateReady],
  ["k", lateTtl, "1"],
  ["f", lateFailed, "", '"late"'],
];
const LATE_DONE: Item[] = [
  ["c", lateReady],
  ["c", lateFailed, "2"],
  ["c", "nobody"],
  ["c", lateReady],
];
/** Nothing that goes back into line: such a turn settles and leases in one unit. */
const ENDS: Item[] = [
  ["c", held1, '{"n":1}'],
  ["r", held3, "5000", '"no"'],
  ["f", held4],
];

const KEEP_ALL = "- - - - 3600000";
const KEEP_ONE = "- 1 - 1 3600000";
const trims = { policy: KEEP_ONE };
const onlySettles = { count: 0, worker: "", beats: "" };

const turns: Points = {
  "settles in every way, heals and leases": point("due", 5, settling(EVERY_WAY)),
  "settles what is kept, trims, heals and leases": point("due", 5, settling(KEPT, trims)),
  "puts late jobs back, trims, heals and leases": point("due", 5, settling(LATE_BACK, trims)),
  "ends late jobs, trims, heals and leases": point("due", 5, settling(LATE_ENDS, trims)),
  "completes late jobs, heals and leases": point("due", 5, settling(LATE_DONE)),
  "heals, trims and leases": point("due", 4, settling([], trims)),
  "settles in every way and leases": point("calm", 2, settling(EVERY_WAY)),
  "settles what is kept, trims and leases": point("calm", 2, settling(KEPT, trims)),
  "puts late jobs back, trims and leases": point("calm", 3, settling(LATE_BACK, trims)),
  "ends late jobs, trims and leases": point("calm", 3, settling(LATE_ENDS, trims)),
  "completes late jobs and leases": point("calm", 2, settling(LATE_DONE)),
  "settles and leases in one unit": point("calm", 1, settling(ENDS)),
  "settles and leases in a lane of its own": point("calm", 1, settling(ENDS, { lane: "other", number: "1" })),
  "settles and leases after a short reply": point("calm", 1, settling(ENDS, { lane: SHORT_LANE })),
  "settles in every way and leases after a short reply": point("calm", 2, settling(EVERY_WAY, { lane: SHORT_LANE })),
  "settles in every way": point("due", 1, settling(EVERY_WAY, onlySettles)),
  "settles what is kept and trims": point("calm", 2, settling(KEPT, { ...onlySettles, ...trims })),
  "puts late jobs back and trims": point("calm", 2, settling(LATE_BACK, { ...onlySettles, ...trims })),
  "ends late jobs and trims": point("calm", 2, settling(LATE_ENDS, { ...onlySettles, ...trims })),
  "leases many": point("calm", 1, settling([], { count: 20 })),
  "settles and finds nothing to lease": point("idle", 1, settling(ENDS)),
  "finds nothing": point("idle", 1, settling([])),
  "settles while the queue is paused": point("paused", 1, settling(ENDS)),
  "is named by its sender": point("calm", 1, (scene) => named(settling(ENDS)(scene))),
};

/** The same request under an idempotency key. */
const named = ({ args, parts }: Request): Request => ({
  args: { ...args, lane: "fingerprint", number: "0" },
  parts: { ...parts, replies: "reply:n" },
});

const plainTurn =
  (ids: string[], count: number, results: string[] = []) =>
  (scene: Scene): Request => {
    const kept = results.length > 0 ? [...results, "3600000"] : [];
    const items = [...ids.map((id) => reference(scene, id)), ...kept];
    return { args: { items, bucket: bucketDigits(ids), count }, parts: { results: ids.slice(0, results.length) } };
  };

const NEW: [kind: string, ...ids: string[]][] = [
  ["5 - 60000 - -", "new-1", "ready-2", "seen-1"],
  ["5 +60000 60000 - -", "new-2"],
  ["0 - 0 3 60000", "new-3", "gone-1"],
  ["5 - - - -", "made-up-1", "made-up-2"],
];
const at = ({ clock }: Scene): Request => jobs([`5 @${clock.time + 9_000} - - -`, "timed-1", "timed-2"], ...NEW);
const extended = [...HELD, lateReady, lateTtl, lateFailed, "nobody", "back-1"];
const progressed =
  (id: string, progress: string, duration: number | "") =>
  (scene: Scene): Request => ({
    args: { reference: reference(scene, id), progress, duration },
    parts: { id },
  });

const forgetting = (stamps: Record<string, string | undefined>): Request => ({
  args: { items: Object.entries(stamps).flatMap(([name, stamp = ""]) => [name, stamp]) },
});

/** The requests of each script. A new script without one does not compile. */
const POINTS: Record<ScriptName, Points> = {
  admit: {
    "another queue of a maker": point("due", 1, () => ({ args: { name: "made-4", maker: "shop" } })),
    "the first queue of a maker": point("due", 1, () => ({ args: { name: "made-4", maker: "third" } })),
    "a queue that is registered": point("due", 1, () => ({ args: { name: "made-1", maker: "other" } })),
    "no queue more": point("due", 0, () => ({ args: { name: "made-4", maker: "shop", maxQueuesOfMaker: 2 } })),
  },
  cancel: sends("due", 1, about(["ready-1", "ready-1", "later-ttl", held1, "failed-1", "done-1", "nobody", lateTtl])),
  clean: {
    "removes what is old": point("due", 5, () => ({ args: { policy: "0 - 0 -" } })),
    "removes what is too much": point("due", 5, () => ({ args: { policy: "- 1 - 1" } })),
    "goes by the policy of the queue": point("due", 4, () => ({ args: { policy: "" } })),
    "finds little": point("calm", 1, () => ({ args: { policy: KEEP_ALL } })),
  },
  counts: sends("due", 0, { args: { names: ["replayed"] } }),
  deepClean: sends("due", 1),
  destroy: sends("due", 1),
  enqueue: {
    "jobs of every kind": point("due", 1, at),
    "jobs of a new queue": point("absent", 1, at),
    "jobs in a lane of its own": point("calm", 1, () => {
      const { args, parts = {} } = jobs(...NEW);
      return { args: { ...args, lane: "other", number: "1" }, parts };
    }),
    "jobs after a short reply": point("calm", 1, () => {
      const { args, parts = {} } = jobs(...NEW);
      return { args: { ...args, lane: SHORT_LANE }, parts };
    }),
    "an id whose window is over": point("calm", 1, () => jobs(["5 - 60000 - -", "seen-over"], ["5 - 0 - 9", "new-1"])),
    "jobs under an idempotency key": point("calm", 1, () => named(jobs(...NEW))),
  },
  enqueuePlain: sends("due", 1, {
    args: { items: ["fresh-a", '"a"', "fresh-q", '"q"'] },
    parts: { id: "fresh-a" },
  }),
  events: sends("due", 0, { args: { since: "@0" } }),
  extend: {
    "all leases, late ones too": point("due", 1, (scene) => {
      const { args, parts = {} } = about(extended);
      return { args: { ...args, items: extended.map((id) => reference(scene, id)) }, parts };
    }),
  },
  failWorker: sends("due", 1),
  forget: {
    "a queue without a maker": point("due", 0, ({ name, stamps }) => forgetting({ [name]: stamps[name], nobody: "7" })),
    "a queue of a maker": point("due", 1, ({ stamps }) => forgetting({ "made-1": stamps["made-1"] })),
    "the last queue of a maker": point("due", 0, ({ stamps }) =>
      forgetting({ "made-3": stamps["made-3"], "made-2": stamps["made-3"] }),
    ),
  },
  forgetSeen: { "some ids": point("due", 0, () => ({ args: { limit: 1 } })) },
  get: sends("due", 0, about([held1])),
  held: { "a lease": point("due", 0, (scene) => ({ args: { items: HELD.map((id) => reference(scene, id)) } })) },
  leave: { "at the queue": point("due", 1, ({ name }) => ({ args: { note: name } })) },
  list: sends("due", 0, { parts: { state: "leased" } }),
  pause: sends("due", 1),
  ping: sends("due", 0),
  progress: {
    "a shorter note": point("due", 1, progressed(held1, "0.5", "")),
    "and a longer lease": point("due", 1, progressed(held2, '0.5 "half"', 60_000)),
    "of a late job in line": point("due", 1, progressed(lateTtl, '0.5 "half"', 60_000)),
    "of a late job that has failed": point("due", 1, progressed(lateFailed, '0.5 "half"', 60_000)),
  },
  promote: sends("due", 1, about(["later", "later-ttl", "nobody", "later"])),
  purge: {
    "what is ready": point("due", 1, () => ({ args: { total: "purged", letter: "P" }, parts: { state: "ready" } })),
    "what has failed": point("due", 1, () => ({ args: { total: "purged", letter: "P" }, parts: { state: "failed" } })),
    "what is done": point("due", 1, () => ({ args: { total: "", letter: "C" }, parts: { state: "done" } })),
  },
  queues: sends("due", 0),
  recordEvents: {
    "of a queue": point("due", 1, () => ({ args: { keep: 10 } })),
    "of a new queue": point("absent", 1, () => ({ args: { keep: 10 } })),
    "no longer": point("due", 1, () => ({ args: { keep: 0 } })),
  },
  redrive: {
    "the first": point("due", 1, () => ({ args: { ids: [] } })),
    "those that are named": point("due", 1, () => ({ args: { ids: ["failed-2", lateFailed, "nobody", "failed-2"] } })),
  },
  register: { "another queue": point("due", 1, ({ name }) => ({ args: { name: `${name}-too` } })) },
  registered: sends("due", 1),
  resume: sends("paused", 1),
  retire: {
    "an unused queue": point("unused", 0, () => ({})),
    "no queue": point("absent", 0, () => ({})),
  },
  round: {
    "of a light clean": point("due", 0, () => ({})),
    "of a deep clean": point("due", 0, () => ({ args: { kind: "deep" } })),
    "that corrects numbers": point("paused", 1, () => ({ args: { kind: "deep" } })),
  },
  turn: turns,
  turnPlain: {
    "completes and leases": point("calm", 1, plainTurn(PLAIN, 2)),
    completes: point("calm", 1, plainTurn(PLAIN, 0)),
    "completes with results and leases": point("calm", 1, plainTurn(PLAIN, 2, ['"one"', '"two"'])),
    "completes a late job and leases those before it": point("calm", 1, plainTurn([lateReady], 1)),
    "completes a late job that has a time to live": point("calm", 1, plainTurn([lateTtl], 0)),
    leases: point("calm", 1, plainTurn([], 2)),
    "leaves a job that nobody holds to the other": point("calm", 0, plainTurn(["nobody"], 1)),
    "leaves a late job that it would lease to the other": point("calm", 0, plainTurn([lateReady], 2)),
    "leaves a job with a time to live to the other": point("calm", 0, plainTurn(PLAIN, 3)),
  },
  workers: sends("due", 0),
};

/** All of them, with the name of the script and a title. */
export const CRASH_POINTS = SCRIPTS.flatMap((script) =>
  Object.entries(POINTS[script]).map(([title, each]) => ({ script, title, ...each })),
);

/** Returns a script's request of a title. */
export function pointOf(script: ScriptName, title: string): (typeof CRASH_POINTS)[number] {
  const found = CRASH_POINTS.find((point) => point.script === script && point.title === title);
  if (!found) throw new Error(`there is no crash point ${script}: ${title}`);
  return found;
}

/** What every script is given unless its request says otherwise. */
const usual = ({ clock }: Scene) => ({
  times: `=${clock.time} 240000`,
  lane: LANE.lane,
  number: LANE.number,
  count: 4,
  duration: 30_000,
  worker: "w",
  max: 5,
  limit: 100,
  policy: KEEP_ALL,
  beats: "p",
  silence: 5_000,
  maxLength: "",
  from: 0,
  parts: "dr",
  priority: 5,
  kind: "light",
  idle: 0,
  maxQueues: "",
  maxQueuesOfMaker: "",
});

/** Sends a request, the same each time, over an adapter that may be in trouble. */
export function send(
  { script, request }: Pick<(typeof CRASH_POINTS)[number], "script" | "request">,
  scene: Scene,
  adapter: Adapter,
  more: Request["args"] = {},
): Promise<Reply> {
  const { args = {}, parts = {} } = request(scene);
  const named = ALL[script];
  const values = { ...usual(scene), ...args, ...more } as unknown as ArgsOf<typeof named>;
  const keys = keysOf(scene, named);
  return callScript(named, { adapter, keys, args: values, parts: { replies: LANE.replies, ...parts } });
}
