// The schemas of responses about searches and bulk operations.
import * as v from "valibot";
import { jobChange } from "../json/job-change.ts";
import { bulkOperationName, jobFilter } from "../json/job-filter.ts";
import { withRef } from "../json/schema-ref.ts";
import { job, time, wholeNumber } from "./response-schemas.ts";

/** A part of a search. */
export const searchResult = withRef(
  "SearchResult",
  v.strictObject({
    jobs: v.array(job),
    matched: wholeNumber,
    examined: wholeNumber,
    skipped: wholeNumber,
    total: wholeNumber,
    cursor: v.exactOptional(v.string()),
  }),
);

/** A bulk operation, and how far it has come. */
export const bulkOperation = withRef(
  "BulkOperation",
  v.strictObject({
    id: v.string(),
    operation: bulkOperationName,
    filter: jobFilter,
    change: v.exactOptional(jobChange),
    status: v.picklist(["running", "stopped", "finished"]),
    examined: wholeNumber,
    skipped: wholeNumber,
    problem: v.exactOptional(v.string()),
    total: wholeNumber,
    matched: wholeNumber,
    changed: wholeNumber,
    startedAt: time,
    updatedAt: time,
    by: v.string(),
  }),
);

/** The bulk operations of a queue. */
export const bulkOperationList = v.strictObject({ operations: v.array(bulkOperation) });
