// The work of a function beside its responses: drains, wakes and crons. The HTTP app starts them through its options.
import type { Context } from "hono";
import { errorFields } from "../base/log.ts";
import { withoutUndefined } from "../base/without-undefined.ts";
import { type CronTrigger, logQueueFailure } from "../cron/cron-log.ts";
import { type CleanKind, type CronReport, codeOf } from "../cron/cron-report.ts";
import { runCron } from "../cron/run-cron.ts";
import type { QueueSettings } from "../queue/jobs/queue-options.ts";
import type { Queue } from "../queue/queue.ts";
import type { Adapter } from "../redis/adapter.ts";
import { Drainer } from "./drainer.ts";
import type { FunctionContext } from "./options.ts";
import type { Settings } from "./settings.ts";
import { SingleFlight } from "./single-flight.ts";
import { WakingQueue } from "./waking-queue.ts";

// In ms.
const WAKE_TIMEOUT = 25_000;

/** The drains, wakes and crons of one configuration. */
export class BackgroundWork {
  readonly settings: Settings;
  readonly #drainer: Drainer;
  readonly #wakes = new SingleFlight();
  /** The queues whose schedules are yet to be stored. */
  readonly #undeclared: Set<string>;

  constructor(settings: Settings) {
    this.settings = settings;
    this.#drainer = new Drainer(settings);
    this.#undeclared = new Set(Object.keys(settings.schedules));
  }

  /** The settings of all declared queues, by name. */
  get queueSettings(): Record<string, QueueSettings> {
    const { consumers, others } = this.settings;
    return { ...others, ...Object.fromEntries([...consumers].map(([name, { queue }]) => [name, queue])) };
  }

  /** Returns a queue with its settings. When it makes jobs ready, they are drained or their consumer is woken. */
  queue<T>(name: string, ctx?: FunctionContext): Queue<T> {
    const { redis, shared, logger, telemetry } = this.settings;
    const settings = this.queueSettings[name] as QueueSettings<T> | undefined;
    const options = { ...withoutUndefined({ logger, telemetry }), ...settings, ...shared, redis };
    return new WakingQueue<T>(name, options, () => this.enqueued(name, ctx));
  }

  /** Drains a queue after the response if it has a handler here, and wakes its consumer elsewhere. */
  enqueued(queue: string, ctx?: FunctionContext): void {
    this.drain(queue, ctx);
    if (this.settings.wake.has(queue)) this.#runAfterResponse(this.#wake(queue), ctx);
  }

  /** Drains a queue after the response. Returns false if it has no handler here. */
  drain(queue: string, ctx?: FunctionContext): boolean {
    if (!this.#drainer.hasHandler(queue)) return false;
    this.#runAfterResponse(this.#drainer.drain(queue, ctx), ctx);
    return true;
  }

  /** Stores schedules, cleans all queues, drains those with a handler, and logs the report. Rejects if Redis is unreachable. */
  async cron(kind: CleanKind, fired?: CronTrigger): Promise<CronReport> {
    await Promise.all(Array.from(this.#undeclared, (queue) => this.#storeSchedules(queue)));
    const { redis, shared, consumers, clean, redisWorkQueues } = this.settings;
    const drain = (adapter: Adapter) => this.#drainer.drainAll(adapter);
    const options = withoutUndefined({
      redisWorkQueues,
      drain: consumers.size > 0 ? drain : undefined,
      fired,
    });
    return runCron(kind, { ...clean, ...shared, redis, settings: this.queueSettings, ...options });
  }

  /** Stores the schedules of a queue. Never rejects: a failure is logged, and the next cron stores them. */
  async #storeSchedules(queue: string): Promise<void> {
    try {
      const declared = Object.entries(this.settings.schedules[queue] ?? {});
      await this.queue(queue).scheduleMany(declared.map(([id, each]) => ({ ...each, id })));
      this.#undeclared.delete(queue);
    } catch (error) {
      logQueueFailure("schedules_failed", { queue, code: codeOf(error) });
    }
  }

  /** Wakes the consumer of a queue elsewhere, once for concurrent calls. Never rejects: a failure is logged. */
  async #wake(queue: string): Promise<void> {
    await this.#wakes.run(queue, Date.now() + WAKE_TIMEOUT, async () => {
      try {
        await this.settings.wake.get(queue)?.(queue);
      } catch (error) {
        logQueueFailure("wake_failed", { queue, code: codeOf(error) });
      }
      return true;
    });
  }

  /** Lets work continue after the response. Without `waitUntil`, the platform must not end it. */
  #runAfterResponse(work: Promise<void>, ctx?: FunctionContext): void {
    const { waitUntil } = this.settings;
    try {
      if (waitUntil) waitUntil(work);
      else ctx?.waitUntil(work);
    } catch (error) {
      // The job is stored, so its caller must not get an error.
      console.warn(JSON.stringify({ event: "wait_until_failed", ...errorFields(error) }));
    }
  }
}

/** Returns the functions that the HTTP app calls: after an enqueue, for a wake, and for a cron that is a request. */
export function appCallbacks(work: BackgroundWork) {
  return {
    onEnqueued: (queue: string, c: Context) => work.enqueued(queue, functionContextOf(c)),
    drain: (c: Context, queue: string) => work.drain(queue, functionContextOf(c)),
    cron: { light: () => work.cron("light"), deep: () => work.cron("deep") },
  };
}

/** Returns the context of a request; undefined if the platform passed none, for which Hono throws an error. */
function functionContextOf(c: Context): FunctionContext | undefined {
  try {
    return c.executionCtx;
  } catch {
    return undefined;
  }
}
