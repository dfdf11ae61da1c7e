// The deep clean: damage of a queue, its repair, and the size of a round.
import { bucketOf, type JobState } from "../../../src/engine/keys.ts";
import {
  commit,
  count,
  expiring,
  type Job,
  lowerDue,
  type Model,
  makeEnded,
  makeReady,
  tickNow,
  ticksAt,
  timeOfTick,
} from "./state/model.ts";
import { recordSize } from "./state/record.ts";
import { isWakeDue, wake } from "./state/wakes.ts";

/**
 * Damage: jobs lose their entries in their state and in `expiring`, their records, or the runs of their leases; or they
 * get entries of another state, or in `expiring` though they are leased.
 */
export const DAMAGES = ["state", "record", "run", "double", "expiring"] as const;

export type Damage = (typeof DAMAGES)[number];

export interface Repairs {
  orphans: number;
  doubles: number;
  lost: number;
  stray: number;
  counters: number;
}

export const NO_REPAIRS: Repairs = { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };

/** The number of jobs up to which one request examines a whole queue. */
const MOST = 35;
/** In bytes. The deep clean does not read a larger record for the place of its job. */
const LARGE = 100_000;

/** Returns the jobs among some ids that a kind of damage may concern. */
export function damagedBy(model: Model, damage: Damage, ids: readonly string[]): Job[] {
  if (model.jobs.size > MOST) return [];
  const jobs = [...new Set(ids)].map((id) => model.jobs.get(id)).filter((job) => job !== undefined);
  const ofLeases = damage === "run" || damage === "expiring";
  return jobs.filter((job) => recordSize(job) < LARGE && (!ofLeases || job.state === "leased"));
}

/** Returns the commands that damage a job; keys by the last parts of their names. */
export function commandsOf({ now }: Model, damage: Damage, { id, state }: Job): string[][] {
  const bucket = `jobs:${bucketOf(id).toString(16)}`;
  switch (damage) {
    case "state":
      return [
        ["ZREM", state, id],
        ["ZREM", "expiring", id],
      ];
    case "record":
      return [["HDEL", bucket, id]];
    case "run":
      return [["HDEL", bucket, `\t${id}`]];
    case "double":
      return [isEnded(state) ? ["ZADD", "ready", "1", id] : ["ZADD", "failed", String(now), id]];
    case "expiring":
      return [["ZADD", "expiring", String(now + 1), id]];
  }
}

const isEnded = (state: JobState) => state === "failed" || state === "done";

/** A round of the deep clean. */
export interface Round {
  repairs: Repairs;
  examined: number;
}

/** Repairs damaged jobs in a whole round, and publishes the ones that wait again. */
export function auditWhole(model: Model, damage: Damage, jobs: readonly Job[]): Round {
  const number = jobs.length;
  const entries = model.jobs.size;
  const again = jobs.filter(({ state }) => isEnded(state)).length;
  const { repairs, more }: { repairs: Partial<Repairs>; more: number } = {
    // The state stage does not see orphans.
    state: { repairs: { orphans: number }, more: -number },
    // The total of enqueued jobs no longer fits, unless only completed ones are lost.
    record: { repairs: { lost: number, counters: jobs.some(({ state }) => state !== "done") ? 1 : 0 }, more: 0 },
    // The job is examined once more, as a ready one.
    run: { repairs: { stray: number, counters: Math.min(1, number) }, more: number },
    double: { repairs: { doubles: number }, more: again },
    expiring: { repairs: { stray: number }, more: number },
  }[damage];
  for (const job of jobs) repair(model, damage, job);
  if (damage === "run") repairs.counters = (repairs.counters ?? 0) + adoptTick(model, jobs);
  const isHeard = isWakeDue(model);
  commit(model);
  if (isHeard) wake(model);
  const fields = model.jobs.size + [...model.jobs.values()].filter(({ run }) => run).length;
  const examined = entries + more + fields + expiring(model).length;
  return { repairs: { ...NO_REPAIRS, ...repairs }, examined };
}

function repair(model: Model, damage: Damage, job: Job): void {
  switch (damage) {
    case "state":
      adopt(model, job);
      break;
    case "record":
      model.jobs.delete(job.id);
      if (job.state !== "done") count(model, "enqueued", -1);
      break;
    case "run":
      // Only the record still states its place.
      job.run = undefined;
      makeReady(model, job, job.firstTick);
      break;
  }
}

const DAY = 86_400_000;
/** A delayed job becomes ready up to so many ticks before its own. */
const AHEAD = 1_000;

/** Moves the last tick to the places of jobs that were to be ready later; returns 1 where that was due, else 0. */
function adoptTick(model: Model, jobs: readonly Job[]): number {
  const ticks = jobs.map(({ firstTick }) => firstTick - AHEAD).filter((tick) => tick < ticksAt(model.now + DAY));
  const tick = Math.max(0, ...ticks);
  if (tick <= tickNow(model)) return 0;
  model.tick = tick;
  return 1;
}

/** Puts a job into the state that follows from its run and its place. */
function adopt(model: Model, job: Job): void {
  if (job.state === "failed" || job.state === "done") makeEnded(model, job, job.state);
  else if (timeOfTick(job.tick) <= model.now) makeReady(model, job);
  else {
    job.state = "delayed";
    model.sooner = true;
    lowerDue(model, timeOfTick(job.tick));
    if (job.expiresAt > 0) lowerDue(model, job.expiresAt);
  }
}
