// Cases: each script of the library, with requests that exercise every path of it. The fault tests refuse their writes
// one by one.

import * as scripts from "../../../src/engine/all-scripts.ts";
import { type ArgsOf, callScript, type Reply } from "../../../src/engine/call.ts";
import type { Adapter } from "../../../src/index.ts";
import {
  type CaseDefinition,
  createEnqueueRequest,
  createForgetRequest,
  createIdsRequest,
  createPurgeRequest,
  inAbsent,
  inCalm,
  inDue,
  inFollowed,
  inPaused,
  inUnused,
  reportProgress,
  type ScriptRequest,
  toReference,
  withArgs,
  withIdempotencyKey,
} from "./case-requests.ts";
import { BULK, LANE, QUEUE, resolveKeys, SHORT_LANE } from "./fixture.ts";
import { type Fixture, FOLLOWED, HELD, LATE } from "./fixture-jobs.ts";
import { FOLLOW_UP_CASES } from "./follow-up-cases.ts";
import { FURTHER_CASES, GROUP_CASES } from "./grouped-cases.ts";
import { GROUPED_DUPLICATE_CASES } from "./grouped-duplicates.ts";
import { SCHEDULE_CASES } from "./schedule-cases.ts";
import { TURN_CASES, TURN_PLAIN_CASES } from "./turn-cases.ts";
import { WAITING_CASES } from "./waiting-cases.ts";

/** The name of a script. */
export type ScriptName = keyof typeof scripts;

const SCRIPTS = { ...scripts };

/** Reports whether a script remembers its reply for a repeated request. */
export const remembersReply = (script: ScriptName) => (SCRIPTS[script].keys as readonly string[]).includes("replies");

const [held1 = "", held2 = ""] = HELD;
const [lateReady = "", lateTtl = "", lateFailed = ""] = LATE;

const KEEP_ALL = "- - - - 3600000";
const NEW_JOBS = [
  ["5 - 60000 - -", "new-1", "ready-2", "seen-1"],
  ["5 +60000 60000 - -", "new-2"],
  ["0 - 0 3 60000", "new-3", "gone-1"],
  ["5 - - - -", "made-up-1", "made-up-2"],
] satisfies [options: string, ...ids: string[]][];
const enqueueEveryKind = ({ clock }: Fixture) =>
  createEnqueueRequest([`5 @${clock.time + 9_000} - - -`, "timed-1", "timed-2"], ...NEW_JOBS);
/** Jobs that replace, follow or debounce others of every state. */
const DUPLICATES = [
  ["5 - r60000 3 -", "ready-1", "later", "seen-over"],
  ["1 - r0 - 60000", "ready-2", FOLLOWED],
  ["5 +9000 a - -", "back-1", "failed-1", "done-1"],
  ["5 - a - 60000", "later-ttl", "failed-2", "done-2", "new-1", "seen-1"],
  ["5 - a - -", held1, "over", "over"],
  ["5 +5000 b60000 - -", held2, "later", "new-2", "new-2"],
  ["5 +5000 b - -", "many-1", lateTtl, lateFailed, "expired-later"],
] satisfies [options: string, ...ids: string[]][];
/** Returns what changes a failed job: its id, its state and fence, and its record with another payload and priority. */
const toChange = ({ fences }: Fixture, id: string, payload: string) => [
  id,
  `F ${fences[id]}`,
  `${"1".padStart(16, "2")} m9:${payload}`,
];
const EXTENDED = [...HELD, lateReady, lateTtl, lateFailed, "unknown", "back-1"];

