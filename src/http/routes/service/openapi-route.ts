// GET /openapi.json. A program passes the document to its app, so that other programs do not bundle it. The Worker serves the
// document as a static asset instead.
import type { Context } from "hono";
import { validateObject } from "../../../base/arguments.ts";
import { notFound } from "../../responses/problem.ts";

/** The document that `leasehold/openapi.json` exports, or its text. */
export type OpenApiDocument = string | { readonly openapi: string };

/** Returns the handler of GET /openapi.json. It responds with 404 without a document. */
export function openapiRoute(document: OpenApiDocument | undefined) {
  if (document !== undefined && typeof document !== "string") validateObject(document, "openapi");
  return (c: Context) => {
    if (document === undefined) return notFound(c, "GET /openapi.json is not enabled.");
    const text = typeof document === "string" ? document : JSON.stringify(document);
    return c.body(text, 200, { "Content-Type": "application/json" });
  };
}
