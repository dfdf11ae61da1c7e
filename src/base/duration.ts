// Durations: milliseconds as a number, or text such as "30s".
import { LeaseholdError } from "./errors.ts";

/** A length of time: milliseconds, or a number and a unit: "250ms", "30s", "10m", "2h", "7d". */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns the milliseconds of a duration, validated against two bounds; `what` names it in the error. */
export function milliseconds(duration: Duration, what: string, least: number, most: number): number {
  const ms = typeof duration === "string" ? parse(duration) : duration;
  if (typeof ms === "number" && ms >= least && ms <= most) return Math.round(ms);
  throw new LeaseholdError(
    "invalid_argument",
    `${what} must be ms as a number, or text such as "30s", from ${show(least)} to ${show(most)}`,
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
