// The reason why a job is not running.
import { keptResult, lastEnding, present, shownError } from "./reads.ts";
import { inState, type Job, type Model, type Run, timeOfTick } from "./state/model.ts";
import { recordSize } from "./state/record.ts";
import type { Settings } from "./state/settings.ts";

/** In bytes. A larger record is not read for its limit of attempts and the end of its time to live. */
const LARGE = 100_000;

export function explain(model: Model, id: string, settings: Settings): object {
  const job = model.jobs.get(id);
  const paused = model.flags.has("p");
  if (!job) return { id, paused, ...explainAbsent(model, id) };
  const { state, time, run } = job;
  const [attempt, released] = [run?.attempt ?? 0, run?.released ?? 0];
  const most = job.maxAttempts ?? (run?.maxAttempts || settings.maxAttempts);
  const isLimitKnown = (run?.maxAttempts ?? 0) > 0 || recordSize(job) < LARGE;
  const place = inState(model, "ready").indexOf(job);
  const [lastError] = run?.errors.slice(-1) ?? [];
  return present({
    id,
    state,
    why: reason(model, job, { place, most }),
    paused,
    attemptsLeft: isLimitKnown ? Math.max(0, most - attempt + released) : undefined,
    place: place < 0 ? undefined : place,
    dueAt: state === "delayed" ? timeOfTick(job.tick) : undefined,
    worker: run?.worker || undefined,
    leasedUntil: state === "leased" ? time : undefined,
    endedAt: state === "failed" || state === "done" ? time : undefined,
    lastError: lastError === undefined ? undefined : shownError(lastError),
  });
}

function storyOf(run: Run | undefined, attempt: number): string {
  const times = (number: number) => (number === 1 ? "once" : `${number} times`);
  const leased = attempt > 0 ? ` It was leased ${times(attempt)} before.` : "";
  const back = run?.unfinished ? ` It was given back ${times(run.unfinished)} unfinished.` : "";
  const later = run?.postponed ? ` It was postponed ${times(run.postponed)} without using up an attempt.` : "";
  return leased + back + later;
}

function reason(model: Model, job: Job, { place, most }: { place: number; most: number }): string {
  const { state, tick, time, run, expiresAt } = job;
  const isPaused = model.flags.has("p");
  const worker = run?.worker ? `worker ${run.worker}` : "a worker without a name";
  const attempt = run?.attempt ?? 0;
  const tried = attempt - (run?.released ?? 0);
  const before = storyOf(run, attempt);
  const isKnown = expiresAt > 0 && recordSize(job) < LARGE;
  const isPast = (state === "ready" || state === "delayed") && isKnown && expiresAt <= model.now;
  if (isPast)
    return `It is past its time to live, which ended at ${iso(expiresAt)}; the next lease or clean removes it.`;
  switch (state) {
    case "ready":
      if (isPaused) return "The queue is paused.";
      if (place === 0) return attempt > 0 ? `It is next.${before}` : "It is next; nobody has leased it yet.";
      return `It is ready, with ${place} jobs before it.${before}`;
    case "delayed": {
      const due = timeOfTick(tick);
      if (due > model.now) return `It is delayed until ${iso(due)}.${before}`;
      return `It has been due since ${iso(due)}; ${isPaused ? "the queue is paused" : "the next lease or clean makes it ready"}.`;
    }
    case "leased": {
      if (time > model.now) return `It is running: ${worker} holds it until ${iso(time)}.${storyOf(run, attempt - 1)}`;
      const next = tried < most ? "brings it back" : "fails it, since its attempts are used up";
      return `${worker} held it until ${iso(time)}; the next lease or clean ${next}.`;
    }
    case "failed":
      return `It failed at ${iso(time)}, after ${tried} of ${most} attempts; redrive tries it again.${storyOf(run, 0)}`;
    case "done":
      return `It was done at ${iso(time)}.`;
  }
}

const ENDINGS: Record<string, [state: string, verb: string]> = {
  C: ["done", "was done"],
  X: ["cancelled", "was cancelled"],
  E: ["expired", "expired, past its time to live,"],
  F: ["failed", "failed and is no longer kept, removed"],
  P: ["purged", "was purged"],
};

function explainAbsent(model: Model, id: string): object {
  const [ending, kept, until] = [lastEnding(model, id), keptResult(model, id), model.seen.get(id) ?? 0];
  const remembered = until > model.now ? ` Its id is remembered until ${iso(until)}: it creates nothing.` : "";
  const endedAt = ending ? timeOfTick(ending.tick) : kept?.at;
  const [state, verb] = ENDINGS[ending?.letter ?? "C"] ?? [];
  if (endedAt !== undefined) return { state, why: `It ${verb} at ${iso(endedAt)}.${remembered}`, endedAt };
  if (remembered) return { state: "seen", why: `It is gone.${remembered}` };
  const why = "No job has this id: it was never enqueued here, or it ended too long ago to be known.";
  return { state: "unknown", why };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
