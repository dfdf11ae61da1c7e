// Operating a queue: cancel, redrive, promote, pause, resume, purge, destroy, failWorker, and the cleans.
import { badReply, lettersOf, numbersOf } from "./call.ts";
import type { Context } from "./context.ts";
import { type Duration, milliseconds } from "./duration.ts";
import { hashDigits, type JobState } from "./keys.ts";
import { checkBatch, checkCount, checkId, checkOptions, checkWhole, invalid } from "./limits.ts";
import { elapsed } from "./monotonic.ts";
import { forgetEach, forgetRegistered, isRegistered, keepRegistered, NO_STAMP } from "./registry.ts";
import {
  cancel as cancelScript,
  clean as cleanScript,
  deepClean as deepCleanScript,
  destroy as destroyScript,
  failWorker as failWorkerScript,
  forgetSeen,
  pause as pauseScript,
  promote as promoteScript,
  purge as purgeScript,
  redrive as redriveScript,
  resume as resumeScript,
} from "./scripts.gen.ts";

const SLICE = 500;

/** The result of cancelling one job. */
export type CancelResult =
  | { id: string; ok: true; was: "ready" | "delayed" | "leased" }
  | { id: string; ok: false; reason: "failed" | "done" | "unknown" };

/** The result of promoting one job. */
export type PromoteResult = { id: string; ok: true } | { id: string; ok: false; reason: "not_delayed" };

/** The result of redriving failed jobs. */
export interface RedriveResult {
  /** The number of jobs that are ready again. */
  redriven: number;
  /** The number of failed jobs that are left. */
  left: number;
}

const CANCELLED: Record<string, "ready" | "delayed" | "leased"> = { r: "ready", d: "delayed", l: "leased" };

/** Removes waiting jobs and takes leased ones from their holders. */
export async function cancel<T>(context: Context<T>, ids: string | readonly string[]): Promise<CancelResult[]> {
  const all = idList(ids);
  if (all.length === 0) return [];
  const letters: string[] = [];
  // A request cancels only some jobs with large payloads, since Redis needs time to free them.
  while (letters.length < all.length) {
    const left = all.slice(letters.length);
    const reply = await context.call(cancelScript, ...aboutJobs(left));
    const [some = ""] = reply.rest;
    if (some === "" || some.length > left.length) throw badReply(reply);
    letters.push(...some);
  }
  return all.map((id, i) => {
    const letter = letters[i] ?? "U";
    const was = CANCELLED[letter];
    if (was) return { id, ok: true, was };
    return { id, ok: false, reason: letter === "F" ? "failed" : letter === "C" ? "done" : "unknown" };
  });
}

/** Makes failed jobs ready again. */
export async function redrive<T>(
  context: Context<T>,
  options: { ids?: readonly string[]; limit?: number } = {},
): Promise<RedriveResult> {
  const { ids, limit = SLICE } = checkOptions(options, "options", "ids limit");
  const named = ids === undefined ? [] : idList(ids);
  // No ids name no jobs, where no list would name the first ones.
  const most = ids !== undefined && named.length === 0 ? 0 : checkCount(limit, "limit");
  const [redriven = 0, left = 0] = numbersOf(await context.call(redriveScript, { limit: most, ids: named }));
  return { redriven, left };
}

/** Makes delayed jobs ready now. */
export async function promote<T>(context: Context<T>, ids: string | readonly string[]): Promise<PromoteResult[]> {
  const all = idList(ids);
  if (all.length === 0) return [];
  const reply = await context.call(promoteScript, ...aboutJobs(all));
  const letters = lettersOf(reply, all.length);
  return all.map((id, i) => (letters[i] === "d" ? { id, ok: true } : { id, ok: false, reason: "not_delayed" }));
}

/** Stops all leasing until `resume`. */
export async function pause<T>(context: Context<T>): Promise<void> {
  await context.call(pauseScript, {});
}

/** Allows leasing again. */
export async function resume<T>(context: Context<T>): Promise<void> {
  await context.call(resumeScript, {});
}

/** Removes all jobs of a state other than leased. Resolves with their number. */
export async function purge<T>(context: Context<T>, state: Exclude<JobState, "leased">): Promise<number> {
  if (!["ready", "delayed", "failed", "done"].includes(state)) {
    throw invalid("purge takes ready, delayed, failed or done");
  }
  // Done jobs were counted as completed, and that stays their ending.
  const args = state === "done" ? { total: "", letter: "C" } : { total: "purged", letter: "P" };
  for (let purged = 0; ; ) {
    const [removed = 0, isMore] = numbersOf(await context.call(purgeScript, { limit: SLICE, ...args }, { state }));
    purged += removed;
    if (isMore !== 1) return purged;
  }
}

/** Forgets all ids that are remembered for their `uniqueFor`. Resolves with their number. */
export async function purgeSeen<T>(context: Context<T>): Promise<number> {
  for (let purged = 0; ; ) {
    const [removed = 0, isMore] = numbersOf(await context.call(forgetSeen, { limit: SLICE }));
    purged += removed;
    if (isMore !== 1) return purged;
  }
}

/**
 * Removes the queue with all its contents, then its entry in the registry: a queue whose entry went first would be out of
 * it if the second request did not arrive. One that is created again in between has another stamp, and keeps its entry.
 */
