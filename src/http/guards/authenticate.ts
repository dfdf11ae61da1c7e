// Authentication of requests by their tokens, and the limits of these.
import type { Context, MiddlewareHandler } from "hono";
import { limitReached } from "../responses/limit-reached.ts";
import type { AppEnv } from "../service/service.ts";
import { bearerOf, unauthorized } from "./bearer.ts";

/** Lets a request pass with a valid token, within the limits of that token. */
export const authenticate: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { gate } = c.get("service");
  const token = bearerOf(c);
  const now = Date.now();
  const access = token === undefined ? undefined : await gate.find(token, now);
  if (!access) return unauthorized(c);
  c.set("access", access);
  const budget = gate.budgetOf(access);
  budget.addRequest(now);
  // A process that has just begun asks what others have used.
  if (budget.isUnknown) await gate.report(access, now);
  const refusal = budget.excess(now);
  if (refusal) c.res = limitReached(c, refusal);
  else await inTurn(c, next);
  await gate.report(access, Date.now());
  return undefined;
};

/** Carries out a request when its token has few enough in flight. */
async function inTurn(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  const access = c.get("access");
  const leave = await c.get("service").gate.budgetOf(access).enter();
  if (!leave) {
    const why = `The token's limit is ${access.limits.inFlight} requests in flight.`;
    c.res = limitReached(c, { why, retryAfter: 1 });
    return;
  }
  c.set("leave", leave);
  try {
    await next();
  } finally {
    leave();
  }
}
