// The schemas of the options of a job that its holders apply: in requests that enqueue it, and in the responses that lease it.
import * as v from "valibot";
import { duration, fraction, strictObject } from "./schema-parts.ts";

/** The options of a job that its holders apply. */
export const ownOptions = {
  timeout: v.exactOptional(v.union([duration, v.literal(false)])),
  backoff: v.exactOptional(
    v.union([
      duration,
      strictObject({
        type: v.picklist(["fixed", "exponential"]),
        delay: duration,
        cap: v.exactOptional(duration),
        jitter: v.exactOptional(fraction),
      }),
    ]),
  ),
};
