// Followers: each becomes the job of its id when the one before ends.
import type { Follower, Job, Model, Run } from "../state/model.ts";
import { count, makeDelayed, makeReady } from "../state/moves.ts";
import { issueTick, freeTickAt as nextFreeTick } from "../state/ticks.ts";

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
  Object.assign(job, { ...content, pushedUntil: content.pushedUntil, statesCreation: true, follower: undefined });
  if (dueAt > model.now) makeDelayed(model, job, freeTickAt(dueAt));
  else makeReady(model, job, issueTick(model));
  job.firstTick = job.tick;
  job.run = hasFailed && job.run ? restartRun(job.run) : undefined;
  model.jobs.set(job.id, job);
  if (!hasFailed) count(model, "enqueued");
}
