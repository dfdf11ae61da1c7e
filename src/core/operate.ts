// Running a queue: cancel, redrive, promote, pause, purge, destroy, failWorker, and the cleans.
import { badReply, lettersOf, numbersOf } from "./call.ts";
import type { Context } from "./context.ts";
import { type Duration, milliseconds } from "./duration.ts";
import { elapsed } from "./elapsed.ts";
import { hashDigits, type State } from "./keys.ts";
import { checkBatch, checkCount, checkId, checkOptions, checkWhole, invalid } from "./limits.ts";
import { forgetRegistered, isRegistered, keepRegistered } from "./registry.ts";
import { windowsAround } from "./request.ts";
import {
  cancel as cancelScript,
  clean as cleanScript,
  deepClean as deepCleanScript,
  destroy as destroyScript,
  failWorker as failWorkerScript,
  forget,
  pause as pauseScript,
  promote as promoteScript,
  purge as purgeScript,
  redrive as redriveScript,
  resume as resumeScript,
} from "./scripts.gen.ts";

const SLICE = 500;

/** What came of cancelling one job. */
export type Cancelled =
  | { id: string; cancelled: true; was: "ready" | "delayed" | "leased" }
  | { id: string; cancelled: false; is: "failed" | "done" | "unknown" };

const CANCELLED: Record<string, "ready" | "delayed" | "leased"> = { r: "ready", d: "delayed", l: "leased" };

export async function cancel<T>(context: Context<T>, ids: string | readonly string[]): Promise<Cancelled[]> {
  const all = idList(ids);
  if (all.length === 0) return [];
  const letters: string[] = [];
  // Of jobs with large payloads a request cancels some, since Redis takes time to free them.
  while (letters.length < all.length) {
    const left = all.slice(letters.length);
    const reply = await context.call(cancelScript, ...(await aboutJobs(context, left)));
    const [some = ""] = reply.rest;
    if (some === "" || some.length > left.length) throw badReply(reply);
    letters.push(...some);
  }
  return all.map((id, i) => {
    const letter = letters[i] ?? "U";
    const was = CANCELLED[letter];
    if (was) return { id, cancelled: true, was };
    return { id, cancelled: false, is: letter === "F" ? "failed" : letter === "C" ? "done" : "unknown" };
  });
}

/** Makes failed jobs ready again; resolves with how many. */
export async function redrive<T>(
  context: Context<T>,
  options: { ids?: readonly string[]; limit?: number } = {},
): Promise<number> {
  const { ids, limit = SLICE } = checkOptions(options);
  const named = ids === undefined ? [] : idList(ids);
  if (ids !== undefined && named.length === 0) return 0;
  const request = await context.request(undefined, undefined);
  const reply = await context.call(redriveScript, { limit: checkCount(limit, "limit"), ids: named }, { request });
  return numbersOf(reply)[0] ?? 0;
}

/** Makes delayed jobs ready now; true for each that was delayed. */
export async function promote<T>(context: Context<T>, ids: string | readonly string[]): Promise<boolean[]> {
  const all = idList(ids);
  if (all.length === 0) return [];
  const reply = await context.call(promoteScript, ...(await aboutJobs(context, all)));
  return Array.from(lettersOf(reply, all.length), (letter) => letter === "d");
}

export async function pause<T>(context: Context<T>): Promise<void> {
  await context.call(pauseScript, {});
}

export async function resume<T>(context: Context<T>): Promise<void> {
  await context.call(resumeScript, {});
}

/** Removes all jobs of a state that nobody holds; resolves with how many. */
export async function purge<T>(context: Context<T>, state: Exclude<State, "leased">): Promise<number> {
  if (!["ready", "delayed", "failed", "done"].includes(state)) {
    throw invalid("purge takes ready, delayed, failed or done; cancel takes leased jobs from their holders");
  }
  // Done jobs were counted when they were completed, and ended as that.
  const args = state === "done" ? { total: "", letter: "C" } : { total: "purged", letter: "P" };
  for (let purged = 0; ; ) {
    const [removed = 0, isMore] = numbersOf(await context.call(purgeScript, { limit: SLICE, ...args }, { state }));
    purged += removed;
    if (isMore !== 1) return purged;
  }
}

/**
 * Removes the queue with everything in it, and takes it out of the list of queues: that first, so that a queue which is
 * made again meanwhile is not left out of it.
 */
export async function destroy<T>(context: Context<T>): Promise<void> {
  forgetRegistered(context);
  await context.call(forget, { name: context.name });
  await context.call(destroyScript, {}, { windows: windowsAround(context.keepRequests) });
}

