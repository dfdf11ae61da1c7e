// The outcomes of jobs that lines report.
import { backoffDelay } from "../../queue/jobs/options/backoff.ts";
import type { LeasedJob, Outcome } from "../kit/lease-client.ts";
import { type Fields, optionalDurationOf, optionalTextOf } from "./fields.ts";

/** Returns the outcome of a completed job, with its result and its follow-ups. */
export function completionOf({ result, then }: Fields): Outcome {
  return { action: "complete", ...(result !== undefined && { result }), ...(then !== undefined && { then }) };
}

/** Returns the outcome of a failed attempt: the job is retried, put off with `later`, or fails with `final`. */
export function failureOf(fields: Fields): Outcome {
  const error = optionalTextOf(fields, "error") ?? "the worker reported an error";
  if (fields.final === true) return { action: "fail", error };
  const delay = optionalDurationOf(fields, "delay");
  const postpone = fields.later === true ? { postpone: true as const } : {};
  return { action: "retry", error, ...(delay !== undefined && { delay }), ...postpone };
}

/** Delays a retry by the backoff of the job itself, if it has one. The API applies that of the queue. */
export function withOwnBackoff(
  outcome: Outcome,
  { backoff, attempt }: Pick<LeasedJob, "backoff" | "attempt">,
): Outcome {
  if (outcome.action !== "retry" || outcome.delay !== undefined || backoff === undefined) return outcome;
  return { ...outcome, delay: backoffDelay(backoff, { attempt, random: Math.random() }) };
}
