// A queue as plain data, as the design describes it, and the few moves of which every operation is made. Each kind of
// operation has a file of its own; keys.ts renders all of it into the keys of Redis.
import type { State } from "../../../src/core/keys.ts";
import { type Endings, noteEndings } from "./endings.ts";
import type { Remembered } from "./requests.ts";
import type { Retention } from "./settings.ts";

/** Everything that a queue is. Its time is moved by the test. */
export interface Model {
  now: number;
  jobs: Map<string, Job>;
  /** Whether the queue exists, which it does from its first change on. */
  isMade: boolean;
  /** Paused, large payloads, listeners; in the order in which they were set. */
  flags: Set<Flag>;
  /** The last tick that was given out. */
  tick: number;
  /** A time before which nothing is due; 0 where nothing is known. */
  due: number;
  totals: Map<Total, number>;
  /** When the queue was made, when it was last registered, and until when somebody is taken to listen. */
  born: number | undefined;
  registered: number | undefined;
  heard: number | undefined;
  /** The retention that was stated last. */
  policy: Retention | undefined;
  /** Where the deep clean goes on. */
  audit: string | undefined;
  /** Workers, and when each was last seen. */
  workers: Map<string, number>;
  endings: Endings;
  /** Ids within their `uniqueFor`, and its end. */
  seen: Map<string, number>;
  results: Map<string, Result>;
  /** Replies that requests were given, by the name of the key that remembers them. */
  replies: Map<string, Remembered>;
  /** The names of all queues. */
  queues: Set<string>;
  /** Messages to listeners. */
  wakes: string[];
  /** What the request in progress has made ready, and the earliest due tick that it has set. */
  readied: number;
  sooner: number | undefined;
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
  /** The end of its time to live; 0 for none. */
  dies: number;
  state: State;
  /** Its place in line among jobs of its priority: since when it is ready, or will be. */
  tick: number;
  /** The place that it was given when it was enqueued. */
  firstTick: number;
  /** The end of its lease, or when it ended. */
  time: number;
  /** From its first lease or its promotion on. */
  run: Run | undefined;
}

/** The part of a job that changes. */
export interface Run {
  /** Whether the holder of the last lease may still settle the job. */
  isHeld: boolean;
  /** 0 before the first lease. */
  fence: number;
  attempt: number;
  /** Attempts that were given back unused. */
  given: number;
  maxAttempts: number;
  worker: string;
  progress: string;
  /** The last five: time, attempt, message. */
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
/** The due time of a queue in which nothing is due by itself. */
export const NEVER = 9_999_999_999_999;

export function newModel(now: number): Model {
  return {
    now,
    jobs: new Map(),
    flags: new Set(),
    totals: new Map(),
    workers: new Map(),
    endings: { lines: [], before: [], pending: [] },
    seen: new Map(),
    results: new Map(),
    replies: new Map(),
    queues: new Set(),
    wakes: [],
    readied: 0,
    sooner: undefined,
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
export function inState(model: Model, state: State): Job[] {
  return inOrder([...model.jobs.values()].filter((job) => job.state === state));
}

/** Sorts jobs; equals by id. */
function inOrder(jobs: Job[], of: (job: Job) => number = scoreOf): Job[] {
  return jobs.sort((a, b) => of(a) - of(b) || (a.id < b.id ? -1 : 1));
}

/** Returns the jobs that wait and have a time to live, in the order in which it ends. */
export function mortals(model: Model): Job[] {
  const waiting = [...model.jobs.values()].filter(({ state }) => state === "ready" || state === "delayed");
  return inOrder(
    waiting.filter(({ dies }) => dies > 0),
    ({ dies }) => dies,
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

/** Returns the last tick that was given out, or the clock's, whichever is later. */
export function tickNow({ tick, now }: Model): number {
  return Math.max(tick, ticksAt(now));
}

/** Gives out the next tick. */
export function nextTick(model: Model): number {
  model.tick = tickNow(model) + 1;
  return model.tick;
}

/** Ends a unit of work: the queue exists, its clock is noted, and the endings of the unit are known. */
export function commit(model: Model, mayRotate = true): void {
  model.isMade = true;
  model.tick = tickNow(model);
  noteEndings(model.endings, model.tick, mayRotate);
}

export function count(model: Model, total: Total, by = 1): void {
  if (by > 0) model.totals.set(total, (model.totals.get(total) ?? 0) + by);
}

/** Lowers the time before which nothing is due. */
export function dueBy(model: Model, time: number): void {
  model.due = Math.min(model.due, time);
}

/** Returns the time at which something is due next. */
export function nextDue(model: Model): number {
  const [leased] = inState(model, "leased");
  const [delayed] = inState(model, "delayed");
  const [mortal] = mortals(model);
  const times = [leased?.time, delayed && timeOfTick(delayed.tick), mortal?.dies];
  return Math.min(NEVER, ...times.filter((time) => time !== undefined));
}

/** Puts a job into line, at its place unless another tick is given. */
export function makeReady(model: Model, job: Job, tick = job.tick): void {
  Object.assign(job, { state: "ready", tick });
  model.readied += 1;
  if (job.dies > 0) dueBy(model, job.dies);
}

export function makeDelayed(model: Model, job: Job, tick: number): void {
  Object.assign(job, { state: "delayed", tick });
  model.sooner = Math.min(model.sooner ?? tick, tick);
  dueBy(model, timeOfTick(tick));
  if (job.dies > 0) dueBy(model, job.dies);
}

/** Ends a job of which a record is kept. */
export function makeEnded(model: Model, job: Job, state: "failed" | "done"): void {
  Object.assign(job, { state, time: model.now });
}

/** Removes a job, and notes how it ended. */
export function drop(model: Model, { id }: Job, letter: string): void {
  model.jobs.delete(id);
  model.endings.pending.push({ id, letter });
}

export function noteError(model: Model, { run }: Job, error: string | undefined): void {
  if (run && error) run.errors = [...run.errors, `${model.now} ${run.attempt} ${error}`].slice(-5);
}

export function isUsedUp({ attempt, given, maxAttempts }: Run): boolean {
  return attempt - given >= maxAttempts;
}

/** Notes the size of a payload. */
export function noteSize(model: Model, payload: string): void {
  if (Buffer.byteLength(payload) > LARGE) model.flags.add("l");
}

/** Returns how many jobs one unit may remove. */
export function mostRemoved({ flags }: Model, most: number): number {
  return flags.has("l") ? Math.min(most, 64) : most;
}
