// Operating a queue: single jobs, whole states, one worker, and the light clean.
import type { JobState } from "../../../src/engine/keys.ts";
import { forgetSeen } from "./jobs/enqueue.ts";
import { expire, promoteDue, reclaim, reclaimJob } from "./jobs/heal.ts";
import { trim, trimAdded, trimWith } from "./jobs/retention.ts";
import { ageEndings, noEndings } from "./state/endings.ts";
import {
  commit,
  count,
  drop,
  inState,
  limitFreed,
  type Model,
  makeReady,
  nextDue,
  nextTick,
  nothingNoted,
} from "./state/model.ts";
import { recordSize } from "./state/record.ts";
import { type Answer, once, openRequest, type Request, remember } from "./state/requests.ts";
import { type Retention, type Settings, UNLIMITED, USUAL_FAILED } from "./state/settings.ts";
import { addListener, hasListeners, isWakeDue, wake } from "./state/wakes.ts";

const CANCELLED: Record<JobState, string> = { ready: "r", delayed: "d", leased: "l", failed: "F", done: "C" };

/**
 * Removes waiting jobs, and takes leased ones from their holders; ended jobs stay. The letters may cover only the first
 * jobs where payloads are large.
 */
export function cancel(model: Model, request: Request, ids: string[]): Answer {
  return once(model, request, () => {
    const seen = new Set<string>();
    const sizeOf = (id: string) => {
      const job = model.jobs.get(id);
      return job ? recordSize(job) : 0;
    };
    const letters = limitFreed(model, ids, sizeOf).map((id) => {
      const job = seen.has(id) ? undefined : model.jobs.get(id);
      seen.add(id);
      if (!job) return "U";
      if (job.state === "failed" || job.state === "done") return CANCELLED[job.state];
      drop(model, job, "X");
      count(model, "cancelled");
      return CANCELLED[job.state];
    });
    if (model.isMade) commit(model);
    return letters.join("");
  });
}

/** Makes delayed jobs ready, behind the others of their priorities. */
export function promote(model: Model, request: Request, ids: string[]): Answer {
  return once(model, request, () => {
    const letters = ids.map((id) => {
      const job = model.jobs.get(id);
      if (job?.state !== "delayed") return "U";
      makeReady(model, job, nextTick(model));
      job.run = { ...(job.run ?? NEVER_LEASED), isHeld: false };
      return "d";
    });
    endReadied(model);
    return letters.join("");
  });
}

/** The run of a job that was never leased. */
const COUNTS = { attempt: 0, released: 0, postponed: 0, unfinished: 0 };
const NEVER_LEASED = { fence: 0, ...COUNTS, maxAttempts: 0, worker: "", progress: "", errors: [] };

/** Makes failed jobs ready again, with all their attempts: those named, or the first ones. */
export function redrive(model: Model, request: Request, which: { ids: string[] } | { limit: number }): Answer {
  return once(model, request, () => {
    const failed = inState(model, "failed");
    const named = "ids" in which ? [...new Set(which.ids)].map((id) => failed.find((job) => job.id === id)) : failed;
    const chosen = named.filter((job) => job !== undefined).slice(0, "limit" in which ? which.limit : undefined);
    for (const job of chosen) {
      makeReady(model, job, nextTick(model));
      if (job.run) job.run = { ...job.run, ...COUNTS, isHeld: false };
    }
    count(model, "redriven", chosen.length);
    endReadied(model);
    return `${chosen.length} ${failed.length - chosen.length}`;
  });
}

/** Ends a unit that may have made jobs ready, and publishes these. */
function endReadied(model: Model): void {
  if (!model.isMade) return;
  const isHeard = isWakeDue(model);
  commit(model);
  if (isHeard) wake(model);
}

/** Stops leasing. The first enqueue of a queue publishes in any case; one that exists by its pause alone has a listener noted. */
export function pause(model: Model, request: Request): Answer {
  return once(model, request, () => {
    model.flags.add("p");
    if (!model.isMade) addListener(model);
    commit(model);
    return "-";
  });
}

export function resume(model: Model, request: Request): Answer {
  return once(model, request, () => {
    const wasPaused = model.flags.delete("p");
    if (model.isMade) commit(model);
    model.readied = inState(model, "ready").length;
    if (wasPaused && hasListeners(model, { isWritten: false })) wake(model);
    return "-";
  });
}

