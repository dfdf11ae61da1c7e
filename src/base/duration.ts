// Durations: milliseconds as a number, or text such as "30s".
import { LeaseholdError } from "./errors.ts";

/** A length of time: milliseconds, or a number and a unit: "250ms", "30s", "10m", "2h", "7d". */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The longest duration and the longest delay of a job, a year. */
export const MAX_DURATION = 365 * UNITS.d;

/** Validates a duration from `min` to `max` and returns it in ms. Without bounds it may be 0 to a year. */
export function toMilliseconds(duration: Duration, label: string, { min = 0, max = MAX_DURATION } = {}): number {
  const ms = typeof duration === "string" ? parseDuration(duration) : duration;
  if (typeof ms === "number" && ms >= min && ms <= max) return Math.round(ms);
  throw new LeaseholdError(
    "invalid_argument",
    `${label} must be ms as a number, or text such as "30s", from ${formatDuration(min)} to ${formatDuration(max)}`,
  );
}

/** Returns a text such as "30s" in ms; NaN for a text of another form. */
function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  return unit === undefined ? Number.NaN : Number(amount) * UNITS[unit as keyof typeof UNITS];
}

/** Formats a duration in the largest unit of which it is a multiple: 90,000 ms as "90s". */
function formatDuration(ms: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, length]) => ms >= length && ms % length === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}
