// The operations that manage a queue: on single jobs, whole states or one worker, and the light clean.

import { mergePatchValue } from "../../../src/base/merge-patch.ts";
import type { JobState } from "../../../src/engine/keys.ts";
import { dropPastPauses } from "./groups/limits.ts";
import { forgetSeen } from "./jobs/enqueue.ts";
import { NO_ATTEMPTS } from "./jobs/follow.ts";
import { expire, promoteDue, reclaim, reclaimJob } from "./jobs/heal.ts";
import { trim, trimAfterUnit, trimInUnit } from "./jobs/retention.ts";
import { ageEndings, createEndings } from "./state/endings.ts";
import { jobsOfGroup } from "./state/groups.ts";
import { absentFields, type Job, type Model } from "./state/model.ts";
import { commit, count, limitFreed, makeReady, nextDue, noteSize, removeJob } from "./state/moves.ts";
import { jobsIn } from "./state/order.ts";
import { formatRecord, fullSize } from "./state/record.ts";
import { carryOutOnce, type Request, type RequestResult, refuseOrReplay, remember } from "./state/requests.ts";
import { DEFAULT_FAILED, type ProgramSettings, type Retention, UNLIMITED } from "./state/settings.ts";
import { firstTickAt, issueTick } from "./state/ticks.ts";
import { createUnit } from "./state/unit.ts";
import { addListener, commitAndWake, hasListeners, publishWake } from "./state/wakes.ts";

const CANCELLED: Record<JobState, string> = {
  ready: "r",
  delayed: "d",
  blocked: "b",
  leased: "l",
  failed: "F",
  done: "C",
};

/**
 * Removes waiting jobs, and takes leased ones from their workers; ended jobs stay. If payloads are large, the letters may
 * cover only the first jobs.
 */
export function cancel(model: Model, request: Request, { ids }: { ids: string[] }): RequestResult {
  return carryOutOnce(model, request, () => {
    const seen = new Set<string>();
    const size = (id: string) => {
      const job = model.jobs.get(id);
      return job ? fullSize(job) : 0;
    };
    const letters = limitFreed(model, ids, { size }).map((id) => {
      const job = seen.has(id) ? undefined : model.jobs.get(id);
      seen.add(id);
      if (!job) return "U";
      const holdsGroup = job.state === "failed" && job.member?.mark === "h";
      if ((job.state === "failed" && !holdsGroup) || job.state === "done") return CANCELLED[job.state];
      removeJob(model, job, "X");
      count(model, "cancelled");
      return holdsGroup ? "f" : CANCELLED[job.state];
    });
    commitAndWake(model);
    return letters.join("");
  });
}

/** Makes delayed jobs ready, behind the others of their priorities. */
export function promote(model: Model, request: Request, { ids }: { ids: string[] }): RequestResult {
  return carryOutOnce(model, request, () => {
    const letters = ids.map((id) => {
      const job = model.jobs.get(id);
      if (job?.state !== "delayed") return "U";
      makeReady(model, job, issueTick(model));
      job.run = { ...(job.run ?? NEVER_LEASED), isHeld: false };
      return "d";
    });
    commitAndWake(model);
    return letters.join("");
  });
}

/** The run of a job that was never leased. */
const NEVER_LEASED = { fence: 0, ...NO_ATTEMPTS, maxAttempts: 0, worker: "", version: "", progress: "", attempts: [] };

/** A change of redriven jobs: a property of their payloads, their priority, their number of attempts. */
export interface RedriveChange {
  data?: { changed: string | null };
  priority?: number;
  maxAttempts?: number;
}

/**
 * Makes failed jobs ready again, with all their attempts: the jobs with some ids, or the first jobs. A change is made to their
 * payloads, their priority and their number of attempts.
 */
