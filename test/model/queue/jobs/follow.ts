// Followers: each becomes the job of its id when the one before ends.
import { type Member, type Slot, slotOf } from "../state/groups.ts";
import type { Follower, Job, Model, Run } from "../state/model.ts";
import { count, makeDelayed, makeReady } from "../state/moves.ts";
import { issueTick, freeTickAt as nextFreeTick } from "../state/ticks.ts";
import { recordMove } from "../state/unit.ts";

/** The part of a run that a job without an attempt has. */
export const NO_ATTEMPTS = { attempt: 0, released: 0, postponed: 0, unfinished: 0 };

/** Returns a run that goes on for another record: its attempts are known, but do not count. */
export function restartRun(run: Run): Run {
  return { ...run, ...NO_ATTEMPTS, isHeld: false, maxAttempts: 0, isReplaced: true };
}

/** Makes a follower the job of its id. The run of a job that has failed goes on. */
export function takeOver(
  model: Model,
  job: Job,
  {
    follower,
    hasFailed = false,
    freeTickAt = (time: number) => nextFreeTick(model, time),
  }: { follower: Follower; hasFailed?: boolean; freeTickAt?: (time: number) => number },
): void {
  const { dueAt = 0, ...content } = follower;
  const slot = slotOf(job);
  const isSameGroup = content.member?.group === job.member?.group;
  if (model.jobs.get(job.id) === job) recordMove(model, job, { to: undefined });
  model.jobs.delete(job.id);
  const next: Job = { ...job, ...content, pushedUntil: content.pushedUntil, statesCreation: true, follower: undefined };
  Object.assign(next, { member: content.member && { ...content.member }, entryTick: undefined, sequence: undefined });
  if (dueAt > model.now) makeDelayed(model, next, freeTickAt(dueAt));
  else makeReady(model, next, issueTick(model));
  next.firstTick = next.tick;
  next.run = hasFailed && job.run ? restartRun(job.run) : undefined;
  model.jobs.set(job.id, next);
  // One that stops its group goes on before the others.
  const staysHeld = hasFailed && isSameGroup && slot === "held" && model.groups.limits?.order === "s";
  linkMoves(model, { ...next, slot: staysHeld ? slot : undefined });
  if (!hasFailed) count(model, "enqueued");
}

/** Notes the groups of a job and of the one whose place it takes by the last moves, and its slot if it goes on holding that. */
export function linkMoves(
  { unit }: Model,
  { id, member, slot }: { id: string; member?: Member | undefined; slot: Slot | undefined },
): void {
  const left = unit.moves.findLast(({ job, to }) => job.id === id && to === undefined);
  const entered = unit.moves.findLast(({ job, to }) => job.id === id && to !== undefined);
  const groups = [left?.job.member?.group, member?.group];
  if (left) left.groups = groups;
  if (entered) Object.assign(entered, { groups, slot });
}
