// What those do who run a queue, and the light clean.
import type { State } from "../../src/core/keys.ts";
import { heal } from "./lease.ts";
import {
  count,
  endOfLife,
  firstReply,
  inOrder,
  inState,
  type Job,
  type Model,
  makeReady,
  nextTurn,
  nothingCounted,
  placeAt,
  remember,
} from "./model.ts";
import type { Settings } from "./settings.ts";

/** Waiting jobs go, and leased ones are taken from their holders; what has ended stays. */
export function cancel(model: Model, nonce: string, ids: string[], settings: Settings): string {
  return lettersOnce(model, nonce, settings, () => {
    const seen = new Set<string>();
    return ids.map((id) => {
      const job = seen.has(id) ? undefined : model.jobs.get(id);
      seen.add(id);
      if (!job) return "U";
      if (job.state === "failed") return "F";
      if (job.state === "done") return "O";
      model.jobs.delete(id);
      model.results.set(id, { value: { letter: "X", at: model.now }, until: model.now + settings.keepResults });
      count(model, "cancelled");
      return job.state === "ready" ? "R" : job.state === "delayed" ? "D" : "L";
    });
  });
}

export function promote(model: Model, nonce: string, ids: string[], settings: Settings): string {
  return lettersOnce(model, nonce, settings, () =>
    ids.map((id) => {
      const job = model.jobs.get(id);
      if (job?.state !== "delayed") return "U";
      makeReady(job, placeAt(job.priority, nextTurn(model)));
      return "P";
    }),
  );
}

function lettersOnce(model: Model, nonce: string, settings: Settings, work: () => string[]): string {
  const reply = firstReply(model, nonce);
  if (reply?.kind === "letters") return reply.letters;
  const letters = work().join("");
  remember(model, nonce, { kind: "letters", letters, fingerprint: "" }, settings.keepRequests);
  return letters;
}

/** Failed jobs are ready again, with all their attempts: those named, or the first ones. */
export function redrive(
  model: Model,
  nonce: string,
  which: { ids: string[] } | { limit: number },
  settings: Settings,
): number {
  const reply = firstReply(model, nonce);
  if (reply?.kind === "count") return reply.count;
  const failed = inState(model, "failed");
  const named = "ids" in which ? [...new Set(which.ids)].map((id) => failed.find((job) => job.id === id)) : failed;
  const chosen = named.filter((job) => job !== undefined).slice(0, "limit" in which ? which.limit : undefined);
  for (const job of chosen) {
    const place = placeAt(job.priority, nextTurn(model));
    makeReady(job, place);
    if (job.run) job.run = { ...job.run, letter: "W", attempt: 0, given: 0, place };
  }
  count(model, "redriven", chosen.length);
  remember(model, nonce, { kind: "count", count: chosen.length }, settings.keepRequests);
  return chosen.length;
}

export function pause(model: Model): void {
  Object.assign(model, { paused: true, laidOut: true });
}

export function resume(model: Model): void {
  model.paused = false;
}

export function purge(model: Model, state: Exclude<State, "leased">): number {
  const jobs = inState(model, state);
  for (const { id } of jobs) model.jobs.delete(id);
  if (state !== "done") count(model, "purged", jobs.length);
  return jobs.length;
}

/** Its jobs go back to their places, and its fences hold no longer. */
export function failWorker(model: Model, worker: string): number {
  const held = inState(model, "leased").filter(({ run }) => run?.worker === worker);
  for (const { run, ...job } of held) {
    if (!run) continue;
    run.letter = "W";
    makeReady(model.jobs.get(job.id) as Job, run.place);
  }
  count(model, "reclaimed", held.length);
  model.workers.delete(worker);
  return held.length;
}

/** Everything but what stands for one id or one request, which ends by itself. */
export function destroy(model: Model, name: string): void {
  for (const map of [model.jobs, model.totals, model.workers]) map.clear();
  Object.assign(model, nothingCounted());
  model.queues.delete(name);
}

const SILENT_AFTER = 86_400_000;

/** The light clean: what is due, time to live, retention, workers that fell silent; at most `limit` of each. */
export function clean(model: Model, limit: number, settings: Settings) {
  const healed = heal(model, limit);
  const late = [...model.jobs.values()].filter((job) => job.watched && endOfLife(job) <= model.now);
  const looked = inOrder(late, endOfLife).slice(0, limit);
  for (const job of looked) job.watched = false;
  // One that is leased or has ended is not dropped; the next lease of it asks for its time to live again.
  const expired = looked.filter(({ state }) => state === "ready" || state === "delayed");
  for (const { id } of expired) model.jobs.delete(id);
  count(model, "expired", expired.length);

  const says = settings.policy === "- - - -" ? (model.policy ?? settings.policy) : settings.policy;
  const [doneAge, doneCount, failedAge, failedCount] = says.split(" ").map(Number);
  const done = retain(model, "done", doneAge, doneCount).slice(0, limit);
  const failed = retain(model, "failed", failedAge, failedCount).slice(0, limit);
  for (const { id } of [...done, ...failed]) model.jobs.delete(id);
  count(model, "purged", failed.length);

  const silent = [...model.workers].filter(([, seen]) => seen <= model.now - SILENT_AFTER);
  for (const [worker] of silent) model.workers.delete(worker);
  const returned = healed.reclaimed + healed.failed;
  return {
    ...healed,
    expired: expired.length,
    removed: done.length + failed.length,
    workers: silent.length,
    more: [returned, healed.promoted, looked.length, done.length, failed.length].some((moved) => moved >= limit),
  };
}

/** The jobs of a state that are past the age or over the count; NaN stands for no limit. */
function retain(model: Model, state: "done" | "failed", age = Number.NaN, most = Number.NaN): Job[] {
  const jobs = inState(model, state);
  const old = jobs.filter(({ score }) => score <= model.now - age).length;
  return jobs.slice(0, Math.max(old, jobs.length - most || 0));
}
