// The description of one route.
import type { GenericSchema } from "valibot";
import type { Scope } from "../../src/access/token.ts";

/** One route. */
export interface Operation {
  id: string;
  method: "get" | "post" | "delete";
  path: string;
  summary: string;
  description?: string;
  tag: "Jobs" | "Leases" | "Queues" | "Items" | "Tokens" | "Service";
  /** A token with any of these; no token where there are none. */
  scopes?: readonly Scope[];
  body?: Body;
  query?: GenericSchema;
  header?: GenericSchema;
  /** True where the request may have an Idempotency-Key. */
  repeatable?: boolean;
  /** A schema, or the media type of what has none. */
  responses: Record<number, [description: string, content?: GenericSchema | string]>;
  /** Beside 401 and 403, where there are scopes, and 503. */
  problems?: readonly number[];
}

/** The name of a body, what it may be, and one. */
export type Body = [name: string, schema: GenericSchema, example: unknown];

/** The refusals of a body. */
export const BAD_BODY = [400, 413, 415, 422];
