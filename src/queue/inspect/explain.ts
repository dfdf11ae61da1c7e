// The reason why a job is not running.

import { withoutUndefined } from "../../base/without-undefined.ts";
import type { JobState } from "../../engine/keys.ts";
import type { ScheduledRun } from "../jobs/options/own-options.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { EndState } from "../jobs/stored/ending.ts";
import type { AttemptOutcome, JobError } from "../jobs/stored/run.ts";
import { findLimit, formatLimit, type HeldBackBy } from "./groups/group-report.ts";
import type { JobInfo } from "./job-info.ts";
import { estimateStart, formatStart } from "./rates/start-time.ts";
import { type JobSnapshot, readJob } from "./read-job.ts";

/** The reason, as a state for programs and as sentences for people. */
export interface Explanation {
  id: string;
  state: JobState | EndState | "seen" | "unknown";
  /** Sentences for people. */
  why: string;
  paused: boolean;
  /** The number of ready jobs before it. */
  place?: number;
  /** The probable time at which a waiting job starts, from the rates seen; missing if they are unknown. */
  startsAt?: number;
  dueAt?: number;
  worker?: string;
  leasedUntil?: number;
  /** Missing for a job with a large payload before its first lease. */
  attemptsLeft?: number;
  endedAt?: number;
  lastError?: JobError;
  group?: string;
  /** The number of blocked jobs of its group before it. */
  placeInGroup?: number;
  /** The limit that holds it back. */
  heldBackBy?: HeldBackBy;
  /** True if its ordered group waits for it: until its retry, or, after a failure, until it is redriven or removed. */
  holdsGroup?: boolean;
  /** Set if a newer payload waits for the end of the job. */
  runsAgain?: true;
  /** The jobs for which it waits. */
  waitsFor?: WaitsFor;
  /** The run of a schedule that the job is, if a schedule has created it. */
  schedule?: ScheduledRun;
}

/** The jobs for which a job waits. */
export interface WaitsFor {
  /** The number of all of them. */
  total: number;
  /** The number of those that have ended. */
  ended: number;
  /** True if the job is a batch that is not sealed. */
  isOpen: boolean;
  /** The first of those that have not ended, at most 100. */
  ids: string[];
}

const MAX_LISTED = 100;
// The number of jobs that a sentence names.
const MAX_NAMED = 3;

/** Explains why a job is not running, without the ids of other jobs if `hidesHolders` is true. */
export async function explain<T>(
  context: QueueContext<T>,
  id: string,
  { hidesHolders = false }: { hidesHolders?: boolean } = {},
): Promise<Explanation> {
  const snapshot = await readJob(context, id, { head: true, result: true, rates: true });
  const { info, paused, place, released, isLimitKnown } = snapshot;
  if (!info) return { id, paused, ...explainMissing(snapshot) };
  const { dueAt, leasedUntil, worker, endedAt } = info;
  const limit = findLimitOf(snapshot, info);
  if (hidesHolders) delete limit?.holders;
  const waitsFor = info.waitsForOthers && (await readWaitsFor(context, id));
  if (waitsFor && hidesHolders) waitsFor.ids = [];
  const start = limit ? undefined : findStart(snapshot, info);
  return {
    id,
    state: info.state,
    why:
      (waitsFor ? explainWait(waitsFor) : explainStored(snapshot, info)) +
      formatFollower(info) +
      formatRun(info) +
      (limit ? formatLimit(limit, snapshot.report) : "") +
      (start ? formatStart(start, snapshot.now) : ""),
    paused,
    ...withoutUndefined({
      attemptsLeft: isLimitKnown ? Math.max(0, info.maxAttempts - info.attempt + released) : undefined,
      place,
      startsAt: start?.startsAt,
      group: info.group,
      placeInGroup: snapshot.report.group?.before,
      heldBackBy: limit,
      holdsGroup: snapshot.membership?.holdsGroup || undefined,
      dueAt,
      leasedUntil,
      worker,
      endedAt,
      lastError: info.errors.at(-1),
      runsAgain: info.runsAgain,
      waitsFor,
      schedule: info.schedule,
    }),
  };
}

