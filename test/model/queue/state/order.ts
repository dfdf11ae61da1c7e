// The order of jobs in each state.
import type { JobState } from "../../../../src/engine/keys.ts";
import type { Job, Model } from "./model.ts";

/** The number of sequence numbers of a priority of a group. */
const SEQUENCES = 2 ** 28;
/** The number of places of a priority. */
const PLACES = 900_000_000_000_000;

/** Returns the jobs in a state, in their order. */
export function jobsIn(model: Model, state: JobState): Job[] {
  return sortJobs(
    [...model.jobs.values()].filter((job) => job.state === state),
    (job) => scoreOf(model, job),
  );
}

/** Sorts jobs by their scores, and equal ones by id. */
function sortJobs(jobs: Job[], score: (job: Job) => number): Job[] {
  return jobs.sort((a, b) => score(a) - score(b) || (a.id < b.id ? -1 : 1));
}

/** Sorts members by their scores, and equal ones by name. */
export function sortByScore(members: Iterable<[name: string, score: number]>): [string, number][] {
  return [...members].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1));
}

/** Returns the waiting jobs with a time to live, ordered by its end. */
export function expiringJobs(model: Model): Job[] {
  const waiting = [...model.jobs.values()].filter(isWaiting);
  return sortJobs(
    waiting.filter(({ expiresAt }) => expiresAt > 0),
    ({ expiresAt }) => expiresAt,
  );
}

/** Returns the score of a job in the sorted set of its state. */
export function scoreOf(model: Model, job: Job): number {
  const { state, priority, time, sequence = 0, member } = job;
  if (state === "ready") return placeOf(priority, entryTickOf(job));
  if (state === "blocked") {
    const { number = 0 } = model.groups.active.get(member?.group ?? "") ?? {};
    return (number * 10 + priority) * SEQUENCES + sequence;
  }
  return state === "delayed" ? entryTickOf(job) * 10 + priority : time;
}

/** Returns the tick of the entry of a ready or delayed job. */
export function entryTickOf({ tick, entryTick }: Job): number {
  return entryTick ?? tick;
}

/** Reports whether a job waits to be leased. */
export function isWaiting({ state }: Job): boolean {
  return state === "ready" || state === "delayed" || state === "blocked";
}

/** Returns the place of a job among the ready ones: by priority, then by tick. */
export function placeOf(priority: number, tick: number): number {
  return priority * PLACES + tick;
}
