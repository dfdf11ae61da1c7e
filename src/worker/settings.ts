// The settings of a worker: its options, validated once and with their defaults.

import {
  validateFunction,
  validateInteger,
  validateName,
  validateObject,
  validateOptions,
  validateVersion,
  validateWorkerName,
} from "../base/arguments.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { LeaseholdError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import type { CleanOptions } from "../cron/clean-all.ts";
import type { Crons } from "../cron/run-cron.ts";
import { meterAdapter } from "../engine/metered-adapter.ts";
import type { RedisWorkQueues } from "../http/service/queues.ts";
import { type Listeners, type Middleware, validateFunctions, validateListeners } from "../queue/jobs/listeners.ts";
import { type QueueOptions, type QueueSettings, SETTING_NAMES } from "../queue/jobs/queue-options.ts";
import { platformVersion } from "../queue/jobs/stored/holder.ts";
import type { Telemetry } from "../queue/jobs/telemetry.ts";
import type { LoopOptions } from "../queue/work/loop-options.ts";
import type { Adapter } from "../redis/adapter.ts";
import { toAdapter } from "../redis/to-adapter.ts";
import type { ConsumerHandler, ConsumerOptions, Payloads } from "./consumer-options.ts";
import { APP_OPTIONS, type WaitUntil, type WorkerOptions, type WorkerSchedules } from "./options.ts";

/** The settings of a queue that is drained here. */
export interface ConsumerSettings {
  handler: ConsumerHandler;
  /** The time limit of one drain in ms. */
  budget: number;
  loop: LoopOptions;
  queue: QueueSettings;
}

/** The settings of a worker. */
export interface Settings {
  redis: Adapter;
  /** The options that all queues share. */
  shared: Pick<QueueOptions<never>, "prefix" | "now">;
  on: Listeners | undefined;
  logger: Logger | false | undefined;
  telemetry: Telemetry | undefined;
  /** The name of the worker. */
  worker: string;
  /** The version of the deployment. */
  version: string;
  consumers: ReadonlyMap<string, ConsumerSettings>;
  /** The settings of queues without a handler here. */
  others: Readonly<Record<string, QueueSettings>>;
  redisWorkQueues: RedisWorkQueues | undefined;
  schedules: WorkerSchedules;
  maxDrainRequests: number;
  clean: Pick<CleanOptions, "budget" | "maxRequests">;
  crons: Crons;
  waitUntil: WaitUntil | undefined;
  wake: ReadonlyMap<string, (queue: string) => Promise<unknown>>;
}

const OPTION_NAMES: ReadonlySet<string> = new Set([
  ...`redis prefix queues settings redisWorkQueues schedules drain clean crons waitUntil wake sources cronSecret drainSecret app on
   use logger worker version now`.split(/\s+/),
  ...APP_OPTIONS,
]);

const CONSUMER_OPTION_NAMES = new Set([
  "handler",
  "budget",
  "concurrency",
  "queueConcurrency",
  "batch",
  "afterError",
  ...SETTING_NAMES,
]);

const DAY = 24 * 3_600_000;

/** Validates the options of a worker and adds the defaults. */
export function validateWorkerOptions<Env, P extends Payloads>(options: WorkerOptions<Env, P>): Settings {
  if (typeof options !== "object" || options === null) throw missing("an object with its options");
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
    schedules = {},
    on,
    use = [],
    logger,
    telemetry,
    worker,
    version = platformVersion(),
  } = validateOptions(options, OPTION_NAMES, { label: "createWorker" });
  if (redis === undefined || redis === null)
    throw missing("redis: a client, or an adapter such as upstash({ url, token })");
  if (queues === undefined || queues === null) throw missing("queues: the handler of each queue by its name, or {}");
  const { budget = "25s", maxRequests } = validateOptions(drain, "budget maxRequests", { label: "drain" });
  const defaultBudget = toBudget(budget, "drain.budget");
  return {
    redis: meterAdapter(toAdapter(redis), redis),
    shared: { ...(prefix === undefined ? {} : { prefix: validateName(prefix, "prefix") }), ...(now && { now }) },
    consumers: new Map(
      Object.entries(validateObject(queues, "queues")).map(([name, consumer]) => [
        validateName(name, "the name of a queue"),
        withMiddleware(use, toConsumerSettings(consumer, { name, defaultBudget })),
      ]),
    ),
    others: validateObject(settings, "settings"),
    on: on === undefined ? undefined : validateListeners(on),
    logger: logger === undefined || logger === false ? logger : validateFunction(logger, "logger"),
    telemetry: telemetry === undefined ? undefined : validateFunction(telemetry, "telemetry"),
    worker: validateWorkerName(worker),
    version: validateVersion(version),
    redisWorkQueues: redisWorkQueues === undefined ? undefined : requireFunction(redisWorkQueues, "redisWorkQueues"),
    schedules: validateObject(schedules, "schedules"),
    maxDrainRequests:
      maxRequests === undefined
        ? Number.POSITIVE_INFINITY
        : validateInteger(maxRequests, "drain.maxRequests", { min: 4, max: 1_000_000 }),
    clean: validateOptions(clean, "budget maxRequests", { label: "clean" }),
    crons: validateOptions(crons, "light deep", { label: "crons" }),
    waitUntil: waitUntil === undefined ? undefined : requireFunction(waitUntil, "waitUntil"),
    wake: new Map(
      Object.entries(validateObject(wake, "wake")).map(([name, each]) => [name, requireFunction(each, `wake.${name}`)]),
    ),
  };
}

/** Returns a consumer whose own middleware is inside the middleware of the worker. */
function withMiddleware(use: readonly Middleware[], consumer: ConsumerSettings): ConsumerSettings {
  const all = [...validateFunctions(use, "use"), ...(consumer.queue.use ?? [])];
  return all.length === 0 ? consumer : { ...consumer, queue: { ...consumer.queue, use: all } };
}

/** Validates the handler or the options of a queue, and separates the options of its drains from those of the queue. */
function toConsumerSettings(
  consumer: ConsumerHandler | ConsumerOptions,
  { name, defaultBudget }: { name: string; defaultBudget: number },
): ConsumerSettings {
  const label = `queues.${name}`;
  if (typeof consumer === "function") return { handler: consumer, budget: defaultBudget, loop: {}, queue: {} };
  const options: Partial<ConsumerOptions> = validateOptions(consumer ?? {}, CONSUMER_OPTION_NAMES, { label });
  const { handler, budget, concurrency, queueConcurrency, batch, afterError, ...queue } = options;
  if (handler === undefined) throw missing(`${label}.handler: a function that handles one job`);
  return {
    handler: requireFunction(handler, `${label}.handler`),
    budget: budget === undefined ? defaultBudget : toBudget(budget, `${label}.budget`),
    loop: { ...(concurrency && { concurrency }), ...(batch && { batch }), ...(afterError && { afterError }) },
    queue: { ...queue, ...(queueConcurrency !== undefined && { concurrency: queueConcurrency }) },
  };
}

function toBudget(budget: Duration, label: string): number {
  return toMilliseconds(budget, label, { min: 1, max: DAY });
}

function requireFunction<F>(value: F, name: string): F {
  if (typeof value === "function") return value;
  throw missing(`${name}: a function`);
}

/** Returns the error for a missing option. */
function missing(what: string): LeaseholdError {
  return new LeaseholdError("not_configured", `createWorker needs ${what}`);
}
