// Holds replies to the OpenAPI document as it is served: each has a status that its operation declares, and a body of the
// schema that the document was made from.
import * as v from "valibot";
import { expect } from "vitest";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";
import openapi from "../../../src/assets/openapi.json" with { type: "json" };
import { problem } from "../../../src/http/responses/response-schemas.ts";

interface Operation {
  operationId: string;
  summary: string;
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema?: Schema }> }>;
}

/** A schema, a choice between some, or a reference to one. */
export interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
}

/** The document. */
export const DOCUMENT: {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
} = openapi;

const PATHS = Object.entries(DOCUMENT.paths).map(([path, methods]) => {
  return { pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`), methods };
});

/** Checks a reply to a request; one for which there is no operation may be a problem alone. */
export async function expectDocumented(method: string, target: string, response: Response): Promise<void> {
  const path = target.replace(/[?#].*/s, "");
  const operation = PATHS.find(({ pattern }) => pattern.test(path))?.methods[method.toLowerCase()];
  const said = { method, path, status: response.status };
  if (response.status >= 400) {
    expect({ ...said, type: response.headers.get("Content-Type") }).toEqual({ ...said, type: PROBLEM });
    v.parse(problem, await response.clone().json());
  }
  if (!operation) return;
  expect({ ...said, declared: Object.keys(operation.responses) }).toEqual({
    ...said,
    declared: expect.arrayContaining([String(response.status)]),
  });
  const [, schema] = OPERATIONS.find(({ id }) => id === operation.operationId)?.responses[response.status] ?? [];
  if (typeof schema === "object") v.parse(schema, await response.clone().json());
}

const PROBLEM = "application/problem+json";
