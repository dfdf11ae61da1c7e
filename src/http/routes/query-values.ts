// Conversion of requests to the options of the library.
import { type Duration, toMilliseconds } from "../../base/duration.ts";

/** A number of the query. */
export function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** A duration, of a query perhaps, as ms that are no more than a number of them. */
export function durationOf(duration: Duration | string, most: number): number {
  const known = typeof duration === "string" && /^\d+$/.test(duration) ? Number(duration) : (duration as Duration);
  return toMilliseconds(known, "wait", { max: most });
}
