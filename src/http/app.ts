// The Hono app: every HTTP route of Leasehold but those of the gateway.

import type { Context } from "hono";
import { requestId } from "hono/request-id";
import { Hono } from "hono/tiny";
import type { AccessToken } from "../access/token.ts";
import { validateInteger, validateOptions } from "../base/arguments.ts";
import type { QueueOptions, QueueSettings } from "../queue/jobs/queue-options.ts";
import { toAdapter } from "../redis/to-adapter.ts";
import type { Source } from "../webhooks/source.ts";
import { allow } from "./guards/allow.ts";
import { authenticate } from "./guards/authenticate.ts";
import { metricsQuery } from "./requests/request-schemas.ts";
import { query } from "./requests/validate.ts";
import { problem, problemOf } from "./responses/problem.ts";
import { secureHeaders } from "./responses/secure-headers.ts";
import { type CronOptions, cronRoutes } from "./routes/cron-routes.ts";
import { type DrainRouteOptions, drain } from "./routes/drain-route.ts";
import { eventRoutes } from "./routes/event-routes.ts";
import { alive, health } from "./routes/health-route.ts";
import { itemRoutes } from "./routes/item-routes.ts";
import { jobRoutes } from "./routes/job-routes.ts";
import { leaseRoutes } from "./routes/lease-routes.ts";
import { metrics } from "./routes/metrics-route.ts";
import { type OpenApiDocument, openapiRoute } from "./routes/openapi-route.ts";
import { queueRoutes } from "./routes/queue-routes.ts";
import { tokenRoutes } from "./routes/token-routes.ts";
import { hooks } from "./routes/webhook-route.ts";
import type { QueueLimits } from "./service/queue-limits.ts";
import { type AppEnv, isOperator, type RedisWorkQueues, Service } from "./service/service.ts";

/** The options of the app. */
export interface AppOptions {
  /** Any `@upstash/redis` client, or an adapter: `upstash()`, `ioredis()`, `nodeRedis()`. */
  redis: QueueOptions<unknown>["redis"];
  /** The beginning of every key; "lh" unless set. */
  prefix?: string;
  /** The settings of queues, by name; others have the defaults. */
  queues?: Record<string, QueueSettings>;
  /**
   * Queues in the format of redis-work-queue, by the names that they have here:
   * `(redis) => ({ images: new RedisWorkQueue("image_jobs", { redis }) })`.
   */
  redisWorkQueues?: RedisWorkQueues;
  /** The tokens of the API, which is closed unless set. */
  tokens?: readonly AccessToken[];
  /** Whether tokens are also kept in Redis, where POST /v1/tokens makes and revokes them; false unless set. */
  storedTokens?: boolean;
  /** The number of entries that the audit log keeps, about; 10,000 unless set, 0 for no log. */
  auditEntries?: number;
  /** The longest durations that requests may ask for, by queue; "*" stands for all others. */
  limits?: Readonly<Record<string, QueueLimits>>;
  /** The most registered queues; beyond it, no request makes another one. 1,000 unless set. */
  maxQueues?: number;
  /** The senders of webhooks, by their name in POST /hooks/:source. */
  sources?: Record<string, Source>;
  /** The functions behind GET /cron/light and /cron/deep. */
  cron?: CronOptions;
  /** The function behind POST /drain, for a deployment that wakes this one. */
  drain?: DrainRouteOptions;
  /** The document behind GET /openapi.json, which answers 404 unless set: the default export of `leasehold/openapi.json`. */
  openapi?: OpenApiDocument;
  /** Called where jobs were enqueued, before the answer is sent. */
  onEnqueued?: (queue: string, c: Context) => void;
  /** The largest body in bytes; 10 MB unless set, which is the most that Upstash takes. */
  maxBodyBytes?: number;
}

const NAMES = new Set(
  `redis prefix queues redisWorkQueues tokens storedTokens auditEntries limits maxQueues sources cron drain openapi onEnqueued
   maxBodyBytes`.split(/\s+/),
);
const LARGEST_BODY = 10 * 1024 * 1024;
const AUDIT_ENTRIES = 10_000;
const MOST_QUEUES = 1_000;

/** The app, with its routes as types: `hc<App>(url)` of hono/client is a typed client. */
export type App = ReturnType<typeof createApp>;

/**
 * Makes the app. It keeps nothing, and mounts in any other Hono app.
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
    tokens = [],
    cron,
  } = validateOptions(options, NAMES, { label: "createApp" });
  const { sources = {}, drain: drains, openapi, maxBodyBytes = LARGEST_BODY, redisWorkQueues, onEnqueued } = options;
  const { storedTokens = false, auditEntries = AUDIT_ENTRIES, limits = {}, maxQueues = MOST_QUEUES } = options;
  const service = new Service({
    redis: toAdapter(redis),
    prefix,
    queues,
    redisWorkQueues,
    onEnqueued,
    maxBodyBytes,
    tokens,
    storesTokens: storedTokens,
    auditEntries: validateInteger(auditEntries, "auditEntries", { min: 0, max: 1_000_000 }),
    limits,
    maxQueues,
    sources: sourcesByQueue(sources),
  });

  const api = new Hono<AppEnv>()
    .route("/", jobRoutes())
    .route("/", leaseRoutes())
    .route("/", queueRoutes())
    .route("/", eventRoutes())
    .route("/", tokenRoutes());

  const enqueued = (c: Context, queue: string) => service.enqueued(queue, c);

  const app = new Hono<AppEnv>()
    .use(requestId(), secureHeaders)
    .use((c, next) => {
      c.set("service", service);
      return next();
    })
    .get("/healthz", alive, authenticate, allow("read", "operate"), health)
    .route("/cron", cronRoutes(cron))
    .post("/hooks/:source", hooks({ sources, queueOf: (name, c) => service.receiver(name, c), enqueued }))
    .post(
      "/drain",
      drains
        ? drain(drains)
        : (c) => problem(c, { status: 404, code: "not_found", detail: "POST /drain is not enabled." }),
    )
    // Without a token, the answer does not reveal which routes exist.
    .use(authenticate, serverTiming)
    .get("/metrics", allow("read"), query(metricsQuery, ["queue"]), metrics)
    .get("/openapi.json", openapiRoute(openapi))
    .use("/v1/*", exactPath)
    .route("/v1/redis-work-queues", itemRoutes())
    .route("/v1", api);
  app.onError(problemOf);
  app.notFound((c) => problem(c, { status: 404, code: "not_found", detail: "There is nothing at this path." }));
  return app;
}

/** Returns the names of the sources of webhooks by the queue that they deliver to. */
function sourcesByQueue(sources: Record<string, Source>): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [name, { queue }] of Object.entries(sources)) names.set(queue, [...(names.get(queue) ?? []), name]);
  return names;
}

/**
 * The router takes a path with a slash at its end for the one without. But the address of a job whose id is ".." is
 * made into that of its queue, with a slash: to cancel the job would destroy the queue.
 */
async function exactPath(c: Context<AppEnv>, next: () => Promise<void>): Promise<Response | undefined> {
  if (c.req.path.endsWith("/"))
    return problem(c, { status: 404, code: "not_found", detail: "There is nothing at this path." });
  await next();
}

/** Tells operators how long a request took in ms, and how much of it was Redis. */
async function serverTiming(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await next();
  if (!isOperator(c)) return;
  const redis = c.get("redisTime");
  const parts = redis === undefined ? [] : [`redis;dur=${redis.toFixed(1)}`];
  c.header("Server-Timing", [...parts, `total;dur=${(performance.now() - start).toFixed(1)}`].join());
}
