// The operations that only read: get, result, wait, list, counts, workers.

import { withoutUndefined } from "../../../src/base/without-undefined.ts";
import { type JobState, STATES } from "../../../src/engine/keys.ts";
import { toLatency } from "../../../src/queue/inspect/latency.ts";
import { toAttempts, toErrors } from "./state/attempts.ts";
import { BOUNDS } from "./state/bounds.ts";
import { type Ending, findEnding } from "./state/endings.ts";
import type { Job, Model, Run } from "./state/model.ts";
import { entryTickOf, jobsIn } from "./state/order.ts";
import { recordSize } from "./state/record.ts";
import type { ProgramSettings } from "./state/settings.ts";
import { timeOfTick } from "./state/ticks.ts";

/** Returns a job as `get` and `list` return it. */
export function toJobInfo(job: Job, settings: ProgramSettings): object {
  const { id, state, time, priority, expiresAt, run, member } = job;
  return withoutUndefined({
    id,
    state,
    data: JSON.parse(job.payload),
    priority,
    enqueuedAt: job.createdAt,
    attempt: run?.attempt ?? 0,
    maxAttempts: job.maxAttempts ?? (run?.maxAttempts || settings.maxAttempts),
    ...toHistory(run),
    expiresAt: expiresAt || undefined,
    dueAt: state === "delayed" ? timeOfTick(entryTickOf(job)) : undefined,
    leasedUntil: state === "leased" ? time : undefined,
    endedAt: state === "failed" || state === "done" ? time : undefined,
    worker: run?.worker || undefined,
    attempts: toAttempts(job),
    group: member?.group,
    cost: member && member.cost !== 1 ? member.cost : undefined,
  });
}

/** Returns the progress and the errors of a run as jobs show them. */
export function toHistory(run: Run | undefined): object {
  const progress = run?.progress ? { progress: parseProgress(run.progress) } : {};
  return { errors: toErrors(run?.attempts), ...progress };
}

function parseProgress(progress: string): object {
  const [fraction, ...note] = progress.split(" ");
  return { fraction: Number(fraction), ...(note.length > 0 ? { note: JSON.parse(note.join(" ")) } : {}) };
}

/** Returns the kept result of an id, unless it belongs to an earlier queue that was destroyed. */
export function findResult(model: Model, id: string): { at: number; text: string } | undefined {
  const kept = model.results.get(id);
  return kept && model.exists && kept.at >= (model.createdAt ?? 0) ? kept : undefined;
}

/** Returns the ending of the last job of an id, unless a job has the id now. */
export function findLastEnding(model: Model, id: string): Ending | undefined {
  return model.jobs.has(id) ? undefined : findEnding(model.endings, id);
}

/** Returns the result of a job that is done. An id that was enqueued again has none until the new job is done. */
export function result(model: Model, id: string): unknown {
  const [job, kept] = [model.jobs.get(id), findResult(model, id)];
  return (job && job.state !== "done") || !kept ? undefined : JSON.parse(kept.text);
}

const OUTCOMES: Record<string, string> = { X: "cancelled", E: "expired", P: "purged" };

/** Returns the outcome of a job for a caller that does not wait. */
export function outcome(model: Model, id: string): object {
  const [job, letter, kept] = [model.jobs.get(id), findLastEnding(model, id)?.letter, findResult(model, id)];
  if (job?.state === "failed") return { state: "failed", errors: toErrors(job.run?.attempts) };
  const isDone = job ? job.state === "done" : letter === "C" || (letter === undefined && kept);
  if (isDone) return { state: "done", result: kept && JSON.parse(kept.text) };
  if (job) return { state: "timeout" };
  if (letter === "F") return { state: "failed", errors: [] };
  return { state: OUTCOMES[letter ?? ""] ?? "unknown" };
}

/** Returns a page of jobs: as many as the sizes of their payloads allow, but at least one. */
export function list(
  model: Model,
  { state, offset, limit, settings }: { state: JobState; offset: number; limit: number; settings: ProgramSettings },
): object {
  const all = jobsIn(model, state);
  const page: Job[] = [];
  let bytes = 0;
  for (const job of all.slice(offset, offset + limit)) {
    bytes += recordSize(job);
    if (bytes > BOUNDS.read && page.length > 0) break;
    page.push(job);
  }
  const next = offset + page.length;
  return {
    jobs: page.map((job) => toJobInfo(job, settings)),
    total: all.length,
    cursor: page.length > 0 && next < all.length ? String(next) : undefined,
  };
}

/** Returns the counts of a queue, without totals that are zero. */
export function counts(model: Model): object {
  const [next] = jobsIn(model, "ready");
  return {
    ...Object.fromEntries(STATES.map((state) => [state, jobsIn(model, state).length])),
    workers: model.workers.size,
    paused: model.flags.has("p"),
    oldestReadyAge: next && Math.max(0, model.now - timeOfTick(entryTickOf(next))),
    overdue: {
      delayed: jobsIn(model, "delayed").filter((job) => timeOfTick(entryTickOf(job)) <= model.now).length,
      leased: jobsIn(model, "leased").filter(({ time }) => time <= model.now).length,
    },
    waits: toLatency(model.waits),
    runTimes: toLatency(model.runTimes),
    totals: Object.fromEntries([...model.totals].filter(([, total]) => total > 0)),
  };
}

/** Returns the workers of a queue and the jobs that they have leased. */
export function workers(model: Model): object[] {
  const names = new Set(model.workers.keys());
  const leased = jobsIn(model, "leased").filter(({ run }) => run?.worker);
  for (const { run } of leased) names.add(run?.worker ?? "");
  return [...names].sort().map((worker) => {
    const own = leased.filter(({ run }) => run?.worker === worker);
    return {
      worker,
      lastSeen: model.workers.get(worker),
      busy: own.length > 0,
      holds: own.map(({ id, time, run }) => ({ id, fence: run?.fence, leasedUntil: time })),
    };
  });
}
