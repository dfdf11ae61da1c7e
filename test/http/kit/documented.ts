// Validates responses against the served OpenAPI document: each has a status that its operation declares, and a body of
// the schema from which the document was generated.
import * as v from "valibot";
import { expect } from "vitest";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";
import openapi from "../../../src/assets/openapi.json" with { type: "json" };
import { problem } from "../../../src/http/responses/response-schemas.ts";

interface DocumentedOperation {
  operationId: string;
  summary: string;
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema?: Schema }> }>;
}

/** A schema, a choice between several, or a reference to one. */
export interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
}

/** The OpenAPI document. */
export const DOCUMENT: {
  openapi: string;
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
} = openapi;

/** The routes of the document, such as "GET /v1/queues/{queue}". */
export const DOCUMENTED_ROUTES: readonly string[] = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

const PATHS = Object.entries(DOCUMENT.paths).map(([path, methods]) => {
  return { pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`), methods };
});

/** Validates the response of a route such as "GET /v1/queues". Of an undocumented route, validates only problems. */
export async function expectDocumented(route: string, response: Response): Promise<void> {
  const [, method = "", path = ""] = /^(\S+) ([^?#]*)/s.exec(route) ?? [];
  const operation = PATHS.find(({ pattern }) => pattern.test(path))?.methods[method.toLowerCase()];
  const request = { method, path, status: response.status };
  if (response.status >= 400) {
    const type = "application/problem+json";
    expect({ ...request, type: response.headers.get("Content-Type") }).toEqual({ ...request, type });
    v.parse(problem, await response.clone().json());
  }
  if (!operation) return;
  expect({ ...request, declared: Object.keys(operation.responses) }).toEqual({
    ...request,
    declared: expect.arrayContaining([String(response.status)]),
  });
  const [, schema] = OPERATIONS.find(({ id }) => id === operation.operationId)?.responses[response.status] ?? [];
  if (typeof schema === "object") v.parse(schema, await response.clone().json());
}

/** Returns the text of a response, or the first chunk of a stream of events, which does not end. */
export async function responseText(response: Response): Promise<string> {
  if (response.headers.get("Content-Type") !== "text/event-stream") return response.clone().text();
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

/** Validates the response of a route, and returns its headers and its text. */
export async function documentedText(route: string, response: Response): Promise<string> {
  await expectDocumented(route, response);
  return `${[...response.headers].flat().join("\n")}\n${await responseText(response)}`;
}
