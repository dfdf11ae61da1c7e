// Follow-ups in requests: the queues, ids and groups for which the token may add jobs.

import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { isForQueue } from "../../access/token.ts";
import type { FollowUp, TargetQueue } from "../../queue/jobs/prepare-jobs.ts";
import type { QueueContext } from "../../queue/jobs/queue-context.ts";
import type { SettleResult } from "../../queue/jobs/stored/letters.ts";
import { admittedQueue } from "../guards/admitted-queue.ts";
import { exactJson, storedJson } from "../json/stored-json.ts";
import type { AppEnv } from "../service/app-env.ts";
import { queueNameOf } from "../service/requested-queue.ts";
import { type NewJobFields, validateNewJobs } from "./validate-new-jobs.ts";

/** A follow-up in a request. */
type RequestedFollowUp = NewJobFields & { data: unknown; queue?: string };

/**
 * Returns the follow-ups of a job as the library takes them; an empty object for none. Throws a 403 if the token may not add one of
 * them, and a 429 for a new queue beyond a limit. Then the job is not settled.
 */
export async function followUpsOf(
  c: Context<AppEnv>,
  then: readonly RequestedFollowUp[] | undefined,
): Promise<{ then?: FollowUp[] }> {
  if (then === undefined) return {};
  const access = c.get("access");
  if (!access.scopes.includes("produce")) throw forbidden("The token needs the scope produce to add follow-ups.");
  const followUps: FollowUp[] = [];
  const targets = new Map<string, QueueContext<unknown>>();
  for (const { queue = queueNameOf(c), ...job } of then) {
    if (!isForQueue(access, queue)) throw forbidden("The token is not valid for the queue of a follow-up.");
    const target = targets.get(queue) ?? (await admittedQueue(c, queue));
    targets.set(queue, target);
    const [valid] = validateNewJobs(c, { jobs: [job], deriveId: undefined, queue });
    const isExact = c.get("isExact") && target.codec === storedJson;
    const context = isExact ? target.with({ codec: exactJson }) : target;
    followUps.push({ ...(valid as typeof job), queue: { name: queue, context } as TargetQueue });
  }
  return { then: followUps };
}

/** Notifies the app of the queues to which a settling has added follow-ups. */
export function notifyFollowUps(c: Context<AppEnv>, results: readonly (SettleResult | undefined)[]): void {
  const queues = new Set<string>();
  for (const result of results) {
    for (const { created, queue } of (result?.ok && result.then) || [])
      if (created) queues.add(queue ?? queueNameOf(c));
  }
  for (const queue of queues) c.get("service").notifyEnqueued(c, queue);
}

function forbidden(message: string): HTTPException {
  return new HTTPException(403, { message });
}
