// A queue as plain data, the way the design describes it, and the few moves of which every operation is made. What an
// operation does with them stands in the file of its kind; how all of it looks in Redis, in keys.ts.
import type { State } from "../../src/core/keys.ts";

/** All that a queue is. It keeps no time of its own: `now` is moved by the test. */
export interface Model {
  now: number;
  jobs: Map<string, Job>;
  /** Turns given out, by which equal priorities stand in line. */
  sequence: number;
  /** The last fence given out; 0 before the first. */
  fence: number;
  totals: Map<Total, number>;
  paused: boolean;
  /** What is kept of ended jobs, as its last producer said. */
  policy: string | undefined;
  /** Whether it was ever enqueued to or paused, which is when the layout is noted. */
  laidOut: boolean;
  registered: boolean;
  /** Where the deep clean goes on. */
  audit: string | undefined;
  /** Workers, and when each was last seen. */
  workers: Map<string, number>;
  /** How jobs ended, where that is kept. */
  results: Map<string, Kept<End>>;
  /** Ids within their `uniqueFor`. */
  seen: Map<string, Kept<true>>;
  /** What requests were answered, by nonce. */
  replies: Map<string, Kept<Reply>>;
  /** The names of all queues. */
  queues: Set<string>;
}

export type Total =
  | "enqueued"
  | "duplicates"
  | "leased"
  | "completed"
  | "retried"
  | "failed"
  | "released"
  | "reclaimed"
  | "expired"
  | "cancelled"
  | "purged"
  | "redriven"
  | "replayed"
  | "stale";

/** A job is in exactly one state, because it has only this one field for it. */
export interface Job {
  id: string;
  createdAt: number;
  priority: number;
  maxAttempts: number | undefined;
  ttl: number | undefined;
  payload: string;
  state: State;
  /** By what it stands there: its place in line, when it is due, when its lease ends, when it ended. */
  score: number;
  /** Whether the clean still looks at its time to live. */
  watched: boolean;
  /** From its first lease on. */
  run: Run | undefined;
}

/** What changes of a job. */
export interface Run {
  /** L leased, or its lease ran out and nobody has leased it since; W waits, given back; F failed; D done. */
  letter: "L" | "W" | "F" | "D";
  fence: number;
  attempt: number;
  /** Attempts that were given back unused. */
  given: number;
  /** Its place in line. */
  place: number;
  maxAttempts: number;
  dies: number;
  since: number;
  worker: string;
  progress: string;
  /** The last five: when, in which attempt, what. */
  errors: string[];
}

/** Something that is forgotten at a time. */
interface Kept<T> {
  value: T;
  until: number;
}

export type End = { letter: "C"; at: number; result: string } | { letter: "X"; at: number };

/** What a lease tells its caller to plan by. */
export interface Plan {
  now: number;
  more: boolean;
  wake: number;
  paused: boolean;
}

/** A job as it was handed out. */
export interface Head {
  fence: number;
  attempt: number;
  id: string;
}

/** What is remembered of an answer. */
export type Reply =
  | { kind: "letters"; letters: string; fingerprint: string }
  | { kind: "leased"; letters: string; plan: Plan; heads: Head[] }
  | { kind: "count"; count: number };

export function newModel(now: number): Model {
  return {
    now,
    jobs: new Map(),
    totals: new Map(),
    workers: new Map(),
    results: new Map(),
    seen: new Map(),
    replies: new Map(),
    queues: new Set(),
    ...nothingCounted(),
  };
}

/** What is gone when a queue is destroyed, beside its jobs. */
export const nothingCounted = () => ({
  sequence: 0,
  fence: 0,
  paused: false,
  policy: undefined,
  laidOut: false,
  registered: false,
  audit: undefined,
});

/** The jobs of a state in their order; equals by id, byte by byte. */
export function inState(model: Model, state: State): Job[] {
  return inOrder([...model.jobs.values()].filter((job) => job.state === state));
}

export function inOrder(jobs: Job[], of: (job: Job) => number = (job) => job.score): Job[] {
  return jobs.sort((a, b) => of(a) - of(b) || (a.id < b.id ? -1 : 1));
}

export function count(model: Model, total: Total, by = 1): void {
  if (by > 0) model.totals.set(total, (model.totals.get(total) ?? 0) + by);
}

/** The place in line of a job: first its priority's band, then its turn. */
export function placeAt(priority: number, turn: number): number {
  return priority * 1e13 + turn;
}

export function priorityAt(place: number): number {
  return Math.floor(place / 1e13);
}

/** The next turn; each is given out once. */
export function nextTurn(model: Model): number {
  model.sequence += 1;
  return model.sequence;
}

export function makeReady(job: Job, place: number): void {
  Object.assign(job, { state: "ready", score: place });
}

/** A delayed job stands by the time it is due, with its priority as the tenths. */
export function makeDelayed(job: Job, due: number, priority: number): void {
  Object.assign(job, { state: "delayed", score: Number(`${due}.${priority}`) });
}

/** A failed job keeps the error of its last attempt. */
export function makeFailed(model: Model, job: Job, error: string | undefined): void {
  Object.assign(job, { state: "failed", score: model.now });
  if (job.run) job.run.letter = "F";
  noteError(model, job, error);
  count(model, "failed");
}

export function noteError(model: Model, { run }: Job, error: string | undefined): void {
  if (run && error) run.errors = [...run.errors, `${model.now} ${run.attempt} ${error}`].slice(-5);
}

/** When a job's time to live is over; 0 for never. */
export function endOfLife(job: Job): number {
  return job.ttl === undefined ? 0 : job.createdAt + job.ttl;
}

export function isUsedUp({ attempt, given, maxAttempts }: Run): boolean {
  return attempt - given >= maxAttempts;
}

export function remember(model: Model, nonce: string, reply: Reply, keep: number): void {
  model.replies.set(nonce, { value: reply, until: model.now + keep });
}

/** The answer that a request had before, if it is not the first under its nonce. */
export function firstReply(model: Model, nonce: string): Reply | undefined {
  const reply = model.replies.get(nonce)?.value;
  if (reply) count(model, "replayed");
  return reply;
}

/** Time passes, and what was kept for less is forgotten. */
export function pass(model: Model, ms: number): void {
  model.now += ms;
  for (const kept of [model.results, model.seen, model.replies]) {
    for (const [key, { until }] of kept) if (until <= model.now) kept.delete(key);
  }
}

/** How long it is until something is due: a lease, a delay or a life ends, or something is forgotten. */
export function untilNext(model: Model, { next, off }: { next: number; off: number }): number {
  const jobs = [...model.jobs.values()];
  const moments = [
    ...jobs.filter(({ state }) => state === "leased" || state === "delayed").map(({ score }) => Math.floor(score)),
    ...jobs.map(endOfLife),
    ...[...model.results.values(), ...model.seen.values(), ...model.replies.values()].map(({ until }) => until),
  ];
  const ahead = moments.filter((moment) => moment > model.now).sort((a, b) => a - b);
  return Math.max(0, (ahead[next % (ahead.length || 1)] ?? model.now) + off - model.now);
}
