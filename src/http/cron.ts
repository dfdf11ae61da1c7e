// The cleans, for schedulers that call an address: Vercel's crons, and any other.

import { bearerAuth } from "hono/bearer-auth";
import { Hono } from "hono/tiny";
import { LeaseholdError } from "../core/errors.ts";
import { problem } from "./problem.ts";
import type { AppEnv } from "./service.ts";

/** The options of the routes under /cron. */
export interface CronOptions {
  /** The scheduler's bearer token; several while one is being replaced. */
  secret: string | readonly string[];
  /** Runs often. What it resolves with is the answer. */
  light(): Promise<object>;
  /** Runs now and then. */
  deep(): Promise<object>;
}

/** The routes under /cron. A scheduler may call twice, or at the same time as another: that does no harm. */
export function cronRoutes(cron: CronOptions | undefined) {
  const secrets = cron ? [cron.secret].flat() : [];
  if (secrets.some((secret) => !/^[\w.~+/-]{16,}=*$/.test(secret)))
    throw new LeaseholdError(
      "not_configured",
      "the secret of the crons must be 16 or more letters, digits or any of . _ ~ + / -",
    );
  const app = new Hono<AppEnv>();
  if (!cron) return app.get("/*", (c) => problem(c, 404, "not_found", "The routes of crons are not enabled."));
  return app
    .use(bearerAuth({ token: secrets }))
    .get("/light", async (c) => c.json(await cron.light(), 200))
    .get("/deep", async (c) => c.json(await cron.deep(), 200));
}
