// The routes of crons, for schedulers that send requests: Vercel's, and any other.

import type { MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { Hono } from "hono/tiny";
import { LeaseholdError } from "../core/errors.ts";
import { isWeak } from "../webhooks/secrets.ts";
import { problem } from "./problem.ts";
import type { AppEnv } from "./service.ts";

/** The options of the routes under /cron. */
export interface CronOptions {
  /** The scheduler's bearer token; several while one is being replaced. */
  secret: string | readonly string[];
  /** The light clean, every minute or so. Resolves with the answer. */
  light(): Promise<object>;
  /** The deep clean, once a day or so. */
  deep(): Promise<object>;
}

/** Returns the routes under /cron. A scheduler may call twice, or at the same time as another. */
export function cronRoutes(cron: CronOptions | undefined) {
  const secrets = cron ? [cron.secret].flat() : [];
  if (secrets.some((secret) => !/^[\w.~+/-]+=*$/.test(secret) || isWeak(secret)))
    throw new LeaseholdError(
      "not_configured",
      "the secret of the crons must be 16 or more letters, digits or any of . _ ~ + / -, 6 different ones",
    );
  const closed: MiddlewareHandler = async (c) => problem(c, 404, "not_found", "The routes of crons are not enabled.");
  return new Hono<AppEnv>()
    .use(cron ? bearerAuth({ token: secrets }) : closed)
    .get("/light", async (c) => c.json((await cron?.light()) ?? {}, 200))
    .get("/deep", async (c) => c.json((await cron?.deep()) ?? {}, 200));
}
