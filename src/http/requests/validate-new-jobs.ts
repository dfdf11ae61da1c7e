// Jobs of a request before they are enqueued: whether the token may name them, and what they may ask for.

import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type Access, isForId } from "../../access/token.ts";
import { invalidArgument } from "../../base/arguments.ts";
import { newId } from "../../base/random.ts";
import type { EnqueueOptions } from "../../queue/jobs/prepare-jobs.ts";
import { AMBIGUOUS, isUnambiguous } from "../guards/path-ids.ts";
import { checkLimits } from "../service/queue-limits.ts";
import type { AppEnv } from "../service/service.ts";
import { followsFromKey } from "./idempotency-key.ts";

/** The jobs of a request, and the ids of those without one: as `nameOf` says, or random ones. */
interface Wanted<J> {
  jobs: readonly J[];
  nameOf: ((index: number) => string) | undefined;
}

/** Validates the ids and durations of jobs. Returns them with ids where the token may name only some. */
export function permitted<J extends Pick<EnqueueOptions, "id" | "delay" | "at" | "ttl" | "uniqueFor">>(
  c: Context<AppEnv>,
  queue: string,
  { jobs, nameOf }: Wanted<J>,
): J[] {
  const service = c.get("service");
  const access = c.get("access");
  const limits = service.limits(queue);
  const now = Date.now();
  return jobs.map((job, i) => {
    const { id, at, delay = at === undefined ? undefined : Math.max(0, Number(at) - now), ttl, uniqueFor } = job;
    checkLimits(limits, { delay, ttl, uniqueFor });
    if (id !== undefined) {
      checkId(id);
      if (followsFromKey(id)) throw forbidden("An id ends as those do that follow from an Idempotency-Key.");
      return job;
    }
    const prefix = prefixOf(access);
    if (prefix === undefined) return job;
    const made = `${prefix}${nameOf?.(i) ?? newId(now)}`;
    checkId(made);
    return { ...job, id: made };
  });

  function checkId(id: string): void {
    if (!isUnambiguous(id)) throw invalidArgument(AMBIGUOUS);
    if (!isForId(access, id)) throw forbidden("The token is not valid for the id of a job.");
    if (service.isReserved(queue, id)) throw forbidden("An id begins as those of a source of webhooks do.");
  }
}

/** Returns the beginning of the ids that a token may give; undefined where it may give any. */
function prefixOf({ ids }: Access): string | undefined {
  if (ids === undefined) return undefined;
  const pattern = ids.find((each) => each.endsWith("*"));
  if (pattern === undefined) throw forbidden("The token is valid for some ids alone, so each job needs one of them.");
  return pattern.slice(0, -1);
}

function forbidden(message: string): HTTPException {
  return new HTTPException(403, { message });
}
