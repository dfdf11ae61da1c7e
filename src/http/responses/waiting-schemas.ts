// The schemas of responses about jobs that wait for others.
import * as v from "valibot";
import { withRef } from "../json/schema-ref.ts";
import { time, wholeNumber } from "./response-schemas.ts";

const progress = {
  id: v.string(),
  total: wholeNumber,
  ended: wholeNumber,
  hasFailures: v.boolean(),
  isOpen: v.boolean(),
};
const child = withRef(
  "Child",
  v.strictObject({
    id: v.string(),
    state: v.exactOptional(v.picklist(["done", "failed", "cancelled", "expired", "purged", "unknown"])),
    endedAt: v.exactOptional(time),
  }),
);

/** A page of the jobs for which a job waits, or has waited. */
export const childrenPage = withRef(
  "ChildrenPage",
  v.strictObject({ ...progress, children: v.array(child), cursor: v.exactOptional(v.string()) }),
);

/** The progress of a batch. */
export const batchProgress = withRef("BatchProgress", v.strictObject(progress));

/** The id of a batch. */
export const startBatchResult = withRef("StartBatchResult", v.strictObject({ id: v.string() }));

/** The number of jobs that were cancelled with a batch. */
export const cancelBatchResult = withRef("CancelBatchResult", v.strictObject({ cancelled: wholeNumber }));
