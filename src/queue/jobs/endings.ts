// Errors that a handler throws to choose how its job ends; any other error is a failed attempt.
import { invalidArgument, validateOptions } from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";

/** An error by which a handler chooses the end of its job. Its stack tells nothing about a fault. */
export abstract class Ending extends Error {}

/** Options of RetryLater: those of any error, and whether the attempt counts. */
export interface RetryLaterOptions extends ErrorOptions {
  /** Set to false to use up no attempt, for a job that waits for something. A job may do so 1,000 times. */
  attempt?: boolean;
}

/**
 * An error that retries the job after its own delay instead of the queue's backoff.
 *
 * @example
 * if (!(await isUploaded(job.data.id))) throw new RetryLater("5m", { attempt: false });
 */
export class RetryLater extends Ending {
  readonly delay: Duration;
  /** False where the retry uses up no attempt. */
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

/** An error that ends the job as failed at once, even with attempts left. */
export class Discard extends Ending {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "Discard";
  }
}
