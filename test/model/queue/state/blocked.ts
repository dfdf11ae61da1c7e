// The blocked jobs of a group: their order, and how jobs are put behind them or before them.

import { groupOf, jobsOfGroup } from "./groups.ts";
import type { Job, Model } from "./model.ts";

const MIDDLE = 50_000_000;

/** Returns the blocked jobs of a group, in their order. */
export function blockedJobs(model: Model, name: string): Job[] {
  const jobs = jobsOfGroup(model, name, "blocked");
  return jobs.sort((a, b) => a.priority - b.priority || (a.sequence ?? 0) - (b.sequence ?? 0));
}

/** Puts a job of a group behind the blocked ones of its priority. */
export function blockAtBack(model: Model, job: Job, name: string): void {
  const group = groupOf(model, name);
  block(model, job, name);
  job.sequence = group.back;
  group.back += 1;
}

/** Puts a job of a group before the blocked ones of its priority. `taken` has the numbers of those that the unit found. */
export function blockInFront(model: Model, job: Job, { name, taken }: { name: string; taken: number[] }): void {
  block(model, job, name);
  job.sequence = Math.min(...(taken.length > 0 ? taken : [MIDDLE])) - 1;
}

function block(model: Model, job: Job, name: string): void {
  const { groups, now } = model;
  const group = groupOf(model, name);
  if (group.number === 0) {
    groups.lastNumber = (groups.lastNumber ?? 0) + 1;
    Object.assign(group, { number: groups.lastNumber, since: now, back: MIDDLE });
  }
  if (job.member) job.member.mark = "-";
  Object.assign(job, { state: "blocked", entryTick: undefined });
}

/** Removes the number of a group, which has no blocked jobs. */
export function freeNumber(model: Model, name: string): void {
  Object.assign(groupOf(model, name), { number: 0, back: 0 });
}
