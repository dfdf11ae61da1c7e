// The schemas of requests that select jobs by a filter: searches and bulk operations.
import * as v from "valibot";
import { jobChange } from "../json/job-change.ts";
import { bulkOperationName, jobFilter } from "../json/job-filter.ts";
import { count, strictObject } from "../json/schema-parts.ts";

// The digits of a cursor, and the id in it.
const MAX_CURSOR = 400;

/** The cursor of a search. */
export const searchCursor = v.pipe(v.string(), v.maxLength(MAX_CURSOR));

/** The body of a search. */
export const searchRequest = strictObject({
  filter: jobFilter,
  cursor: v.exactOptional(searchCursor),
  limit: v.exactOptional(count(1_000)),
  scan: v.exactOptional(count(20_000)),
  output: v.exactOptional(v.picklist(["jobs", "count"])),
});

/** The bulk operation to begin. */
export const bulkRequest = strictObject({
  operation: bulkOperationName,
  filter: jobFilter,
  change: v.exactOptional(jobChange),
});
