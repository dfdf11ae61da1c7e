// The hot script that enqueues jobs of groups: a job without its group's turn is blocked, and no other job comes into line.

import { blockAtBack } from "../state/blocked.ts";
import { groupOf, jobsOfGroup, limitsOf } from "../state/groups.ts";
import type { Model } from "../state/model.ts";
import { commit, count } from "../state/moves.ts";
import { carryOutOnce, type Request, type RequestResult } from "../state/requests.ts";
import { createUnit } from "../state/unit.ts";
import { hasListeners, publishWake } from "../state/wakes.ts";
import { createJobs, type NewJob } from "./enqueue.ts";

/** Enqueues jobs that are ready at once, with generated ids. Replies with a letter for each: r, or b for a blocked one. */
export function enqueueGroupedPlain(model: Model, request: Request, jobs: NewJob[]): RequestResult {
  return carryOutOnce(model, request, () => {
    const letters = jobs.map((job) => addJob(model, job));
    // Nothing is left to do for the groups of the new jobs.
    model.unit = createUnit();
    count(model, "enqueued", jobs.length);
    const isHeard = hasListeners(model, { writesFlags: true });
    commit(model);
    if (isHeard && model.madeReady > 0) publishWake(model);
    return letters.join("");
  });
}

/** Adds a job. Returns its letter. */
function addJob(model: Model, newJob: NewJob): string {
  const { id, group: name } = newJob;
  createJobs(model, [newJob]);
  const job = model.jobs.get(id);
  if (!job || name === undefined) return "r";
  const isFirst = jobsOfGroup(model, name, "line").length === 1 && groupOf(model, name).number === 0;
  if (isFirst && jobsOfGroup(model, name, "held").length < limitsOf(model, name).cap) return "r";
  blockAtBack(model, job, name);
  model.madeReady -= 1;
  return "b";
}
