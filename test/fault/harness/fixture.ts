// Fixtures: queues with jobs in every state and leases of every kind, so that each script finds work.

import { promote, saveBulk } from "../../../src/engine/all-scripts.ts";
import { callScript } from "../../../src/engine/call.ts";
import { bucketDigits, QueueKeys } from "../../../src/engine/keys.ts";
import { admitQueue, forgetQueues, NO_STAMP, registryKeys } from "../../../src/engine/registry.ts";
import type { NamedScript } from "../../../src/engine/script.ts";
import { type Adapter, type EnqueueOptions, Queue } from "../../../src/index.ts";
import { Clock } from "../../setup/queue.ts";
import {
  complete,
  DUE,
  enqueue,
  type Fixture,
  FOLLOWED,
  HELD,
  LATE,
  LONG_ERROR,
  LONG_WORKER,
  lease,
  PLAIN,
} from "./fixture-jobs.ts";
import { addCappedJobs, addGroupedFollowers, addGroupedJobs, LIMITS } from "./grouped-jobs.ts";
import { addSchedules } from "./schedule-cases.ts";
import { addParents } from "./waiting-cases.ts";

/** The name of the queue of every fixture. */
export const QUEUE = "q";
/** The prefix of all keys. */
export const PREFIX = "t";

/** The names of the fixtures. All but "unused" and "absent" have ready, delayed, leased, failed and done jobs. */
export const FIXTURE_NAMES = [
  /** Has expired leases, due jobs, and jobs past their time to live. */
  "due",
  /** Is like "due", and jobs of every kind have followers. */
  "followed",
  /** Has nothing that is due. */
  "calm",
  /** Has nothing that is due, and no ready job. */
  "idle",
  /** Has nothing that is due and is paused. The counters of the makers' queues are wrong. */
  "paused",
  /** Has no job, and was last used a week ago. */
  "unused",
  /** Does not exist. */
  "absent",
  /** Has groups with concurrency, rates and overrides, in every position. Nothing is due. */
  "limited",
  /** The same, with expired leases, due jobs, and jobs past their time to live. */
  "limited-due",
  /** Has groups with a concurrency and no other limits, for which the plain scripts suffice. Nothing is due. */
  "capped",
  /** Has ordered groups, in every position. A failed job stops its group. Nothing is due. */
  "ordered",
  /** The same, with expired leases, due jobs, and jobs past their time to live. */
  "ordered-due",
  /** Are like "limited-due" and "ordered-due", and leased jobs have followers in other groups. */
  "limited-followed",
  "ordered-followed",
  /** Is like "calm", and has follow-ups in its outbox, and an inbox. */
  "sending",
  /** Has schedules with slots that are due, and groups. */
  "scheduled",
  /** Has jobs that wait for others of every state. */
  "waiting",
] as const;

/** The name of a fixture. */
export type FixtureName = (typeof FIXTURE_NAMES)[number];

/** Registered queues besides the fixture's queue, and their makers. */
const OTHER_QUEUES = { "made-1": "shop", "made-2": "shop", "made-3": "other" };
/** Ids of ready jobs. There are enough of them for a turn to lease more than 15. */
const READY = ["ready-2", "ready-3", ...Array.from({ length: 12 }, (_, i) => `many-${i}`)];

/** A bulk operation of each queue with jobs, in its first version. */
export const BULK = { id: "bulk-1", text: '{"cursor":"10 1 a"}' };

/** The lane of the requests under test. The remembered reply to its last request is long. */
export const LANE = { replies: "replies:0", lane: "n", number: "2" };
/** A lane whose last request has a short remembered reply. */
export const SHORT_LANE = "short";
/** Creates a fixture in an empty database. */
export async function createFixture(adapter: Adapter, name: FixtureName): Promise<Fixture> {
  const clock = new Clock();
  const [, limits, isDue] = /^(capped|limited|ordered)(-due|-followed)?$/.exec(name) ?? [];
  const options = {
    ...{ redis: adapter, prefix: PREFIX, now: clock.now, backoff: 0 },
    ...(limits && LIMITS[limits as keyof typeof LIMITS]),
  };
  const queue = new Queue<unknown>(QUEUE, { ...options, retention: { done: "1d" } });
  const queueWithoutRetention = new Queue<unknown>(QUEUE, options);
  const keys = new QueueKeys(PREFIX, QUEUE);
  const fixture: Fixture = { queue, queueWithoutRetention, clock, keys, fences: {}, stamps: {}, followed: [] };
  if (name === "absent") return fixture;
  if (name === "unused") {
    await enqueue(fixture, ["gone-1"]);
    await complete(fixture, await lease(fixture, 1));
    clock.pass(7 * 86_400_000);
    return fixture;
  }
  if (limits === "capped") await addCappedJobs(fixture);
  else if (limits) await addGroupedJobs(fixture, { isDue: isDue !== undefined });
  else await addPlainJobs(fixture, name);
  if (name.endsWith("-followed")) await addGroupedFollowers(fixture);
  if (name === "scheduled") await addSchedules(fixture);
  if (name === "waiting") await addParents(fixture, adapter);
  if (name === "idle") await queue.purge("ready");
  if (name === "paused") await queue.pause();
  if (name === "sending") await fillOutbox(adapter, fixture);
  await fillLanes(adapter, fixture);
  await callScript(saveBulk, { adapter, keys, args: { ...BULK, times: `=${clock.time} 0`, version: 0, most: 20 } });
  await registerQueues(adapter, fixture);
  if (name === "paused") await corruptMakers(adapter);
  if (/due$|followed$/.test(name)) clock.pass(10_000);
  return fixture;
}

