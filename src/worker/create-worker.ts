// A function that serves the API and handles jobs. It drains a queue right after the response to a request that enqueued jobs,
// and all queues with a handler in each cron.

import { withoutUndefined } from "../base/without-undefined.ts";
import { type CronTrigger, logRun } from "../cron/cron-log.ts";
import { type CleanKind, type CronReport, newReport } from "../cron/cron-report.ts";
import { cleanKindOf } from "../cron/run-cron.ts";
import { createApp } from "../http/app.ts";
import { createUnconfiguredApp } from "../http/unconfigured.ts";
import type { Queue } from "../queue/queue.ts";
import { appCallbacks, BackgroundWork } from "./background-work.ts";
import type { Payloads } from "./consumer-options.ts";
import { APP_OPTIONS, type App, type FunctionContext, type WorkerOptions } from "./options.ts";
import { validateWorkerOptions } from "./settings.ts";

/** The functions that a platform calls. A Worker can have them as its default export. */
export interface LeaseholdWorker<Env, P extends Payloads = Payloads> {
  /** Responds to a request, and then drains the queues to which it enqueued jobs. */
  fetch(request: Request, env?: Env, ctx?: FunctionContext): Promise<Response>;
  /** Cleans all queues and drains those with a handler. Rejects if Redis is unreachable. */
  scheduled(controller: CronTrigger, env?: Env, ctx?: FunctionContext): Promise<void>;
  /** The light and the deep cron, for platforms that do not call `scheduled`. Rejects if Redis is unreachable. */
  cron: Record<CleanKind, (env?: Env) => Promise<CronReport>>;
  /**
   * Returns a queue with the settings that it has here. Jobs that it makes ready are drained here after the response, or
   * their consumer is woken.
   */
  queue<Name extends keyof P & string>(name: Name, env?: Env, ctx?: FunctionContext): Queue<P[Name]>;
  /** Drains a queue after the response, or wakes its consumer. For jobs that were enqueued without a queue of this worker. */
  enqueued(queue: string, env?: Env, ctx?: FunctionContext): void;
}

/**
 * Creates a function that handles the jobs of its queues. Options can be a function of the environment, which is called once for each
 * environment.
 *
 * @example
 * export default createWorker((env: Env) => ({
 *   redis: upstash({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN }),
 *   queues: { emails: async (job: Job<Email>) => send(job.data) },
 * }));
 */
export function createWorker<Env = unknown, P extends Payloads = Payloads>(
  options: WorkerOptions<Env, P> | ((env: Env) => WorkerOptions<Env, P>),
): LeaseholdWorker<Env, P> {
  const instanceFor = cacheInstances(options);
  const runCron = (kind: CleanKind, env?: Env) => instanceForCron(instanceFor, { env }).work.cron(kind);
  return {
    async fetch(request, env, ctx) {
      let instance: Instance<Env>;
      try {
        instance = instanceFor(env);
      } catch (error) {
        return createUnconfiguredApp(error).fetch(request);
      }
      return instance.app(request, env as Env, ctx);
    },
    async scheduled(fired, env) {
      const { work } = instanceForCron(instanceFor, { env, fired });
      await work.cron(cleanKindOf(fired, work.settings.crons), fired);
    },
    cron: { light: async (env) => runCron("light", env), deep: async (env) => runCron("deep", env) },
    queue: (name, env, ctx) => instanceFor(env).work.queue(name, ctx),
    enqueued: (queue, env, ctx) => instanceFor(env).work.enqueued(queue, ctx),
  };
}

interface Instance<Env> {
  work: BackgroundWork;
  app: App<Env>;
}

type InstanceFor<Env> = (env: Env | undefined) => Instance<Env>;

// Stands for the environment on platforms without one.
const NO_ENVIRONMENT = {};

/** Returns a function that creates one instance for each environment. Options that are not a function are validated at once. */
function cacheInstances<Env, P extends Payloads>(
  options: WorkerOptions<Env, P> | ((env: Env) => WorkerOptions<Env, P>),
): InstanceFor<Env> {
  if (typeof options !== "function") {
    const instance = createInstance(options);
    return () => instance;
  }
  const instances = new WeakMap<object, Instance<Env>>();
  return (env) => {
    const key = typeof env === "object" && env !== null ? env : NO_ENVIRONMENT;
    const instance = instances.get(key) ?? createInstance(options(env as Env));
    instances.set(key, instance);
    return instance;
  };
}

/** Creates the work and the app for one environment. */
function createInstance<Env, P extends Payloads>(options: WorkerOptions<Env, P>): Instance<Env> {
  const work = new BackgroundWork(validateWorkerOptions(options));
  return { work, app: options.app ?? createDefaultApp(options, work) };
}

/** Creates the app of `leasehold/http` with the options of this worker. */
function createDefaultApp<Env, P extends Payloads>(options: WorkerOptions<Env, P>, work: BackgroundWork): App<Env> {
  const { redis, prefix, sources, cronSecret, drainSecret, redisWorkQueues } = options;
  const setNames = APP_OPTIONS.filter((name) => options[name] !== undefined);
  const { cron, drain, onEnqueued } = appCallbacks(work);
  const app = createApp({
    queues: work.queueSettings,
    onEnqueued,
    ...withoutUndefined({
      redis,
      prefix,
      redisWorkQueues,
      sources,
      cron: cronSecret === undefined ? undefined : { secret: cronSecret, ...cron },
      drain: drainSecret === undefined ? undefined : { secrets: drainSecret, drain },
    }),
    ...Object.fromEntries(setNames.map((name) => [name, options[name]])),
  });
  return (request, env, ctx) => app.fetch(request, env as object, ctx as Parameters<typeof app.fetch>[2]);
}

/** Returns the instance for a cron. Invalid options are logged as a failed cron. */
function instanceForCron<Env>(
  instanceFor: InstanceFor<Env>,
  { env, fired }: { env: Env | undefined; fired?: CronTrigger },
): Instance<Env> {
  try {
    return instanceFor(env);
  } catch (failed) {
    logRun({ ...newReport("light"), failed }, fired);
    throw failed;
  }
}
