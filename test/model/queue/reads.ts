// The answers to questions about a queue: get, result, wait, list, counts, workers.
import type { JobState } from "../../../src/engine/keys.ts";
import { BOUNDS } from "./state/bounds.ts";
import { type Ending, endingOf } from "./state/endings.ts";
import { inState, type Job, type Model, type Run, timeOfTick } from "./state/model.ts";
import { recordSize } from "./state/record.ts";
import type { Settings } from "./state/settings.ts";

/** Returns an object without the properties that are undefined. */
export function present<T extends object>(all: T): object {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** A job as `get` and `list` show it. */
export function shownJob(job: Job, settings: Settings): object {
  const { id, state, time, priority, expiresAt, run } = job;
  return present({
    id,
    state,
    data: JSON.parse(job.payload),
    priority,
    enqueuedAt: job.createdAt,
    attempt: run?.attempt ?? 0,
    maxAttempts: job.maxAttempts ?? (run?.maxAttempts || settings.maxAttempts),
    ...shownStory(run),
    expiresAt: expiresAt || undefined,
    dueAt: state === "delayed" ? timeOfTick(job.tick) : undefined,
    leasedUntil: state === "leased" ? time : undefined,
    endedAt: state === "failed" || state === "done" ? time : undefined,
    worker: run?.worker || undefined,
  });
}

/** The progress and the errors of a run, as they are shown. */
export function shownStory(run: Run | undefined): object {
  const progress = run?.progress ? { progress: shownProgress(run.progress) } : {};
  return { errors: run?.errors.map(shownError) ?? [], ...progress };
}

export function shownError(error: string): object {
  const [line = "", stack] = error.split("\t");
  const [at, attempt, ...message] = line.split(" ");
  const calls = stack === undefined ? {} : { stack: JSON.parse(stack) };
  return { message: JSON.parse(message.join(" ")), ...calls, attempt: Number(attempt), at: Number(at) };
}

function shownProgress(progress: string): object {
  const [fraction, ...note] = progress.split(" ");
  return { fraction: Number(fraction), ...(note.length > 0 ? { note: JSON.parse(note.join(" ")) } : {}) };
}

/** Returns the kept result of an id, unless it is one of a queue that was destroyed. */
export function keptResult(model: Model, id: string): { at: number; text: string } | undefined {
  const kept = model.results.get(id);
  return kept && model.isMade && kept.at >= (model.born ?? 0) ? kept : undefined;
}

/** Returns the ending of the last job of an id, where no job has the id now. */
export function lastEnding(model: Model, id: string): Ending | undefined {
  return model.jobs.has(id) ? undefined : endingOf(model.endings, id);
}

/** Returns the result of a job that is done. An id that was enqueued again has none until that job is done. */
export function result(model: Model, id: string): unknown {
  const [job, kept] = [model.jobs.get(id), keptResult(model, id)];
  return (job && job.state !== "done") || !kept ? undefined : JSON.parse(kept.text);
}

const OUTCOMES: Record<string, string> = { X: "cancelled", E: "expired", P: "purged" };

/** Returns the outcome of a job, for a caller that does not wait. */
export function outcome(model: Model, id: string): object {
  const [job, letter, kept] = [model.jobs.get(id), lastEnding(model, id)?.letter, keptResult(model, id)];
  if (job?.state === "failed") return { state: "failed", errors: job.run?.errors.map(shownError) ?? [] };
  const isDone = job ? job.state === "done" : letter === "C" || (letter === undefined && kept);
  if (isDone) return { state: "done", result: kept && JSON.parse(kept.text) };
  if (job) return { state: "timeout" };
  if (letter === "F") return { state: "failed", errors: [] };
  return { state: OUTCOMES[letter ?? ""] ?? "unknown" };
}

/** Returns a page of jobs, as many as their payloads allow, but at least one. */
export function list(model: Model, state: JobState, offset: number, limit: number, settings: Settings): object {
  const all = inState(model, state);
  const page: Job[] = [];
  let bytes = 0;
  for (const job of all.slice(offset, offset + limit)) {
    bytes += recordSize(job);
    if (bytes > BOUNDS.read && page.length > 0) break;
    page.push(job);
  }
  const next = offset + page.length;
  return {
    jobs: page.map((job) => shownJob(job, settings)),
    total: all.length,
    cursor: page.length > 0 && next < all.length ? String(next) : undefined,
  };
}

export function counts(model: Model): object {
  const size = (state: JobState) => inState(model, state).length;
  const [next] = inState(model, "ready");
  return {
    ready: size("ready"),
    delayed: size("delayed"),
    leased: size("leased"),
    failed: size("failed"),
    done: size("done"),
    workers: model.workers.size,
    paused: model.flags.has("p"),
    oldestReadyAge: next && Math.max(0, model.now - timeOfTick(next.tick)),
    totals: Object.fromEntries([...model.totals].filter(([, total]) => total > 0)),
  };
}

export function workers(model: Model): object[] {
  const names = new Set(model.workers.keys());
  const held = inState(model, "leased").filter(({ run }) => run?.worker);
  for (const { run } of held) names.add(run?.worker ?? "");
  return [...names].sort().map((worker) => {
    const holds = held.filter(({ run }) => run?.worker === worker);
    return {
      worker,
      lastSeen: model.workers.get(worker),
      busy: holds.length > 0,
      holds: holds.map(({ id, time, run }) => ({ id, fence: run?.fence, leasedUntil: time })),
    };
  });
}
