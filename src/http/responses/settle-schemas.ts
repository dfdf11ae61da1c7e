// The schemas of the outcomes of settling jobs.
import * as v from "valibot";
import { STATES } from "../../engine/keys.ts";
import { withRef } from "../json/schema-ref.ts";

/** The reason why settling a job changed nothing. */
export const staleReason = v.picklist([
  "completed",
  "leased_again",
  "cancelled",
  "failed",
  "released",
  "expired",
  "purged",
  "unknown",
]);
const addedFollowUp = withRef(
  "AddedFollowUp",
  v.strictObject({
    id: v.string(),
    queue: v.exactOptional(v.string()),
    state: v.picklist([...STATES, "seen", "outbox"]),
    created: v.boolean(),
  }),
);
/** The follow-ups that were added with the end of a job. */
export const then = v.exactOptional(v.array(addedFollowUp));
/** The outcome of settling one job. */
export const settleResult = v.union([
  v.strictObject({
    id: v.string(),
    ok: v.literal(true),
    state: v.picklist(["done", "failed", "ready", "delayed"]),
    then,
  }),
  v.strictObject({ id: v.string(), ok: v.literal(false), reason: staleReason }),
]);
