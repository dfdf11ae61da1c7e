// The errors of handlers, which may hold parts of other jobs, are for those who may read the queue.
import type { Context } from "hono";
import type { JobError } from "../../queue/jobs/stored/run.ts";
import type { AppEnv } from "../service/service.ts";

const HIDDEN = "The error can be read with the scope read.";

interface WithErrors {
  errors?: JobError[];
  lastError?: JobError;
}

/** Returns what is known of a job, without the texts of errors where the token may not read the queue. */
export function withoutErrors<T extends object>(c: Context<AppEnv>, job: T): T {
  if (c.get("access").scopes.includes("read")) return job;
  const { errors, lastError }: WithErrors = job;
  return {
    ...job,
    ...(errors === undefined ? {} : { errors: errors.map(hidden) }),
    ...(lastError === undefined ? {} : { lastError: hidden(lastError) }),
  };
}

function hidden({ attempt, at }: JobError): JobError {
  return { message: HIDDEN, attempt, at };
}
