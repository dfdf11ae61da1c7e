// A queue with jobs in every state and holders of every kind. Each script finds something to do in it.
import { callScript } from "../../../src/engine/call.ts";
import { bucketDigits, QueueKeys } from "../../../src/engine/keys.ts";
import { admitQueue, forgetQueues, NO_STAMP, registryKeys } from "../../../src/engine/registry.ts";
import type { NamedScript } from "../../../src/engine/script.ts";
import { promote } from "../../../src/engine/scripts.gen.ts";
import { type Adapter, type Job, Queue } from "../../../src/index.ts";
import { Clock, freshName } from "../../setup/queue.ts";

export const PREFIX = "t";

/** What a scene has besides jobs that wait, are held and have ended. */
export type SceneName =
  /** Leases that ran out, jobs that are due, and jobs past their time to live. */
  | "due"
  /** Nothing that is due. */
  | "calm"
  /** Nothing that is due, and no job in line. */
  | "idle"
  /** Nothing that is due, in a queue that is paused; and wrong numbers of queues of makers. */
  | "paused"
  /** Nothing, in a queue that nobody has used for a week. */
  | "unused"
  /** No queue at all. */
  | "absent";

export const SCENES: SceneName[] = ["due", "calm", "idle", "paused", "unused", "absent"];

/** A queue at the clock's time. */
export interface Scene {
  name: string;
  queue: Queue<unknown>;
  /** The same queue for a client that keeps no done jobs. */
  forgetful: Queue<unknown>;
  clock: Clock;
  keys: QueueKeys;
  /** The fences of all leases that were given, by the id of the job. */
  fences: Record<string, number>;
  /** The stamps of the registered queues. */
  stamps: Record<string, string>;
}

/** Held, with leases that last. */
export const HELD = ["held-1", "held-2", "held-3", "held-4", "held-5"];
/** Held, without any option, and in one hash. */
export const PLAIN = ["plain-a", "plain-q"];
/** Their leases ran out: two are back in line, and the last, which had one attempt, has failed since. */
export const LATE = ["late-ready", "late-ttl", "late-failed"];
/** Jobs that one unit of a heal moves, in the scene in which something is due. */
export const DUE = {
  expire: ["expired", "expired-later"],
  reclaim: ["over", "over-2", "dead"],
  promote: ["due", "due-2"],
};
/** Queues of makers, beside the queue of the scene. */
const MADE = { "made-1": "shop", "made-2": "shop", "made-3": "other" };
/** In line; the last of them beside many others, so that one turn may take more than 15. */
const READY = ["ready-2", "ready-3", ...Array.from({ length: 12 }, (_, i) => `many-${i}`)];

/** The lane of the requests under test, in which a request with a long reply went before; and one with a short reply. */
export const LANE = { replies: "replies:0", lane: "n", number: "2" };
export const SHORT_LANE = "short";
const LONG_ERROR = "x".repeat(190);
const LONG_WORKER = "a-worker-with-a-name-that-is-longer-than-that-of-the-next";

/** Brings a queue into a scene. It keeps done jobs. */
export async function prepareScene(adapter: Adapter, kind: SceneName, name = freshName()): Promise<Scene> {
  const clock = new Clock();
  const options = { redis: adapter, prefix: PREFIX, now: clock.now, backoff: 0 } as const;
  const queue = new Queue<unknown>(name, { ...options, retention: { done: "1d" } });
  const forgetful = new Queue<unknown>(name, options);
  const scene: Scene = { name, queue, forgetful, clock, keys: new QueueKeys(PREFIX, name), fences: {}, stamps: {} };
  if (kind === "absent") return scene;
  if (kind === "unused") return stopUsing(scene);
  await hold(scene);
  await end(scene);
  await loseLeases(scene);
  if (kind === "due") await makeDue(scene);
  await fillLine(scene);
  if (kind === "idle") await queue.purge("ready");
  if (kind === "paused") await queue.pause();
  await answerBefore(adapter, scene);
  await makeOthers(adapter, scene);
  if (kind === "paused") await miscount(adapter);
  if (kind === "due") clock.pass(10_000);
  return scene;
}

/** One job has come and gone. */
async function stopUsing(scene: Scene): Promise<Scene> {
  await put(scene, ["gone-1"]);
  await complete(scene, await lease(scene, 1, "1h"));
  scene.clock.pass(7 * 86_400_000);
  return scene;
}

function put({ queue }: Scene, ids: string[], more = {}): Promise<unknown> {
  return queue.enqueueMany(ids.map((id) => ({ data: id, id, ...more })));
}

async function lease(scene: Scene, count: number, length: "1s" | "1h", worker = "w"): Promise<Job<unknown>[]> {
  const { jobs } = await scene.queue.lease({ count, for: length, worker });
  for (const { id, fence } of jobs) scene.fences[id] = fence;
  return jobs;
}

/** The third of the held jobs has five long errors, the fourth is in its only attempt. */
async function hold(scene: Scene): Promise<void> {
  const [first = "", second = "", tired = "", last = "", fifth = ""] = HELD;
  await put(scene, [tired], { maxAttempts: 9 });
  for (let i = 0; i < 5; i++) await (await lease(scene, 1, "1h"))[0]?.retry({ delay: 0, error: LONG_ERROR });
  await put(scene, [first, second, fifth], { ttl: "1h" });
  await put(scene, [last], { maxAttempts: 1 });
  await put(scene, PLAIN);
  const jobs = await lease(scene, HELD.length + PLAIN.length, "1h");
  await jobs.find(({ id }) => id === first)?.progress(0.25, { note: "a note that is longer than the next one" });
}

