// The options of a worker.

import type { Duration } from "../base/duration.ts";
import type { Logger } from "../base/log.ts";
import type { CleanOptions } from "../cron/clean-all.ts";
import type { Crons } from "../cron/run-cron.ts";
import type { AppOptions } from "../http/app.ts";
import type { RedisWorkQueues } from "../http/service/queues.ts";
import type { Listeners, Middleware } from "../queue/jobs/listeners.ts";
import type { QueueOptions, QueueSettings } from "../queue/jobs/queue-options.ts";
import type { ScheduleOptions, ScheduleTiming } from "../queue/schedules/definition.ts";
import type { Secrets } from "../webhooks/signatures/secrets.ts";
import type { Source } from "../webhooks/source.ts";
import type { Consumers, Payloads } from "./consumer-options.ts";

/** Keeps a function alive after its response until a promise settles: `ctx.waitUntil`, or `waitUntil` of @vercel/functions. */
export type WaitUntil = (promise: Promise<unknown>) => void;

/** The context that a platform passes to a function; any object with a `waitUntil`. */
export interface FunctionContext {
  waitUntil(promise: Promise<unknown>): void;
}

/** A function that responds to requests. */
export type App<Env> = (request: Request, env: Env, ctx: FunctionContext | undefined) => Response | Promise<Response>;

/** The options that a worker passes on to the app of `leasehold/http`. */
export const APP_OPTIONS = [
  "tokens",
  "storedTokens",
  "auditEntries",
  "limits",
  "redact",
  "maxQueues",
  "maxBodyBytes",
  "telemetry",
  "openapi",
] as const;

/** Schedules by the queue and by their ids: their times, their policies, and the payload of their jobs. */
export type WorkerSchedules = Readonly<
  Record<string, Readonly<Record<string, ScheduleTiming & ScheduleOptions<unknown>>>>
>;

/** The options of a worker. */
export interface WorkerOptions<Env = unknown, P extends Payloads = Payloads>
  extends Pick<AppOptions, (typeof APP_OPTIONS)[number]> {
  /** Any `@upstash/redis` client, or an adapter. */
  redis: QueueOptions<unknown>["redis"];
  /** The prefix of every key; "lh" unless set. */
  prefix?: string;
  /** The handler of each queue that is drained here; `{}` if other deployments drain all queues. */
  queues: Consumers<P>;
  /** The settings of other queues, by name, for jobs that arrive over HTTP. */
  settings?: Readonly<Record<string, QueueSettings>>;
  /**
   * Queues in the format of redis-work-queue, by the names that they have here. Each cron cleans them, and jobs that arrive
   * over HTTP can be added to them. `(redis) => ({ images: new RedisWorkQueue("image_jobs", { redis }) })`.
   */
  redisWorkQueues?: RedisWorkQueues;
  /**
   * Schedules of queues, by the queue and by their ids. The first cron of each instance stores those that are new or have
   * changed; one that is no longer declared stays until `unschedule`.
   */
  schedules?: WorkerSchedules;
  drain?: {
    /** The time limit of one drain; 25 seconds unless set, since `waitUntil` lasts 30. */
    budget?: Duration;
    /**
     * The most requests that the drains of one invocation may send to Redis; unlimited unless set. The free plan of Workers
     * allows 50 in total, with those of the clean and of the handlers.
     */
    maxRequests?: number;
  };
  /** The limits of the clean in one cron. */
  clean?: Pick<CleanOptions, "budget" | "maxRequests">;
  crons?: Crons;
  /** The name of the worker in `workers()` and `explain`. */
  worker?: string;
  /**
   * The version of the deployment, for the attempts of jobs; that of the platform's variables unless set. On Cloudflare the id of
   * a version metadata binding.
   */
  version?: string;
  /** `waitUntil` of a platform that passes it in no context, such as that of @vercel/functions. */
  waitUntil?: WaitUntil;
  /** Functions that wake the consumers of queues that other deployments drain, by queue. */
  wake?: Readonly<Record<string, (queue: string) => Promise<unknown>>>;
  /** The senders of webhooks, by their name in POST /hooks/:source. */
  sources?: Record<string, Source>;
  /** The bearer token of a scheduler for GET /cron/light and /cron/deep, which are not enabled unless set. */
  cronSecret?: string | readonly string[];
  /** The secret with which requests to POST /drain are signed; the route is not enabled unless set. */
  drainSecret?: Secrets;
  /** Responds to requests instead of the app of `leasehold/http`. */
  app?: App<Env>;
  /** The listeners for the events of every drain. */
  on?: Listeners;
  /** Functions around every handler, the first one outermost. Those of a queue are inside them. */
  use?: readonly Middleware[];
  /** Called with each log line about jobs; lines are written to the console as JSON unless set, `false` for none. */
  logger?: Logger | false;
  /** The time in ms since the epoch, for tests; Redis's own clock unless set. */
  now?: () => number;
}