/** The cases of each script, by their titles. A new script without cases fails to compile. */
const CASES: Record<ScriptName, Record<string, CaseDefinition>> = {
  admit: {
    "another queue of a maker": inDue(1, { args: { name: "made-4", maker: "shop" } }),
    "the first queue of a maker": inDue(1, { args: { name: "made-4", maker: "third" } }),
    "a registered queue": inDue(1, { args: { name: "made-1", maker: "other" } }),
    "a queue beyond the limit": inDue(0, { args: { name: "made-4", maker: "shop", maxQueuesOfMaker: 2 } }),
  },
  cancel: {
    "jobs of every state": inDue(
      1,
      createIdsRequest(["ready-1", "ready-1", "later-ttl", held1, "failed-1", "done-1", "unknown", lateTtl]),
    ),
    "jobs with followers": inFollowed(1, createIdsRequest([held1, FOLLOWED, "ready-1"])),
    "leases that are still the same": inDue(1, ({ fences }) =>
      createIdsRequest([held1, held2], { entries: `leased - L ${fences[held1]}\nleased - L 1` }),
    ),
  },
  clean: {
    "removes old jobs": inDue(5, { args: { policy: "0 - 0 -" } }),
    "removes jobs beyond the retained count": inDue(5, { args: { policy: "- 1 - 1" } }),
    "follows the policy of the queue": inDue(4, { args: { policy: "" } }),
    "ends jobs with followers": inFollowed(4, { args: { policy: KEEP_ALL } }),
    "finds little": inCalm(1, { args: { policy: KEEP_ALL } }),
  },
  counts: { "a queue": inDue(0, { args: { names: ["replayed"] } }) },
  deepClean: { "a queue": inDue(1), "a queue with followers": inFollowed(1) },
  destroy: { "a queue": inDue(1) },
  enqueue: {
    "jobs of every kind": inDue(1, enqueueEveryKind),
    "jobs of a new queue": inAbsent(1, enqueueEveryKind),
    "jobs in a new lane": inCalm(1, withArgs(createEnqueueRequest(...NEW_JOBS), { lane: "other", number: "1" })),
    "jobs after a short reply": inCalm(1, withArgs(createEnqueueRequest(...NEW_JOBS), { lane: SHORT_LANE })),
    "an id whose window is over": inCalm(
      1,
      createEnqueueRequest(["5 - 60000 - -", "seen-over"], ["5 - 0 - 9", "new-1"]),
    ),
    "jobs with an idempotency key": inCalm(1, withIdempotencyKey(createEnqueueRequest(...NEW_JOBS))),
  },
  enqueueKnown: {
    "jobs that replace others": inDue(1, createEnqueueRequest(...DUPLICATES)),
    "jobs that replace others and their followers": inFollowed(1, createEnqueueRequest(...DUPLICATES)),
    "jobs that replace others, with a short record": inCalm(1, createEnqueueRequest(["5 - r0 - -", "ready-1"])),
    "jobs of every kind": inDue(1, enqueueEveryKind),
    "jobs of a new queue": inAbsent(1, createEnqueueRequest(["5 - a - -", "new-1"], ["5 +5000 b60000 - -", "new-2"])),
  },
  enqueuePlain: {
    "new jobs": inDue(1, { args: { items: ["fresh-a", '"a"', "fresh-q", '"q"'] }, parts: { id: "fresh-a" } }),
  },
  events: { "a queue": inDue(0, { args: { since: "@0" } }) },
  extend: {
    "all leases, also expired ones": inDue(1, (fixture) =>
      withArgs(createIdsRequest(EXTENDED), { items: EXTENDED.map((id) => toReference(fixture, id)) }),
    ),
  },
  failWorker: { "a worker": inDue(1), "a worker whose jobs have followers": inFollowed(1) },
  forget: {
    "a queue without a maker": inDue(0, ({ stamps }) => createForgetRequest({ [QUEUE]: stamps[QUEUE], unknown: "7" })),
    "a queue of a maker": inDue(1, ({ stamps }) => createForgetRequest({ "made-1": stamps["made-1"] })),
    "the last queue of a maker": inDue(0, ({ stamps }) =>
      createForgetRequest({ "made-3": stamps["made-3"], "made-2": stamps["made-3"] }),
    ),
  },
  forgetSeen: { "some ids": inDue(0, { args: { limit: 1 } }) },
  get: { "a job": inDue(0, createIdsRequest([held1])) },
  held: { "a lease": inDue(0, (fixture) => ({ args: { items: HELD.map((id) => toReference(fixture, id)) } })) },
  storeRound: { "the cursor and the report of a clean": inDue(1, { args: { cursor: QUEUE, report: "{}" } }) },
  readRounds: { "the reports": inDue(0) },
  list: {
    "the leased jobs": inDue(0, { args: { ids: [] }, parts: { state: "leased" } }),
    "jobs by their ids": inDue(0, { args: { ids: ["failed-2", "unknown"] }, parts: { state: "failed" } }),
  },
  pause: { "a queue": inDue(1) },
  ping: { "the database": inDue(0) },
  progress: {
    "a shorter note": inDue(1, reportProgress(held1, "0.5")),
    "a note and a longer lease": inDue(1, reportProgress(held2, '0.5 "half"', 60_000)),
    "a late job that is ready": inDue(1, reportProgress(lateTtl, '0.5 "half"', 60_000)),
    "a late job that has failed": inDue(1, reportProgress(lateFailed, '0.5 "half"', 60_000)),
  },
  promote: {
    "delayed jobs": inDue(1, createIdsRequest(["later", "later-ttl", "unknown", "later"])),
    "jobs with other entries by now": inDue(1, createIdsRequest(["later"], { entries: "delayed 1 -" })),
  },
  purge: {
    "the ready jobs": inDue(1, createPurgeRequest("ready", "P")),
    "ready jobs with followers": inFollowed(1, createPurgeRequest("ready", "P")),
    "the failed jobs": inDue(1, createPurgeRequest("failed", "P")),
    "the done jobs": inDue(1, createPurgeRequest("done", "C")),
  },
  queues: { "all queues": inDue(0) },
  readBulk: { "all operations": inDue(0) },
  recordEvents: {
    "of a queue": inDue(1, { args: { keep: 10 } }),
    "of a new queue": inAbsent(1, { args: { keep: 10 } }),
    "no longer": inDue(1, { args: { keep: 0 } }),
  },
  redrive: {
    "the first jobs": inDue(1, { args: { ids: [] } }),
    "jobs by their ids": inDue(1, { args: { ids: ["failed-2", lateFailed, "unknown", "failed-2"] } }),
    "jobs with other entries by now": inDue(1, { args: { ids: ["failed-2"], entries: "failed 1 F 1" } }),
  },
  redriveChanged: {
    "jobs with larger and smaller records": inDue(1, (fixture) => ({
      args: {
        items: [
          ...toChange(fixture, "failed-1", `{"larger":"${"x".repeat(3_000)}"}`),
          ...toChange(fixture, "failed-2", "1"),
          ...toChange(fixture, "ready-1", "2"),
          ...toChange(fixture, "unknown", "3"),
        ],
      },
    })),
    "a job with a smaller record": inDue(1, (fixture) => ({ args: { items: toChange(fixture, "failed-1", "1") } })),
    "a job that is another one now": inDue(1, { args: { items: ["failed-1", "F 100000000000000", "0:1"] } }),
  },
  register: { "another queue": inDue(1, { args: { name: `${QUEUE}-too` } }) },
  saveBulk: {
    "a new operation": inDue(1, { args: { id: "bulk-2", version: 0, text: '{"n":1}' } }),
    "an operation of an absent queue": inAbsent(0, { args: { id: "bulk-2", version: 0, text: '{"n":1}' } }),
    "a longer text": inDue(1, { args: { id: BULK.id, version: 1, text: BULK.text.padEnd(500) } }),
    "a shorter text": inDue(1, { args: { id: BULK.id, version: 1, text: "{}" } }),
    "the removal of an operation": inDue(0, { args: { id: BULK.id, version: 1, text: "" } }),
    "an operation that another client has stored": inDue(0, { args: { id: BULK.id, version: 0, text: "{}" } }),
    "an operation beyond the limit": inDue(0, { args: { id: "bulk-2", version: 0, text: "{}", most: 1 } }),
  },
  search: {
    "the jobs of a state": inDue(0, {
      args: { name: "ready", worker: "", from: "", conditions: [] },
      parts: { state: "ready" },
    }),
    "jobs by every condition, after an entry that is gone": inDue(0, ({ clock }) => ({
      args: {
        ...{ name: "failed", score: "1", after: "gone-1", id: "failed", isPrefix: "1", worker: "gone", attempts: "1" },
        ...{
          from: 1,
          to: clock.time,
          entered: (clock.time - 1_600_000_000_000) * 1_000,
          conditions: ["!", "user", "", ""],
        },
      },
      parts: { state: "failed" },
    })),
  },
  noteRegistration: { "a queue": inDue(1) },
  resume: { "a paused queue": inPaused(1) },
  retire: { "an unused queue": inUnused(0), "an absent queue": inAbsent(0) },
  history: { "a queue": inDue(0, { args: { count: 5, brief: 0 }, parts: { samples: "history" } }) },
  listForClean: {
    "of a light clean": inDue(0),
    "of a deep clean": inDue(0, { args: { kind: "deep" } }),
    "of a deep clean that corrects counters": inPaused(1, { args: { kind: "deep" } }),
  },
  ...FOLLOW_UP_CASES,
  ...GROUP_CASES,
  ...SCHEDULE_CASES,
  ...WAITING_CASES,
  turn: TURN_CASES,
  turnPlain: TURN_PLAIN_CASES,
  workers: { "all workers": inDue(0) },
};

