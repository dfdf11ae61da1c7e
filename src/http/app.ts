// The Hono app with the HTTP API. The gateway has its own app.

import type { Context } from "hono";
import { requestId } from "hono/request-id";
import { Hono } from "hono/tiny";
import type { AccessToken } from "../access/token.ts";
import { validateInteger, validateObject, validateOptions } from "../base/arguments.ts";
import { LeaseholdError } from "../base/errors.ts";
import { meterAdapter } from "../engine/metered-adapter.ts";
import type { QueueOptions, QueueSettings } from "../queue/jobs/queue-options.ts";
import type { Telemetry } from "../queue/jobs/telemetry.ts";
import { toAdapter } from "../redis/to-adapter.ts";
import type { Source } from "../webhooks/source.ts";
import { allow } from "./guards/allow.ts";
import { authenticate } from "./guards/authenticate.ts";
import { metricsQuery } from "./requests/request-schemas.ts";
import { validateQuery } from "./requests/validate-request.ts";
import { handleError, notFound } from "./responses/problem.ts";
import { secureHeaders } from "./responses/secure-headers.ts";
import { bulkRoutes } from "./routes/bulk-routes.ts";
import { type CronOptions, cronReportRoutes, cronRoutes } from "./routes/cron-routes.ts";
import { type DrainRouteOptions, drainRoute } from "./routes/drain-route.ts";
import { eventRoutes } from "./routes/event-routes.ts";
import { groupRoutes } from "./routes/group-routes.ts";
import { liveness, redisHealth } from "./routes/health-route.ts";
import { itemRoutes } from "./routes/item-routes.ts";
import { jobRoutes } from "./routes/job-routes.ts";
import { leaseRoutes } from "./routes/lease-routes.ts";
import { queueMetrics } from "./routes/metrics/metrics-route.ts";
import { type OpenApiDocument, openapiRoute } from "./routes/openapi-route.ts";
import { queueRoutes } from "./routes/queue-routes.ts";
import { scheduleRoutes } from "./routes/schedule-routes.ts";
import { tokenRoutes } from "./routes/token-routes.ts";
import { waitingRoutes } from "./routes/waiting-routes.ts";
import { webhookRoute } from "./routes/webhook-route.ts";
import type { AppEnv } from "./service/app-env.ts";
import { deliveryTargetOf } from "./service/delivery-target.ts";
import type { DurationLimits } from "./service/duration-limits.ts";
import type { RedisWorkQueues } from "./service/queues.ts";
import type { RedactOptions } from "./service/redaction.ts";
import { isOperator } from "./service/redis-time.ts";
import { Service } from "./service/service.ts";

/** The options of the app. */
export interface AppOptions {
  /** Any `@upstash/redis` client, or an adapter: `upstash()`, `ioredis()`, `nodeRedis()`. */
  redis: QueueOptions<unknown>["redis"];
  /** The prefix of every key; "lh" unless set. */
  prefix?: string;
  /** The settings of queues, by name; other queues have the defaults. */
  queues?: Record<string, QueueSettings>;
  /**
   * Queues in the format of redis-work-queue, by the names that they have here:
   * `(redis) => ({ images: new RedisWorkQueue("image_jobs", { redis }) })`.
   */
  redisWorkQueues?: RedisWorkQueues;
  /** The tokens that the API accepts; none unless set. */
  tokens?: readonly AccessToken[];
  /** Accepts tokens that are stored in Redis, too, and lets POST /v1/tokens create and revoke them; false unless set. */
  storedTokens?: boolean;
  /** The approximate number of entries that the audit log keeps; 10,000 unless set, 0 for no log. */
  auditEntries?: number;
  /** The longest durations that requests may ask for, by queue; "*" stands for all others. */
  limits?: Readonly<Record<string, DurationLimits>>;
  /**
   * The paths of values that responses to readers replace by "[redacted]", by queue, such as `{ emails: ["user.email", "card.*"] }`;
   * "*" stands for every queue. Leases are not changed. No search and no bulk operation selects jobs by such a value.
   */
  redact?: RedactOptions;
  /** The most registered queues, beyond which requests create no others; 1,000 unless set. */
  maxQueues?: number;
  /** The senders of webhooks, by their name in POST /hooks/:source. */
  sources?: Record<string, Source>;
  /** The functions behind GET /cron/light and /cron/deep. */
  cron?: CronOptions;
  /** The function behind POST /drain, for a deployment that wakes this one. */
  drain?: DrainRouteOptions;
  /** The document behind GET /openapi.json, which is not enabled unless set: the default export of `leasehold/openapi.json`. */
  openapi?: OpenApiDocument;
  /** Called after jobs were enqueued and before the response. */
  onEnqueued?: (queue: string, c: Context) => void;
  /** Observes the operations of all queues whose settings name no other: `otel()` of `leasehold/otel`. */
  telemetry?: Telemetry;
  /** The largest body in bytes; 10 MB unless set, which is Upstash's limit. */
  maxBodyBytes?: number;
}

