// Groups and limits as plain data: what the queue stores about them. Counts are not stored: they follow from the jobs.
import type { JobState } from "../../../../src/engine/keys.ts";
import type { Job, Model } from "./model.ts";
import { firstTickAt, timeOfTick } from "./ticks.ts";

/** A rate: `limit` tokens in `per` ms, and a bucket of `burst` tokens. */
export interface Rate {
  limit: number;
  per: number;
  burst: number;
}

/** A concurrency and a rate; undefined for no limit. */
interface LimitPair {
  cap?: number | undefined;
  rate?: Rate | undefined;
}

/** The limits of a queue. Order: - none, o ordered, s ordered and stopped by a failed job. */
export interface Limits {
  version: number;
  order: "-" | "o" | "s";
  group: LimitPair;
  queue: LimitPair;
}

/** The limits of one group. */
export interface Override extends LimitPair {
  version: number;
  /** The end of its pause, 0 for a pause without an end; undefined if it is not paused. */
  paused: number | undefined;
}

/** The group and the cost of a job. Mark: t a head that waits for its group's rate or pause, h it holds its group back. */
export interface Member {
  group: string | undefined;
  cost: number;
  mark: "-" | "t" | "h";
}

/** A group that is in use. */
export interface Group {
  /** The tick at which the bucket of its rate is full. */
  tat: number;
  /** Its number in the scores of its blocked jobs; 0 if it has had none lately. */
  number: number;
  /** The time since which it has the number. */
  since: number;
  /** The sequence number of the next job that is blocked after the others; 0 without a number. */
  back: number;
}

/** The groups of a queue. */
export interface Groups {
  limits: Limits | undefined;
  overrides: Map<string, Override>;
  /** Groups by name. */
  active: Map<string, Group>;
  lastNumber: number | undefined;
  /** The tick at which the bucket of the queue's rate is full. */
  queueTat: number | undefined;
}

/** A count of its group to which a job belongs. */
export type Slot = "held" | "line" | "blocked";

/** Creates the groups of a new queue. */
export function createGroups(): Groups {
  return {
    ...{ limits: undefined, overrides: new Map(), active: new Map() },
    ...{ lastNumber: undefined, queueTat: undefined },
  };
}

/** Creates a group without jobs. */
function createGroup(): Group {
  return { tat: 0, number: 0, since: 0, back: 0 };
}

/** Returns a group by name, with its changes until the unit ends. */
export function groupOf({ groups: { active } }: Model, name: string): Group {
  const group = active.get(name) ?? createGroup();
  active.set(name, group);
  return group;
}

/** Returns the count of its group to which a job belongs. */
export function slotOf({ state, member }: { state: JobState; member?: Member | undefined }): Slot | undefined {
  if (member?.group === undefined) return undefined;
  const { mark } = member;
  if (state === "leased" || (mark === "h" && (state === "delayed" || state === "failed"))) return "held";
  if (state === "ready" || (mark === "t" && state === "delayed")) return "line";
  return state === "blocked" ? "blocked" : undefined;
}

/** Returns the jobs of a group that belong to one of its counts. */
export function jobsOfGroup(model: Model, name: string, slot: Slot): Job[] {
  return [...model.jobs.values()].filter((job) => job.member?.group === name && slotOf(job) === slot);
}

/** Returns the only job of a group that is in line; undefined if none is. */
export function headOf(model: Model, name: string): Job | undefined {
  const [head, ...others] = jobsOfGroup(model, name, "line");
  if (others.length > 0) throw new Error(`the group ${name} has ${others.length + 1} jobs in line`);
  return head;
}

/** The limits that hold for one group. */
export interface EffectiveLimits {
  cap: number;
  rate: Rate | undefined;
  /** The end of its pause: in the past without one, infinite for a pause without an end. */
  pausedUntil: number;
}

/** Returns the limits that hold for a group. */
export function limitsOf({ groups: { limits, overrides } }: Model, name: string): EffectiveLimits {
  const { cap, rate, paused } = overrides.get(name) ?? {};
  const isOrdered = (limits?.order ?? "-") !== "-";
  return {
    cap: isOrdered ? 1 : (cap ?? limits?.group.cap ?? Number.POSITIVE_INFINITY),
    rate: rate ?? limits?.group.rate,
    pausedUntil: paused === 0 ? Number.POSITIVE_INFINITY : (paused ?? 0),
  };
}

/**
 * Returns the tick from which a job of a cost may start: when the bucket holds its cost, or is full. It may start early by as
 * many ticks as the bucket has tokens, since each start is rounded up to a tick, but by less than a token.
 */
export function startTick({ limit, per, burst }: Rate, tat: number, cost: number): number {
  const ticks = (per * 1_000) / limit;
  return tat - Math.floor(Math.max(0, burst - cost) * ticks + Math.min(burst, ticks / 2));
}

/** Returns the tick at which the bucket is full again after a job has started now. */
export function spend({ now }: Model, { limit, per }: Rate, { tat, cost }: { tat: number; cost: number }): number {
  return Math.max(tat, firstTickAt(now)) + Math.ceil((cost * per * 1_000) / limit);
}

/** Returns the time from which a job of a group may start, by the group's pause and its rate. */
export function startTime(
  { rate, pausedUntil }: EffectiveLimits,
  { tat, cost }: { tat: number; cost: number },
): number {
  return rate ? Math.max(pausedUntil, timeOfTick(startTick(rate, tat, cost) + 999)) : pausedUntil;
}
