// A queue as plain data. moves.ts contains the changes that all operations share, each kind of operation has a file of its
// own, and keys.ts formats the data as the keys of Redis.
import type { JobState } from "../../../../src/engine/keys.ts";
import { createEndings, type Endings } from "./endings.ts";
import { createGroups, type Groups, type Member } from "./groups.ts";
import type { RememberedReplies } from "./requests.ts";
import type { Retention } from "./settings.ts";
import { createUnit, type Unit } from "./unit.ts";

/** The whole state of a queue. The test sets its time. */
export interface Model {
  now: number;
  jobs: Map<string, Job>;
  /** True from the first change of the queue on. */
  exists: boolean;
  /** In the order in which they were set. */
  flags: Set<Flag>;
  /** The last tick that was issued. */
  tick: number;
  /** A time before which nothing is due; 0 if that is unknown. */
  due: number;
  totals: Map<Total, number>;
  /** The times from ready to leased, and from leased to settled. */
  waits: number[];
  runTimes: number[];
  createdAt: number | undefined;
  registeredAt: number | undefined;
  /** The time until which a listener may wait for wakes. */
  listenerUntil: number | undefined;
  /** The retention that a program set last. */
  policy: Retention | undefined;
  /** The cursor of the deep clean. */
  audit: string | undefined;
  /** The time at which each worker was last seen. */
  workers: Map<string, number>;
  endings: Endings;
  /** The end of `uniqueFor` of each id that has one. */
  seen: Map<string, number>;
  results: Map<string, Result>;
  /** Remembered replies, by the name of their key. */
  replies: Map<string, RememberedReplies>;
  /** The names of all queues with their stamps, and the last stamp under an empty name. */
  queues: Map<string, number>;
  /** Messages to listeners since the last comparison. */
  wakes: string[];
  groups: Groups;
  /** The unit in progress. */
  unit: Unit;
  /** The number of jobs that the request in progress has made ready, and whether it has made any job due earlier. */
  madeReady: number;
  isDueSooner: boolean;
}

/**
 * p: paused; l: has had large payloads; g: has groups or limits; o: has limits of single groups; f: has had followers; h: has
 * listeners.
 */
type Flag = "p" | "l" | "g" | "o" | "f" | "h";

/** The name of a total. */
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

/** The part of a job that its enqueue determines. */
export interface JobContent {
  payload: string;
  priority: number;
  createdAt: number;
  maxAttempts: number | undefined;
  /** Its own timeout in ms. */
  timeout: number | undefined;
  /** The end of its time to live; 0 without one. */
  expiresAt: number;
  /** The time until which a debounced job may be pushed back. */
  pushedUntil?: number | undefined;
  /** Its group and its cost; undefined for a job without a group that costs 1. */
  member?: Member | undefined;
}

/** A job that becomes the one with its id when that ends. */
export interface Follower extends JobContent {
  /** The time at which it is ready; undefined for at once. */
  dueAt: number | undefined;
}

/** A job. It is in exactly one state, since it has one field for the state. */
export interface Job extends JobContent {
  id: string;
  state: JobState;
  follower?: Follower | undefined;
  /** True if its record states the time of its enqueue even if the place implies it, as that of a follower does. */
  statesCreation?: boolean | undefined;
  /** Its place among the jobs of its priority: the tick from which it is ready. */
  tick: number;
  /** The tick of its entry among the ready or delayed jobs, if a group has chosen it. */
  entryTick?: number | undefined;
  /** Its number among the blocked jobs of its group. */
  sequence?: number;
  /** The tick of its place at its enqueue. */
  firstTick: number;
  /** The end of its lease, or the time at which it ended. */
  time: number;
  /** Set by its first lease or its promotion. */
  run: Run | undefined;
}

/** The part of a job that changes. */
export interface Run {
  /** True while the fence of the last lease is valid. */
  isHeld: boolean;
  /** 0 before the first lease. */
  fence: number;
  attempt: number;
  /** The number of attempts that do not count towards the limit. */
  released: number;
  /** The number of retries that used up no attempt, and of releases of a job whose handler had begun. */
  postponed: number;
  unfinished: number;
  maxAttempts: number;
  worker: string;
  /** The version of the worker's deployment; "" for none. */
  version: string;
  progress: string;
  /** The last attempts that have ended, oldest first. */
  attempts: Attempt[];
  /** True if another record has replaced that of the job, so that the run states the end of the new time to live. */
  isReplaced?: boolean;
}

/** An attempt of a job that has ended otherwise than by completing it. */
export interface Attempt {
  /** r retried, p postponed, f failed, g released, b released after it had begun, l its lease expired, w its worker failed. */
  letter: string;
  attempt: number;
  fence: number;
  /** The time at which it ended. */
  at: number;
  worker: string;
  version: string;
  /** The message of its error as JSON; "" without an error. */
  message: string;
  /** The stack of its error as JSON; undefined unless it is the last attempt. */
  stack: string | undefined;
  /** True if the next attempt stores the message for both. */
  isSame: boolean;
}

/** The kept result of a job that is done. */
interface Result {
  at: number;
  text: string;
  until: number;
}

/** The due time of a queue in which nothing is due by itself. */
export const NEVER = 9_999_999_999_999;

/** Creates the model of a queue that does not exist yet. */
export function createModel(now: number): Model {
  return {
    now,
    jobs: new Map(),
    flags: new Set(),
    totals: new Map(),
    workers: new Map(),
    endings: createEndings(),
    seen: new Map(),
    results: new Map(),
    replies: new Map(),
    queues: new Map(),
    wakes: [],
    madeReady: 0,
    isDueSooner: false,
    unit: createUnit(),
    ...absentFields(),
  };
}

/** Returns the fields of a queue that does not exist. */
export const absentFields = () => ({
  exists: false,
  waits: [] as number[],
  runTimes: [] as number[],
  tick: 0,
  due: 0,
  createdAt: undefined,
  registeredAt: undefined,
  listenerUntil: undefined,
  policy: undefined,
  audit: undefined,
  groups: createGroups(),
});
