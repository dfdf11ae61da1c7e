// The schemas of requests about jobs that wait for others.
import * as v from "valibot";
import { matching, pageLimit, strictObject } from "../json/schema-parts.ts";
import { newJobFields } from "./request-schemas.ts";

/** The query of a list of children. */
export const childrenQuery = strictObject({
  cursor: v.exactOptional(matching(/^[+-].{1,300}$/s, "the cursor of the previous page")),
  limit: v.exactOptional(pageLimit),
});

const callback = strictObject(newJobFields);

/** The jobs that run when a batch has ended. */
export const startBatchRequest = strictObject({
  ended: v.exactOptional(callback),
  succeeded: v.exactOptional(callback),
});
