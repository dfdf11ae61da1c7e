// The schemas of responses about groups and limits.
import * as v from "valibot";
import { withRef } from "../json/schema-ref.ts";
import { time, wholeNumber } from "./response-schemas.ts";

const rate = withRef("StoredRate", v.strictObject({ limit: wholeNumber, per: wholeNumber, burst: wholeNumber }));
const limits = { concurrency: v.exactOptional(wholeNumber), rate: v.exactOptional(rate) };

/** A group of a queue. */
export const group = withRef(
  "Group",
  v.strictObject({
    name: v.string(),
    held: wholeNumber,
    next: v.exactOptional(v.string()),
    blocked: wholeNumber,
    paused: v.boolean(),
    pausedUntil: v.exactOptional(time),
    limitedUntil: v.exactOptional(time),
    ...limits,
    version: v.exactOptional(wholeNumber),
  }),
);

/** A page of groups. */
export const groupPage = v.strictObject({ groups: v.array(group), cursor: v.exactOptional(v.string()) });

/** The limits of a queue and of its groups, and their version. */
export const queueLimits = withRef(
  "Limits",
  v.strictObject({
    ...limits,
    groups: v.exactOptional(
      v.strictObject({ ...limits, ordered: v.exactOptional(v.union([v.literal(true), v.literal("stop")])) }),
    ),
    version: wholeNumber,
  }),
);

/** The version of changed limits. */
export const setLimitsResult = v.strictObject({ version: wholeNumber });

/** The number of cancelled jobs of a group, and the cursor of the next part. */
export const cancelGroupResult = v.strictObject({ cancelled: wholeNumber, cursor: v.exactOptional(v.string()) });
