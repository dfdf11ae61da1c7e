// The functions that the HTTP app calls when jobs were enqueued, when a queue is woken, and when a cron arrives as a request.
import type { Context } from "hono";
import { errorFields } from "../base/log.ts";
import { type Fired, logFailed } from "../cron/cron-log.ts";
import { type CronReport, codeOf, type Kind } from "../cron/cron-report.ts";
import { runCron } from "../cron/run.ts";
import type { QueueSettings } from "../queue/jobs/queue-options.ts";
import type { Queue } from "../queue/queue.ts";
import type { Adapter } from "../redis/adapter.ts";
import { Drainer } from "./drainer.ts";
import type { FunctionContext, Settings } from "./options.ts";
import { OneAtATime } from "./single-flight.ts";
import { WakingQueue } from "./waking-queue.ts";

const WAKE_WITHIN = 25_000;

/** The work of a function beside its responses, for one configuration. */
export class Hooks {
  readonly settings: Settings;
  readonly #drainer: Drainer;
  readonly #wakes = new OneAtATime();

  constructor(settings: Settings) {
    this.settings = settings;
    this.#drainer = new Drainer(settings);
  }

  /** The settings of queues, by name. */
  get queueSettings(): Record<string, QueueSettings> {
    const { consumers, others } = this.settings;
    return { ...others, ...Object.fromEntries([...consumers].map(([name, consumer]) => [name, consumer.settings])) };
  }

  /** Returns a queue with its settings, which drains or wakes where it makes jobs ready. */
  queue<T>(name: string, ctx?: FunctionContext): Queue<T> {
    const { redis, shared, logger } = this.settings;
    const settings = this.queueSettings[name] as QueueSettings<T> | undefined;
    const options = { ...(logger !== undefined && { logger }), ...settings, ...shared, redis };
    return new WakingQueue<T>(name, options, () => this.enqueued(name, ctx));
  }

  /** Drains a queue after the response, or wakes its consumer elsewhere, or both. */
  enqueued(queue: string, ctx?: FunctionContext): void {
    if (this.#drainer.has(queue)) this.#afterResponse(this.#drainer.drain(queue, ctx), ctx);
    if (this.settings.wake.has(queue)) this.#afterResponse(this.#wake(queue), ctx);
  }

  /** Drains a queue after the response. Returns false where it has no handler here. */
  drain(queue: string, ctx?: FunctionContext): boolean {
    if (!this.#drainer.has(queue)) return false;
    this.#afterResponse(this.#drainer.drain(queue, ctx), ctx);
    return true;
  }

  /** Cleans all queues, drains those with a handler, and logs it; rejects where Redis is unreachable. */
  cron(kind: Kind, fired?: Fired): Promise<CronReport> {
    const { redis, shared, consumers, clean, redisWorkQueues } = this.settings;
    const drain = (adapter: Adapter) => this.#drainer.drainAll(adapter);
    const drains = consumers.size > 0 ? { drain } : {};
    const others = redisWorkQueues === undefined ? {} : { redisWorkQueues };
    return runCron(kind, { ...clean, ...shared, redis, settings: this.queueSettings, ...others, ...drains }, fired);
  }

  async #wake(queue: string): Promise<void> {
    await this.#wakes.run(queue, Date.now() + WAKE_WITHIN, async () => {
      try {
        await this.settings.wake.get(queue)?.(queue);
      } catch (error) {
        logFailed("wake_failed", { queue, code: codeOf(error) });
      }
      return true;
    });
  }

  /** Lets work continue after the response. A platform that does not end it then needs no `waitUntil`. */
  #afterResponse(work: Promise<void>, ctx?: FunctionContext): void {
    const { waitUntil } = this.settings;
    try {
      if (waitUntil) waitUntil(work);
      else ctx?.waitUntil(work);
    } catch (error) {
      // The job is in Redis: its caller must not get an error.
      console.warn(JSON.stringify({ event: "wait_until_failed", ...errorFields(error) }));
    }
  }
}

/** Returns the hooks in the form of the HTTP app's options. */
export function appHooks(hooks: Hooks) {
  return {
    onEnqueued: (queue: string, c: Context) => hooks.enqueued(queue, contextOf(c)),
    drain: (c: Context, queue: string) => hooks.drain(queue, contextOf(c)),
    cron: { light: () => hooks.cron("light"), deep: () => hooks.cron("deep") },
  };
}

/** Returns the context of a request, where the platform gave one; Hono throws where it did not. */
function contextOf(c: Context): FunctionContext | undefined {
  try {
    return c.executionCtx;
  } catch {
    return undefined;
  }
}
