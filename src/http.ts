// `leasehold/http`: the HTTP API as a Hono app.
export type { AccessToken, Scope, TokenLimits } from "./access/token.ts";
export { type App, type AppOptions, createApp } from "./http/app.ts";
export type { CronOptions } from "./http/routes/cron-routes.ts";
export type { DrainRouteOptions } from "./http/routes/drain-route.ts";
export type { OpenApiDocument } from "./http/routes/service/openapi-route.ts";
export type { RedisWorkQueues } from "./http/service/queues.ts";
export type { RedactOptions } from "./http/service/redaction.ts";
