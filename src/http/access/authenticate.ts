// Bearer tokens: who sends a request.
import type { Context, MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { problem } from "../problem.ts";
import type { AppEnv } from "../service.ts";

/** Lets a request pass with a valid token, within the limits of that token. */
export const authenticate: MiddlewareHandler<AppEnv> = (c, next) => {
  const check = bearerAuth({
    verifyToken: async (token) => {
      const access = await c.get("service").gate.find(token, Date.now());
      if (access) c.set("access", access);
      return access !== undefined;
    },
  });
  return check(c as Context, () => withinLimits(c, next)) as Promise<Response | undefined>;
};

/** Counts a request against the limits of its token. */
async function withinLimits(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  const { gate } = c.get("service");
  const access = c.get("access");
  const now = Date.now();
  const refusal = gate.budgetOf(access).takeRequest(now);
  const reported = gate.report(access, now);
  if (refusal) c.res = tooMuch(c, refusal);
  else await next();
  await reported;
}

/** Answers that a token has used what it may. */
export function tooMuch(c: Context<AppEnv>, { why, retryAfter }: { why: string; retryAfter: number }) {
  return problem(c, 429, "limit_reached", why, { headers: { "Retry-After": String(retryAfter) } });
}
