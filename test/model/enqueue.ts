// Jobs go in: all of a batch or none, and an id that is known creates nothing.
import type { State } from "../../src/core/keys.ts";
import { count, type Job, type Model, makeDelayed, makeReady, nextTurn, placeAt, remember } from "./model.ts";
import type { Settings } from "./settings.ts";

export interface EnqueueRequest {
  nonce: string;
  /** Of the jobs, where their sender named the request. */
  fingerprint: string;
  jobs: NewJob[];
}

interface NewJob {
  id: string;
  /** Whether its sender gave the id, so that another job may have it. */
  isNamed: boolean;
  /** When it is ready: a delay, or a time; at once unless set. */
  when: { delay: number } | { at: number } | undefined;
  priority: number;
  maxAttempts: number | undefined;
  ttl: number | undefined;
  uniqueFor: number;
  payload: string;
}

const LETTERS: Record<State, string> = { ready: "R", delayed: "D", leased: "L", failed: "F", done: "O" };

/** Answers with a letter a job: r, d for one that was created ready or delayed, else where the one of its id is. */
export function enqueue(model: Model, request: EnqueueRequest, settings: Settings): string {
  const known = model.replies.get(request.nonce)?.value;
  if (known) {
    const isOther = known.kind !== "letters" || differ(known.fingerprint, request.fingerprint);
    if (isOther) return "nonce_reused";
    count(model, "replayed");
    return known.letters;
  }
  const { letters, created } = plan(model, request.jobs);
  const waiting = [...model.jobs.values()].filter(({ state }) => state === "ready" || state === "delayed").length;
  if (created.length > 0 && waiting + created.length > settings.maxLength) return "queue_full";

  for (const { id, isNamed, uniqueFor, when, ...rest } of created) {
    const job: Job = { ...rest, id, createdAt: model.now, state: "ready", score: 0, watched: false, run: undefined };
    const due = dueAt(model, when);
    if (due > model.now) makeDelayed(job, due, job.priority);
    else makeReady(job, placeAt(job.priority, nextTurn(model)));
    job.watched = job.ttl !== undefined;
    model.jobs.set(id, job);
    if (isNamed && uniqueFor > 0) model.seen.set(id, { value: true, until: model.now + uniqueFor });
  }
  if (model.policy !== settings.policy) Object.assign(model, { laidOut: true, policy: settings.policy });
  count(model, "enqueued", created.length);
  count(model, "duplicates", letters.length - created.length);
  remember(model, request.nonce, { kind: "letters", letters, fingerprint: request.fingerprint }, settings.keepRequests);
  return letters;
}

function differ(a: string, b: string): boolean {
  return a !== "" && b !== "" && a !== b;
}

function dueAt(model: Model, when: NewJob["when"]): number {
  if (!when) return model.now;
  return "at" in when ? when.at : model.now + when.delay;
}

/** The letters, and the jobs that are new. An id may stand in a batch twice. */
function plan(model: Model, jobs: NewJob[]): { letters: string; created: NewJob[] } {
  const created = new Map<string, NewJob>();
  const letters = jobs.map((job) => {
    const [twin, other] = [created.get(job.id), model.jobs.get(job.id)];
    const letterOf = (each: NewJob) => (dueAt(model, each.when) > model.now ? "d" : "r");
    if (twin) return letterOf(twin).toUpperCase();
    if (other) return LETTERS[other.state];
    if (job.isNamed && model.seen.has(job.id)) return "S";
    created.set(job.id, job);
    return letterOf(job);
  });
  return { letters: letters.join(""), created: [...created.values()] };
}

/** A queue is made known by its first enqueue, in a request of its own. */
export function register(model: Model, name: string): void {
  model.queues.add(name);
  model.registered = true;
}
