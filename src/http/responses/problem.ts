// The answers to requests that cannot be carried out: problem details (RFC 9457), with a code for programs.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type ErrorCode, LeaseholdError } from "../../base/errors.ts";
import type { StaleReason } from "../../queue/jobs/stored/letters.ts";

/** The codes of HTTP alone, beside those of the library. */
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

/** A failure, as it is answered. */
export interface Problem {
  /** Names the code; there is nothing to read at it. */
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail: string;
  requestId?: string;
  /** Why a fence is stale. */
  reason?: StaleReason;
}

export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

const STATUS: Partial<Record<ErrorCode, ProblemStatus>> = {
  invalid_argument: 400,
  invalid_payload: 422,
  too_large: 413,
  record_too_large: 413,
  idempotency_key_reused: 422,
  queue_full: 429,
};

// Redis is away, busy or full for a while rather than for ever, and the sender may be one who tries again by himself.
const RETRY_AFTER_SECONDS = 5;

/** A failure to be answered. */
interface Failure {
  status: ProblemStatus;
  code: ProblemCode;
  /** A sentence for people. */
  detail: string;
  headers?: Record<string, string>;
  reason?: StaleReason;
}

/** Answers a failure. */
export function problem(c: Context, { status, code, detail, headers = {}, reason }: Failure) {
  const requestId = c.get("requestId") as string | undefined;
  const body: Problem = {
    type: `urn:leasehold:${code}`,
    title: titleOf(code),
    status,
    code,
    detail,
    ...(requestId === undefined ? {} : { requestId }),
    ...(reason === undefined ? {} : { reason }),
  };
  const retry: Record<string, string> =
    status === 503 || status === 429 ? { "Retry-After": String(RETRY_AFTER_SECONDS) } : {};
  return c.json<Problem, ProblemStatus>(body, status, {
    ...retry,
    ...headers,
    "Content-Type": "application/problem+json",
  });
}

/** Returns a code as people read it: RFC 9457 wants a title for each type. */
function titleOf(code: ProblemCode): string {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll("_", " ");
}

/** Answers an error that was thrown. Only messages of our own are shown; no others are known to hold no secret. */
export function problemOf(error: unknown, c: Context) {
  if (error instanceof LeaseholdError)
    return problem(c, { status: STATUS[error.code] ?? 503, code: error.code, detail: error.message });
  if (error instanceof HTTPException) return refusal(error, c);
  const requestId = c.get("requestId") as string | undefined;
  const route = c.req.path.split("/")[1] ?? "";
  console.error(JSON.stringify({ event: "internal_error", requestId, route, error: nameOf(error) }));
  return problem(c, { status: 500, code: "internal", detail: "Internal error. The request id is in the log." });
}

const REFUSALS: Partial<Record<number, ProblemCode>> = {
  403: "forbidden",
  404: "not_found",
  409: "unsupported",
  429: "limit_reached",
};

/** Returns the answer to a request that was refused by an exception. */
function refusal({ status, message }: HTTPException, c: Context) {
  const code = REFUSALS[status];
  if (code === undefined) return problem(c, { status: 400, code: "malformed", detail: "The request is malformed." });
  return problem(c, { status: status as ProblemStatus, code, detail: message });
}

/** The kind of an error; its text may hold anything. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
