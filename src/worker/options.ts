// The options of a worker, validated once and brought into one form.

import {
  validateFunction,
  validateInteger,
  validateName,
  validateObject,
  validateOptions,
  validateWorkerName,
} from "../base/arguments.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { LeaseholdError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import type { CleanOptions } from "../cron/clean-all.ts";
import type { Crons } from "../cron/run.ts";
import type { AppOptions } from "../http/app.ts";
import type { RedisWorkQueues } from "../http/service/service.ts";
import type { Job } from "../queue/jobs/job.ts";
import { type Listeners, type Middleware, validateFunctions, validateListeners } from "../queue/jobs/listeners.ts";
import { type QueueOptions, type QueueSettings, SETTING_NAMES } from "../queue/jobs/queue-options.ts";
import type { LoopOptions } from "../queue/work/options.ts";
import type { Adapter } from "../redis/adapter.ts";
import { toAdapter } from "../redis/to-adapter.ts";
import type { Secrets } from "../webhooks/signatures/secrets.ts";
import type { Source } from "../webhooks/source.ts";

/** Keeps a function alive after its response until a promise settles: `ctx.waitUntil`, or `waitUntil` of @vercel/functions. */
export type WaitUntil = (promise: Promise<unknown>) => void;

/** The context that a platform passes to a function; any object with a `waitUntil`. */
export interface FunctionContext {
  waitUntil(promise: Promise<unknown>): void;
}

/** A function that answers requests. */
export type App<Env> = (request: Request, env: Env, ctx: FunctionContext | undefined) => Response | Promise<Response>;

/** A handler of the jobs of one queue, as a method, so that handlers of any queue can be kept together. */
export type ConsumerHandler<T = unknown> = { handle(job: Job<T>, signal: AbortSignal): unknown }["handle"];

/** The handler of a queue, with its options. */
export interface ConsumerOptions<T = unknown> extends QueueSettings<T>, Omit<LoopOptions, "worker" | "on" | "use"> {
  handler: ConsumerHandler<T>;
  /** The time that one drain of this queue may take, instead of `drain.budget`. */
  budget?: Duration;
}

/**
 * Returns its argument. Where the options of a worker are a function of the environment, TypeScript infers the type of a job
 * from the schema beside its handler only in a call of its own.
 *
 * @example
 * createWorker((env: Env) => ({ redis, queues: { emails: consumer({ schema, handler: (job) => send(job.data) }) } }));
 */
export function consumer<T>(options: ConsumerOptions<T>): ConsumerOptions<T> {
  return options;
}

/** The types of the payloads of queues, by name. */
export type Payloads = Record<string, unknown>;

/** The handlers of queues, by name. */
export type Consumers<P extends Payloads> = {
  readonly [Name in keyof P]: ConsumerHandler<P[Name]> | ConsumerOptions<P[Name]>;
};

/** Options of the app of `leasehold/http` that a worker passes on. */
export const APP_OPTIONS = [
  "tokens",
  "storedTokens",
  "auditEntries",
  "limits",
  "maxQueues",
  "maxBodyBytes",
  "openapi",
] as const;

/** The options of a worker. */
export interface WorkerOptions<Env = unknown, P extends Payloads = Payloads>
  extends Pick<AppOptions, (typeof APP_OPTIONS)[number]> {
  /** Any `@upstash/redis` client, or an adapter. */
  redis: QueueOptions<unknown>["redis"];
  /** The beginning of every key; "lh" unless set. */
  prefix?: string;
  /** The handler of each queue that is drained here; `{}` where others drain. */
  queues: Consumers<P>;
  /** The settings of other queues, by name, for jobs that arrive over HTTP. */
  settings?: Readonly<Record<string, QueueSettings>>;
  /**
   * Queues in the format of redis-work-queue, by the names that they have here. Each cron cleans them, and jobs that arrive
   * over HTTP can be enqueued into them. `(redis) => ({ images: new RedisWorkQueue("image_jobs", { redis }) })`.
   */
  redisWorkQueues?: RedisWorkQueues;
  drain?: {
    /** The longest time of one drain; 25 seconds unless set, since `waitUntil` lasts 30. */
    budget?: Duration;
    /**
     * The most requests that the drains of one invocation may send to Redis; unlimited unless set. The free plan of Workers
     * allows 50 in all, with those of the clean and of the handlers.
     */
    maxRequests?: number;
  };
  /** The limits of the clean of one cron. */
  clean?: Pick<CleanOptions, "budget" | "maxRequests">;
  crons?: Crons;
  /** The name of the worker in `workers()` and `explain`; it may state a version or a deployment. */
  worker?: string;
  /** For platforms that do not pass it to the function: `waitUntil` of @vercel/functions. */
  waitUntil?: WaitUntil;
  /** Functions that wake the consumers of queues that are drained elsewhere, by queue. */
  wake?: Readonly<Record<string, (queue: string) => Promise<unknown>>>;
  /** The senders of webhooks, by their name in POST /hooks/:source. */
  sources?: Record<string, Source>;
  /** The bearer token of a scheduler for GET /cron/light and /cron/deep, which are closed unless set. */
  cronSecret?: string | readonly string[];
  /** The secret with which requests to POST /drain are signed, which is closed unless set. */
  drainSecret?: Secrets;
  /** Answers requests instead of the app of `leasehold/http`. */
  app?: App<Env>;
  /** Called with the events of every drain. */
  on?: Listeners;
  /** Functions around every handler, the first one outermost; those of a queue are inside them. */
  use?: readonly Middleware[];
  /** Called with each line of log about jobs; lines are written to the console as JSON unless set, `false` for none. */
  logger?: Logger | false;
  /** The time in ms, for tests; Redis's own clock unless set. */
  now?: () => number;
}

