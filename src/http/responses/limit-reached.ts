// The answer to a request beyond the limits of its token.
import type { Context } from "hono";
import type { Refusal } from "../../access/token-quota.ts";
import { problem } from "./problem.ts";

/** Answers that a limit of the token is reached, and when to try again. */
export function limitReached(c: Context, { why, retryAfter }: Refusal) {
  return problem(c, {
    status: 429,
    code: "limit_reached",
    detail: why,
    headers: { "Retry-After": String(retryAfter) },
  });
}
