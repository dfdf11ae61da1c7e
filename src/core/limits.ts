// What is refused before anything is sent, each with a message that says which job it is about.
import { type Duration, milliseconds } from "./duration.ts";
import { LeaseholdError } from "./errors.ts";

const NAME = /^[A-Za-z0-9._:-]{1,128}$/;
const CONTROL = /\p{Cc}/u;

/** Half of a pair, which UTF-8 cannot carry. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

const MAX_ID_BYTES = 256;
const SECOND = 1_000;

/** The longest delay. */
export const YEAR = 365 * 86_400_000;

const MAX_BATCH = 1_000;

/** Whether a queue may be called so. */
export function isName(name: unknown): boolean {
  return typeof name === "string" && NAME.test(name);
}

/** The name of a queue, or the prefix of its keys. */
export function checkName(name: string, what: string): string {
  if (isName(name)) return name;
  throw invalid(`${what} must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -`);
}

/** The id of a job. */
export function checkId(id: string): string {
  const isText = typeof id === "string" && id !== "" && !CONTROL.test(id) && !LONE_SURROGATE.test(id);
  if (isText && byteLength(id) <= MAX_ID_BYTES) return id;
  throw invalid(`an id must be 1 to ${MAX_ID_BYTES} bytes of text without control characters`);
}

/** The name of a worker, under the rules of an id; none is the empty one. */
export function checkWorker(worker = ""): string {
  return worker === "" ? worker : checkId(worker);
}

/** A number of jobs. */
export function checkCount(count: number, what = "count"): number {
  return checkWhole(count, what, 1, MAX_BATCH);
}

/** Options, which somebody may have left out by passing null or put a value in the place of. */
export function checkOptions<O>(options: O, what = "options"): O {
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return options;
  throw invalid(`${what} must be an object`);
}

/** Something to call. */
export function checkFunction<F>(value: F, what: string): F {
  if (typeof value === "function") return value;
  throw invalid(`${what} must be a function`);
}

/** A signal of any realm. */
export function checkSignal(signal: AbortSignal): void {
  if (typeof checkOptions(signal, "signal").addEventListener === "function" && typeof signal.aborted === "boolean")
    return;
  throw invalid("signal must be an AbortSignal");
}

/** How many items one request may carry. */
export function checkBatch(items: readonly unknown[]): void {
  if (!Array.isArray(items)) throw invalid("a batch must be an array");
  if (items.length > MAX_BATCH)
    throw new LeaseholdError("too_large", `a batch may hold ${MAX_BATCH} jobs, not ${items.length}`);
}

/** How long a lease lasts. */
export function leaseLength(duration: Duration): number {
  return milliseconds(duration, "a lease", SECOND, 12 * 3_600_000);
}

/** A delay, or a time to live, or a window. */
export function span(duration: Duration, what: string, least = 0): number {
  return milliseconds(duration, what, least, YEAR);
}

/** A whole number within bounds. */
export function checkWhole(value: number, what: string, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalid(`${what} must be a whole number from ${least} to ${most}`);
}

/** Bytes that a text takes in UTF-8; counted only where its length does not settle it. */
export function checkBytes(text: string, most: number, what: string): string {
  if (text.length * 3 <= most || (text.length <= most && byteLength(text) <= most)) return text;
  throw new LeaseholdError("too_large", `${what} may take ${most} bytes`);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function invalid(message: string): LeaseholdError {
  return new LeaseholdError("invalid_argument", message);
}
