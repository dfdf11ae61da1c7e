// Limits of durations in requests to a queue. Without them one request could keep memory for a year.

import { validateOptions } from "../../base/arguments.ts";
import { type Duration, MAX_DURATION, toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";

/** The longest durations that requests may ask for. */
export interface QueueLimits {
  /** The longest delay, or time until `at`; a year unless set. */
  delay?: Duration;
  /** The longest time to live; a year unless set. */
  ttl?: Duration;
  /** The longest time for which an id is remembered; 30 days unless set. */
  uniqueFor?: Duration;
  /** The longest lease or extension; 12 hours unless set. */
  lease?: Duration;
}

/** The limits in ms. */
export type Limits = Readonly<Record<keyof QueueLimits, number>>;

const HOUR = 3_600_000;
const DEFAULTS: Limits = { delay: MAX_DURATION, ttl: MAX_DURATION, uniqueFor: 30 * 24 * HOUR, lease: 12 * HOUR };

/** Returns validated limits with their defaults. */
export function limitsOf(queue: string, limits: QueueLimits): Limits {
  try {
    validateOptions(limits, "delay ttl uniqueFor lease", { label: "limits" });
    const set = Object.entries(limits).map(([name, most]) => [name, toMilliseconds(most, name, { min: 1_000 })]);
    return { ...DEFAULTS, ...Object.fromEntries(set) };
  } catch (error) {
    throw new LeaseholdError("not_configured", `limits of ${queue}: ${(error as Error).message}`);
  }
}

/** Validates durations of a request against the limits of its queue. */
export function checkLimits(limits: Limits, asked: { readonly [Name in keyof Limits]?: Duration | undefined }): void {
  for (const name of Object.keys(limits) as (keyof Limits)[]) {
    const duration = asked[name];
    if (duration !== undefined) toMilliseconds(duration, name, { max: limits[name] });
  }
}
