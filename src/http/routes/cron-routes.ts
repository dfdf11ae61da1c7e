// The routes of crons, for schedulers that send requests: Vercel's, and any other.

import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { secretCheck } from "../../webhooks/signatures/mac.ts";
import { checkSecrets, notConfigured, type Secrets, secretNamed } from "../../webhooks/signatures/secrets.ts";
import { bearerOf, unauthorized } from "../guards/bearer.ts";
import { problem } from "../responses/problem.ts";
import type { AppEnv } from "../service/service.ts";

/** The options of the routes under /cron. */
export interface CronOptions {
  /** The scheduler's bearer token; several while one is being replaced. */
  secret: Secrets;
  /** The light clean, every minute or so. Resolves with the answer. */
  light(): Promise<object>;
  /** The deep clean, once a day or so. */
  deep(): Promise<object>;
}

/** Returns the routes under /cron. A scheduler may call twice, or at the same time as another. */
export function cronRoutes(cron: CronOptions | undefined) {
  const secrets = cron ? checkCronSecrets("crons", cron.secret) : [];
  const isKnown = secretCheck(secrets);
  const check: MiddlewareHandler = async (c, next) => {
    if (!cron) return problem(c, { status: 404, code: "not_found", detail: "The routes of crons are not enabled." });
    const secret = bearerOf(c);
    if (secret === undefined || !(await isKnown(secret))) return unauthorized(c);
    return next();
  };
  return new Hono<AppEnv>()
    .use(check)
    .get("/light", async (c) => c.json((await cron?.light()) ?? {}, 200))
    .get("/deep", async (c) => c.json((await cron?.deep()) ?? {}, 200));
}

/** Validates secrets that schedulers send as bearer tokens; `what` names them in errors. */
export function checkCronSecrets(what: string, secrets: Secrets): string[] {
  const list = checkSecrets(what, secrets);
  const odd = list.findIndex((secret) => !/^[\w.~+/-]+=*$/.test(secret));
  if (odd < 0) return list;
  throw notConfigured(what, `${secretNamed(odd, list.length)} must be letters, digits or any of . _ ~ + / -`);
}
