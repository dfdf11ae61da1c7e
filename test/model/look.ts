// What one sees who looks at a queue: the answers of get, result, list, counts and workers.
import type { State } from "../../src/core/keys.ts";
import { endOfLife, inState, type Job, type Model } from "./model.ts";
import type { Settings } from "./settings.ts";

/** A job as `get` and `list` show it. */
export function shownJob(job: Job, settings: Settings): object {
  const { id, state, score, priority, run } = job;
  const isEnded = state === "failed" || state === "done";
  const shown = {
    id,
    state,
    data: JSON.parse(job.payload),
    priority,
    enqueuedAt: job.createdAt,
    attempt: run?.attempt ?? 0,
    maxAttempts: job.maxAttempts ?? run?.maxAttempts ?? settings.maxAttempts,
    errors: run?.errors.map(shownError) ?? [],
    expiresAt: endOfLife(job) || undefined,
    dueAt: state === "delayed" ? Math.floor(score) : undefined,
    leasedUntil: state === "leased" ? score : undefined,
    endedAt: isEnded ? score : undefined,
    worker: run?.worker || undefined,
    progress: run?.progress ? shownProgress(run.progress) : undefined,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

function shownError(error: string): object {
  const [at, attempt, ...message] = error.split(" ");
  return { message: JSON.parse(message.join(" ")), attempt: Number(attempt), at: Number(at) };
}

function shownProgress(progress: string): object {
  const [fraction, ...note] = progress.split(" ");
  return { fraction: Number(fraction), ...(note.length > 0 ? { note: JSON.parse(note.join(" ")) } : {}) };
}

/** The result of a job that is done. An id that was enqueued again has none until that job is done. */
export function result(model: Model, id: string): unknown {
  const [job, end] = [model.jobs.get(id), model.results.get(id)?.value];
  if ((job && job.state !== "done") || end?.letter !== "C") return undefined;
  return JSON.parse(end.result);
}

/** How a job came out, for one who does not wait. */
export function outcome(model: Model, id: string): object {
  const [job, end] = [model.jobs.get(id), model.results.get(id)?.value];
  if (job?.state === "failed") return { state: "failed", errors: job.run?.errors.map(shownError) ?? [] };
  if (job?.state === "done" || (!job && end?.letter === "C")) return { state: "done", result: result(model, id) };
  if (job) return { state: "timeout" };
  return { state: end ? "cancelled" : "unknown" };
}

export function list(model: Model, state: State, offset: number, limit: number, settings: Settings): object {
  const all = inState(model, state);
  const page = all.slice(offset, offset + limit);
  const next = offset + page.length;
  return {
    jobs: page.map((job) => shownJob(job, settings)),
    total: all.length,
    cursor: page.length > 0 && next < all.length ? String(next) : undefined,
  };
}

export function counts(model: Model): object {
  const size = (state: State) => inState(model, state).length;
  const [next] = inState(model, "ready");
  return {
    ready: size("ready"),
    delayed: size("delayed"),
    leased: size("leased"),
    failed: size("failed"),
    done: size("done"),
    workers: model.workers.size,
    paused: model.paused,
    oldestReadyAge: next && model.now - next.createdAt,
    totals: Object.fromEntries(model.totals),
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
      holds: holds.map(({ id, score, run }) => ({ id, fence: run?.fence, leasedUntil: score })),
    };
  });
}
