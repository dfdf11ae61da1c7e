// The operations of the OpenAPI document by their subject, and valid requests to them.
import type { Operation } from "../../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";

/** The operations whose path names a queue. */
export const QUEUE_OPERATIONS: readonly Operation[] = OPERATIONS.filter(({ path }) => path.includes(":queue"));

/** The operations whose path names a job or an item. */
export const JOB_OPERATIONS: readonly Operation[] = OPERATIONS.filter(({ path }) => path.includes(":id"));

/** The last segments of the paths of operations on a job or an item, such as "complete". */
export const JOB_VERBS: readonly string[] = [
  ...new Set(JOB_OPERATIONS.map(({ path }) => path.split("/:id/")[1] ?? "").filter((verb) => verb !== "")),
];

/** Reports whether an operation is about a queue in the format of redis-work-queue. */
export function isItemOperation({ path }: Operation): boolean {
  return path.startsWith("/v1/redis-work-queues/");
}

/** Returns the path of an operation with its parameters filled in. */
export function operationPath({ path }: Operation, parameters: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? "");
}

/** Values that make the example of a body valid for a queue. */
export interface ValidValues {
  queue: string;
  receipt: string;
  lease?: string;
}

/** Returns the documented example of a body with valid values, and without `wait`, which would delay the response. */
export function exampleBody({ body }: Operation, values: ValidValues): unknown {
  const fields = Object.entries(body?.[2] ?? {}).filter(([key]) => key !== "wait");
  return JSON.parse(JSON.stringify(Object.fromEntries(fields)), (key, value) => {
    if (key === "queues") return [values.queue];
    if (key === "lease" && typeof value === "string") return values.lease ?? value;
    return key === "receipt" || key === "queue" ? values[key] : value;
  });
}
