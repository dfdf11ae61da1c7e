// The schema of a filter of jobs, in requests and in responses.
import * as v from "valibot";
import { STATES } from "../../engine/keys.ts";
import { duration, integer, list, shortText, strictObject } from "./schema-parts.ts";
import { withRef } from "./schema-ref.ts";

// An id has 256 characters at most; the beginning of ids is followed by a `*`.
const MAX_ID = 257;
const MAX_GROUP = 128;
const MAX_TEXT = 300;
const MAX_CONDITIONS = 10;

const text = shortText(MAX_TEXT);
const path = v.union([text, v.pipe(list(text, MAX_TEXT), v.minLength(1))]);
const scalar = v.union([v.string(), v.number(), v.boolean(), v.null()]);

const fieldCondition = withRef(
  "FieldCondition",
  v.union([
    strictObject({ path, is: scalar }),
    strictObject({ path, contains: text }),
    strictObject({ path, exists: v.boolean() }),
  ]),
);

/** The jobs of one state that meet all conditions. */
export const jobFilter = withRef(
  "JobFilter",
  strictObject({
    state: v.picklist(STATES),
    id: v.exactOptional(shortText(MAX_ID)),
    group: v.exactOptional(shortText(MAX_GROUP)),
    worker: v.exactOptional(text),
    error: v.exactOptional(text),
    minAttempts: v.exactOptional(v.pipe(integer(0), v.maxValue(1_000_000))),
    minAge: v.exactOptional(duration),
    maxAge: v.exactOptional(duration),
    data: v.exactOptional(list(fieldCondition, MAX_CONDITIONS)),
  }),
);

/** The operations of a bulk operation. */
export const bulkOperationName = v.picklist(["cancel", "promote", "redrive"]);