const OPTION_NAMES = new Set(
  `redis prefix queues redisWorkQueues tokens storedTokens auditEntries limits redact maxQueues sources cron drain openapi
   onEnqueued telemetry maxBodyBytes`.split(/\s+/),
);
const DEFAULT_MAX_BODY_BYTES = 10 * 1024 * 1024;
const DEFAULT_AUDIT_ENTRIES = 10_000;
const DEFAULT_MAX_QUEUES = 1_000;

/** The app, with its routes as types: `hc<App>(url)` of hono/client is a typed client. */
export type App = ReturnType<typeof createApp>;

/**
 * Creates the app. It stores nothing outside Redis, and can be mounted in any other Hono app.
 *
 * @example
 * const app = createApp({ redis, tokens: [{ hash: env.TOKEN_HASH, scopes: ["produce"] }] });
 * export default { fetch: app.fetch };
 */
export function createApp(options: AppOptions) {
  const {
    redis,
    prefix = "lh",
    queues = {},
    redisWorkQueues,
    tokens = [],
    storedTokens = false,
    auditEntries = DEFAULT_AUDIT_ENTRIES,
    limits = {},
    redact = {},
    maxQueues = DEFAULT_MAX_QUEUES,
    sources = {},
    cron,
    drain,
    openapi,
    onEnqueued,
    telemetry,
    maxBodyBytes = DEFAULT_MAX_BODY_BYTES,
  } = validateOptions(options, OPTION_NAMES, { label: "createApp" });
  const service = new Service({
    redis: meterAdapter(toAdapter(redis), redis),
    prefix,
    queues,
    redisWorkQueues,
    telemetry,
    onEnqueued,
    maxBodyBytes,
    tokens,
    storesTokens: storedTokens,
    auditEntries: validateInteger(auditEntries, "auditEntries", { min: 0, max: 1_000_000 }),
    limits,
    redact: validateObject(redact, "redact"),
    maxQueues,
    sources: sourcesByQueue(sources),
  });
  refuseGroupsOfItems(sources, service);

  const api = new Hono<AppEnv>()
    .route("/", jobRoutes())
    .route("/", leaseRoutes())
    .route("/", queueRoutes())
    .route("/", groupRoutes())
    .route("/", waitingRoutes())
    .route("/", scheduleRoutes())
    .route("/", bulkRoutes())
    .route("/", eventRoutes())
    .route("/", cronReportRoutes())
    .route("/", tokenRoutes());

  const app = new Hono<AppEnv>()
    .use(requestId(), secureHeaders)
    .use((c, next) => {
      c.set("service", service);
      return next();
    })
    .get("/healthz", liveness, authenticate, allow("read", "operate"), redisHealth)
    .route("/cron", cronRoutes(cron))
    .post(
      "/hooks/:source",
      webhookRoute({
        sources,
        targetOf: (c, queue) => deliveryTargetOf(c, queue),
        onEnqueued: (c, queue) => service.notifyEnqueued(c, queue),
      }),
    )
    .post("/drain", drain ? drainRoute(drain) : (c) => notFound(c, "POST /drain is not enabled."))
    // The response to a request without a token does not reveal which routes exist.
    .use(authenticate, serverTiming)
    .get("/metrics", allow("read"), validateQuery(metricsQuery, ["queue"]), queueMetrics)
    .get("/openapi.json", openapiRoute(openapi))
    .use("/v1/*", refuseTrailingSlash)
    .route("/v1/redis-work-queues", itemRoutes())
    .route("/v1", api);
  app.onError(handleError);
  app.notFound((c) => notFound(c, NO_ROUTE));
  return app;
}

const NO_ROUTE = "No route has this path and method.";

/** Returns the names of the sources that deliver to each queue. */
function sourcesByQueue(sources: Record<string, Source>): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [name, { queue }] of Object.entries(sources)) names.set(queue, [...(names.get(queue) ?? []), name]);
  return names;
}

/** Refuses sources that give jobs groups, costs or a debounce in queues in the format of redis-work-queue, whose items have none. */
function refuseGroupsOfItems(sources: Record<string, Source>, { queues }: Service): void {
  for (const [name, { queue, group, cost, debounce }] of Object.entries(sources))
    if (queues.isItemQueue(queue) && (group ?? cost ?? debounce) !== undefined)
      throw new LeaseholdError(
        "not_configured",
        `source ${name}: items of redis-work-queue have no group, no cost and no debounce`,
      );
}

/**
 * Refuses paths that end with a slash, which the router would treat as the paths without it. Some clients resolve the path of
 * a job whose id is ".." to the path of its queue and a slash, so a request to cancel the job would destroy the queue.
 */
async function refuseTrailingSlash(c: Context<AppEnv>, next: () => Promise<void>): Promise<Response | undefined> {
  if (c.req.path.endsWith("/")) return notFound(c, NO_ROUTE);
  await next();
}

/** Adds the duration of a request in ms, and the part of Redis in it, to responses for operators. */
async function serverTiming(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await next();
  if (!isOperator(c)) return;
  const redis = c.get("redisTime");
  const parts = redis === undefined ? [] : [`redis;dur=${redis.toFixed(1)}`];
  c.header("Server-Timing", [...parts, `total;dur=${(performance.now() - start).toFixed(1)}`].join());
}
