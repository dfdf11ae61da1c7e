// Validation of arguments, before anything is sent. Each function returns the valid argument, or throws an error that begins
// with the argument's label.
import { type Duration, toMilliseconds } from "./duration.ts";
import { LeaseholdError, printableKey } from "./errors.ts";

const NAME = /^[A-Za-z0-9._:-]{1,128}$/;
const CONTROL = /\p{Cc}/u;

/** A pattern that finds half of a surrogate pair, which UTF-8 cannot encode. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

// Some gateways decode a path before the app sees it, merge slashes and resolve dots. An id of a job or a name of a group must
// not become the path of another one that way. These are the last segments of the routes of one job, and of one group.
const ID_ROUTES = new Set("complete retry fail release extend progress explain result".split(" "));
const GROUP_ROUTES = new Set(["jobs"]);

const MAX_ID_BYTES = 256;
const MAX_GROUP_BYTES = 128;
// Each of the last attempts of a job stores its version.
const MAX_VERSION_BYTES = 64;
const MAX_BATCH = 1_000;
const MIN_LEASE = 1_000;
const MAX_LEASE = 12 * 3_600_000;

/** Reports whether a value is a valid name of a queue. */
export function isValidName(name: unknown): boolean {
  return typeof name === "string" && NAME.test(name);
}

/** Validates the name of a queue or the prefix of its keys. */
export function validateName(name: string, label: string): string {
  if (isValidName(name)) return name;
  throw invalidArgument(`${label} must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -`);
}

/** The rule for ids over HTTP, for messages. */
export const ID_RULE =
  "an id must not contain ?, # or %xx, end with a space, or have a part between slashes that is empty, ., .. or a route such " +
  "as complete";

/** The rule for names of groups, for messages. */
export const GROUP_RULE =
  "a group must not contain ?, # or %xx, end with a space, or have a part between slashes that is empty, ., .. or jobs";

/** Reports whether a path with this id leads to the same job, however gateways decode the path and resolve its dots. */
export function isPathSafeId(id: string): boolean {
  return isPathSafe(id, ID_ROUTES);
}

/** Reports whether a path with this name leads to the same group, however gateways decode the path and resolve its dots. */
export function isPathSafeGroup(name: string): boolean {
  return isPathSafe(name, GROUP_ROUTES);
}

/** Reports whether each part of a text between slashes is neither removed from a path nor taken for the name of a route. */
function isPathSafe(text: string, routes: ReadonlySet<string>): boolean {
  if (/[?#]|%[0-9a-f]{2}| $/i.test(text)) return false;
  return text.split(/[/\\]/).every((segment, i) => !/^\.{0,2}$/.test(segment) && (i === 0 || !routes.has(segment)));
}

/** Validates the id of a job. */
export function validateId(id: string): string {
  if (id !== "" && isLine(id, MAX_ID_BYTES)) return id;
  throw invalidArgument(`an id must be 1 to ${MAX_ID_BYTES} bytes of text without control characters`);
}

/** Validates the name of a group, which a path of the HTTP API must be able to name. */
export function validateGroup(group: string): string {
  if (group === "" || !isLine(group, MAX_GROUP_BYTES))
    throw invalidArgument(`a group must be 1 to ${MAX_GROUP_BYTES} bytes of text without control characters`);
  if (isPathSafeGroup(group)) return group;
  throw invalidArgument(GROUP_RULE);
}

/** Validates the name of a worker, which follows the rules of an id; "" stands for no name. */
export function validateWorkerName(worker = ""): string {
  return worker === "" ? worker : validateId(worker);
}

/** Validates the version of a worker's deployment; "" stands for none. */
export function validateVersion(version = ""): string {
  if (isLine(version, MAX_VERSION_BYTES)) return version;
  throw invalidArgument(`version must be at most ${MAX_VERSION_BYTES} bytes of text without control characters`);
}

/** Reports whether a value is a text of at most `max` bytes without control characters. */
function isLine(text: unknown, max: number): boolean {
  return typeof text === "string" && !CONTROL.test(text) && !LONE_SURROGATE.test(text) && utf8Length(text) <= max;
}

/** Validates a number of jobs. */
export function validateCount(count: number, label = "count"): number {
  return validateInteger(count, label, { min: 1, max: MAX_BATCH });
}

/** Validates that a value is an object: callers without types may pass null or a bare value. */
export function validateObject<O>(value: O, label: string): O {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw invalidArgument(`${label} must be an object`);
}

const setsByText = new Map<string, ReadonlySet<string>>();

/**
 * Validates that options are an object whose properties are all among `names`, a set or names separated by spaces. Without
 * this check a misspelled option of a caller without types would have no effect.
 */
export function validateOptions<O>(
  options: O,
  names: string | ReadonlySet<string>,
  { label = "options" }: { label?: string } = {},
): O {
  const known = typeof names === "string" ? splitNames(names) : names;
  for (const name in validateObject(options, label)) {
    if (!known.has(name))
      throw invalidArgument(
        `${label}: there is no option ${printableKey(name)}; the options are ${[...known].join(", ")}`,
      );
  }
  return options;
}

/** Returns the names of a text as a set. Callers pass the same texts each time, so the sets are cached. */
function splitNames(text: string): ReadonlySet<string> {
  const names = setsByText.get(text) ?? new Set(text.split(" "));
  setsByText.set(text, names);
  return names;
}

/** Validates a function. */
export function validateFunction<F>(value: F, label: string): F {
  if (typeof value === "function") return value;
  throw invalidArgument(`${label} must be a function`);
}

/** Validates an abort signal by its shape, since it may come from another realm. */
export function validateSignal(signal: AbortSignal): void {
  if (typeof validateObject(signal, "signal").addEventListener === "function" && typeof signal.aborted === "boolean")
    return;
  throw invalidArgument("signal must be an AbortSignal");
}

/** Validates a batch: an array of at most 1,000 items. */
export function validateBatch(items: readonly unknown[]): void {
  if (!Array.isArray(items)) throw invalidArgument("a batch must be an array");
  if (items.length > MAX_BATCH)
    throw new LeaseholdError("too_large", `a batch may have at most ${MAX_BATCH} jobs, not ${items.length}`);
}

/** Validates the duration of a lease and returns it in ms. */
export function toLeaseMilliseconds(duration: Duration, label = "a lease"): number {
  return toMilliseconds(duration, label, { min: MIN_LEASE, max: MAX_LEASE });
}

/** Validates an integer from `min` to `max`. */
export function validateInteger(value: number, label: string, { min, max = Number.MAX_SAFE_INTEGER }: Range): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalidArgument(`${label} must be a whole number from ${min} to ${max}`);
}

interface Range {
  min: number;
  max?: number;
}

/** Validates the size of a text in UTF-8. Encodes the text only if its length in characters leaves the size open. */
export function validateByteLength(text: string, label: string, { max }: { max: number }): string {
  if (text.length * 3 <= max || (text.length <= max && utf8Length(text) <= max)) return text;
  throw new LeaseholdError("too_large", `${label} must be at most ${max} bytes`);
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Returns an error for an argument that is not allowed. */
export function invalidArgument(message: string): LeaseholdError {
  return new LeaseholdError("invalid_argument", message);
}