/** Reads for which jobs a job waits. */
async function readWaitsFor<T>(context: QueueContext<T>, id: string): Promise<WaitsFor> {
  const { listChildren } = await context.loadFollowUps();
  const { total, ended, isOpen, children } = await listChildren(context, id, { limit: MAX_LISTED });
  const ids = children.filter(({ state }) => state === undefined).map((child) => child.id);
  return { total, ended, isOpen, ids };
}

/** Explains a job that waits for others. */
function explainWait({ total, ended, isOpen, ids }: WaitsFor): string {
  const first = ids.slice(0, MAX_NAMED).map((id) => JSON.stringify(id));
  const others = total - ended > first.length ? " and others" : "";
  if (first.length > 0)
    return `It waits for other jobs: ${ended} of ${total} have ended; it waits for ${first.join(", ")}${others}.`;
  if (ended < total) return `It waits for other jobs: ${ended} of ${total} have ended.`;
  if (isOpen) return `It waits for its batch to be sealed; ${ended} of ${total} jobs have ended.`;
  return "All jobs for which it waited have ended; the next lease or clean makes it ready.";
}

/** Returns the limit that holds a waiting job back, with the time since which it waits. */
function findLimitOf(snapshot: JobSnapshot<unknown>, info: JobInfo<unknown>): HeldBackBy | undefined {
  const { now, report, membership } = snapshot;
  const { state, dueAt, enqueuedAt, attempts } = info;
  const { cost = 1, isLimited = false } = membership ?? {};
  const limit = findLimit({ state, now, cost, dueAt, isLimited, report });
  if (!limit) return undefined;
  const waitsSince = attempts.at(-1)?.endedAt ?? enqueuedAt;
  const { since } = limit;
  return { ...limit, ...(since !== undefined && { since: Math.max(since, waitsSince) }), waitsSince };
}

/** Formats the sentence on a newer payload that waits for the end of the job; "" without one. */
function formatFollower({ runsAgain }: JobInfo<unknown>): string {
  return runsAgain ? " It runs again afterwards, with a newer payload." : "";
}

const RUNS: Readonly<Record<ScheduledRun["reason"], string>> = {
  due: "created it for",
  caughtUp: "caught up with it for",
  triggered: "was triggered, and created it, at",
  backfilled: "was backfilled, and created it for",
};

/** Formats the sentence on the schedule that has created a job; "" for another job. */
function formatRun({ schedule }: JobInfo<unknown>): string {
  if (!schedule) return "";
  return ` Schedule ${JSON.stringify(schedule.id)} ${RUNS[schedule.reason]} ${formatTime(schedule.slot)}.`;
}

/** Returns the probable start of a waiting job; undefined if a pause or the end of its time to live prevents it. */
function findStart(snapshot: JobSnapshot<unknown>, { state, expiresAt, dueAt }: JobInfo<unknown>) {
  if ((state !== "ready" && (state !== "delayed" || dueAt === undefined)) || snapshot.paused) return undefined;
  const start = estimateStart({ ...snapshot, dueAt });
  return start && (expiresAt === undefined || start.startsAt < expiresAt) ? start : undefined;
}

const ENDED: Record<EndState, string> = {
  done: "was done",
  cancelled: "was cancelled",
  expired: "expired, past its time to live,",
  failed: "failed and is no longer kept, removed",
  purged: "was purged",
};

/** Explains a job that is gone, or never existed. */
function explainMissing({
  end,
  result,
  seenUntil,
  now,
}: JobSnapshot<unknown>): Pick<Explanation, "state" | "why" | "endedAt"> {
  const remembered =
    seenUntil !== undefined && seenUntil > now
      ? ` Its id is remembered until ${formatTime(seenUntil)}, and creates no job until then.`
      : "";
  const ending = end ?? (result && { state: "done" as const, at: result.at });
  if (ending) {
    const why = `It ${ENDED[ending.state]} at ${formatTime(ending.at)}.${remembered}`;
    return { state: ending.state, why, endedAt: ending.at };
  }
  if (remembered) return { state: "seen", why: `It is gone.${remembered}` };
  return {
    state: "unknown",
    why: "No job has this id: it was never enqueued here, or it ended too long ago to be known.",
  };
}

