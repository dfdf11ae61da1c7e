// The schemas of requests about groups and limits.
import * as v from "valibot";
import { count, duration, integer, matching, pageLimit, strictObject, timeOrDuration } from "../json/schema-parts.ts";
import { withRef } from "../json/schema-ref.ts";
import { searchCursor } from "./filter-schemas.ts";

const concurrency = count(1_000_000);
const tokens = count(1_000_000_000);
const rate = withRef("Rate", strictObject({ limit: tokens, per: duration, burst: v.exactOptional(tokens) }));
const ifVersion = v.exactOptional(integer(0));

/** The query of a list of groups. */
export const groupsQuery = strictObject({
  blocked: v.exactOptional(v.picklist(["0", "1"])),
  cursor: v.exactOptional(matching(/^([12] \d{1,20}|3 .{0,128})$/su, "the cursor of the previous page")),
  limit: v.exactOptional(pageLimit),
});

/** The query of the cancelling of a group. */
export const cancelGroupQuery = strictObject({ cursor: v.exactOptional(searchCursor) });

/** A change of the limits of one group; null stands for the limit of the queue's groups. */
export const setGroupRequest = strictObject({
  concurrency: v.exactOptional(v.nullable(concurrency)),
  rate: v.exactOptional(v.nullable(rate)),
  paused: v.exactOptional(v.boolean()),
  until: v.exactOptional(timeOrDuration),
  ifVersion,
});

/** The limits of a queue and of its groups, which replace all earlier ones. */
export const setLimitsRequest = strictObject({
  concurrency: v.exactOptional(concurrency),
  rate: v.exactOptional(rate),
  groups: v.exactOptional(
    strictObject({
      concurrency: v.exactOptional(concurrency),
      ordered: v.exactOptional(v.union([v.boolean(), v.literal("stop")])),
      rate: v.exactOptional(rate),
    }),
  ),
  ifVersion,
});
