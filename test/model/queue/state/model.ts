// A queue as plain data, and the few moves of which every operation consists. Each kind of operation has a file of its own;
// keys.ts renders all of it into the keys of Redis.
import type { JobState } from "../../../../src/engine/keys.ts";
import { BOUNDS } from "./bounds.ts";
import { type Endings, noEndings, writeEndings } from "./endings.ts";
import type { Remembered } from "./requests.ts";
import type { Retention } from "./settings.ts";

/** The whole state of a queue. The test moves its time. */
export interface Model {
  now: number;
  jobs: Map<string, Job>;
  /** True from the first change of the queue on. */
  isMade: boolean;
  /** Paused, large payloads, listeners; in the order in which they were set. */
  flags: Set<Flag>;
  /** The last tick that was issued. */
  tick: number;
  /** A time before which nothing is due; 0 where that is unknown. */
  due: number;
  totals: Map<Total, number>;
  /** The times of the queue's creation and its last registration, and the end of the time of its last listener. */
  born: number | undefined;
  registered: number | undefined;
  heard: number | undefined;
  /** The retention that was stated last. */
  policy: Retention | undefined;
  /** The point where the next deep clean continues. */
  audit: string | undefined;
  /** Workers, and the time at which each was last seen. */
  workers: Map<string, number>;
  endings: Endings;
  /** Ids within their `uniqueFor`, and its end. */
  seen: Map<string, number>;
  results: Map<string, Result>;
  /** Remembered replies, by the name of their key. */
  replies: Map<string, Remembered>;
  /** The names of all queues with their stamps, and the last stamp under an empty name. */
  queues: Map<string, number>;
  /** Messages to listeners. */
  wakes: string[];
  /** The number of jobs that the request in progress has made ready, and whether it has made anything due earlier. */
  readied: number;
  sooner: boolean;
}

type Flag = "p" | "l" | "h";

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
  payload: string;
  priority: number;
  createdAt: number;
  maxAttempts: number | undefined;
  /** Its own timeout, in ms. */
  timeout: number | undefined;
  /** The end of its time to live; 0 for none. */
  expiresAt: number;
  state: JobState;
  /** Its place among the jobs of its priority: the tick from which it is ready. */
  tick: number;
  /** The tick of its first place, from its enqueue. */
  firstTick: number;
  /** The end of its lease, or the time at which it ended. */
  time: number;
  /** From its first lease or its promotion on. */
  run: Run | undefined;
}

/** The part of a job that changes. */
export interface Run {
  /** True while the holder of the last lease may settle the job. */
  isHeld: boolean;
  /** 0 before the first lease. */
  fence: number;
  attempt: number;
  /** The number of attempts that were given back unused. */
  released: number;
  /** The number of retries that used up no attempt, and of releases of a job that had begun. */
  postponed: number;
  unfinished: number;
  maxAttempts: number;
  worker: string;
  progress: string;
  /** The last errors: time, attempt, message. */
  errors: string[];
}

/** The kept result of a job that is done. */
interface Result {
  at: number;
  text: string;
  until: number;
}

const EPOCH = 1_600_000_000_000;
const BAND = 900_000_000_000_000;
const LARGE = 2_000;
/** The tick from which on a queue refuses to work. */
const LAST_TICK = 899_000_000_000_000;
/** The due time of a queue in which nothing is due by itself. */
export const NEVER = 9_999_999_999_999;

export function newModel(now: number): Model {
  return {
    now,
    jobs: new Map(),
    flags: new Set(),
    totals: new Map(),
    workers: new Map(),
    endings: noEndings(),
    seen: new Map(),
    results: new Map(),
    replies: new Map(),
    queues: new Map(),
    wakes: [],
    readied: 0,
    sooner: false,
    ...nothingNoted(),
  };
}

/** The fields of a queue that does not exist. */
export const nothingNoted = () => ({
  isMade: false,
  tick: 0,
  due: 0,
  born: undefined,
  registered: undefined,
  heard: undefined,
  policy: undefined,
  audit: undefined,
});

/** Returns the jobs of a state in their order. */
export function inState(model: Model, state: JobState): Job[] {
  return inOrder([...model.jobs.values()].filter((job) => job.state === state));
}

/** Sorts jobs; equals by id. */
function inOrder(jobs: Job[], of: (job: Job) => number = scoreOf): Job[] {
  return jobs.sort((a, b) => of(a) - of(b) || (a.id < b.id ? -1 : 1));
}

/** Returns the waiting jobs with a time to live, in the order of its ends. */
export function expiring(model: Model): Job[] {
  const waiting = [...model.jobs.values()].filter(({ state }) => state === "ready" || state === "delayed");
  return inOrder(
    waiting.filter(({ expiresAt }) => expiresAt > 0),
    ({ expiresAt }) => expiresAt,
  );
}

