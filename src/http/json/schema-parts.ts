// Parts of the schemas of several requests.
import * as v from "valibot";
import type { Duration } from "../../base/duration.ts";
import { withRef } from "./schema-ref.ts";

/** A whole number from a minimum. */
export const integer = (min: number) => v.pipe(v.number(), v.integer(), v.minValue(min));

/** A whole number from 1 to a maximum. */
export const count = (max: number) => v.pipe(integer(1), v.maxValue(max));

/** Returns the schema of an object with these fields and no others. Valibot alone takes an array for an object whose fields are all missing. */
export function strictObject<const E extends v.ObjectEntries>(entries: E): v.StrictObjectSchema<E, undefined> {
  const schema = v.strictObject(entries);
  const run: (typeof schema)["~run"] = (dataset, config) => {
    if (!Array.isArray(dataset.value)) return schema["~run"](dataset, config);
    v._addIssue(schema, "type", dataset, config);
    return dataset as unknown as v.FailureDataset<v.InferIssue<typeof schema>>;
  };
  return { ...schema, "~run": run };
}

/** A part of a whole. */
export const fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** A text with a format, which a problem states. */
export const matching = (pattern: RegExp, requirement: string) => v.pipe(v.string(), v.regex(pattern, requirement));

/** A text that is not empty. */
export const shortText = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));

/** Checks the length of an array before its items: a body may contain millions of items, each with an issue of its own. */
export const list = <S extends v.GenericSchema>(item: S, max = 1_000) =>
  v.pipe(v.array(v.unknown()), v.maxLength(max), v.array(item));

/** The number of entries of a page, in a query. */
export const pageLimit = matching(/^([1-9]\d{0,2}|1000)$/, "a whole number from 1 to 1000");

const DURATION_TEXT = /^\d+(\.\d+)?(ms|s|m|h|d)$/;
const DURATION = 'ms as a number, or text such as "30s"';

/** A duration, as the library takes it. */
export const duration = withRef(
  "Duration",
  v.pipe(
    v.union(
      [v.pipe(v.number(), v.minValue(0)), matching(DURATION_TEXT, DURATION)],
      DURATION,
    ) as v.GenericSchema<Duration>,
    v.description(DURATION),
  ),
);

const TIME_OR_DURATION = 'a time in ms since the epoch, or a duration as text such as "5m"';

/** A time in ms since the epoch, or a duration from now as text. */
export const timeOrDuration = v.union(
  [integer(0), matching(DURATION_TEXT, TIME_OR_DURATION) as v.GenericSchema<string, Duration & string>],
  TIME_OR_DURATION,
);
