// Limits of the durations in requests. Without them one request could take up memory for a year.

import { validateOptions } from "../../base/arguments.ts";
import { type Duration, MAX_DURATION, toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";

/** The longest durations that requests may ask for. */
export interface DurationLimits {
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
export type MaxDurations = Readonly<Record<keyof DurationLimits, number>>;

const HOUR = 3_600_000;
const DEFAULTS: MaxDurations = { delay: MAX_DURATION, ttl: MAX_DURATION, uniqueFor: 30 * 24 * HOUR, lease: 12 * HOUR };

/** Validates the limits of a queue and adds the defaults. */
export function toMaxDurations(queue: string, limits: DurationLimits): MaxDurations {
  try {
    validateOptions(limits, "delay ttl uniqueFor lease", { label: "limits" });
    const set = Object.entries(limits).map(([name, max]) => [name, toMilliseconds(max, name, { min: 1_000 })]);
    return { ...DEFAULTS, ...Object.fromEntries(set) };
  } catch (error) {
    throw new LeaseholdError("not_configured", `limits of ${queue}: ${(error as Error).message}`);
  }
}

/** Validates that no duration of a request is longer than the queue allows. */
export function validateDurations(
  max: MaxDurations,
  durations: { readonly [Name in keyof MaxDurations]?: Duration | undefined },
): void {
  for (const name of Object.keys(max) as (keyof MaxDurations)[]) {
    const duration = durations[name];
    if (duration !== undefined) toMilliseconds(duration, name, { max: max[name] });
  }
}
