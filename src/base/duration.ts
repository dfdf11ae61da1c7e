// Durations: milliseconds as a number, or text such as "30s".
import { LeaseholdError } from "./errors.ts";

/** A length of time: milliseconds, or a number and a unit: "250ms", "30s", "10m", "2h", "7d". */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The longest delay. */
export const YEAR = 365 * UNITS.d;

/** Returns the milliseconds of a duration, from `min`, 0 unless set, to `max`, a year unless set. Errors call it `name`. */
export function toMilliseconds(duration: Duration, name: string, { min = 0, max = YEAR } = {}): number {
  const ms = typeof duration === "string" ? parse(duration) : duration;
  if (typeof ms === "number" && ms >= min && ms <= max) return Math.round(ms);
  throw new LeaseholdError(
    "invalid_argument",
    `${name} must be ms as a number, or text such as "30s", from ${show(min)} to ${show(max)}`,
  );
}

function parse(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  return unit === undefined ? Number.NaN : Number(amount) * UNITS[unit as keyof typeof UNITS];
}

function show(ms: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, length]) => ms >= length && ms % length === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}
