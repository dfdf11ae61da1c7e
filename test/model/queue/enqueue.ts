// Jobs go in: all of a batch or none. An id that is known creates nothing.
import type { State } from "../../../src/core/keys.ts";
import { type Given, tickAfter, tickAt } from "./due.ts";
import { commit, count, inState, type Job, type Model, makeDelayed, makeReady, nextTick, noteSize } from "./model.ts";
import { type Answer, once, type Request } from "./requests.ts";
import type { Settings } from "./settings.ts";
import { hearing, listen, wake } from "./wakes.ts";

export interface NewJob {
  id: string;
  /** Whether the sender chose the id, so that another job may have it. */
  isNamed: boolean;
  /** When it is ready: after a delay, or at a time; at once unless set. */
  when: { delay: number } | { at: number } | undefined;
  priority: number;
  maxAttempts: number | undefined;
  ttl: number | undefined;
  uniqueFor: number;
  payload: string;
}

const LETTERS: Record<State, string> = { ready: "R", delayed: "D", leased: "L", failed: "F", done: "C" };
const REGISTERED = 3_600_000;

/**
 * Answers with a letter a job: r or d for one that was created, else the state of the job that has its id. The short script, for
 * plain jobs, has no need of letters, and does not ask whether the queue is registered.
 */
export function enqueue(
  model: Model,
  request: Request,
  { jobs, isPlain }: { jobs: NewJob[]; isPlain: boolean },
  settings: Settings,
): Answer {
  const isRegistrationDue = !isPlain && isUnregistered(model);
  const answer = once(model, request, () => {
    const { letters, created } = plan(model, jobs);
    const waiting = inState(model, "ready").length + inState(model, "delayed").length;
    if (created.length > 0 && waiting + created.length > settings.maxLength) return undefined;
    create(model, created);
    count(model, "enqueued", created.length);
    count(model, "duplicates", letters.length - created.length);
    const isHeard = hearing(model);
    if (!model.isMade) {
      model.born = model.now;
      listen(model);
    }
    commit(model);
    if (isHeard) wake(model);
    return isPlain ? "-" : letters;
  });
  return answer.status === "ok" ? { ...answer, isRegistrationDue } : answer;
}

/** Whether the queue has to be entered into the registry, for the first time or again after an hour. */
export function isUnregistered({ registered, now }: Model): boolean {
  return registered === undefined || now - registered >= REGISTERED;
}

/** Enters the queue into the registry, in requests of their own. */
export function register(model: Model, name: string): void {
  model.queues.add(name);
  if (model.isMade || model.totals.size > 0) model.registered = model.now;
}

/** The letters, and the jobs that are new. An id may stand in a batch twice. */
function plan(model: Model, jobs: NewJob[]): { letters: string; created: NewJob[] } {
  const created = new Map<string, NewJob>();
  const letters = jobs.map((job) => {
    const [twin, other] = [created.get(job.id), model.jobs.get(job.id)];
    const letterOf = ({ when }: NewJob) => (dueAt(model, when) > model.now ? "d" : "r");
    if (twin) return letterOf(twin).toUpperCase();
    if (other) return LETTERS[other.state];
    if (job.isNamed && (model.seen.get(job.id) ?? 0) > model.now) return "S";
    created.set(job.id, job);
    return letterOf(job);
  });
  return { letters: letters.join(""), created: [...created.values()] };
}

function create(model: Model, created: NewJob[]): void {
  const given: Given = new Map();
  for (const { id, isNamed, when, priority, maxAttempts, ttl, payload } of created) {
    const dies = ttl === undefined ? 0 : model.now + ttl;
    const job: Job = {
      ...{ id, payload, priority, maxAttempts, dies, createdAt: model.now },
      ...{ state: "ready", tick: nextTick(model), firstTick: 0, time: 0, run: undefined },
    };
    const due = dueAt(model, when);
    if (due <= model.now) makeReady(model, job);
    else if (when && "delay" in when) makeDelayed(model, job, tickAfter(model, when.delay, given));
    else makeDelayed(model, job, tickAt(model, due, given));
    job.firstTick = job.tick;
    model.jobs.set(id, job);
    if (isNamed) model.results.delete(id);
    noteSize(model, payload);
  }
  remind(model, created);
}

/** Remembers the ids of jobs that are unique for a time, and forgets some whose time is over. */
function remind(model: Model, created: NewJob[]): void {
  const unique = created.filter(({ isNamed, uniqueFor }) => isNamed && uniqueFor > 0);
  if (unique.length === 0) return;
  forgetSeen(model, created.length * 2 + 8, new Set(created.map(({ id }) => id)));
  for (const { id, uniqueFor } of unique) model.seen.set(id, model.now + uniqueFor);
}

/** Forgets ids whose `uniqueFor` is over, at most `limit`; returns how many. */
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