/** Returns to its place each job that one worker holds; resolves with how many. */
export async function failWorker<T>(context: Context<T>, worker: string): Promise<number> {
  checkId(worker);
  let returned = 0;
  // Jobs that others settle meanwhile move the rest up, past the place where a pass goes on; so until one finds nothing.
  for (let found = -1; found !== 0; returned += found) found = await returnSlices(context, worker);
  return returned;
}

async function returnSlices<T>(context: Context<T>, worker: string): Promise<number> {
  let returned = 0;
  for (let offset = "0"; offset !== "-"; ) {
    const reply = await context.call(failWorkerScript, { worker, from: offset, limit: SLICE });
    returned += numbersOf(reply)[0] ?? 0;
    offset = reply.rest[1] ?? "-";
  }
  return returned;
}

/** What a light clean moved; `more` says whether another one has work left. */
export interface Cleaned {
  reclaimed: number;
  failed: number;
  promoted: number;
  expired: number;
  removed: number;
  workers: number;
  more: boolean;
}

const SILENT_AFTER = 86_400_000;

export async function clean<T>(context: Context<T>, options: { limit?: number } = {}): Promise<Cleaned> {
  const { limit = SLICE } = checkOptions(options);
  // A queue that was made here says what it keeps; one that is only cleaned here goes by what its producers said.
  const policy = context.limitsRetention ? context.policy : "";
  const args = { limit: checkCount(limit, "limit"), silence: SILENT_AFTER, policy };
  const reply = await context.call(cleanScript, args);
  const [reclaimed = 0, failed = 0, promoted = 0, expired = 0, removed = 0, workers = 0, more] = numbersOf(reply);
  return { reclaimed, failed, promoted, expired, removed, workers, more: more === 1 };
}

/** What a deep clean looked at and repaired; `finished` says whether it came to the end of its round. */
export interface DeepCleaned {
  finished: boolean;
  examined: number;
  /** Records in no state: made ready, or put back among the ended. */
  orphans: number;
  /** Jobs in more than one state: kept in one. */
  doubles: number;
  /** Ids in a state whose record is gone: removed. */
  lost: number;
  /** Runs and times to live without a record: removed. Leased jobs without a run: made ready. */
  stray: number;
  /** Counters that were wrong: set right. */
  counters: number;
}

/** How far a deep clean goes: for a time, or over a number of entries; to the end of its round unless set. */
export interface DeepCleanOptions {
  budget?: Duration;
  limit?: number;
  /** How many entries one request looks at; 1,000 unless set. */
  slice?: number;
}

const DEEP_COUNTS = ["examined", "orphans", "doubles", "lost", "stray", "counters"] as const;

export async function deepClean<T>(context: Context<T>, options: DeepCleanOptions = {}): Promise<DeepCleaned> {
  const { budget, limit = Number.MAX_SAFE_INTEGER, slice = 1_000 } = checkOptions(options);
  const deadline =
    budget === undefined ? Number.POSITIVE_INFINITY : elapsed() + milliseconds(budget, "budget", 1, 3_600_000);
  checkWhole(limit, "limit", 1, Number.MAX_SAFE_INTEGER);
  checkWhole(slice, "slice", 1, 1_000);
  const sum: DeepCleaned = { finished: false, examined: 0, orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };
  // Another clean may come to the end of the round meanwhile.
  for (let mayBegin = true; !sum.finished && sum.examined < limit && elapsed() < deadline; mayBegin = false) {
    const { finished, ...counts } = await deepCleanSlice(context, Math.min(slice, limit - sum.examined), { mayBegin });
    sum.finished = finished;
    for (const name of DEEP_COUNTS) sum[name] += counts[name];
  }
  // Whatever took it out of the registry, a cron sees it again.
  if (sum.examined > 0 && !isRegistered(context)) await keepRegistered(context, true);
  return sum;
}

/** What one script of a deep clean does: about so many entries. Where it may not begin a new round, it only goes on with one. */
export async function deepCleanSlice<T>(
  context: Context<T>,
  limit: number,
  { mayBegin = true }: { mayBegin?: boolean } = {},
): Promise<DeepCleaned> {
  const reply = await context.call(deepCleanScript, { limit, begins: mayBegin ? 1 : 0 });
  const [finished, examined = 0, orphans = 0, doubles = 0, lost = 0, stray = 0, counters = 0] = numbersOf(reply);
  return { finished: finished === 1, examined, orphans, doubles, lost, stray, counters };
}

/** The arguments and keys of a call about some jobs. */
async function aboutJobs<T>(context: Context<T>, ids: string[]) {
  const hashes = hashDigits(ids);
  return [
    { hashes, ids },
    { hashes, request: await context.request(undefined, undefined) },
  ] as const;
}

function idList(ids: string | readonly string[]): string[] {
  const all = typeof ids === "string" ? [ids] : ids;
  checkBatch(all);
  return Array.from(all, checkId);
}
