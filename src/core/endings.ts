// What a handler can throw to say how its job ends; anything else is a failure.
import type { Duration } from "./duration.ts";
import { span } from "./limits.ts";

/** Try the job again after a delay, without counting on the queue's backoff. */
export class RetryLater extends Error {
  readonly delay: Duration;

  constructor(delay: Duration, message = "retry later", options?: ErrorOptions) {
    super(message, options);
    this.name = "RetryLater";
    span(delay, "the delay of RetryLater");
    this.delay = delay;
  }
}

/** End the job as failed at once, whatever attempts are left. */
export class Discard extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "Discard";
  }
}
