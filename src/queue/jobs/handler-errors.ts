// Values by which a handler chooses the end of its attempt: it returns `next`, or throws one of these errors. Any other error is a
// failed attempt.
import { invalidArgument, validateOptions } from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import type { FollowUp } from "./prepare-jobs.ts";

/** The return value of a handler that completes its job and adds follow-ups. */
export class Next<Result = unknown> {
  readonly result: Result;
  readonly followUps: readonly FollowUp[];

  constructor(result: Result, followUps: readonly FollowUp[]) {
    this.result = result;
    this.followUps = followUps;
  }
}

/**
 * Completes the job with a result, and adds follow-ups in the same step, when a handler returns it: both happen, or neither.
 *
 * @example
 * const worker = orders.work(async ({ data }) => next(undefined, [{ queue: "emails", data: { to: data.email } }]));
 */
export function next<Result>(result: Result, followUps: readonly FollowUp[]): Next<Result> {
  return new Next(result, followUps);
}

/** An error by which a handler chooses the end of its attempt. Its stack points to no fault, so it is not kept. */
export abstract class ChosenEnd extends Error {}

/** Options of RetryLater. */
export interface RetryLaterOptions extends ErrorOptions {
  /** Set to false to use up no attempt, for a job that waits for something. A job may do this 1,000 times. */
  attempt?: boolean;
}

/**
 * An error that retries the job after the given delay instead of the queue's backoff.
 *
 * @example
 * if (!(await isUploaded(job.data.id))) throw new RetryLater("5m", { attempt: false });
 */
export class RetryLater extends ChosenEnd {
  readonly delay: Duration;
  /** False if the retry uses up no attempt. */
  readonly attempt: boolean;

  constructor(delay: Duration, options: RetryLaterOptions & { message?: string } = {}) {
    const {
      message = "retry later",
      attempt = true,
      ...others
    } = validateOptions(options, "message attempt cause", { label: "the options of RetryLater" });
    super(message, others);
    this.name = "RetryLater";
    toMilliseconds(delay, "the delay of RetryLater");
    if (typeof attempt !== "boolean") throw invalidArgument("attempt of RetryLater must be true or false");
    this.delay = delay;
    this.attempt = attempt;
  }
}

/** An error by which a handler fails its job at once, even with attempts left. */
export class Discard extends ChosenEnd {
  /** `reason` becomes the message of the job's error. */
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "Discard";
  }
}
