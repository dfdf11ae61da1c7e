// Authentication of requests by their tokens, and the rate limits of tokens.
import type { Context, MiddlewareHandler } from "hono";
import { limitReached } from "../responses/limit-reached.ts";
import type { AppEnv } from "../service/app-env.ts";
import { bearerToken, unauthorized } from "./bearer.ts";

/** Lets a request pass if it has a valid token and is within the limits of that token. */
export const authenticate: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { tokens, usage } = c.get("service");
  const token = bearerToken(c);
  const now = Date.now();
  const access = token === undefined ? undefined : await tokens.find(token, now);
  if (!access) return unauthorized(c);
  c.set("access", access);
  const quota = usage.quotaOf(access);
  quota.countRequest(now);
  // A new process first reads what other processes have used.
  if (quota.isUnknown) await usage.report(access, now);
  const refusal = quota.requestRefusal(now);
  if (refusal) c.res = limitReached(c, refusal);
  else await runInSlot(c, next);
  await usage.report(access, Date.now());
  return undefined;
};

/** Runs a request as soon as its token has a free slot for a request in flight. */
async function runInSlot(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  const access = c.get("access");
  const releaseSlot = await c.get("service").usage.quotaOf(access).takeInFlightSlot();
  if (!releaseSlot) {
    const detail = `The token's limit is ${access.limits.inFlight} requests in flight.`;
    c.res = limitReached(c, { detail, retryAfterSeconds: 1 });
    return;
  }
  c.set("releaseSlot", releaseSlot);
  try {
    await next();
  } finally {
    releaseSlot();
  }
}
