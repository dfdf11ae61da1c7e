// Errors that a handler throws to choose how its job ends; any other error is a failed attempt.
import type { Duration } from "./duration.ts";
import { span } from "./limits.ts";

/** An error that retries the job after its own delay instead of the queue's backoff. */
export class RetryLater extends Error {
  readonly delay: Duration;

  constructor(delay: Duration, message = "retry later", options?: ErrorOptions) {
    super(message, options);
    this.name = "RetryLater";
    span(delay, "the delay of RetryLater");
    this.delay = delay;
  }
}

/** An error that ends the job as failed at once, even with attempts left. */
export class Discard extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "Discard";
  }
}
