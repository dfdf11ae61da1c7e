// Redaction of handlers' errors. Their texts may contain parts of other jobs, so only tokens that may read the queue see them.
import type { Context } from "hono";
import { withoutUndefined } from "../../base/without-undefined.ts";
import type { JobAttempt, JobError } from "../../queue/jobs/stored/run.ts";
import type { AppEnv } from "../service/app-env.ts";

const REDACTED = "Errors are visible only with the scope read.";

interface WithErrors {
  errors?: JobError[];
  lastError?: JobError;
  attempts?: JobAttempt[];
}

/** Returns a job without the texts of its errors if the token does not have the scope read. */
export function redactErrors<T extends object>(c: Context<AppEnv>, job: T): T {
  if (c.get("access").scopes.includes("read")) return job;
  const { errors, lastError, attempts }: WithErrors = job;
  const redacted = {
    errors: errors?.map(redact),
    lastError: lastError && redact(lastError),
    attempts: attempts?.map(redactAttempt),
  };
  return { ...job, ...withoutUndefined(redacted) };
}

function redactAttempt({ message, stack: _, ...attempt }: JobAttempt): JobAttempt {
  return message === undefined ? attempt : { ...attempt, message: REDACTED };
}

function redact({ attempt, at }: JobError): JobError {
  return { message: REDACTED, attempt, at };
}
