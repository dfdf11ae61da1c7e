// The unit in progress: the jobs that it moves between states, in their order. Groups follow them at its end.
import type { JobState } from "../../../../src/engine/keys.ts";
import { type Slot, slotOf } from "./groups.ts";
import type { Job, Model } from "./model.ts";

/** A job that enters or leaves states. */
export interface Move {
  job: Job;
  /** Undefined for a new job. */
  from: JobState | undefined;
  /** Undefined for a job that is removed. */
  to: JobState | undefined;
  /** The count of its group to which it belonged. */
  slot: Slot | undefined;
  /** True if it becomes ready at the place that it had before. */
  isBack: boolean;
  /** True if it stays in its state. Its group is written again. */
  isRewritten: boolean;
  /** The tick of its entry in the state that it leaves, and its number there among the blocked jobs of its group. */
  tick: number;
  sequence: number | undefined;
  /** The groups of the job and of the one whose place it takes, or of the one that takes its place: first that of the earlier one. */
  groups?: (string | undefined)[];
  /** True if it stays the head of its group. */
  staysHead?: boolean;
}

/** The changes of the unit in progress. */
export interface Unit {
  moves: Move[];
  /** Names of groups whose limits have changed, or of which a lease has left the next job. They go on in this order. */
  touched: string[];
  /** Names of groups that a lease has read. They are written again. */
  examined: Set<string>;
  /** Jobs that a lease or their holders put back before the other blocked jobs of their groups. */
  sentBack: Job[];
  /** Jobs that a lease delays until their groups may start them. */
  limited: Set<Job>;
  /** The first time at which a limit lets a job start. */
  limitedUntil: number;
}

/** Creates an empty unit. */
export function createUnit(): Unit {
  const limitedUntil = Number.POSITIVE_INFINITY;
  return { moves: [], touched: [], examined: new Set(), sentBack: [], limited: new Set(), limitedUntil };
}

/** Notes that a job enters a state, or is removed. To be called before its state changes. */
export function recordMove(
  { unit, jobs }: Model,
  job: Job,
  { to, isBack = false }: { to: JobState | undefined; isBack?: boolean },
): void {
  const isNew = jobs.get(job.id) !== job;
  const from = isNew ? undefined : job.state;
  // An entry that is only rewritten is no move; a delayed job may be delayed again for another reason.
  const isRewritten = from === to && to !== "delayed";
  // An extension concerns no group.
  if (isRewritten && to === "leased") return;
  const slot = isNew ? undefined : slotOf(job);
  unit.moves.push({
    job,
    from,
    to,
    slot,
    isBack,
    isRewritten,
    tick: job.entryTick ?? job.tick,
    sequence: job.sequence,
  });
}
