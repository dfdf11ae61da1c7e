// Enqueues batches of jobs, each as a whole or not at all. A known id creates no job.
import type { JobState } from "../../../../src/engine/keys.ts";
import { adoptLimits } from "../groups/limits.ts";
import { arrange } from "../state/arrange.ts";
import type { Job, Model } from "../state/model.ts";
import { commit, count, makeDelayed, makeReady, noteSize } from "../state/moves.ts";
import { isWaiting, sortByScore } from "../state/order.ts";
import { carryOutOnce, type Request, type RequestResult } from "../state/requests.ts";
import type { ProgramSettings } from "../state/settings.ts";
import { freeTickAt, issueTick } from "../state/ticks.ts";
import { addListener, isWakeDue, publishWake } from "../state/wakes.ts";
import { enqueueGroupedPlain } from "./plain-enqueue.ts";

/** A job to enqueue. */
export interface NewJob {
  id: string;
  /** True if the caller or an idempotency key determines the id, so that another job may have it. */
  hasFixedId: boolean;
  /** The time at which the job is ready: after a delay, or at a time; undefined for at once. */
  when: { delay: number } | { at: number } | undefined;
  priority: number;
  maxAttempts: number | undefined;
  timeout: number | undefined;
  ttl: number | undefined;
  uniqueFor: number;
  /** The effect on a job that has its id. */
  mode: "keep" | "replace" | "again" | "debounce";
  /** The longest delay of a debounced job, counted from the first of its id; undefined for no limit. */
  longest: number | undefined;
  payload: string;
  group: string | undefined;
  cost: number;
}

/** The letters of jobs that create nothing, by the states of the jobs with their ids. */
export const LETTERS: Record<JobState, string> = {
  ready: "R",
  delayed: "D",
  blocked: "B",
  leased: "L",
  failed: "F",
  done: "C",
};
/** The time in ms for which a queue counts as registered. */
export const REGISTERED_FOR = 1_800_000;

/**
 * Enqueues jobs. Replies with a letter for each: r or d for a new job, else the state of the job that has its id. The plain
 * scripts do not check whether the queue is registered, and that for queues without groups replies without letters.
 */
export function enqueue(
  model: Model,
  request: Request,
  {
    jobs,
    isPlain,
    isGrouped,
    settings,
  }: { jobs: NewJob[]; isPlain: boolean; isGrouped: boolean; settings: ProgramSettings },
): RequestResult {
  if (isPlain && isGrouped) return enqueueGroupedPlain(model, request, jobs);
  const isRegistrationDue = !isPlain && !isRegistered(model);
  let hasOtherLimits = false;
  const result = carryOutOnce(model, request, () => {
    const isNew = !model.exists;
    hasOtherLimits = isGrouped && adoptLimits(model, settings.limits);
    const hasAdopted = isNew && model.exists;
    // The queue is new as long as it has no jobs.
    model.exists = !isNew;
    const { letters: planned, created } = planJobs(model, jobs);
    const waiting = [...model.jobs.values()].filter(isWaiting).length;
    if (created.length > 0 && waiting + created.length > settings.maxLength) {
      model.exists ||= hasAdopted;
      return undefined;
    }
    createJobs(model, created);
    arrange(model);
    const letters = planned.replace(/[rd]/g, (_, i) => model.jobs.get(jobs[i]?.id ?? "")?.state[0] ?? "");
    count(model, "enqueued", created.length);
    count(model, "duplicates", letters.length - created.length);
    endEnqueue(model);
    return isPlain ? "-" : letters;
  });
  return result.status === "ok" ? { ...result, isRegistrationDue, hasOtherLimits } : result;
}

/** Ends the unit of an enqueue, and publishes a wake if one is due. */
export function endEnqueue(model: Model): void {
  const shouldWake = isWakeDue(model);
  if (!model.exists) {
    model.createdAt = model.now;
    addListener(model);
  }
  commit(model);
  if (shouldWake) publishWake(model);
}

/** Reports whether the queue was added to the registry lately. */
export function isRegistered({ registeredAt, now }: Model): boolean {
  return registeredAt !== undefined && now - registeredAt < REGISTERED_FOR;
}

/** Adds the queue to the registry, and notes that in the queue if it exists. */
export function register(model: Model, name: string): void {
  const stamp = Math.max(model.now, (model.queues.get("") ?? 0) + 1);
  for (const key of ["", name]) model.queues.set(key, stamp);
  if (model.exists) model.registeredAt = model.now;
}

/** Returns the letter of each job, and the new jobs. A batch may contain an id twice. */
function planJobs(model: Model, jobs: NewJob[]): { letters: string; created: NewJob[] } {
  const created = new Map<string, NewJob>();
  const letters = jobs.map((job) => {
    const [twin, other] = [created.get(job.id), model.jobs.get(job.id)];
    const letterOf = ({ when }: NewJob) => (dueAt(model, when) > model.now ? "d" : "r");
    if (twin) return letterOf(twin).toUpperCase();
    if (other) return LETTERS[other.state];
    if (job.hasFixedId && (model.seen.get(job.id) ?? 0) > model.now) return "S";
    created.set(job.id, job);
    return letterOf(job);
  });
  return { letters: letters.join(""), created: [...created.values()] };
}

/** Creates jobs as they are before their groups are arranged. */
export function createJobs(model: Model, created: NewJob[]): void {
  for (const { id, hasFixedId, when, priority, maxAttempts, timeout, ttl, payload, group, cost } of created) {
    const expiresAt = ttl === undefined ? 0 : model.now + ttl;
    const job: Job = {
      ...{ id, payload, priority, maxAttempts, timeout, expiresAt, createdAt: model.now },
      ...{ state: "ready", tick: issueTick(model), firstTick: 0, time: 0, run: undefined },
      member: group === undefined && cost === 1 ? undefined : { group, cost, mark: "-" },
    };
    const due = dueAt(model, when);
    if (due <= model.now) makeReady(model, job);
    else makeDelayed(model, job, freeTickAt(model, due));
    job.firstTick = job.tick;
    model.jobs.set(id, job);
    // The result of an earlier job of this id is removed.
    if (hasFixedId) model.results.delete(id);
    noteSize(model, payload);
    if (job.member) model.flags.add("g");
  }
  rememberUnique(model, created);
}

/** Remembers the ids of jobs with a `uniqueFor`, and forgets some ids for which it is over. */
function rememberUnique(model: Model, created: NewJob[]): void {
  const unique = created.filter(({ hasFixedId, uniqueFor }) => hasFixedId && uniqueFor > 0);
  if (unique.length === 0) return;
  forgetSeen(model, { limit: created.length * 2 + 8, spared: new Set(created.map(({ id }) => id)) });
  for (const { id, uniqueFor } of unique) model.seen.set(id, model.now + uniqueFor);
}

/** Forgets ids whose `uniqueFor` is over, except spared ones. Examines at most `limit` of them, and returns their number. */
export function forgetSeen(
  model: Model,
  { limit, spared = new Set() }: { limit: number; spared?: Set<string> },
): number {
  const past = [...model.seen].filter(([, until]) => until <= model.now);
  const first = sortByScore(past).slice(0, limit);
  for (const [id] of first) if (!spared.has(id)) model.seen.delete(id);
  return first.length;
}

/** Returns the time at which a job is ready. */
export function dueAt(model: Model, when: NewJob["when"]): number {
  if (!when) return model.now;
  return "at" in when ? when.at : model.now + when.delay;
}