/** Adds jobs without groups, in every state. */
async function addPlainJobs(fixture: Fixture, name: FixtureName): Promise<void> {
  await addHeldJobs(fixture);
  await addEndedJobs(fixture);
  await addLateJobs(fixture);
  if (name === "due" || name === "followed") await addDueJobs(fixture);
  if (name === "followed") await addFollowers(fixture);
  await addWaitingJobs(fixture);
}

/** Adds leased jobs. The third one has five long errors, and the fourth one is in its only attempt. */
async function addHeldJobs(fixture: Fixture): Promise<void> {
  const [first = "", second = "", manyErrors = "", lastAttempt = "", fifth = ""] = HELD;
  await enqueue(fixture, [manyErrors], { maxAttempts: 9 });
  for (let i = 0; i < 5; i++) await (await lease(fixture, 1))[0]?.retry({ delay: 0, error: LONG_ERROR });
  await enqueue(fixture, [first, second, fifth], { ttl: "1h" });
  await enqueue(fixture, [lastAttempt], { maxAttempts: 1 });
  await enqueue(fixture, PLAIN);
  const jobs = await lease(fixture, HELD.length + PLAIN.length);
  await jobs.find(({ id }) => id === first)?.progress(0.25, { note: "a note that is longer than the next one" });
}

/** Adds failed jobs, retained done jobs, and done jobs of which a result or a remembered id is left. */
async function addEndedJobs(fixture: Fixture): Promise<void> {
  await enqueue(fixture, ["failed-1", "done-1", "done-2"]);
  await enqueue(fixture, ["failed-2"], { ttl: "1h", maxAttempts: 3 });
  const jobs = await lease(fixture, 4, { worker: "gone" });
  await fixture.queue.settle(jobs.map((job) => ({ job, action: job.id.startsWith("failed") ? "fail" : "complete" })));
  await enqueue(fixture, ["gone-1"]);
  await enqueue(fixture, ["seen-1"], { uniqueFor: "1h" });
  await complete(fixture, await lease(fixture, 2, { worker: "gone" }));
}

/** Adds jobs whose expired leases were reclaimed, and a remembered id whose window is over but not yet cleaned. */
async function addLateJobs(fixture: Fixture): Promise<void> {
  const [ready = "", ttl = "", failed = ""] = LATE;
  await enqueue(fixture, [ready]);
  await enqueue(fixture, [ttl], { ttl: "1h" });
  await enqueue(fixture, [failed], { maxAttempts: 1 });
  await lease(fixture, LATE.length, { duration: "1s", worker: "late" });
  fixture.clock.pass(2_000);
  await fixture.queue.clean();
  await enqueue(fixture, ["seen-over"], { uniqueFor: "1s", priority: 0 });
  await complete(fixture, await lease(fixture, 1, { worker: "gone" }));
  fixture.clock.pass(2_000);
}

/** Adds jobs that are due when the clock has passed 10 s: leases expire, delays end, and times to live are over. */
async function addDueJobs(fixture: Fixture): Promise<void> {
  const [over = "", over2 = "", dead = ""] = DUE.reclaim;
  const [expired = "", expiredLater = ""] = DUE.expire;
  await enqueue(fixture, [over], { ttl: "1h", priority: 0 });
  await enqueue(fixture, [over2], { priority: 0 });
  await enqueue(fixture, [dead], { maxAttempts: 1, priority: 0 });
  await lease(fixture, 3, { duration: "1s" });
  await enqueue(fixture, DUE.promote, { delay: "5s" });
  await enqueue(fixture, [expired], { ttl: "5s", priority: 9 });
  await enqueue(fixture, [expiredLater], { ttl: "5s", delay: "1h" });
}

