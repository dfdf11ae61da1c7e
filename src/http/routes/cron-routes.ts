// The routes of crons: for schedulers that send requests, such as Vercel's, and the last reports.

import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { isForQueue } from "../../access/token.ts";
import { nameOfLabel } from "../../cron/clean-items.ts";
import { readReports, type StoredReport } from "../../cron/stored-report.ts";
import { formatClock } from "../../engine/call.ts";
import { createSecretCheck } from "../../webhooks/signatures/mac.ts";
import { describeSecret, notConfigured, type Secrets, validateSecrets } from "../../webhooks/signatures/secrets.ts";
import { allow } from "../guards/allow.ts";
import { bearerToken, unauthorized } from "../guards/bearer.ts";
import { notFound } from "../responses/problem.ts";
import type * as queueResponses from "../responses/queue-schemas.ts";
import type { AppEnv } from "../service/app-env.ts";
import { adapterFor } from "../service/redis-time.ts";

/** The options of the routes under /cron. */
export interface CronOptions {
  /** The scheduler's bearer token; several during a rotation. */
  secret: Secrets;
  /** The light clean, every minute or so. Resolves with the body of the response. */
  light(): Promise<object>;
  /** The deep clean, once a day or so. */
  deep(): Promise<object>;
}

/** Returns the routes under /cron. Repeated and concurrent requests do no harm. */
export function cronRoutes(cron: CronOptions | undefined) {
  const secrets = cron ? validateCronSecrets(cron.secret, "crons") : [];
  const isSecret = createSecretCheck(secrets);
  const authenticateScheduler: MiddlewareHandler = async (c, next) => {
    if (!cron) return notFound(c, "The routes under /cron are not enabled.");
    const secret = bearerToken(c);
    if (secret === undefined || !(await isSecret(secret))) return unauthorized(c);
    return next();
  };
  return new Hono<AppEnv>()
    .use(authenticateScheduler)
    .get("/light", async (c) => c.json((await cron?.light()) ?? {}, 200))
    .get("/deep", async (c) => c.json((await cron?.deep()) ?? {}, 200));
}

/** Returns the route of the last reports of crons. */
export function cronReportRoutes() {
  return new Hono<AppEnv>().get("/crons", allow("read"), async (c) => {
    const { prefix } = c.get("service");
    const registry = { adapter: adapterFor(c), prefix, clock: () => formatClock(undefined) };
    const reports = await readReports(registry);
    const access = c.get("access");
    const crons = access.queues ? reports.map((report) => restrictReport(report, access)) : reports;
    return c.json<v.InferOutput<typeof queueResponses.cronReports>, 200>({ crons }, 200);
  });
}

/** Returns the part of a report for a token of some queues: no name of another queue, and no sum over all queues. */
function restrictReport({ kind, at, ms, left, errors }: StoredReport, access: Parameters<typeof isForQueue>[0]) {
  const isReadable = (label: string) => isForQueue(access, nameOfLabel(label));
  return { kind, at, ms, left: left.filter(isReadable), errors: errors.filter(({ queue }) => isReadable(queue)) };
}

/** Validates secrets that schedulers send as bearer tokens. */
export function validateCronSecrets(secrets: Secrets, label: string): string[] {
  const list = validateSecrets(secrets, label);
  const invalid = list.findIndex((secret) => !/^[\w.~+/-]+=*$/.test(secret));
  if (invalid < 0) return list;
  throw notConfigured(label, `${describeSecret(invalid, list.length)} must be letters, digits or any of . _ ~ + / -`);
}
