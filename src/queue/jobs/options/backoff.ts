// The delay between a failed attempt and the next one.

import { invalidArgument, validateOptions } from "../../../base/arguments.ts";
import { type Duration, MAX_DURATION, toMilliseconds } from "../../../base/duration.ts";

/** The delay between attempts: a duration, which is kept exactly, or a fixed or doubling delay. */
export type Backoff =
  | Duration
  | {
      type: "fixed" | "exponential";
      /** The delay after the first attempt. */
      delay: Duration;
      /** The longest delay; an hour unless set. */
      cap?: Duration;
      /**
       * The largest share of a delay that is subtracted at random to spread retries, from 0 to 1; 0.2 for exponential delays
       * and 0 for fixed ones unless set.
       */
      jitter?: number;
    };

/** A function that returns the delay after an attempt, counted from 1, that ended with an error. */
export type BackoffFunction = (attempt: number, error: unknown) => Duration;

/** The backoff of a queue unless one is set. */
export const DEFAULT_BACKOFF: Backoff = { type: "exponential", delay: "1s" };

/** Validates a backoff when it is set, before an attempt needs it. */
export function validateBackoff(backoff: Backoff): Backoff {
  if (typeof backoff === "object") {
    const { type, jitter = 0 } = validateOptions(backoff, "type delay cap jitter", { label: "backoff" });
    if (type !== "fixed" && type !== "exponential")
      throw invalidArgument('backoff.type must be "fixed" or "exponential"');
    if (!(typeof jitter === "number" && jitter >= 0 && jitter <= 1))
      throw invalidArgument("backoff.jitter must be from 0 to 1");
  }
  backoffDelay(backoff, { attempt: 1, random: 0 });
  return backoff;
}

/** Returns the delay in ms after an attempt. `random` is a random number from 0 to 1. */
export function backoffDelay(backoff: Backoff, { attempt, random }: { attempt: number; random: number }): number {
  if (typeof backoff !== "object") return toMilliseconds(backoff, "backoff");
  const { type, cap = "1h", jitter = type === "exponential" ? 0.2 : 0 } = backoff;
  const first = toMilliseconds(backoff.delay, "backoff.delay");
  // The default cap applies only to exponential delays.
  const max = type === "fixed" && backoff.cap === undefined ? MAX_DURATION : toMilliseconds(cap, "backoff.cap");
  const delay = Math.min(max, type === "fixed" ? first : first * 2 ** Math.min(attempt - 1, 40));
  return Math.round(delay * (1 - jitter * random));
}