/** A queue that is drained here. */
export interface Consumer {
  handler: ConsumerHandler;
  budget: number;
  loop: LoopOptions;
  settings: QueueSettings;
}

/** Options in the form in which they are used. */
export interface Settings {
  redis: Adapter;
  /** The options that all queues share. */
  shared: Pick<QueueOptions<never>, "prefix" | "now">;
  /** The listeners and the logger for every queue. */
  on: Listeners | undefined;
  logger: Logger | false | undefined;
  worker: string;
  consumers: ReadonlyMap<string, Consumer>;
  /** The settings of queues without a handler here. */
  others: Readonly<Record<string, QueueSettings>>;
  redisWorkQueues: RedisWorkQueues | undefined;
  drainRequests: number;
  clean: Pick<CleanOptions, "budget" | "maxRequests">;
  crons: Crons;
  waitUntil: WaitUntil | undefined;
  wake: ReadonlyMap<string, (queue: string) => Promise<unknown>>;
}

const NAMES: ReadonlySet<string> = new Set([
  ...`redis prefix queues settings redisWorkQueues drain clean crons waitUntil wake sources cronSecret drainSecret app on
   use logger worker now`.split(/\s+/),
  ...APP_OPTIONS,
]);

const CONSUMER_NAMES = new Set(["handler", "budget", "concurrency", "batch", "afterError", ...SETTING_NAMES]);

export function settingsOf<Env, P extends Payloads>(options: WorkerOptions<Env, P>): Settings {
  if (typeof options !== "object" || options === null) throw missing("its options");
  const {
    redis,
    prefix,
    queues,
    drain = {},
    clean = {},
    crons = {},
    waitUntil,
    wake = {},
    now,
    settings = {},
    redisWorkQueues,
    on,
    use = [],
    logger,
    worker,
  } = validateOptions(options, NAMES, { label: "createWorker" });
  if (redis === undefined || redis === null)
    throw missing("redis: a client, or an adapter such as upstash({ url, token })");
  if (queues === undefined || queues === null) throw missing("queues: the handler of each queue by its name, or {}");
  const { budget = "25s", maxRequests } = validateOptions(drain, "budget maxRequests", { label: "drain" });
  const defaultBudget = drainBudget(budget, "drain.budget");
  return {
    redis: toAdapter(redis),
    shared: { ...(prefix === undefined ? {} : { prefix: validateName(prefix, "prefix") }), ...(now && { now }) },
    consumers: new Map(
      Object.entries(validateObject(queues, "queues")).map(([name, consumer]) => [
        validateName(name, "the name of a queue"),
        around(use, consumerOf(name, consumer, defaultBudget)),
      ]),
    ),
    others: validateObject(settings, "settings"),
    on: on === undefined ? undefined : validateListeners(on),
    logger: logger === undefined || logger === false ? logger : validateFunction(logger, "logger"),
    worker: validateWorkerName(worker),
    redisWorkQueues: redisWorkQueues === undefined ? undefined : checkCallable(redisWorkQueues, "redisWorkQueues"),
    drainRequests:
      maxRequests === undefined
        ? Number.POSITIVE_INFINITY
        : validateInteger(maxRequests, "drain.maxRequests", { min: 4, max: 1_000_000 }),
    clean: validateOptions(clean, "budget maxRequests", { label: "clean" }),
    crons: validateOptions(crons, "light deep", { label: "crons" }),
    waitUntil: waitUntil === undefined ? undefined : checkCallable(waitUntil, "waitUntil"),
    wake: new Map(
      Object.entries(validateObject(wake, "wake")).map(([name, each]) => [name, checkCallable(each, `wake.${name}`)]),
    ),
  };
}

/** Returns a consumer with functions around its own ones. */
function around(use: readonly Middleware[], consumer: Consumer): Consumer {
  const all = [...validateFunctions(use, "use"), ...(consumer.settings.use ?? [])];
  return all.length === 0 ? consumer : { ...consumer, settings: { ...consumer.settings, use: all } };
}

function consumerOf(name: string, consumer: ConsumerHandler | ConsumerOptions, defaultBudget: number): Consumer {
  if (typeof consumer === "function") return { handler: consumer, budget: defaultBudget, loop: {}, settings: {} };
  const given: Partial<ConsumerOptions> = validateOptions(consumer ?? {}, CONSUMER_NAMES, { label: `queues.${name}` });
  const { handler, budget, concurrency, batch, afterError, ...settings } = given;
  if (handler === undefined) throw missing(`queues.${name}.handler: a function that does the work of one job`);
  return {
    handler: checkCallable(handler, `queues.${name}.handler`),
    budget: budget === undefined ? defaultBudget : drainBudget(budget, `queues.${name}.budget`),
    loop: { ...(concurrency && { concurrency }), ...(batch && { batch }), ...(afterError && { afterError }) },
    settings,
  };
}

function drainBudget(budget: Duration, what: string): number {
  return toMilliseconds(budget, what, { min: 1, max: 24 * 3_600_000 });
}

function checkCallable<F>(value: F, what: string): F {
  if (typeof value === "function") return value;
  throw missing(`${what}: it must be a function`);
}

function missing(what: string): LeaseholdError {
  return new LeaseholdError("not_configured", `createWorker needs ${what}`);
}
