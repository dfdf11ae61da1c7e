// The explanation of a job: its state, and the reason why it is not running.

import { withoutUndefined } from "../../../src/base/without-undefined.ts";
import { findLimit, placeInGroup } from "./groups/reads.ts";
import { findLastEnding, findResult } from "./reads.ts";
import { toAttempts, toErrors } from "./state/attempts.ts";
import type { Job, Model, Run } from "./state/model.ts";
import { entryTickOf, isWaiting, jobsIn } from "./state/order.ts";
import { recordSize } from "./state/record.ts";
import type { ProgramSettings } from "./state/settings.ts";
import { timeOfTick } from "./state/ticks.ts";

/** The limit of attempts and the time to live are not read from a record of this size or more. */
const LARGE_BYTES = 100_000;

/** Returns the result of `explain` for an id, according to the model. */
export function explain(model: Model, id: string, settings: ProgramSettings): object {
  const job = model.jobs.get(id);
  const paused = model.flags.has("p");
  if (!job) return { id, paused, ...explainAbsent(model, id) };
  const { state, time, run } = job;
  const [attempt, released] = [run?.attempt ?? 0, run?.released ?? 0];
  const maxAttempts = job.maxAttempts ?? (run?.maxAttempts || settings.maxAttempts);
  const isLimitKnown = (run?.maxAttempts ?? 0) > 0 || recordSize(job) < LARGE_BYTES;
  const place = jobsIn(model, "ready").indexOf(job);
  const limit = findLimit(model, job);
  return withoutUndefined({
    id,
    state,
    why:
      explainState(model, job, { place, maxAttempts }) +
      (job.follower ? " It runs again afterwards, with a newer payload." : "") +
      (limit?.sentence ?? ""),
    group: job.member?.group,
    placeInGroup: placeInGroup(model, job),
    heldBackBy: limit?.heldBackBy,
    holdsGroup: job.member?.mark === "h" || undefined,
    paused,
    attemptsLeft: isLimitKnown ? Math.max(0, maxAttempts - attempt + released) : undefined,
    place: place < 0 ? undefined : place,
    dueAt: state === "delayed" ? timeOfTick(entryTickOf(job)) : undefined,
    worker: run?.worker || undefined,
    leasedUntil: state === "leased" ? time : undefined,
    endedAt: state === "failed" || state === "done" ? time : undefined,
    lastError: toErrors(run?.attempts).at(-1),
    runsAgain: job.follower && true,
  });
}

/** Returns sentences on the past of a job: its leases, and its returns without a used attempt. */
function formatHistory(run: Run | undefined, attempt: number): string {
  const formatTimes = (number: number) => (number === 1 ? "once" : `${number} times`);
  const leased = attempt > 0 ? ` It was leased ${formatTimes(attempt)} before.` : "";
  const back = run?.unfinished ? ` It was released ${formatTimes(run.unfinished)} unfinished.` : "";
  const later = run?.postponed ? ` It was postponed ${formatTimes(run.postponed)} without using up an attempt.` : "";
  return leased + back + later;
}

const OUTCOMES: Record<string, string> = {
  completed: "completed it",
  retried: "was retried",
  postponed: "was postponed",
  failed: "failed",
  released: "was released",
  expired: "ended with its lease",
  worker_failed: "ended when its worker failed",
};

/** Returns the sentence on the last attempt of a job that has ended. */
function formatLastAttempt(job: Job): string {
  type Ended = { outcome: string; worker?: string; version?: string; endedAt: number };
  const [last] = (toAttempts(job) as Ended[]).filter(({ outcome }) => outcome !== "leased").slice(-1);
  if (!last) return "";
  const worker = last.worker === undefined ? "" : ` of worker ${last.worker}`;
  const version = last.version === undefined ? "" : ` of version ${last.version}`;
  return ` Its last attempt${worker}${version} ${OUTCOMES[last.outcome]} at ${formatTime(last.endedAt)}.`;
}

/** Returns the sentences on the state of a job. */
function explainState(model: Model, job: Job, { place, maxAttempts }: { place: number; maxAttempts: number }): string {
  const { state, time, run, expiresAt } = job;
  const isPaused = model.flags.has("p");
  const worker = run?.worker ? `worker ${run.worker}` : "a worker without a name";
  const attempt = run?.attempt ?? 0;
  const tried = attempt - (run?.released ?? 0);
  const last = formatLastAttempt(job);
  const before = formatHistory(run, attempt) + last;
  const isKnown = expiresAt > 0 && recordSize(job) < LARGE_BYTES;
  const isPast = isWaiting(job) && isKnown && expiresAt <= model.now;
  if (isPast)
    return `It is past its time to live, which ended at ${formatTime(expiresAt)}; the next lease or clean removes it.`;
  switch (state) {
    case "ready":
      if (isPaused) return "The queue is paused.";
      if (place === 0) return attempt > 0 ? `It is next.${before}` : "It is next; no worker has leased it yet.";
      return `It is ready, with ${place === 1 ? "1 job" : `${place} jobs`} before it.${before}`;
    case "blocked": {
      const number = placeInGroup(model, job) ?? 0;
      const others = number === 0 ? "" : `, with ${number === 1 ? "1 job" : `${number} jobs`} of the group before it`;
      return `It waits for its turn in group ${JSON.stringify(job.member?.group ?? "")}${others}.${before}${isPaused ? " The queue is paused." : ""}`;
    }
    case "delayed": {
      const due = timeOfTick(entryTickOf(job));
      if (due > model.now) return `It is delayed until ${formatTime(due)}.${before}`;
      return `It has been due since ${formatTime(due)}; ${isPaused ? "the queue is paused" : "the next lease or clean makes it ready"}.`;
    }
    case "leased": {
      if (time > model.now)
        return `It is running: ${worker} holds it until ${formatTime(time)}.${formatHistory(run, attempt - 1)}${last}`;
      const next = tried < maxAttempts ? "makes it ready again" : "fails it, since its attempts are used up";
      return `${worker} held it until ${formatTime(time)}; the next lease or clean ${next}.`;
    }
    case "failed":
      return `It failed at ${formatTime(time)}, after ${tried} of ${maxAttempts} attempts; redrive tries it again.${formatHistory(run, 0)}${last}`;
    case "done":
      return `It was done at ${formatTime(time)}.`;
  }
}

const ENDINGS: Record<string, [state: string, verb: string]> = {
  C: ["done", "was done"],
  X: ["cancelled", "was cancelled"],
  E: ["expired", "expired, past its time to live,"],
  F: ["failed", "failed and is no longer kept, removed"],
  P: ["purged", "was purged"],
};

/** Returns the explanation of an id without a job: its ending if known, and whether the id is still remembered. */
function explainAbsent(model: Model, id: string): object {
  const [ending, kept, until] = [findLastEnding(model, id), findResult(model, id), model.seen.get(id) ?? 0];
  const remembered =
    until > model.now ? ` Its id is remembered until ${formatTime(until)}, and creates no job until then.` : "";
  const endedAt = ending ? timeOfTick(ending.tick) : kept?.at;
  const [state, verb] = ENDINGS[ending?.letter ?? "C"] ?? [];
  if (endedAt !== undefined) return { state, why: `It ${verb} at ${formatTime(endedAt)}.${remembered}`, endedAt };
  if (remembered) return { state: "seen", why: `It is gone.${remembered}` };
  const why = "No job has this id: it was never enqueued here, or it ended too long ago to be known.";
  return { state: "unknown", why };
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}
