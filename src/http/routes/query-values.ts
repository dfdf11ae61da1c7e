// Conversion of values in requests to the options of the library.
import { type Duration, toMilliseconds } from "../../base/duration.ts";

// The longest wait of a request in ms.
const MAX_WAIT = 20_000;

/** Returns the number in a parameter of the query. */
export function toOptionalNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** Returns the ms of a wait, which a query states as text. */
export function toWaitMilliseconds(wait: Duration | string): number {
  const duration = typeof wait === "string" && /^\d+$/.test(wait) ? Number(wait) : (wait as Duration);
  return toMilliseconds(duration, "wait", { max: MAX_WAIT });
}