export function redrive(
  model: Model,
  request: Request,
  choice: ({ ids: string[] } | { limit: number }) & { change: RedriveChange | undefined; read?: Map<string, string> },
): RequestResult {
  return carryOutOnce(model, request, () => {
    const failed = jobsIn(model, "failed");
    const candidates =
      "ids" in choice ? [...new Set(choice.ids)].map((id) => failed.find((job) => job.id === id)) : failed;
    const chosen = candidates.filter((job) => job !== undefined).slice(0, "limit" in choice ? choice.limit : undefined);
    // A changed job is redriven only if it is as the client has read it, which matters for a request that arrives late.
    const { read } = choice;
    const unchanged = chosen.filter((job) => !read || read.get(job.id) === stateAndFence(job));
    for (const job of unchanged) {
      if (choice.change) changeJob(model, job, choice.change);
      makeReady(model, job, issueTick(model));
      if (job.run) job.run = { ...job.run, ...NO_ATTEMPTS, isHeld: false };
    }
    count(model, "redriven", unchanged.length);
    commitAndWake(model);
    return `${unchanged.length} ${failed.length - unchanged.length}`;
  });
}

/** Returns the state and the fence of the run of a failed job. */
function stateAndFence({ run }: Job): string {
  return `${run?.isHeld ? "E" : "F"} ${run?.fence}`;
}

function changeJob(model: Model, job: Job, { data, priority, maxAttempts }: RedriveChange): void {
  if (data) job.payload = JSON.stringify(mergePatchValue(JSON.parse(job.payload), data));
  job.priority = priority ?? job.priority;
  job.maxAttempts = maxAttempts ?? job.maxAttempts;
  // The script measures the record.
  noteSize(model, formatRecord(job));
}

/** Pauses the queue. A queue that this creates notes a listener, so that its first enqueue publishes a wake as usual. */
export function pause(model: Model, request: Request): RequestResult {
  return carryOutOnce(model, request, () => {
    model.flags.add("p");
    if (!model.exists) addListener(model);
    commit(model);
    return "-";
  });
}

/** Resumes the queue. */
export function resume(model: Model, request: Request): RequestResult {
  return carryOutOnce(model, request, () => {
    const wasPaused = model.flags.delete("p");
    if (model.exists) commit(model);
    model.madeReady = jobsIn(model, "ready").length;
    if (wasPaused && hasListeners(model, { writesFlags: false })) publishWake(model);
    return "-";
  });
}

const MAX_PURGED = 500;

/** Removes the first jobs of a state. Replies with their number, and 1 if others are left. */
export function purge(
  model: Model,
  request: Request,
  { state }: { state: Exclude<JobState, "leased"> },
): RequestResult {
  return carryOutOnce(model, request, () => {
    const jobs = jobsIn(model, state);
    const freed = limitFreed(model, jobs.slice(0, MAX_PURGED), { size: fullSize });
    for (const job of freed) removeJob(model, job, state === "done" ? "C" : "P");
    if (state !== "done") count(model, "purged", freed.length);
    commitAndWake(model);
    return `${freed.length} ${jobs.length > freed.length ? 1 : 0}`;
  });
}

const MAX_EXAMINED = 500;

/**
 * Ends the leases of a worker, from a position among the leased jobs on. The worker can no longer settle their jobs. Replies with the
 * number of jobs, and the position at which the next request continues, or -.
 */
export function failWorker(
  model: Model,
  request: Request,
  { worker, from, retention }: { worker: string; from: number } & ProgramSettings,
): RequestResult {
  const result = carryOutOnce(model, request, () => {
    const slice = jobsIn(model, "leased").slice(from, from + MAX_EXAMINED);
    const examined = model.flags.has("f") ? limitFreed(model, slice, { size: fullSize }) : slice;
    const leased = examined.filter(({ run }) => run?.worker === worker);
    const failed = leased.filter((job) => reclaimJob(model, job, { letter: "w", reason: '"its worker failed"' }));
    for (const { run } of leased) if (run) run.isHeld = false;
    const added = failed.filter(({ state }) => state === "failed");
    const isOver = trimInUnit(model, retention, { added, ended: failed.length });
    commitAndWake(model);
    if (isOver) trimAfterUnit(model, retention, { ended: failed.length });
    return `${leased.length}\n${examined.length < slice.length ? from + examined.length - leased.length : "-"}`;
  });
  if (result.status === "ok" && "text" in result.reply && result.reply.text.endsWith("-")) model.workers.delete(worker);
  return result;
}

