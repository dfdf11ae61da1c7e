// The schema of a change of jobs that are redriven, in requests and in responses.
import * as v from "valibot";
import { count, integer, strictObject } from "./schema-parts.ts";
import { withRef } from "./schema-ref.ts";

/** A change of failed jobs: a JSON merge patch of their payload, their priority, their number of attempts. */
export const jobChange = withRef(
  "JobChange",
  strictObject({
    data: v.exactOptional(v.unknown()),
    priority: v.exactOptional(v.pipe(integer(0), v.maxValue(9))),
    maxAttempts: v.exactOptional(count(1_000)),
  }),
);
