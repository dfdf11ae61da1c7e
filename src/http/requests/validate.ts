// Requests against their schemas. What is wrong is said by place and kind; what somebody sent is never repeated.
import type { Context, MiddlewareHandler, Next } from "hono";
import * as v from "valibot";
import { isNestedTooDeeply, MOST_LEVELS } from "../json/nesting.ts";
import { limitReached } from "../responses/limit-reached.ts";
import { problem } from "../responses/problem.ts";
import type { AppEnv } from "../service/service.ts";
import { explainIssues } from "./explain-issues.ts";
import { rawBody } from "./raw-body.ts";

const TOO_DEEP = `The body has more than ${MOST_LEVELS} levels.`;

type Schema = v.GenericSchema;
/** A part of a request, optional for typed clients where all of its fields are. */
type Sent<Target extends string, T> = Record<never, never> extends T ? { [K in Target]?: T } : { [K in Target]: T };
type Checked<Target extends string, S extends Schema> = MiddlewareHandler<
  AppEnv,
  string,
  { in: Sent<Target, v.InferInput<S>>; out: { [K in Target]: v.InferOutput<S> } }
>;

/** Takes a JSON body. Where every field may be left out, so may the body. */
export function body<S extends Schema>(schema: S): Checked<"json", S> {
  return async (c, next) => {
    const { gate, maxBodyBytes } = c.get("service");
    const budget = gate.budgetOf(c.get("access"));
    const left = budget.bytesLeft(Date.now());
    // A body that its token may not send is not read.
    const bytes = await rawBody(c.req.raw, Math.min(maxBodyBytes, left));
    if (bytes === "too_large" && left < maxBodyBytes) return limitReached(c, budget.withoutBytes(Date.now()));
    if (bytes === "too_large")
      return problem(c, { status: 413, code: "too_large", detail: "The request is larger than this server takes." });
    // Also where a host has read it before, so that it does not pass for one that was left out.
    if (bytes === "broken")
      return problem(c, { status: 400, code: "malformed", detail: "The body broke off, or was read before." });
    const refusal = budget.takeBytes(Date.now(), bytes.byteLength);
    if (refusal) return limitReached(c, refusal);
    let value: unknown = {};
    if (bytes.byteLength > 0) {
      if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(c.req.header("Content-Type") ?? ""))
        return problem(c, {
          status: 415,
          code: "unsupported_media_type",
          detail: "Send the body as application/json.",
        });
      let json: string;
      try {
        // Bytes that are no UTF-8 would be stored as other ones.
        json = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        value = JSON.parse(json);
      } catch {
        return problem(c, { status: 400, code: "malformed", detail: "The body is not JSON." });
      }
      if (isNestedTooDeeply(json)) return problem(c, { status: 422, code: "invalid_payload", detail: TOO_DEEP });
      const isExact = !INEXACT.some((part) => part.test(json));
      c.set("isExact", isExact);
      const inexact = isExact ? undefined : inexactNumberIn(json);
      if (inexact) return problem(c, { status: 422, code: "invalid_payload", detail: inexact });
    }
    return check(c, next, { schema, value, target: "json", what: "body" });
  };
}

/** Takes the query. A parameter in `lists` may be repeated. */
export function query<S extends Schema>(schema: S, lists: readonly string[] = []): Checked<"query", S> {
  return (c, next) => {
    const value: Record<string, unknown> = c.req.query();
    for (const name of lists) if (name in value) value[name] = c.req.queries(name);
    return check(c, next, { schema, value, target: "query", what: "query" });
  };
}

/** Takes headers. */
export function header<S extends Schema>(schema: S): Checked<"header", S> {
  return (c, next) => check(c, next, { schema, value: c.req.header(), target: "header", what: "headers" });
}

interface Part {
  schema: Schema;
  value: unknown;
  target: "json" | "query" | "header";
  what: string;
}

async function check(c: Context, next: Next, { schema, value, target, what }: Part) {
  const result = v.safeParse(schema, value);
  if (!result.success)
    return problem(c, {
      status: 400,
      code: "invalid_argument",
      detail: `The ${what}: ${explainIssues(result.issues)}.`,
    });
  c.req.addValidatedData(target, result.output as object);
  await next();
}

// Parts of JSON text of which a value may be among those that JSON.stringify changes or a codec refuses: numbers beyond
// 2^53 or the largest one, -0, half of a surrogate pair. One expression for all of them takes twice the time.
const INEXACT = [/\d{16}/, /\d[eE][+-]?\d{3}/, /[\s:,[]-(?:0|[\d.]+[eE]-)/, /\\u[dD]/];

// The ends of a string, the escapes in it, and long numbers. None of it takes back a character
// that it has read: over the many that a body may hold, that would take for ever or overflow the stack.
const TOKENS = /\\.|"|-?\d[\d.eE+-]{3,}/g;

/** Explains a number of a JSON text that JavaScript would read as another whole number, or as 0. */
export function inexactNumberIn(json: string): string | undefined {
  if (!/\d{16}|\d[eE]-\d{3}/.test(json)) return undefined;
  let isInString = false;
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '"') isInString = !isInString;
    else if (!isInString && isInexact(token))
      return "The body holds a number that would not arrive as it is, such as a whole one beyond 2^53; send it as text.";
  }
  return undefined;
}

/** Reports whether a number has digits that are lost. A fraction is rounded, as everywhere; a power of ten is no rounding. */
function isInexact(token: string): boolean {
  const [mantissa = "", exponent = "0"] = token.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return false;
  const value = Number(token);
  if (value === 0) return true;
  // The power of ten of the last digit that is not 0.
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  if (power < 0) return false;
  if (Number.isSafeInteger(value)) return false;
  return power === 0 || significant.length > 15 || !/[eE]/.test(token);
}
