// The route of the OpenAPI document. A program passes the document to its app, so that one without the route does not
// bundle it; the Worker serves it as a static asset instead.
import type { Context } from "hono";
import { validateObject } from "../../base/arguments.ts";
import { problem } from "../responses/problem.ts";

/** The document that `leasehold/openapi.json` exports, or its text. */
export type OpenApiDocument = string | { readonly openapi: string };

/** Returns the handler of GET /openapi.json, which answers 404 where there is no document. */
export function openapiRoute(document: OpenApiDocument | undefined) {
  if (document !== undefined && typeof document !== "string") validateObject(document, "openapi");
  return (c: Context) => {
    if (document === undefined)
      return problem(c, { status: 404, code: "not_found", detail: "GET /openapi.json is not enabled." });
    const text = typeof document === "string" ? document : JSON.stringify(document);
    return c.body(text, 200, { "Content-Type": "application/json" });
  };
}
