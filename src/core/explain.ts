// Why a job is not running.
import type { Context } from "./context.ts";
import type { State } from "./keys.ts";
import { type JobInfo, type Looked, look } from "./look.ts";
import { present } from "./present.ts";
import type { EndState, JobError } from "./record.ts";

/** The answer in a word for programs and a sentence for people. */
export interface Explanation {
  id: string;
  state: State | EndState | "seen" | "unknown";
  /** One sentence. */
  why: string;
  paused: boolean;
  /** How many ready jobs are before it. */
  place?: number;
  dueAt?: number;
  worker?: string;
  leasedUntil?: number;
  /** Missing before the first lease of a job whose payload is large. */
  attemptsLeft?: number;
  endedAt?: number;
  lastError?: JobError;
}

export async function explain<T>(context: Context<T>, id: string): Promise<Explanation> {
  const looked = await look(context, id, { head: true, result: true });
  const { info, paused, place, now, released, isLimitKnown } = looked;
  if (!info) return { id, paused, ...explainAbsent(looked) };
  const { dueAt, leasedUntil, worker, endedAt } = info;
  return {
    id,
    state: info.state,
    why: whyNot(looked, info, now),
    paused,
    ...present({
      attemptsLeft: isLimitKnown ? Math.max(0, info.maxAttempts - info.attempt + released) : undefined,
      place,
      dueAt,
      leasedUntil,
      worker,
      endedAt,
      lastError: info.errors.at(-1),
    }),
  };
}

const ENDED: Record<EndState, string> = {
  done: "was done",
  cancelled: "was cancelled",
  expired: "expired, past its time to live,",
  failed: "failed and is no longer kept, removed",
  purged: "was purged",
};

function explainAbsent({
  end,
  result,
  seenUntil,
  now,
}: Looked<unknown>): Pick<Explanation, "state" | "why" | "endedAt"> {
  const remembered =
    seenUntil !== undefined && seenUntil > now
      ? ` Its id is remembered until ${iso(seenUntil)}: it creates nothing.`
      : "";
  const known = end ?? (result && { state: "done" as const, at: result.at });
  if (known) {
    return { state: known.state, why: `It ${ENDED[known.state]} at ${iso(known.at)}.${remembered}`, endedAt: known.at };
  }
  if (remembered) return { state: "seen", why: `It is gone.${remembered}` };
  return {
    state: "unknown",
    why: "No job has this id: it was never enqueued here, or it ended too long ago to be known.",
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