/** Jobs that have failed, are done and kept, or are gone and left a result or an id that is remembered. */
async function end(scene: Scene): Promise<void> {
  await put(scene, ["failed-1", "done-1", "done-2"]);
  await put(scene, ["failed-2"], { ttl: "1h", maxAttempts: 3 });
  const kept = await lease(scene, 4, "1h", "gone");
  await scene.queue.settle(kept.map((job) => ({ job, action: job.id.startsWith("failed") ? "fail" : "complete" })));
  await put(scene, ["gone-1"]);
  await put(scene, ["seen-1"], { uniqueFor: "1h" });
  await complete(scene, await lease(scene, 2, "1h", "gone"));
}

/** Completes jobs with a result, and keeps nothing else of them. */
async function complete({ forgetful }: Scene, jobs: Job<unknown>[]): Promise<void> {
  const held = jobs.map(({ id, fence }) => ({ id, fence }));
  await forgetful.settle(held.map((job) => ({ job, action: "complete", result: { n: 1 } })));
}

/** Leases that ran out, and were brought back since; and an id whose window is over, which no clean has seen. */
async function loseLeases(scene: Scene): Promise<void> {
  const [ready = "", ttl = "", failed = ""] = LATE;
  await put(scene, [ready]);
  await put(scene, [ttl], { ttl: "1h" });
  await put(scene, [failed], { maxAttempts: 1 });
  await lease(scene, LATE.length, "1s", "late");
  scene.clock.pass(2_000);
  await scene.queue.clean();
  await put(scene, ["seen-over"], { uniqueFor: "1s", priority: 0 });
  await complete(scene, await lease(scene, 1, "1h", "gone"));
  scene.clock.pass(2_000);
}

async function makeDue(scene: Scene): Promise<void> {
  const [over = "", over2 = "", dead = ""] = DUE.reclaim;
  const [expired = "", expiredLater = ""] = DUE.expire;
  await put(scene, [over], { ttl: "1h", priority: 0 });
  await put(scene, [over2], { priority: 0 });
  await put(scene, [dead], { maxAttempts: 1, priority: 0 });
  await lease(scene, 3, "1s");
  await put(scene, DUE.promote, { delay: "5s" });
  await put(scene, [expired], { ttl: "5s", priority: 9 });
  await put(scene, [expiredLater], { ttl: "5s", delay: "1h" });
}

/** Jobs in line, of which the first was held before by a worker with a long name. */
async function fillLine(scene: Scene): Promise<void> {
  await put(scene, ["back-1"], { priority: 0 });
  const [back] = await lease(scene, 1, "1h", LONG_WORKER);
  await back?.progress(0.5, { note: "half" });
  await back?.release();
  await put(scene, ["ready-1"], { ttl: "1h", maxAttempts: 7 });
  await put(scene, READY);
  await put(scene, ["later"], { delay: "1h" });
  await put(scene, ["later-ttl"], { delay: "1h", ttl: "2h" });
}

/** A request in each lane of the requests under test; the reply to it is longer than theirs in one, shorter in the other. */
async function answerBefore(adapter: Adapter, { keys, clock }: Scene): Promise<void> {
  const nobody = Array.from({ length: 300 }, (_, i) => `nobody-${i}`);
  for (const [lane, ids] of Object.entries({ [LANE.lane]: nobody, [SHORT_LANE]: nobody.slice(0, 1) })) {
    const args = { lane, number: "1", times: `=${clock.time} 240000`, buckets: bucketDigits(ids), ids };
    await callScript(promote, { adapter, keys, args, parts: { replies: LANE.replies, buckets: args.buckets } });
  }
}

async function makeOthers(adapter: Adapter, { name: own, clock, stamps }: Scene): Promise<void> {
  const registry = { adapter, prefix: PREFIX, clock: () => `=${clock.time}` };
  for (const [name, maker] of Object.entries(MADE)) await admitQueue(registry, name, { maker });
  const names = [own, ...Object.keys(MADE)];
  const found = await forgetQueues(
    registry,
    names.flatMap((name) => [name, NO_STAMP]),
  );
  for (const [i, name] of names.entries()) stamps[name] = found[i] ?? "";
}

/** The keys of a script: those of the queue, or of the registry. */
export function keysOf({ keys }: Scene, script: NamedScript) {
  return /^(registry|makers|rounds)$/.test(script.keys[0] ?? "") ? registryKeys(PREFIX) : keys;
}

/** Writes a wrong number, one of a maker that has no queue, and the maker of a queue that is not registered. */
async function miscount(adapter: Adapter): Promise<void> {
  const text = "redis.call('HSET', KEYS[1], '\\tshop', '7', '\\tnobody', '1', 'gone', 'nobody') return 'ok'";
  const script = { name: "miscount", text, keys: ["makers"], args: [] };
  await callScript(script, { adapter, keys: registryKeys(PREFIX), args: {} });
}