/** A case of a script. */
export interface ScriptCase extends CaseDefinition {
  script: ScriptName;
}

/** All cases of all scripts as rows of `test.each`. A title is the name of the script and that of the case. */
export const SCRIPT_CASE_ROWS: readonly [title: string, scriptCase: ScriptCase][] = (
  Object.keys(SCRIPTS) as ScriptName[]
).flatMap((script) =>
  Object.entries({ ...CASES[script], ...FURTHER_CASES[script], ...GROUPED_DUPLICATE_CASES[script] }).map(
    ([title, definition]): [string, ScriptCase] => [`${script}: ${title}`, { script, ...definition }],
  ),
);

/** Returns a case by its title, such as "turn: leases many jobs". */
export function findScriptCase(title: string): ScriptCase {
  const [, found] = SCRIPT_CASE_ROWS.find(([caseTitle]) => caseTitle === title) ?? [];
  if (!found) throw new Error(`there is no script case "${title}"`);
  return found;
}

/** Returns the default arguments of requests. */
const createDefaultArgs = ({ clock }: Fixture) => ({
  times: `=${clock.time} 240000`,
  lane: LANE.lane,
  number: LANE.number,
  count: 4,
  duration: 30_000,
  worker: "w",
  max: 5,
  limit: 100,
  policy: KEEP_ALL,
  heartbeat: "p",
  silence: 5_000,
  maxLength: "",
  from: 0,
  parts: "dr",
  priority: 5,
  kind: "light",
  idle: 0,
  maxQueues: "",
  maxQueuesOfMaker: "",
  most: 20,
  bytes: 1_000_000,
  decoded: 100_000,
  compared: 1_000_000,
  output: "jobs",
  limits: "",
  cap: "=",
  rate: "=",
  paused: "=",
  expected: "",
  cursor: "1 0",
  last: "",
});

/** Sends the request of a case. It is the same each time, except for the arguments in `args`. */
export function sendCase(
  { script, createRequest }: ScriptCase,
  { fixture, adapter, args: overrides = {} }: { fixture: Fixture; adapter: Adapter; args?: ScriptRequest["args"] },
): Promise<Reply> {
  const { args = {}, parts = {} } = createRequest(fixture);
  const namedScript = SCRIPTS[script];
  const values = { ...createDefaultArgs(fixture), ...args, ...overrides } as unknown as ArgsOf<typeof namedScript>;
  const keys = resolveKeys(fixture, namedScript);
  return callScript(namedScript, { adapter, keys, args: values, parts: { replies: LANE.replies, ...parts } });
}