/** Returns the score of a job in the sorted set of its state. */
export function scoreOf({ state, priority, tick, time }: Job): number {
  if (state === "ready") return placeOf(priority, tick);
  return state === "delayed" ? tick * 10 + priority : time;
}

export function placeOf(priority: number, tick: number): number {
  return priority * BAND + tick;
}

/** Returns the first tick of a time. */
export function ticksAt(time: number): number {
  return (time - EPOCH) * 1_000;
}

export function timeOfTick(tick: number): number {
  return Math.floor(tick / 1_000) + EPOCH;
}

/** Returns the last issued tick, or the first one of the clock's millisecond where that is later. */
export function tickNow({ tick, now }: Model): number {
  return Math.max(tick, ticksAt(now));
}

/** Issues the next tick. */
export function nextTick(model: Model): number {
  model.tick = tickNow(model) + 1;
  return model.tick;
}

/** Reports whether the clock stands before the first tick, or too near to the last one. */
export function isClockBad(model: Model): boolean {
  return model.now < EPOCH || tickNow(model) >= LAST_TICK;
}

/**
 * Ends a unit: the queue exists, its clock and the endings of the unit are written. The plain script of a turn states in
 * `isFirst` whether the queue had completed no job before; the others find out whether there are endings.
 */
export function commit(model: Model, { isFirst }: { isFirst?: boolean | undefined } = {}): void {
  model.isMade = true;
  model.tick = tickNow(model);
  writeEndings(model.endings, { tick: model.tick, now: model.now, isFirst });
}

export function count(model: Model, total: Total, by = 1): void {
  if (by !== 0) model.totals.set(total, (model.totals.get(total) ?? 0) + by);
}

/** Lowers the time before which nothing is due. */
export function lowerDue(model: Model, time: number): void {
  model.due = Math.min(model.due, time);
}

/** Returns the time at which something is due next. */
export function nextDue(model: Model): number {
  const [leased] = inState(model, "leased");
  const [delayed] = inState(model, "delayed");
  const [mortal] = expiring(model);
  const times = [leased?.time, delayed && timeOfTick(delayed.tick), mortal?.expiresAt];
  return Math.min(NEVER, ...times.filter((time) => time !== undefined));
}

/** Makes a job ready, at its place unless a tick is given. */
export function makeReady(model: Model, job: Job, tick = job.tick): void {
  Object.assign(job, { state: "ready", tick });
  model.readied += 1;
  if (job.expiresAt > 0) lowerDue(model, job.expiresAt);
}

export function makeDelayed(model: Model, job: Job, tick: number): void {
  Object.assign(job, { state: "delayed", tick });
  model.sooner = true;
  lowerDue(model, timeOfTick(tick));
  if (job.expiresAt > 0) lowerDue(model, job.expiresAt);
}

/** Ends a job whose record is kept. */
export function makeEnded(model: Model, job: Job, state: "failed" | "done"): void {
  Object.assign(job, { state, time: model.now });
}

/** Removes a job, and notes its ending. */
export function drop(model: Model, { id }: Job, letter: string): void {
  model.jobs.delete(id);
  model.endings.pending.push({ id, letter });
}

const MOST_ERRORS = 5;
const MOST_ERROR_BYTES = 800;

/** Adds an error to a run, and removes the oldest ones past the limits; the last one stays in any case. */
export function noteError(model: Model, { run }: Job, error: string | undefined): void {
  if (!run || !error) return;
  // Only the last error keeps its stack.
  const before = run.errors.map((each) => each.split("\t")[0] as string);
  run.errors = [...before, `${model.now} ${run.attempt} ${error}`].slice(-MOST_ERRORS);
  while (run.errors.length > 1 && Buffer.byteLength(run.errors.join("\n")) >= MOST_ERROR_BYTES) run.errors.shift();
}

export function isUsedUp({ attempt, released, maxAttempts }: Run): boolean {
  return attempt - released >= maxAttempts;
}

/** Notes the size of a payload. */
export function noteSize(model: Model, payload: string): void {
  if (Buffer.byteLength(payload) > LARGE) model.flags.add("l");
}

/** Returns the first jobs, at least `least`, whose records one unit may free. `size` returns the bytes of a record. */
export function limitFreed<J>({ flags }: Model, jobs: J[], size: (job: J) => number, least = 1): J[] {
  if (!flags.has("l")) return jobs;
  let bytes = 0;
  const end = jobs.findIndex((job, i) => {
    bytes += size(job);
    return bytes > BOUNDS.freed && i >= least;
  });
  return end < 0 ? jobs : jobs.slice(0, end);
}
