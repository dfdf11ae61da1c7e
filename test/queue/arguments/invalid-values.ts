// Values that the types of arguments do not allow, and helpers to test how calls refuse them.
import { inspect } from "node:util";

/** Allows invalid values where the types would refuse them. */
// biome-ignore lint/suspicious/noExplicitAny: the tests pass values of wrong types
export type Any = any;

/** A year in milliseconds, the longest delay. */
export const YEAR = 365 * 86_400_000;

/** Values that are neither a string nor a number. */
export const NON_SCALARS = [null, {}, [], true, Symbol("s"), 5n, () => 1];
/** Values that are not a string. */
export const NON_STRINGS = [...NON_SCALARS, 5, Number.NaN];
/** Values that are not an object of options. */
export const NON_OBJECTS = [null, 5, "30s", true, [], Symbol("s"), () => 1];
/** Values that are not a function. */
export const NON_FUNCTIONS = [null, {}, [], "f", 5];
/** Values that are not an array. */
export const NON_ARRAYS = [null, {}, 5, true, () => 1, { length: 1, 0: "a" }];
/** Values that are not an integer from 0. */
export const INVALID_INTEGERS = [
  ...[...NON_SCALARS, "3", "", Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.5, -1],
];
/** Values that are not an integer from 1 to 1,000. */
export const INVALID_COUNTS = [...INVALID_INTEGERS, 0, 1_001];
/** Values that are not a duration. */
export const INVALID_DURATIONS = [
  ...[...NON_SCALARS, "30", "-1s", "1e3ms", "s", "", " 1s", "1s ", "1 s", "1S", "1w", "1s1m", "0x1s", "Infinityms"],
  ...[".5s", "1.s", "١s", Number.NaN, Number.POSITIVE_INFINITY, -1, `${"9".repeat(400)}s`],
];
/** Values that are not a duration of at most a year. */
export const INVALID_DELAYS = [...INVALID_DURATIONS, YEAR + 1, "366d"];
/** Values that are not a duration from 1 second to 12 hours. */
export const INVALID_LEASES = [...INVALID_DURATIONS, 0, 999, "0.9s", 12 * 3_600_000 + 1, "13h"];
/** Values that are not an id of 1 to 256 bytes without control characters. */
export const INVALID_IDS = [
  ...[...NON_STRINGS, "", "x".repeat(257), "ü".repeat(129), "a\nb", "\u0000", "a\u007f", "a\u0085", "a\ud800"],
];
/** Values that are not the name of a queue. */
export const INVALID_QUEUE_NAMES = [
  ...[...NON_STRINGS, undefined, "", "a b", "ü", "a/b", "{a}", "a\n", "x".repeat(129), "😀"],
];

/** Resolves with the error that a call throws or rejects with, or with "no error". */
export async function catchError(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return "no error";
  } catch (error) {
    return error;
  }
}

/** Formats a value as a short line that names the failing case. */
export function inspectShort(value: unknown): string {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY }).slice(0, 80);
}
