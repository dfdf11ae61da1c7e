// Requests against their schemas. What is wrong is said by place and kind; what somebody sent is never repeated.
import type { MiddlewareHandler } from "hono";
import * as v from "valibot";
import { explainIssues } from "./explain-issues.ts";
import { problem } from "./problem.ts";
import type { AppEnv } from "./service.ts";

type Schema = v.GenericSchema;
type Checked<Target extends string, S extends Schema> = MiddlewareHandler<
  AppEnv,
  string,
  { in: { [K in Target]: v.InferInput<S> }; out: { [K in Target]: v.InferOutput<S> } }
>;

/** Takes a JSON body. Where every field may be left out, so may the body. */
export function body<S extends Schema>(schema: S): Checked<"json", S> {
  return async (c, next) => {
    const text = await c.req.text();
    let value: unknown = {};
    if (text !== "") {
      if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(c.req.header("Content-Type") ?? ""))
        return problem(c, 415, "unsupported_media_type", "Send the body as application/json.");
      const inexact = inexactNumberIn(text);
      if (inexact) return problem(c, 422, "invalid_payload", inexact);
      try {
        value = JSON.parse(text);
      } catch {
        return problem(c, 400, "malformed", "The body is not JSON.");
      }
    }
    const result = v.safeParse(schema, value);
    if (!result.success) return problem(c, 400, "invalid_argument", `The body: ${explainIssues(result.issues)}.`);
    c.req.addValidatedData("json", result.output as object);
    await next();
  };
}

/** Takes the query. */
export function query<S extends Schema>(schema: S): Checked<"query", S> {
  return async (c, next) => {
    const result = v.safeParse(schema, c.req.query());
    if (!result.success) return problem(c, 400, "invalid_argument", `The query: ${explainIssues(result.issues)}.`);
    c.req.addValidatedData("query", result.output as object);
    await next();
  };
}

/** Takes headers. */
export function header<S extends Schema>(schema: S): Checked<"header", S> {
  return async (c, next) => {
    const result = v.safeParse(schema, c.req.header());
    if (!result.success) return problem(c, 400, "invalid_argument", `The headers: ${explainIssues(result.issues)}.`);
    c.req.addValidatedData("header", result.output as object);
    await next();
  };
}

// Strings are passed over, so that digits in them are not looked at.
const NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A whole number that would come out as another one, in a language that reads JSON as this one does. */
function inexactNumberIn(text: string): string | undefined {
  if (!/\d{16}/.test(text)) return undefined;
  for (const [token] of text.matchAll(NUMBERS)) {
    if (/^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)))
      return "The body holds a whole number beyond 2^53, which would not arrive as it is; send it as text.";
  }
  return undefined;
}
