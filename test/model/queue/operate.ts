// Operating a queue: single jobs, whole states, one worker, and the light clean.
import type { State } from "../../../src/core/keys.ts";
import { forgetSeen } from "./enqueue.ts";
import { bringBack, expire, promoteDue, reclaim } from "./heal.ts";
import {
  commit,
  count,
  drop,
  inState,
  type Model,
  makeReady,
  mostRemoved,
  nextDue,
  nextTick,
  nothingNoted,
} from "./model.ts";
import { type Answer, once, type Request } from "./requests.ts";
import { trim } from "./retention.ts";
import { type Retention, type Settings, UNLIMITED, USUAL_FAILED } from "./settings.ts";
import { hearing, isHeard, wake } from "./wakes.ts";

const CANCELLED: Record<State, string> = { ready: "r", delayed: "d", leased: "l", failed: "F", done: "C" };

/** Removes waiting jobs, and takes leased ones from their holders; ended jobs stay. */
export function cancel(model: Model, request: Request, ids: string[]): Answer {
  return once(model, request, () => {
    const seen = new Set<string>();
    const letters = ids.map((id) => {
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
const NEVER_LEASED = { fence: 0, attempt: 0, given: 0, maxAttempts: 0, worker: "", progress: "", errors: [] };

/** Makes failed jobs ready again, with all their attempts: those named, or the first ones. */
export function redrive(model: Model, request: Request, which: { ids: string[] } | { limit: number }): Answer {
  return once(model, request, () => {
    const failed = inState(model, "failed");
    const named = "ids" in which ? [...new Set(which.ids)].map((id) => failed.find((job) => job.id === id)) : failed;
    const chosen = named.filter((job) => job !== undefined).slice(0, "limit" in which ? which.limit : undefined);
    for (const job of chosen) {
      makeReady(model, job, nextTick(model));
      job.run = { ...(job.run ?? NEVER_LEASED), isHeld: false, attempt: 0, given: 0 };
    }
    count(model, "redriven", chosen.length);
    endReadied(model);
    return `${chosen.length} ${failed.length - chosen.length}`;
  });
}

/** Ends a unit that may have made jobs ready, and tells listeners. */
function endReadied(model: Model): void {
  if (!model.isMade) return;
  const heard = hearing(model);
  commit(model);
  if (heard) wake(model);
}

export function pause(model: Model): void {
  if (model.flags.has("p")) return;
  model.flags.add("p");
  commit(model);
}

export function resume(model: Model): void {
  if (!model.flags.delete("p")) return;
  commit(model);
  model.readied = inState(model, "ready").length;
  if (isHeard(model, false)) wake(model);
}

export function purge(model: Model, state: Exclude<State, "leased">): number {
  const jobs = inState(model, state);
  for (const job of jobs) drop(model, job, state === "done" ? "C" : "P");
  if (state !== "done") count(model, "purged", jobs.length);
  if (jobs.length > 0) commit(model);
  return jobs.length;
}

/** Takes its jobs from a worker, which may settle them no more. */
export function failWorker(model: Model, worker: string): number {
  const held = inState(model, "leased").filter(({ run }) => run?.worker === worker);
  for (const job of held) {
    bringBack(model, job, '"its worker failed"');
    if (job.run) job.run.isHeld = false;
  }
  if (held.length > 0) endReadied(model);
  model.workers.delete(worker);
  return held.length;
}

/** Removes the queue. The results of single jobs and the replies to named requests end by themselves. */
export function destroy(model: Model, name: string, { keepRequests }: Settings): void {
  for (const map of [model.jobs, model.totals, model.workers, model.seen]) map.clear();
  Object.assign(model, nothingNoted(), { endings: { lines: [], before: [], pending: [] } });
  model.flags.clear();
  model.queues.delete(name);
  const windows = [-3, -2, -1, 0, 1].map((ahead) => windowAt(model.now + ahead * keepRequests, keepRequests));
  for (const window of windows) model.replies.delete(window);
}

/** Returns the end of the name of the key that remembers the replies of a time. */
export function windowAt(time: number, keepRequests: number): string {
  return `replies:${Math.floor(time / keepRequests)}`;
}

const SILENT_AFTER = 86_400_000;
const USUAL: Retention = { done: UNLIMITED, failed: USUAL_FAILED, results: 0 };

/** The light clean: due jobs, lives, retention, ids past their `uniqueFor`, silent workers; at most `limit` of each. */
export function clean(model: Model, limit: number, settings: Settings) {
  const isOverdue = model.now >= model.due;
  let [expired, promoted] = [0, 0];
  let returned = { reclaimed: 0, failed: 0 };
  if (isOverdue) {
    expired = expire(model, limit);
    returned = reclaim(model, limit);
    promoted = promoteDue(model, limit);
  }
  const retention = settings.statesRetention ? settings.retention : (model.policy ?? USUAL);
  const { removed, more } = trim(model, retention, { most: mostRemoved(model, limit) });
  if (removed > 0) commit(model);
  const forgotten = forgetSeen(model, limit);
  if (isOverdue && model.isMade) model.due = nextDue(model);
  if ((isOverdue && model.isMade) || forgotten > 0) commit(model);
  const silent = [...model.workers].filter(([, seen]) => seen <= model.now - SILENT_AFTER);
  for (const [worker] of silent) model.workers.delete(worker);
  if (model.readied > 0 && isHeard(model, false)) wake(model);
  const isFull = expired >= mostRemoved(model, limit) || forgotten >= limit || promoted >= limit;
  return {
    ...returned,
    promoted,
    expired,
    removed,
    workers: silent.length,
    more: more || isFull || returned.reclaimed + returned.failed >= limit,
  };
}
