// Jobs go in: all of a batch or none. A known id creates nothing.
import type { JobState } from "../../../../src/engine/keys.ts";
import {
  commit,
  count,
  inState,
  type Job,
  type Model,
  makeDelayed,
  makeReady,
  nextTick,
  noteSize,
} from "../state/model.ts";
import { type Answer, once, type Request } from "../state/requests.ts";
import type { Settings } from "../state/settings.ts";
import { tickAt } from "../state/ticks.ts";
import { addListener, isWakeDue, wake } from "../state/wakes.ts";

export interface NewJob {
  id: string;
  /** True where the caller chose the id, or an idempotency key did, so that another job may have it. */
  isGiven: boolean;
  /** The time when the job is ready: after a delay, at a time, or at once. */
  when: { delay: number } | { at: number } | undefined;
  priority: number;
  maxAttempts: number | undefined;
  timeout: number | undefined;
  ttl: number | undefined;
  uniqueFor: number;
  payload: string;
}

const LETTERS: Record<JobState, string> = { ready: "R", delayed: "D", leased: "L", failed: "F", done: "C" };
/** The time in ms for which a queue counts as registered. */
export const REGISTERED = 1_800_000;

/**
 * Answers with a letter a job: r or d for a new one, else the state of the job that has its id. The plain script answers
 * without letters, and does not check whether the queue is registered.
 */
export function enqueue(
  model: Model,
  request: Request,
  { jobs, isPlain }: { jobs: NewJob[]; isPlain: boolean },
  settings: Settings,
): Answer {
  const isRegistrationDue = !isPlain && !isRegistered(model);
  const answer = once(model, request, () => {
    const { letters, created } = plan(model, jobs);
    const waiting = inState(model, "ready").length + inState(model, "delayed").length;
    if (created.length > 0 && waiting + created.length > settings.maxLength) return undefined;
    create(model, created);
    count(model, "enqueued", created.length);
    count(model, "duplicates", letters.length - created.length);
    const isHeard = isWakeDue(model);
    if (!model.isMade) {
      model.born = model.now;
      addListener(model);
    }
    commit(model);
    if (isHeard) wake(model);
    return isPlain ? "-" : letters;
  });
  return answer.status === "ok" ? { ...answer, isRegistrationDue } : answer;
}

/** Reports whether the queue was lately entered into the registry. */
export function isRegistered({ registered, now }: Model): boolean {
  return registered !== undefined && now - registered < REGISTERED;
}

/** Enters the queue into the registry, and notes that in the queue unless it is gone. */
export function register(model: Model, name: string): void {
  const stamp = Math.max(model.now, (model.queues.get("") ?? 0) + 1);
  for (const each of ["", name]) model.queues.set(each, stamp);
  if (model.isMade) model.registered = model.now;
}

/** Returns the letters, and the new jobs. A batch may hold an id twice. */
function plan(model: Model, jobs: NewJob[]): { letters: string; created: NewJob[] } {
  const created = new Map<string, NewJob>();
  const letters = jobs.map((job) => {
    const [twin, other] = [created.get(job.id), model.jobs.get(job.id)];
    const letterOf = ({ when }: NewJob) => (dueAt(model, when) > model.now ? "d" : "r");
    if (twin) return letterOf(twin).toUpperCase();
    if (other) return LETTERS[other.state];
    if (job.isGiven && (model.seen.get(job.id) ?? 0) > model.now) return "S";
    created.set(job.id, job);
    return letterOf(job);
  });
  return { letters: letters.join(""), created: [...created.values()] };
}

function create(model: Model, created: NewJob[]): void {
  for (const { id, isGiven, when, priority, maxAttempts, timeout, ttl, payload } of created) {
    const expiresAt = ttl === undefined ? 0 : model.now + ttl;
    const job: Job = {
      ...{ id, payload, priority, maxAttempts, timeout, expiresAt, createdAt: model.now },
      ...{ state: "ready", tick: nextTick(model), firstTick: 0, time: 0, run: undefined },
    };
    const due = dueAt(model, when);
    if (due <= model.now) makeReady(model, job);
    else makeDelayed(model, job, tickAt(model, due));
    job.firstTick = job.tick;
    model.jobs.set(id, job);
    // The result of an earlier job of this id goes.
    if (isGiven) model.results.delete(id);
    noteSize(model, payload);
  }
  remind(model, created);
}

/** Remembers the ids of jobs that are unique for a time, and forgets some whose time is over. */
function remind(model: Model, created: NewJob[]): void {
  const unique = created.filter(({ isGiven, uniqueFor }) => isGiven && uniqueFor > 0);
  if (unique.length === 0) return;
  forgetSeen(model, created.length * 2 + 8, new Set(created.map(({ id }) => id)));
  for (const { id, uniqueFor } of unique) model.seen.set(id, model.now + uniqueFor);
}

/** Forgets ids whose `uniqueFor` is over, at most `limit`, and returns their number. */
export function forgetSeen(model: Model, limit: number, spared: Set<string> = new Set()): number {
  const past = [...model.seen].filter(([, until]) => until <= model.now);
  const first = past.sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1)).slice(0, limit);
  for (const [id] of first) if (!spared.has(id)) model.seen.delete(id);
  return first.length;
}

function dueAt(model: Model, when: NewJob["when"]): number {
  if (!when) return model.now;
  return "at" in when ? when.at : model.now + when.delay;
}
