// Validation of arguments before anything is sent. A check returns a valid argument, or throws an error that names it.
import { type Duration, toMilliseconds } from "./duration.ts";
import { LeaseholdError, printableKey } from "./errors.ts";

const NAME = /^[A-Za-z0-9._:-]{1,128}$/;
const CONTROL = /\p{Cc}/u;

/** A lone half of a surrogate pair, which UTF-8 cannot carry. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

const MAX_ID_BYTES = 256;
const SECOND = 1_000;

const MAX_BATCH = 1_000;

/** Reports whether a text is a valid name of a queue. */
export function isName(name: unknown): boolean {
  return typeof name === "string" && NAME.test(name);
}

/** Validates the name of a queue or the prefix of its keys. */
export function validateName(name: string, what: string): string {
  if (isName(name)) return name;
  throw invalidArgument(`${what} must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -`);
}

/** Validates the id of a job. */
export function validateId(id: string): string {
  const isText = typeof id === "string" && id !== "" && !CONTROL.test(id) && !LONE_SURROGATE.test(id);
  if (isText && byteLength(id) <= MAX_ID_BYTES) return id;
  throw invalidArgument(`an id must be 1 to ${MAX_ID_BYTES} bytes of text without control characters`);
}

/** Validates the name of a worker, under the rules of an id; "" stands for none. */
export function validateWorkerName(worker = ""): string {
  return worker === "" ? worker : validateId(worker);
}

/** Validates a number of jobs. */
export function validateCount(count: number, what = "count"): number {
  return validateInteger(count, what, { min: 1, max: MAX_BATCH });
}

const sets = new Map<string, ReadonlySet<string>>();

/**
 * Validates that options are an object: callers without types may pass null or a bare value. With `names`, separated by
 * spaces, it may have no others.
 */
export function validateOptions<O>(options: O, what = "options", names?: string): O {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw invalidArgument(`${what} must be an object`);
  if (names === undefined) return options;
  const known = sets.get(names) ?? new Set(names.split(" "));
  sets.set(names, known);
  return validateOptionNames(options, known, what);
}

/** Validates the names of options: without types, a misspelt one would have no effect. */
export function validateOptionNames<O extends object>(options: O, names: ReadonlySet<string>, what = "options"): O {
  for (const name in options) {
    if (names.has(name)) continue;
    throw invalidArgument(`${what}: there is no ${printableKey(name)}; there are ${[...names].join(", ")}`);
  }
  return options;
}

/** Validates a function. */
export function validateFunction<F>(value: F, what: string): F {
  if (typeof value === "function") return value;
  throw invalidArgument(`${what} must be a function`);
}

/** Validates an abort signal by its shape, since it may come from another realm. */
export function validateSignal(signal: AbortSignal): void {
  if (typeof validateOptions(signal, "signal").addEventListener === "function" && typeof signal.aborted === "boolean")
    return;
  throw invalidArgument("signal must be an AbortSignal");
}

/** Validates a batch: an array of no more items than one request may carry. */
export function validateBatch(items: readonly unknown[]): void {
  if (!Array.isArray(items)) throw invalidArgument("a batch must be an array");
  if (items.length > MAX_BATCH)
    throw new LeaseholdError("too_large", `a batch may hold ${MAX_BATCH} jobs, not ${items.length}`);
}

/** Validates the duration of a lease and returns it in ms. */
export function leaseMilliseconds(duration: Duration, what = "a lease"): number {
  return toMilliseconds(duration, what, { min: SECOND, max: 12 * 3_600_000 });
}

/** Validates an integer from `min` to `max`. */
export function validateInteger(value: number, name: string, { min, max = Number.MAX_SAFE_INTEGER }: Range): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalidArgument(`${name} must be a whole number from ${min} to ${max}`);
}

interface Range {
  min: number;
  max?: number;
}

/** Validates the size of a text in UTF-8; it is encoded only where its length does not decide. */
export function validateByteLength(text: string, name: string, max: number): string {
  if (text.length * 3 <= max || (text.length <= max && byteLength(text) <= max)) return text;
  throw new LeaseholdError("too_large", `${name} may take ${max} bytes`);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Returns an error for an argument that is not allowed. */
export function invalidArgument(message: string): LeaseholdError {
  return new LeaseholdError("invalid_argument", message);
}
