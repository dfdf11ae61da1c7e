// Responses to failed requests: problem details (RFC 9457), with a code for programs.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type ErrorCode, LeaseholdError } from "../../base/errors.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import type { StaleReason } from "../../queue/jobs/stored/letters.ts";

/** The codes of the library, and those that only HTTP has. */
type ProblemCode =
  | ErrorCode
  | "unauthorized"
  | "forbidden"
  | "limit_reached"
  | "not_found"
  | "stale"
  | "conflict"
  | "unsupported"
  | "unsupported_media_type"
  | "bad_signature"
  | "malformed"
  | "internal";

/** The body of a problem. */
export interface Problem {
  /** A URN of the code; it leads to no document. */
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail: string;
  requestId?: string;
  /** The reason why a receipt is stale. */
  reason?: StaleReason;
}

/** The statuses of problems. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

const STATUS: Partial<Record<ErrorCode, ProblemStatus>> = {
  invalid_argument: 400,
  invalid_payload: 422,
  too_large: 413,
  record_too_large: 413,
  idempotency_key_reused: 422,
  queue_full: 429,
};

// Redis is usually unavailable, busy or full only for a while, and many clients retry on their own.
const RETRY_AFTER_SECONDS = 5;

/** The variable parts of a problem. */
interface ProblemParts {
  status: ProblemStatus;
  code: ProblemCode;
  /** A sentence for people: the fault, and the remedy. */
  detail: string;
  headers?: Record<string, string>;
  reason?: StaleReason;
}

/** Responds with a problem. */
export function problem(c: Context, { status, code, detail, headers = {}, reason }: ProblemParts) {
  const body: Problem = {
    type: `urn:leasehold:${code}`,
    title: titleOf(code),
    status,
    code,
    detail,
    ...withoutUndefined({ requestId: c.get("requestId") as string | undefined, reason }),
  };
  const retry: Record<string, string> =
    status === 503 || status === 429 ? { "Retry-After": String(RETRY_AFTER_SECONDS) } : {};
  return c.json<Problem, ProblemStatus>(body, status, {
    ...retry,
    ...headers,
    "Content-Type": "application/problem+json",
  });
}

/** Responds with 404. */
export function notFound(c: Context, detail: string) {
  return problem(c, { status: 404, code: "not_found", detail });
}

/** Returns the title that RFC 9457 requires for each type: the code in words. */
function titleOf(code: ProblemCode): string {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll("_", " ");
}

/** Handles an error of a route, for Hono. Only the library's own messages are shown, since any other may contain a secret. */
export function handleError(error: unknown, c: Context) {
  if (error instanceof LeaseholdError)
    return problem(c, { status: STATUS[error.code] ?? 503, code: error.code, detail: error.message });
  if (error instanceof HTTPException) return exceptionResponse(c, error);
  const requestId = c.get("requestId") as string | undefined;
  const route = c.req.path.split("/")[1] ?? "";
  console.error(JSON.stringify({ event: "internal_error", requestId, route, error: kindOfError(error) }));
  return problem(c, { status: 500, code: "internal", detail: "Internal error. The request id is in the log." });
}

const EXCEPTION_CODES: Partial<Record<number, ProblemCode>> = {
  403: "forbidden",
  404: "not_found",
  409: "unsupported",
  429: "limit_reached",
};

/** Responds to an HTTPException. */
function exceptionResponse(c: Context, { status, message }: HTTPException) {
  const code = EXCEPTION_CODES[status];
  if (code === undefined) return problem(c, { status: 400, code: "malformed", detail: "The request is malformed." });
  return problem(c, { status: status as ProblemStatus, code, detail: message });
}

/** Returns the kind of an error, for the log. Its message may contain any data. */
export function kindOfError(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
