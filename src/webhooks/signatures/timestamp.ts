// How old a signed request may be, and by how much its sender's clock may be ahead.
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import type { Reason } from "./verifier.ts";

/** How strict a verifier is about time. */
export interface ToleranceOptions {
  /** How far the time of a request may lie in the past or in the future; 5 minutes unless set. */
  tolerance?: Duration;
}

const SECONDS = /^\d{1,12}$/;

export function toleranceOf({ tolerance = "5m" }: ToleranceOptions): number {
  return toMilliseconds(tolerance, "tolerance", { max: 86_400_000 });
}

/** What is wrong with a time in seconds, as it stands in a header. */
export function staleness(seconds: string, now: number, tolerance: number): Reason | undefined {
  if (!SECONDS.test(seconds)) return "malformed";
  const age = now - Number(seconds) * 1_000;
  if (age > tolerance) return "too_old";
  return -age > tolerance ? "too_new" : undefined;
}
