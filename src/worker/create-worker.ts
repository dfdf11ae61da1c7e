// `leasehold/worker`: consumers inside functions. A queue is drained right after the response to a request that enqueued
// jobs, and by each cron.

import { type Fired, logRun } from "../cron/cron-log.ts";
import { type CronReport, type Kind, newReport } from "../cron/cron-report.ts";
import { kindOf } from "../cron/run.ts";
import { createApp } from "../http/app.ts";
import { unconfigured } from "../http/unconfigured.ts";
import type { Queue } from "../queue/queue.ts";
import { appHooks, Hooks } from "./background-work.ts";
import {
  APP_OPTIONS,
  type App,
  type FunctionContext,
  type Payloads,
  settingsOf,
  type WorkerOptions,
} from "./options.ts";

/** The functions that a platform calls. It can be the default export of a Worker. */
export interface LeaseholdWorker<Env, P extends Payloads = Payloads> {
  /** Answers a request, and drains the queues into which it enqueued jobs afterwards. */
  fetch(request: Request, env?: Env, ctx?: FunctionContext): Promise<Response>;
  /** Cleans all queues and drains those with a handler; rejects where Redis is unreachable. */
  scheduled(controller: Fired, env?: Env, ctx?: FunctionContext): Promise<void>;
  /** Does the same on platforms whose crons are requests, or have no expression. */
  cron: Record<Kind, (env?: Env) => Promise<CronReport>>;
  /**
   * Returns a queue with the settings that it has here. Jobs that it makes ready are drained here after the response, or
   * their consumer is woken.
   */
  queue<Name extends keyof P & string>(name: Name, env?: Env, ctx?: FunctionContext): Queue<P[Name]>;
  /** Drains a queue after the response, or wakes its consumer, where jobs were enqueued without a queue of this worker. */
  enqueued(queue: string, env?: Env, ctx?: FunctionContext): void;
}

/**
 * Makes a function that handles the jobs of its queues. Options that depend on the environment are given as a function,
 * which is called once for each.
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
  const madeFor = instances(options);
  const run = (kind: Kind, env?: Env) => configured(madeFor, env).hooks.cron(kind);
  return {
    async fetch(request, env, ctx) {
      let instance: Instance<Env>;
      try {
        instance = madeFor(env);
      } catch (error) {
        return unconfigured(error).fetch(request);
      }
      return instance.app(request, env as Env, ctx);
    },
    async scheduled(fired, env) {
      const { hooks } = configured(madeFor, env, fired);
      await hooks.cron(kindOf(fired, hooks.settings.crons), fired);
    },
    cron: { light: async (env) => run("light", env), deep: async (env) => run("deep", env) },
    queue: (name, env, ctx) => madeFor(env).hooks.queue(name, ctx),
    enqueued: (queue, env, ctx) => madeFor(env).hooks.enqueued(queue, ctx),
  };
}

interface Instance<Env> {
  hooks: Hooks;
  app: App<Env>;
}

// Stands for the environment where a platform has none.
const NOWHERE = {};

/** Returns the function that makes one instance for each environment. Options that are no function are validated at once. */
function instances<Env, P extends Payloads>(
  options: WorkerOptions<Env, P> | ((env: Env) => WorkerOptions<Env, P>),
): (env?: Env) => Instance<Env> {
  if (typeof options !== "function") {
    const instance = instanceOf(options);
    return () => instance;
  }
  const made = new WeakMap<object, Instance<Env>>();
  return (env) => {
    const key = typeof env === "object" && env !== null ? env : NOWHERE;
    const instance = made.get(key) ?? instanceOf(options(env as Env));
    made.set(key, instance);
    return instance;
  };
}

function instanceOf<Env, P extends Payloads>(options: WorkerOptions<Env, P>): Instance<Env> {
  const hooks = new Hooks(settingsOf(options));
  return { hooks, app: options.app ?? appOf(options, hooks) };
}

/** Returns the app of `leasehold/http` with the options of this worker. */
function appOf<Env, P extends Payloads>(options: WorkerOptions<Env, P>, hooks: Hooks): App<Env> {
  const { redis, prefix, sources, cronSecret, drainSecret, redisWorkQueues } = options;
  const given = APP_OPTIONS.filter((name) => options[name] !== undefined);
  const { cron, drain, onEnqueued } = appHooks(hooks);
  const app = createApp({
    redis,
    queues: hooks.queueSettings,
    onEnqueued,
    ...(prefix === undefined ? {} : { prefix }),
    ...(redisWorkQueues === undefined ? {} : { redisWorkQueues }),
    ...(sources === undefined ? {} : { sources }),
    ...(cronSecret === undefined ? {} : { cron: { secret: cronSecret, ...cron } }),
    ...(drainSecret === undefined ? {} : { drain: { secrets: drainSecret, drain } }),
    ...Object.fromEntries(given.map((name) => [name, options[name]])),
  });
  return (request, env, ctx) => app.fetch(request, env as object, ctx as Parameters<typeof app.fetch>[2]);
}

/** Returns the instance for a cron. A cron with wrong options is logged as any other. */
function configured<Env>(madeFor: (env?: Env) => Instance<Env>, env?: Env, fired?: Fired): Instance<Env> {
  try {
    return madeFor(env);
  } catch (failed) {
    logRun({ ...newReport("light"), failed }, fired);
    throw failed;
  }
}
