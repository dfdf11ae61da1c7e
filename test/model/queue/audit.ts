// The deep clean: damage to a queue, its repair, and the number of entries that a round examines.
import { bucketOf, type JobState } from "../../../src/engine/keys.ts";
import { holders, lines } from "./groups/fields.ts";
import { dropPastPauses } from "./groups/limits.ts";
import type { Job, Model } from "./state/model.ts";
import { count, makeDelayed, makeEnded, makeReady } from "./state/moves.ts";
import { expiringJobs } from "./state/order.ts";
import { recordSize } from "./state/record.ts";
import { currentTick, firstTickAt, timeOfTick } from "./state/ticks.ts";
import { commitAndWake } from "./state/wakes.ts";

/**
 * The kinds of damage. "state": jobs lose their entries in their state and in `expiring`. "record", "run": they lose their
 * records, or the runs of their leases. "double": they get an entry in a second state. "expiring": they get an entry in
 * `expiring` although they are leased.
 */
export const DAMAGES = ["state", "record", "run", "double", "expiring"] as const;

/** A kind of damage. */
export type Damage = (typeof DAMAGES)[number];

/** The repairs that a deep clean reports. */
export interface Repairs {
  orphans: number;
  doubles: number;
  lost: number;
  stray: number;
  counters: number;
}

/** The report of a deep clean that repaired nothing. */
export const NO_REPAIRS: Repairs = { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };

/** The number of jobs up to which one request examines a whole queue. */
const MAX_JOBS = 35;
/** The deep clean does not read the place of a job from a record of this size or more. */
const LARGE_BYTES = 100_000;

/** Returns the jobs of some ids to which a kind of damage can be done. */
export function findDamageable(model: Model, { damage, ids }: { damage: Damage; ids: readonly string[] }): Job[] {
  if (model.jobs.size > MAX_JOBS) return [];
  const jobs = [...new Set(ids)].map((id) => model.jobs.get(id)).filter((job) => job !== undefined);
  const isOfLeases = damage === "run" || damage === "expiring";
  // The follower of a job without a record becomes the job, which other tests cover.
  const isSuited = (job: Job) => damage !== "record" || !job.follower;
  return jobs.filter(
    (job) => recordSize(job) < LARGE_BYTES && (!isOfLeases || job.state === "leased") && isSuited(job),
  );
}

/** Returns the commands that damage a job, with keys without the prefix of the queue. */
export function damageCommands({ id, state }: Job, { damage, now }: { damage: Damage; now: number }): string[][] {
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

/** The result of a round of the deep clean. */
export interface AuditRound {
  repairs: Repairs;
  examined: number;
}

/** Repairs damaged jobs in a whole round, and publishes a wake for those that wait again. */
export function auditRound(model: Model, { damage, jobs }: { damage: Damage; jobs: readonly Job[] }): AuditRound {
  const number = jobs.length;
  const entries = model.jobs.size;
  const ended = jobs.filter(({ state }) => isEnded(state)).length;
  const { repairs, more }: { repairs: Partial<Repairs>; more: number } = {
    // The stage that examines states does not see orphans.
    state: { repairs: { orphans: number }, more: -number },
    // The total of enqueued jobs is wrong then, unless only completed ones are lost.
    record: { repairs: { lost: number, counters: jobs.some(({ state }) => state !== "done") ? 1 : 0 }, more: 0 },
    // The job is examined once more, as a ready one.
    run: { repairs: { stray: number, counters: Math.min(1, number) }, more: number },
    double: { repairs: { doubles: number }, more: ended },
    expiring: { repairs: { stray: number }, more: number },
  }[damage];
  const grouped = model.flags.has("g") ? countGroupEntries(model) : 0;
  // The groups are in order: only the buckets that are full again are emptied.
  if (grouped > 0) model.unit.touched = [...model.groups.active.keys()];
  dropPastPauses(model);
  if (model.groups.overrides.size === 0) model.flags.delete("o");
  for (const job of jobs) repairJob(model, job, damage);
  if (damage === "run") repairs.counters = (repairs.counters ?? 0) + raiseTick(model, jobs);
  commitAndWake(model);
  const others = [...model.jobs.values()].flatMap(({ run, member, follower }) => [run, member, follower]);
  const fields = model.jobs.size + others.filter(Boolean).length;
  const examined = entries + more + fields + expiringJobs(model).length + grouped;
  return { repairs: { ...NO_REPAIRS, ...repairs }, examined };
}

/** Returns the number of holders, of overrides, of groups and of their numbers, the last one among them. */
function countGroupEntries(model: Model): number {
  const { overrides, active } = model.groups;
  return holders(model).length + overrides.size + active.size + Object.keys(lines(model)).length;
}

/** Changes a damaged job as the deep clean does, unless the repair leaves the job as it was. */
function repairJob(model: Model, job: Job, damage: Damage): void {
  switch (damage) {
    case "state":
      restoreState(model, job);
      break;
    case "record":
      model.jobs.delete(job.id);
      if (job.state !== "done") count(model, "enqueued", -1);
      break;
    case "run":
      // Without a run, the place of the job is that in its record.
      job.run = undefined;
      makeReady(model, job, job.firstTick);
      break;
  }
}

const DAY = 86_400_000;
/** A delayed job may become ready this many ticks before its own. */
const TICKS_AHEAD = 1_000;

/** Raises the last tick to the places of jobs that were delayed. Returns the number of repaired counters. */
function raiseTick(model: Model, jobs: readonly Job[]): number {
  const ticks = jobs
    .map(({ firstTick }) => firstTick - TICKS_AHEAD)
    .filter((tick) => tick < firstTickAt(model.now + DAY));
  const tick = Math.max(0, ...ticks);
  if (tick <= currentTick(model)) return 0;
  model.tick = tick;
  return 1;
}

/** Puts a job into the state that follows from its run and its place. */
function restoreState(model: Model, job: Job): void {
  if (job.state === "failed" || job.state === "done") makeEnded(model, job, job.state);
  else if (timeOfTick(job.tick) <= model.now) makeReady(model, job);
  else makeDelayed(model, job, job.tick);
}