/** Adds followers to leased jobs, of which two are released then. One is past its time to live when the clock has passed 10 s. */
async function addFollowers(fixture: Fixture): Promise<void> {
  const { queue, followed } = fixture;
  await enqueue(fixture, [FOLLOWED], { priority: 0 });
  await enqueue(fixture, ["expired-followed"], { ttl: "5s", priority: 0 });
  const waiting = await lease(fixture, 2);
  followed.push(...HELD, ...DUE.reclaim, ...waiting.map(({ id }) => id));
  const kinds: EnqueueOptions[] = [{}, { delay: "1m" }, { ttl: "2h" }, { delay: "1s", priority: 1, maxAttempts: 2 }];
  await queue.enqueueMany(
    followed.map((id, i) => ({ data: `after ${id}`, id, onDuplicate: "again", ...kinds[i % kinds.length] })),
  );
  for (const job of waiting) await job.release();
}

/** Adds ready and delayed jobs. A worker with a long name has leased and released the first one. */
async function addWaitingJobs(fixture: Fixture): Promise<void> {
  await enqueue(fixture, ["back-1"], { priority: 0 });
  const [back] = await lease(fixture, 1, { worker: LONG_WORKER });
  await back?.progress(0.5, { note: "half" });
  await back?.release();
  await enqueue(fixture, ["ready-1"], { ttl: "1h", maxAttempts: 7 });
  await enqueue(fixture, READY);
  await enqueue(fixture, ["later"], { delay: "1h" });
  await enqueue(fixture, ["later-ttl"], { delay: "1h", ttl: "2h" });
}

/** The ticks of the entries of the outbox, which the queue has received from another one, too. */
export const SENT_TICKS = ["100000000000001", "100000000000002", "100000000000003"] as const;

/** Adds follow-ups to the outbox, and the last of their ticks but one to the inbox. */
async function fillOutbox(adapter: Adapter, { keys }: Fixture): Promise<void> {
  const text = [
    "for _, tick in ipairs(ARGV) do redis.call('ZADD', KEYS[2], tick, tick .. '\\nother\\n-\\n5 1 - - - - -\\nsent\\n1') end",
    "redis.call('HSET', KEYS[3], 'source', ARGV[2])",
    "local head = string.gsub(redis.call('HGET', KEYS[1], 'head'), '^2 (%a*)', '2 %1q')",
    "redis.call('HSET', KEYS[1], 'head', head)",
    "return 'ok'",
  ].join(" ");
  await adapter.run({ name: "fillOutbox", text }, keys.resolve(["meta", "outbox", "inbox"], {}), [...SENT_TICKS]);
}

/** Sends a request in each lane under test, so that Redis remembers a long reply in one, a short one in the other. */
async function fillLanes(adapter: Adapter, { keys, clock }: Fixture): Promise<void> {
  const unknown = Array.from({ length: 300 }, (_, i) => `unknown-${i}`);
  for (const [lane, ids] of Object.entries({ [LANE.lane]: unknown, [SHORT_LANE]: unknown.slice(0, 1) })) {
    const args = { lane, number: "1", times: `=${clock.time} 240000`, buckets: bucketDigits(ids), entries: "", ids };
    await callScript(promote, { adapter, keys, args, parts: { replies: LANE.replies, buckets: args.buckets } });
  }
}

/** Registers the other queues, and reads the stamps of all queues. */
async function registerQueues(adapter: Adapter, { clock, stamps }: Fixture): Promise<void> {
  const registry = { adapter, prefix: PREFIX, clock: () => `=${clock.time}` };
  for (const [name, maker] of Object.entries(OTHER_QUEUES)) await admitQueue(registry, name, { maker });
  const names = [QUEUE, ...Object.keys(OTHER_QUEUES)];
  // With a stamp that no queue has, the script forgets nothing and replies with the true stamps.
  const items = names.flatMap((name) => [name, NO_STAMP]);
  const found = await forgetQueues(registry, items);
  for (const [i, name] of names.entries()) stamps[name] = found[i] ?? "";
}

/** Returns the keys that a script takes: those of the registry, or those of the queue. */
export function resolveKeys({ keys }: Fixture, script: NamedScript) {
  return /^(registry|makers|rounds)$/.test(script.keys[0] ?? "") ? registryKeys(PREFIX) : keys;
}

/** Writes a wrong counter, a counter of a maker without queues, and the maker of a queue that is not registered. */
async function corruptMakers(adapter: Adapter): Promise<void> {
  const text = "redis.call('HSET', KEYS[1], '\\tshop', '7', '\\tunknown', '1', 'gone', 'unknown') return 'ok'";
  const script = { name: "corruptMakers", text, keys: ["makers"], args: [] };
  await callScript(script, { adapter, keys: registryKeys(PREFIX), args: {} });
}