export async function destroy<T>(context: Context<T>): Promise<void> {
  forgetRegistered(context);
  const [stamp = ""] = await forgetEach(context, [context.name, NO_STAMP]);
  await context.call(destroyScript, {});
  // A copy of this request that arrives late does not remove a queue that was made again.
  if (stamp !== NO_STAMP) await forgetEach(context, [context.name, stamp]);
}

/** Takes back every job that a worker holds. Resolves with their number. */
export async function failWorker<T>(context: Context<T>, worker: string): Promise<number> {
  checkId(worker);
  let returned = 0;
  // Jobs settled during a pass shift the rest past its offset, so passes repeat until one finds nothing.
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

/** The result of a light clean; `more` is true where work is left for another one. */
export interface CleanResult {
  reclaimed: number;
  failed: number;
  promoted: number;
  expired: number;
  removed: number;
  workers: number;
  more: boolean;
}

const SILENT_AFTER = 86_400_000;

/** Runs one light clean, which moves at most `limit` jobs of each kind. */
export async function clean<T>(context: Context<T>, options: { limit?: number } = {}): Promise<CleanResult> {
  const { limit = SLICE } = checkOptions(options, "options", "limit");
  // Without limits of its own, a client cleans by the policy that was noted for the queue.
  const policy = context.limitsRetention ? context.policy : "";
  const args = { limit: checkCount(limit, "limit"), silence: SILENT_AFTER, policy };
  const reply = await context.call(cleanScript, args);
  const [reclaimed = 0, failed = 0, promoted = 0, expired = 0, removed = 0, workers = 0, more] = numbersOf(reply);
  return { reclaimed, failed, promoted, expired, removed, workers, more: more === 1 };
}

/** Runs one light clean of a queue that may be missing in the registry: a cron sees it again where it has jobs. */
export async function cleanUnlisted<T>(context: Context<T>, options?: { limit?: number }): Promise<CleanResult> {
  const cleaned = await clean(context, options);
  const { reclaimed, failed, promoted } = cleaned;
  if (reclaimed + failed + promoted > 0 && !isRegistered(context)) await keepRegistered(context, true);
  return cleaned;
}

/** The result of a deep clean; `finished` is true where its round is complete. */
export interface DeepCleanResult {
  finished: boolean;
  examined: number;
  /** Records in no state: put into the state that follows from their run and place. */
  orphans: number;
  /** Jobs in more than one state: kept in one. */
  doubles: number;
  /** Ids in a state whose record is gone: removed. */
  lost: number;
  /**
   * Runs without a record, and times to live of jobs that do not wait: removed. Leased jobs without a run: made ready.
   */
  stray: number;
  /** Wrong counters: corrected. */
  counters: number;
}

/** Limits of a deep clean, in time or in entries; it runs to the end of its round unless set. */
export interface DeepCleanOptions {
  budget?: Duration;
  limit?: number;
  /** The number of entries that one request examines; 500 unless set. */
  slice?: number;
}

const DEEP_COUNTS = ["examined", "orphans", "doubles", "lost", "stray", "counters"] as const;

/** Runs a deep clean, in slices, to the end of its round or to a limit. */
export async function deepClean<T>(context: Context<T>, options: DeepCleanOptions = {}): Promise<DeepCleanResult> {
  const {
    budget,
    limit = Number.MAX_SAFE_INTEGER,
    slice = 500,
  } = checkOptions(options, "options", "budget limit slice");
  const deadline =
    budget === undefined ? Number.POSITIVE_INFINITY : elapsed() + milliseconds(budget, "budget", 1, 3_600_000);
  checkWhole(limit, "limit", 1, Number.MAX_SAFE_INTEGER);
  checkWhole(slice, "slice", 1, 1_000);
  const sum: DeepCleanResult = { finished: false, examined: 0, orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };
  // Only the first slice may begin a round: another clean may finish the current one in between.
  for (let mayBegin = true; !sum.finished && sum.examined < limit && elapsed() < deadline; mayBegin = false) {
    const { finished, ...counts } = await deepCleanSlice(context, Math.min(slice, limit - sum.examined), { mayBegin });
    sum.finished = finished;
    for (const name of DEEP_COUNTS) sum[name] += counts[name];
  }
  // The queue may have lost its entry in the registry, which a cron needs to find it.
  if (sum.examined > 0 && !isRegistered(context)) await keepRegistered(context, true);
  return sum;
}

/** Runs one script of a deep clean, over about `limit` entries. Without `mayBegin` it only continues a round. */
export async function deepCleanSlice<T>(
  context: Context<T>,
  limit: number,
  { mayBegin = true }: { mayBegin?: boolean } = {},
): Promise<DeepCleanResult> {
  const reply = await context.call(deepCleanScript, { limit, begins: mayBegin ? 1 : 0 });
  const [finished, examined = 0, orphans = 0, doubles = 0, lost = 0, stray = 0, counters = 0] = numbersOf(reply);
  return { finished: finished === 1, examined, orphans, doubles, lost, stray, counters };
}

/** Returns the arguments and keys of a call for a list of jobs. */
function aboutJobs(ids: string[]) {
  const hashes = hashDigits(ids);
  return [{ hashes, ids }, { hashes }] as const;
}

function idList(ids: string | readonly string[]): string[] {
  const all = typeof ids === "string" ? [ids] : ids;
  checkBatch(all);
  return Array.from(all, checkId);
}
