// Validation of new jobs: the ids, groups and costs that the token may give them, and the durations that it may ask for.

import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type Access, isForGroup, isForId } from "../../access/token.ts";
import { ID_RULE, invalidArgument, isPathSafeId } from "../../base/arguments.ts";
import { newId } from "../../base/random.ts";
import type { AfterOptions } from "../../queue/jobs/options/waiting.ts";
import type { EnqueueOptions } from "../../queue/jobs/prepare-jobs.ts";
import type { AppEnv } from "../service/app-env.ts";
import { validateDurations } from "../service/duration-limits.ts";
import { queueNameOf } from "../service/requested-queue.ts";
import { isDerivedId } from "./derived-key.ts";

/** The jobs of a request. `deriveId` returns the id of a job without one; random ids unless set. */
interface NewJobs<J> {
  jobs: readonly J[];
  deriveId: ((index: number) => string) | undefined;
  /** The name of their queue; that in the path unless set. */
  queue?: string;
}

/** The fields of a job that a token or the app may limit. */
export type NewJobFields = Pick<
  EnqueueOptions,
  "id" | "delay" | "at" | "ttl" | "uniqueFor" | "debounce" | "group" | "cost"
> &
  Pick<AfterOptions, "after">;

/** Validates the ids, groups, costs and durations of new jobs. Returns the jobs, with ids if the token is valid for some ids only. */
export function validateNewJobs<J extends NewJobFields>(
  c: Context<AppEnv>,
  { jobs, deriveId, queue = queueNameOf(c) }: NewJobs<J>,
): J[] {
  const service = c.get("service");
  const access = c.get("access");
  const maxDurations = service.queues.maxDurationsOf(queue);
  const now = Date.now();
  return jobs.map((job, i) => {
    const { id, at, delay = at === undefined ? undefined : Math.max(0, Number(at) - now), ttl, uniqueFor } = job;
    validateDurations(maxDurations, { delay: job.debounce?.wait ?? delay, ttl, uniqueFor });
    validateNewGroup(job.group);
    validateNewCost(job.cost);
    for (const each of job.after ?? []) validateChild(each);
    if (id !== undefined) {
      // The response reveals whether the queue has a job of the id, whatever its group.
      if (access.groups && !access.ids)
        throw forbidden("A token that is restricted to groups chooses ids only if it is restricted to ids too.");
      validateNewId(id);
      if (isDerivedId(id)) throw forbidden("The end of an id is reserved for Idempotency-Keys.");
      return job;
    }
    const prefix = idPrefixOf(access);
    if (prefix === undefined) return job;
    const generated = `${prefix}${deriveId?.(i) ?? newId(now)}`;
    validateNewId(generated);
    return { ...job, id: generated };
  });

  function validateNewGroup(group: string | undefined): void {
    if (!isForGroup(access, group))
      throw forbidden("The token is not valid for the group of a job, or for jobs without one.");
  }

  /** Its end is revealed by that of the new job's wait. */
  function validateChild(id: string): void {
    if ((access.groups && !access.ids) || !isForId(access, id))
      throw forbidden("The token is not valid for the id of a job for which another one is to wait.");
  }

  function validateNewCost(cost = 1): void {
    const { maxCost = Number.POSITIVE_INFINITY } = access.limits;
    if (cost > maxCost) throw forbidden(`The token's limit is a cost of ${maxCost} for a job.`);
  }

  function validateNewId(id: string): void {
    if (!isPathSafeId(id)) throw invalidArgument(ID_RULE);
    if (!isForId(access, id)) throw forbidden("The token is not valid for the id of a job.");
    if (service.isReservedId(queue, id)) throw forbidden("The start of an id is reserved for a webhook source.");
  }
}

/** Returns the prefix for generated ids; undefined if the token is valid for all ids. */
function idPrefixOf({ ids }: Access): string | undefined {
  if (ids === undefined) return undefined;
  const pattern = ids.find((each) => each.endsWith("*"));
  if (pattern === undefined) throw forbidden("Each job needs an id for which the token is valid.");
  return pattern.slice(0, -1);
}

function forbidden(message: string): HTTPException {
  return new HTTPException(403, { message });
}
