// Why a job is not running.
import type { Context } from "./context.ts";
import type { State } from "./keys.ts";
import { type JobInfo, type Looked, look } from "./look.ts";
import { present } from "./present.ts";
import type { JobError, StoredEnd } from "./record.ts";

/** The answer in a word for programs and a sentence for people. */
export interface Explanation {
  id: string;
  state: State | "cancelled" | "seen" | "unknown";
  /** One sentence. */
  why: string;
  paused: boolean;
  /** How many ready jobs are before it. */
  place?: number;
  dueAt?: number;
  worker?: string;
  leasedUntil?: number;
  attemptsLeft?: number;
  endedAt?: number;
  lastError?: JobError;
}

export async function explain<T>(context: Context<T>, id: string): Promise<Explanation> {
  const looked = await look(context, id);
  const { info, end, paused, place, seen, now, released } = looked;
  if (!info) return { id, paused, ...explainAbsent(end, seen) };
  const { dueAt, leasedUntil, worker, endedAt } = info;
  return {
    id,
    state: info.state,
    why: whyNot(looked, info, now),
    paused,
    attemptsLeft: Math.max(0, info.maxAttempts - info.attempt + released),
    ...present({ place, dueAt, leasedUntil, worker, endedAt, lastError: info.errors.at(-1) }),
  };
}

function explainAbsent(end: StoredEnd | undefined, seen: boolean): Pick<Explanation, "state" | "why" | "endedAt"> {
  if (end) return { state: end.state, why: `It was ${end.state} at ${iso(end.at)}.`, endedAt: end.at };
  if (seen)
    return { state: "seen", why: "It is gone; its id is remembered, so the same id enqueued again creates nothing." };
  return {
    state: "unknown",
    why: "No job has this id: it was never enqueued here, or it is gone and left nothing behind.",
  };
}

function whyNot<T>({ paused, place, released }: Looked<T>, info: JobInfo<T>, now: number): string {
  switch (info.state) {
    case "ready":
      if (paused) return "The queue is paused.";
      return place === 0 ? "It is next; nobody has leased it yet." : `It is ready, with ${place} jobs before it.`;
    case "delayed":
      return `It is delayed until ${iso(info.dueAt ?? 0)}.`;
    case "leased": {
      const holder = info.worker ? `worker ${info.worker}` : "a worker without a name";
      const until = info.leasedUntil ?? 0;
      return until > now
        ? `It is running: ${holder} holds it until ${iso(until)}.`
        : `${holder} held it until ${iso(until)}; the next lease or clean brings it back.`;
    }
    case "failed":
      return `It failed at ${iso(info.endedAt ?? 0)}, after ${info.attempt - released} of ${info.maxAttempts} attempts; redrive tries it again.`;
    case "done":
      return `It was done at ${iso(info.endedAt ?? 0)}.`;
  }
}

function iso(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "a time that is none" : date.toISOString();
}
