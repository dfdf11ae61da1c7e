// Conversions of values in queries and bodies to options of the library.
import { type Duration, toMilliseconds } from "../../base/duration.ts";

// The longest wait of a request in ms.
const MAX_WAIT = 20_000;

/** Returns the number in a parameter of the query. */
export function toOptionalNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** Validates a wait and returns it in ms. Digits in a query are ms. */
export function toWaitMilliseconds(wait: Duration | string): number {
  return toQueryMilliseconds(wait, "wait", { max: MAX_WAIT });
}

/** Validates a duration and returns it in ms. Digits in a query are ms. */
export function toQueryMilliseconds(
  value: Duration | string,
  label: string,
  range: { min?: number; max: number },
): number {
  const duration = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : (value as Duration);
  return toMilliseconds(duration, label, range);
}
