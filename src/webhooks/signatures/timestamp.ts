// The age of signed requests, and how far a sender's clock may be ahead.
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import type { Reason } from "./verifier.ts";

/** The strictness of a verifier about time. */
export interface ToleranceOptions {
  /** The maximum distance of a request's time from now, in the past or in the future; 5 minutes unless set. */
  tolerance?: Duration;
}

const SECONDS = /^\d{1,12}$/;

/** Validates the tolerance and returns it in ms. */
export function validateTolerance({ tolerance = "5m" }: ToleranceOptions): number {
  return toMilliseconds(tolerance, "tolerance", { max: 86_400_000 });
}

/** The current time and the tolerance, in ms. */
interface Clock {
  now: number;
  tolerance: number;
}

/** Returns the reason to refuse a time in seconds, as it is in a header; undefined for a time within the tolerance. */
export function timestampFault(seconds: string, { now, tolerance }: Clock): Reason | undefined {
  if (!SECONDS.test(seconds)) return "malformed";
  const age = now - Number(seconds) * 1_000;
  if (age > tolerance) return "too_old";
  return -age > tolerance ? "too_new" : undefined;
}
