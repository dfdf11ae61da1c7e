// Middleware that validates parts of requests by their schemas. A problem names the place and the fault, and never repeats a
// value of the request.
//
// The passes over each payload of an enqueue:
// 1. the bytes are decoded to text, which refuses anything but UTF-8;
// 2. JSON.parse;
// 3. isNestedTooDeeply steps over the text and skips strings;
// 4. isExactJson searches the text for numbers, zeros and surrogates that step 5 would change: four native searches;
// 5. JSON.stringify of the payload alone, without the checks of the library's codec, which step 4 makes unnecessary.
// The client then escapes the text into the request to Redis. The schemas check the fields beside `data`, but not `data`. If
// step 4 finds something, the text is searched once more for an inexact number, and the codec checks the payload as it encodes it.
// Step 5 cannot be a slice of the text: of repeated keys only the last is stored, and white space is not.
import type { Context, MiddlewareHandler, Next } from "hono";
import * as v from "valibot";
import { hasInexactNumber, isExactJson } from "../json/exactness.ts";
import { isNestedTooDeeply, MAX_LEVELS } from "../json/nesting.ts";
import { badBody } from "../responses/bad-body.ts";
import { limitReached } from "../responses/limit-reached.ts";
import { problem } from "../responses/problem.ts";
import type { AppEnv } from "../service/app-env.ts";
import { explainIssues } from "./explain-issues.ts";
import { rawBody } from "./raw-body.ts";

const TOO_DEEP = `The body has more than ${MAX_LEVELS} levels of arrays and objects.`;
const INEXACT_NUMBER =
  "The body contains a number that JavaScript cannot represent, such as an integer beyond 2^53. Send it as a string.";

type Schema = v.GenericSchema;
/** The input of typed clients for a part of a request. It is optional if all of its fields are. */
type ClientInput<Target extends string, T> =
  Record<never, never> extends T ? { [K in Target]?: T } : { [K in Target]: T };
type Validated<Target extends string, S extends Schema> = MiddlewareHandler<
  AppEnv,
  string,
  { in: ClientInput<Target, v.InferInput<S>>; out: { [K in Target]: v.InferOutput<S> } }
>;

/** Validates the JSON body. A missing body stands for an empty object. */
export function validateBody<S extends Schema>(schema: S): Validated<"json", S> {
  return async (c, next) => {
    const { usage, maxBodyBytes } = c.get("service");
    const quota = usage.quotaOf(c.get("access"));
    const bytesLeft = quota.bytesLeft(Date.now());
    // A body beyond the token's quota is not read.
    const bytes = await rawBody(c.req.raw, Math.min(maxBodyBytes, bytesLeft));
    if (bytes === "too_large" && bytesLeft < maxBodyBytes) return limitReached(c, quota.bytesRefusal(Date.now()));
    if (typeof bytes === "string") return badBody(c, bytes, maxBodyBytes);
    const refusal = quota.countBytes(bytes.byteLength, Date.now());
    if (refusal) return limitReached(c, refusal);
    let value: unknown = {};
    if (bytes.byteLength > 0) {
      if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(c.req.header("Content-Type") ?? ""))
        return problem(c, {
          status: 415,
          code: "unsupported_media_type",
          detail: "The Content-Type must be application/json.",
        });
      let json: string;
      try {
        // Without `fatal`, bytes that are not UTF-8 would be stored as other ones.
        json = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        value = JSON.parse(json);
      } catch {
        return problem(c, { status: 400, code: "malformed", detail: "The body is not JSON." });
      }
      if (isNestedTooDeeply(json)) return problem(c, { status: 422, code: "invalid_payload", detail: TOO_DEEP });
      const isExact = isExactJson(json);
      c.set("isExact", isExact);
      if (!isExact && hasInexactNumber(json))
        return problem(c, { status: 422, code: "invalid_payload", detail: INEXACT_NUMBER });
    }
    return validatePart(c, next, { schema, value, target: "json", subject: "The body" });
  };
}

/** Validates the query. Parameters in `lists` may be repeated. */
export function validateQuery<S extends Schema>(schema: S, lists: readonly string[] = []): Validated<"query", S> {
  return (c, next) => {
    const value: Record<string, unknown> = c.req.query();
    for (const name of lists) if (name in value) value[name] = c.req.queries(name);
    return validatePart(c, next, { schema, value, target: "query", subject: "The query" });
  };
}

/** Validates headers. */
export function validateHeaders<S extends Schema>(schema: S): Validated<"header", S> {
  return (c, next) =>
    validatePart(c, next, { schema, value: c.req.header(), target: "header", subject: "The headers" });
}

interface Part {
  schema: Schema;
  value: unknown;
  target: "json" | "query" | "header";
  subject: string;
}

/** Passes one part of a request on to the route, or responds with 400 and the first fault of the part. */
async function validatePart(c: Context, next: Next, { schema, value, target, subject }: Part) {
  const result = v.safeParse(schema, value);
  if (!result.success)
    return problem(c, {
      status: 400,
      code: "invalid_argument",
      detail: `${explainIssues(result.issues, subject)}.`,
    });
  c.req.addValidatedData(target, result.output as object);
  await next();
}
