// Filters of jobs, in the form in which the search script takes them.
import { invalidArgument, validateGroup, validateId, validateInteger, validateOptions } from "../../base/arguments.ts";
import type { Codec } from "../../base/codec.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { type JobState, STATES } from "../../engine/keys.ts";

/** A condition on a field of the payload. */
export type FieldCondition = {
  /** The names of the field, separated by dots; or a list of names, of which any may contain a dot. */
  path: string | readonly string[];
} & (
  | { /** The value of the field. */ is: string | number | boolean | null }
  | { /** A text that the field contains. */ contains: string }
  | { /** True if the payload has the field. */ exists: boolean }
);

/** The jobs of one state that meet all conditions. */
export interface JobFilter {
  state: JobState;
  /** An id; or the beginning of ids, followed by a `*`. */
  id?: string;
  /** The group of the job. Of its blocked jobs and of its ready one, a search examines no other jobs. */
  group?: string;
  /** The worker that holds the job, or held it last. */
  worker?: string;
  /** A text that one of the job's errors contains. */
  error?: string;
  /** The least number of attempts. */
  minAttempts?: number;
  /** The least and the largest time since the job was enqueued. */
  minAge?: Duration;
  maxAge?: Duration;
  /** Conditions on the payload, which must be JSON in Redis. */
  data?: readonly FieldCondition[];
}

/** The arguments of the search script that a filter decides. */
export interface FilterArguments {
  name: JobState;
  id: string;
  isPrefix: string;
  group?: string;
  worker: string;
  error: string;
  attempts: string;
  from: string;
  to: string;
  conditions: string[];
  /** Set if nothing that a search tells may depend on the text of values that no condition names. */
  isRedacted?: "1";
}

/** Tells whether the caller hides values of payloads from its users. */
export interface Redacted {
  isRedacted?: boolean;
}

const NAMES = "state id group worker error minAttempts minAge maxAge data";
const MAX_CONDITIONS = 10;
const MAX_TEXT = 300;
// Separates the names of a path; no name may contain it.
const SEPARATOR = "\x1f";

/** Validates a filter and returns it as arguments. Ages count back from `now`. */
export function filterArguments(
  filter: JobFilter,
  { now, codec, isRedacted = false }: { now: number; codec: Pick<Codec<unknown>, "isJson"> } & Redacted,
): FilterArguments {
  const {
    state,
    id = "",
    group,
    worker = "",
    error = "",
    minAttempts,
    minAge,
    maxAge,
    data = [],
  } = validateOptions(filter, NAMES, { label: "filter" });
  if (!STATES.includes(state)) throw invalidArgument(`filter.state is one of ${STATES.join(", ")}`);
  if (!Array.isArray(data) || data.length > MAX_CONDITIONS)
    throw invalidArgument(`filter.data is a list of at most ${MAX_CONDITIONS} conditions`);
  if (data.length > 0 && !codec.isJson)
    throw new LeaseholdError("invalid_argument", "filter.data: the payloads of this queue are not JSON in Redis");
  const prefix = id.endsWith("*") ? id.slice(0, -1) : undefined;
  if (id !== "" && prefix !== "") validateId(prefix ?? id);
  const before = (age: Duration, name: string) => String(now - toMilliseconds(age, `filter.${name}`));
  return {
    name: state,
    id: prefix ?? id,
    isPrefix: prefix === undefined ? "" : "1",
    ...(group !== undefined && { group: validateGroup(group) }),
    worker: validateText(worker, "filter.worker"),
    // Errors are stored as JSON texts.
    error: jsonInner(validateText(error, "filter.error")),
    attempts:
      minAttempts === undefined ? "" : String(validateInteger(minAttempts, "filter.minAttempts", { min: 0, max: 1e6 })),
    from: maxAge === undefined ? "" : before(maxAge, "maxAge"),
    to: minAge === undefined ? "" : before(minAge, "minAge"),
    conditions: data.flatMap(conditionArguments),
    ...(isRedacted && { isRedacted: "1" }),
  };
}

function conditionArguments(condition: FieldCondition, index: number): string[] {
  const name = `filter.data[${index}]`;
  const { path } = validateOptions(condition, "path is contains exists", { label: name });
  const names = typeof path === "string" ? path.split(".") : path;
  const isPath = Array.isArray(names) && names.length > 0 && names.every((each) => typeof each === "string");
  if (!isPath || names.some((each) => each === "" || each.includes(SEPARATOR)))
    throw invalidArgument(`${name}.path must be names of fields, separated by dots`);
  const joined = validateText(names.join(SEPARATOR), `${name}.path`);
  if ("is" in condition) {
    const { is } = condition;
    const isScalar = is === null || ["string", "number", "boolean"].includes(typeof is);
    if (!isScalar || (typeof is === "number" && !Number.isFinite(is)))
      throw invalidArgument(`${name}.is must be a text, a number, true, false or null`);
    const json = JSON.stringify(is);
    return ["=", joined, validateText(json, `${name}.is`), json];
  }
  if ("contains" in condition) {
    const text = validateText(condition.contains, `${name}.contains`);
    return ["~", joined, jsonInner(text), text];
  }
  if (typeof condition.exists !== "boolean") throw invalidArgument(`${name} needs is, contains or exists`);
  return [condition.exists ? "?" : "!", joined, "", ""];
}

function validateText(text: string, name: string): string {
  if (typeof text === "string" && text.length <= MAX_TEXT) return text;
  throw invalidArgument(`${name} must be a text of at most ${MAX_TEXT} characters`);
}

/** Returns a text as it stands inside of a JSON string. */
function jsonInner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
