// The description of one operation of the API.
import type { GenericSchema } from "valibot";
import type { Scope } from "../../src/access/token.ts";

/** An operation: a method and a path. */
export interface Operation {
  id: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  path: string;
  summary: string;
  description?: string;
  tag: "Jobs" | "Leases" | "Queues" | "Groups" | "Batches" | "Schedules" | "Bulk" | "Items" | "Tokens" | "Service";
  /** The token needs one of these; the operation needs no token if unset. */
  scopes?: readonly Scope[];
  /** True if the token needs all of the scopes. */
  needsAllScopes?: boolean;
  body?: Body;
  query?: GenericSchema;
  header?: GenericSchema;
  /** True if the request may have an Idempotency-Key. */
  repeatable?: boolean;
  /** A schema, or a media type for content without one. */
  responses: Record<number, [description: string, content?: GenericSchema | string]>;
  /** The statuses of problems, beside 503 for all operations and 401, 403 and 429 for those with scopes. */
  problems?: readonly number[];
}

/** An operation without its tag, in a list of operations of one tag. */
export type UntaggedOperation = Omit<Operation, "tag">;

/** Returns operations that the document groups under a tag. */
export function withTag(tag: Operation["tag"], operations: readonly UntaggedOperation[]): Operation[] {
  return operations.map((operation) => ({ ...operation, tag }));
}

/** The name of a body's schema, the schema, and an example. */
type Body = [name: string, schema: GenericSchema, example: unknown];

/** The statuses of problems with a body. */
export const BAD_BODY = [400, 413, 415, 422];