const SLICE = 500;

/** Removes the first jobs of a state. Answers with their number, and 1 where others are left. */
export function purge(model: Model, request: Request, state: Exclude<JobState, "leased">): Answer {
  return once(model, request, () => {
    const jobs = inState(model, state);
    const freed = limitFreed(model, jobs.slice(0, SLICE), recordSize);
    for (const job of freed) drop(model, job, state === "done" ? "C" : "P");
    if (state !== "done") count(model, "purged", freed.length);
    if (model.isMade) commit(model);
    return `${freed.length} ${jobs.length > freed.length ? 1 : 0}`;
  });
}

/** Takes its jobs from a worker, which can no longer settle them. Answers with their number. */
export function failWorker(
  model: Model,
  request: Request,
  { worker, retention }: { worker: string } & Settings,
): Answer {
  const answer = once(model, request, () => {
    const held = inState(model, "leased").filter(({ run }) => run?.worker === worker);
    const failed = held.filter((job) => reclaimJob(model, job, '"its worker failed"'));
    for (const { run } of held) if (run) run.isHeld = false;
    const isOver = trimWith(model, retention, failed);
    endReadied(model);
    if (isOver) trimAdded(model, retention, failed.length);
    return `${held.length}\n-`;
  });
  if (answer.status === "ok") model.workers.delete(worker);
  return answer;
}

/** Removes the queue. Results and remembered replies expire by themselves. */
export function destroy(model: Model, request: Request): Answer {
  const known = openRequest(model, request);
  if (known) return known;
  const existed = model.isMade;
  for (const map of [model.jobs, model.totals, model.workers, model.seen]) map.clear();
  Object.assign(model, nothingNoted(), { endings: noEndings() });
  model.flags.clear();
  const reply = { text: "-" };
  if (existed) {
    remember(model, request, reply);
    // The key of replies is kept from now on, even where its lane is not new.
    const remembered = model.replies.get(request.key);
    if (remembered) remembered.until = model.now + request.keep;
  }
  return { status: "ok", reply };
}

/** Returns the last part of the name of the key that remembers the replies of a time. */
export function windowAt(time: number, keepRequests: number): string {
  return `replies:${Math.floor(time / keepRequests)}`;
}

const SILENT_AFTER = 86_400_000;
const USUAL: Retention = { done: UNLIMITED, failed: USUAL_FAILED, results: 0 };

/** The light clean: due jobs, retention, ids past their `uniqueFor`, silent workers; at most `limit` of each. */
export function clean(
  model: Model,
  request: Request,
  { limit, settings }: { limit: number; settings: Settings },
): Answer {
  const known = openRequest(model, request);
  if (known) return known;
  const isOverdue = model.now >= model.due;
  let [expired, promoted, isCut] = [0, 0, false];
  let returned = { reclaimed: 0, failed: 0 };
  if (isOverdue) {
    ({ expired, isCut } = expire(model, limit));
    returned = reclaim(model, limit);
    promoted = promoteDue(model, limit);
  }
  const retention = settings.statesRetention ? settings.retention : (model.policy ?? USUAL);
  const { removed, isMore } = trim(model, retention, { wanted: limit });
  if (removed > 0) commit(model);
  const forgotten = forgetSeen(model, limit);
  if (isOverdue && model.isMade) model.due = nextDue(model);
  const silent = [...model.workers].filter(([, seen]) => seen <= model.now - SILENT_AFTER);
  for (const [worker] of silent) model.workers.delete(worker);
  const ended = returned.reclaimed + returned.failed;
  const isFull = [expired, ended, promoted, forgotten].some((number) => number >= limit);
  const numbers = [returned.reclaimed, returned.failed, promoted, expired, removed, silent.length];
  const reply = { text: [...numbers, isMore || isCut || isFull ? 1 : 0].join(" ") };
  // A clean that moved nothing is not remembered.
  const moved = ended + promoted + expired + removed;
  const hasMoved = moved + silent.length > 0;
  if (model.isMade && (hasMoved || forgotten > 0 || isOverdue)) commit(model);
  if (model.isMade && hasMoved) remember(model, request, reply);
  if (model.isMade && moved === 0) ageEndings(model.endings, model.now, "clean");
  if (model.readied > 0 && hasListeners(model, { isWritten: false })) wake(model);
  return { status: "ok", reply };
}
