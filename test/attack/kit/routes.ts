// The operations of the document by what they are about.
import type { Operation } from "../../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";

/** The operations that name a queue in their path. */
export const ABOUT_QUEUES: readonly Operation[] = OPERATIONS.filter(({ path }) => path.includes(":queue"));

/** The operations that name a job or an item in their path. */
export const OF_ONE_JOB: readonly Operation[] = OPERATIONS.filter(({ path }) => path.includes(":id"));

/** The last segments of their paths. */
export const ROUTES_OF_ONE_JOB: readonly string[] = [
  ...new Set(OF_ONE_JOB.map(({ path }) => path.split("/:id/")[1] ?? "").filter((verb) => verb !== "")),
];