/** Removes the queue. Results and remembered replies expire by themselves. */
export function destroy(model: Model, request: Request): RequestResult {
  const known = refuseOrReplay(model, request);
  if (known) return known;
  const existed = model.exists;
  for (const map of [model.jobs, model.totals, model.workers, model.seen]) map.clear();
  Object.assign(model, absentFields(), { unit: createUnit(), endings: createEndings() });
  model.flags.clear();
  const reply = { text: "-" };
  if (existed) {
    remember(model, request, reply);
    // The key of the replies is kept from now on, even if its lane is not new.
    const remembered = model.replies.get(request.key);
    if (remembered) remembered.until = model.now + request.keep;
  }
  return { status: "ok", reply };
}

/** Returns the key, without the prefix of the queue, that remembers the replies of a time window. */
export function repliesKeyAt(time: number, keepRequests: number): string {
  return `replies:${Math.floor(time / keepRequests)}`;
}

const SILENT_AFTER = 86_400_000;
const DEFAULT_RETENTION: Retention = { done: UNLIMITED, failed: DEFAULT_FAILED, results: 0 };

/** Cleans lightly: due jobs, retention, ids past their `uniqueFor`, silent workers; at most `limit` of each. */
export function clean(
  model: Model,
  request: Request,
  { limit, settings }: { limit: number; settings: ProgramSettings },
): RequestResult {
  const known = refuseOrReplay(model, request);
  if (known) return known;
  const isOverdue = model.now >= model.due;
  let [expired, promoted, isCut] = [0, 0, false];
  let returned = { reclaimed: 0, failed: 0, isCut: false };
  if (isOverdue) {
    ({ expired, isCut } = expire(model, limit));
    returned = reclaim(model, limit);
    promoted = promoteDue(model, limit);
  }
  const retention = settings.setsRetention ? settings.retention : (model.policy ?? DEFAULT_RETENTION);
  const { removed, hasMore } = trim(model, { retention, limit });
  if (removed > 0) commit(model);
  const forgotten = forgetSeen(model, { limit });
  if (isOverdue && model.exists) model.due = nextDue(model);
  const silent = [...model.workers].filter(([, seen]) => seen <= model.now - SILENT_AFTER);
  for (const [worker] of silent) model.workers.delete(worker);
  const returnedCount = returned.reclaimed + returned.failed;
  const isFull = [expired, returnedCount, promoted, forgotten].some((number) => number >= limit);
  const numbers = [returned.reclaimed, returned.failed, promoted, expired, removed, silent.length];
  const reply = { text: [...numbers, hasMore || isCut || returned.isCut || isFull ? 1 : 0].join(" ") };
  // A clean that moved nothing is not remembered.
  const moved = returnedCount + promoted + expired + removed;
  const hasMoved = moved + silent.length > 0;
  if (model.exists && (hasMoved || forgotten > 0 || isOverdue)) commit(model);
  if (model.exists && hasMoved) remember(model, request, reply);
  dropOutdated(model);
  if (model.exists && moved === 0) ageEndings(model.endings, { now: model.now, by: "clean" });
  if ((model.madeReady > 0 || model.isDueSooner) && hasListeners(model, { writesFlags: false })) publishWake(model);
  return { status: "ok", reply };
}

/** Removes idle groups whose bucket of tokens is full again, and overrides that were only pauses and are over. */
function dropOutdated(model: Model): void {
  dropPastPauses(model);
  const { active } = model.groups;
  const isIdle = (name: string) =>
    (["held", "line"] as const).every((slot) => jobsOfGroup(model, name, slot).length === 0);
  for (const [name, { number, tat }] of active)
    if (number === 0 && tat <= firstTickAt(model.now) && isIdle(name)) active.delete(name);
}