/** Returns sentences that explain the state of a stored job. */
function explainStored<T>(snapshot: JobSnapshot<T>, info: JobInfo<T>): string {
  const { paused, place, now, released, report } = snapshot;
  const { expiresAt, dueAt = 0, attempt } = info;
  const isWaiting = info.state === "ready" || info.state === "delayed" || info.state === "blocked";
  if (isWaiting && expiresAt !== undefined && expiresAt <= now) {
    return `It is past its time to live, which ended at ${formatTime(expiresAt)}; the next lease or clean removes it.`;
  }
  const before = formatStory(snapshot, attempt) + formatLastAttempt(info);
  switch (info.state) {
    case "ready":
      if (paused) return "The queue is paused.";
      if (place === 0) return attempt > 0 ? `It is next.${before}` : "It is next; no worker has leased it yet.";
      return `It is ready, with ${place === 1 ? "1 job" : `${place} jobs`} before it.${before}`;
    case "blocked": {
      const number = report.group?.before ?? 0;
      const others = number === 0 ? "" : `, with ${number === 1 ? "1 job" : `${number} jobs`} of the group before it`;
      const pause = paused ? " The queue is paused." : "";
      return `It waits for its turn in group ${JSON.stringify(info.group ?? "")}${others}.${before}${pause}`;
    }
    case "delayed":
      if (dueAt > now) return `It is delayed until ${formatTime(dueAt)}.${before}`;
      return `It has been due since ${formatTime(dueAt)}; ${paused ? "the queue is paused" : "the next lease or clean makes it ready"}.`;
    case "leased": {
      const holder = info.worker ? `worker ${info.worker}` : "a worker without a name";
      const until = info.leasedUntil ?? 0;
      if (until > now) {
        // The current lease is not an earlier one.
        return `It is running: ${holder} holds it until ${formatTime(until)}.${formatStory(snapshot, attempt - 1)}${formatLastAttempt(info)}`;
      }
      const next =
        attempt - released < info.maxAttempts ? "makes it ready again" : "fails it, since its attempts are used up";
      return `${holder} held it until ${formatTime(until)}; the next lease or clean ${next}.`;
    }
    case "failed":
      return `It failed at ${formatTime(info.endedAt ?? 0)}, after ${info.attempt - released} of ${info.maxAttempts} attempts; redrive tries it again.${formatStory(snapshot, 0)}${formatLastAttempt(info)}`;
    case "done":
      return `It was done at ${formatTime(info.endedAt ?? 0)}.`;
  }
}

/** Formats sentences about a job: the number of its earlier leases, its releases and its postponements. */
function formatStory({ postponed, unfinished }: JobSnapshot<unknown>, earlierLeases: number): string {
  const leased = earlierLeases > 0 ? ` It was leased ${formatFrequency(earlierLeases)} before.` : "";
  const released = unfinished > 0 ? ` It was released ${formatFrequency(unfinished)} unfinished.` : "";
  const later = postponed > 0 ? ` It was postponed ${formatFrequency(postponed)} without using up an attempt.` : "";
  return leased + released + later;
}

const OUTCOMES: Record<AttemptOutcome, string> = {
  leased: "is running",
  completed: "completed it",
  retried: "was retried",
  postponed: "was postponed",
  failed: "failed",
  released: "was released",
  expired: "ended with its lease",
  worker_failed: "ended when its worker failed",
};

/** Formats a sentence about the last attempt that has ended; "" if none has. */
function formatLastAttempt({ attempts }: JobInfo<unknown>): string {
  const last = attempts.findLast(({ outcome }) => outcome !== "leased");
  if (!last) return "";
  const { outcome, worker, version, endedAt = 0 } = last;
  const holder = [worker && ` of worker ${worker}`, version && ` of version ${version}`].filter(Boolean).join("");
  return ` Its last attempt${holder} ${OUTCOMES[outcome]} at ${formatTime(endedAt)}.`;
}

function formatFrequency(number: number): string {
  return number === 1 ? "once" : `${number} times`;
}

function formatTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "an invalid time" : date.toISOString();
}
