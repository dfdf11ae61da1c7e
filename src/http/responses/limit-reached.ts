// The response to a request that exceeds the limits of its token.
import type { Context } from "hono";
import type { QuotaRefusal } from "../../access/token-quota.ts";
import { problem } from "./problem.ts";

/** Responds with 429, the limit, and the time after which the client may try again. */
export function limitReached(c: Context, { detail, retryAfterSeconds }: QuotaRefusal) {
  return problem(c, {
    status: 429,
    code: "limit_reached",
    detail,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}
