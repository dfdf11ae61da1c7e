// Drains of the queues with a handler: of one queue after a request that enqueued jobs, of all queues in a cron.

import { withoutUndefined } from "../base/without-undefined.ts";
import { logQueueFailure } from "../cron/cron-log.ts";
import { addToSums, codeOf, type DrainedQueues } from "../cron/cron-report.ts";
import { withFollowUps } from "../queue/follow-ups/with-follow-ups.ts";
import { QueueContext } from "../queue/jobs/queue-context.ts";
import { drain } from "../queue/work/drain.ts";
import type { Adapter } from "../redis/adapter.ts";
import type { FunctionContext } from "./options.ts";
import { RequestLimit } from "./request-limit.ts";
import type { ConsumerSettings, Settings } from "./settings.ts";
import { SingleFlight } from "./single-flight.ts";

const MINUTE = 60_000;
// The least time in ms that must be left to start the drain of another queue.
const MIN_TIME = 500;

/** Drains queues within the limits of an invocation. */
export class Drainer {
  readonly #settings: Settings;
  readonly #drains = new SingleFlight();
  /** The request limits of invocations, by their contexts. */
  readonly #limits = new WeakMap<FunctionContext, RequestLimit>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Reports whether a queue has a handler here. */
  hasHandler(name: string): boolean {
    return this.#settings.consumers.has(name);
  }

  /**
   * Drains one queue, or makes the running drain of the queue continue. A platform may cap the requests that one invocation
   * of a function sends, so its drains, found by its context, share a limit. A queue for which too few requests are left waits
   * for another invocation or a cron. Never rejects: a failure is logged.
   */
  async drain(name: string, ctx?: FunctionContext): Promise<void> {
    const consumer = this.#settings.consumers.get(name);
    if (!consumer) return;
    const limit = (ctx && this.#limits.get(ctx)) ?? this.#newLimit(this.#settings.redis);
    if (ctx) this.#limits.set(ctx, limit);
    const report = emptyReport();
    await this.#drain(name, consumer, { limit, report, startedAt: Date.now() });
    for (const error of report.errors) logQueueFailure("drain_failed", error);
  }

  /**
   * Drains all queues concurrently, until the same deadline. They do not take turns: a drain has one request in flight at a
   * time, and a platform with too few connections sends requests in the order of their calls. So a queue that never gets
   * empty starves no other, and no job is released because of another queue. If the requests are too few for all queues, the
   * others follow with the requests that are left, and come first in the next minutes.
   */
  async drainAll(redis: Adapter): Promise<DrainedQueues> {
    const run = { limit: this.#newLimit(redis), report: emptyReport(), startedAt: Date.now() };
    const waiting = this.#rotateConsumers(run.limit.drainsLeft);
    while (waiting.length > 0) {
      const next = waiting.splice(0, run.limit.drainsLeft);
      if (next.length === 0) break;
      await Promise.all(next.map(([name, consumer]) => this.#drain(name, consumer, run)));
    }
    run.report.left.push(...waiting.map(([name]) => name));
    return run.report;
  }

  /** Returns the request limit of one invocation, whose adapter counts the requests. */
  #newLimit(redis: Adapter): RequestLimit {
    return new RequestLimit(redis, this.#settings.maxDrainRequests);
  }

  /** Returns all consumers. If there are more than `count`, each minute other ones are first. */
  #rotateConsumers(count: number): [string, ConsumerSettings][] {
    const all = [...this.#settings.consumers];
    if (count >= all.length) return all;
    const first = (Math.floor(Date.now() / MINUTE) * Math.max(1, count)) % all.length;
    return [...all.slice(first), ...all.slice(0, first)];
  }

  /** Drains one queue within its budget, once for concurrent calls, and adds the outcome to the report. */
  async #drain(name: string, consumer: ConsumerSettings, { limit, report, startedAt }: DrainRun): Promise<void> {
    const until = startedAt + consumer.budget;
    await this.#drains.run(name, until, async (hasNewCall) => {
      const isLate = Date.now() > startedAt && until - Date.now() < MIN_TIME;
      if (isLate || limit.drainsLeft < 1) {
        report.left.push(name);
        return false;
      }
      try {
        const { shared, on, logger, telemetry, worker, version } = this.#settings;
        const options = { ...withoutUndefined({ logger, telemetry }), ...consumer.queue, ...shared };
        const context = withFollowUps(new QueueContext(name, { ...options, redis: limit.adapter }));
        const budget = Math.max(1, until - Date.now());
        const { ended, ...counts } = await limit.runDrain((signal) => {
          const loop = { ...consumer.loop, worker, version, ...withoutUndefined({ on }), budget, signal };
          return drain(context, consumer.handler, loop, hasNewCall);
        });
        addToSums(report.jobs, counts);
        const isFinished = ended === "empty" || ended === "paused";
        if (!isFinished) report.left.push(name);
        return isFinished;
      } catch (error) {
        report.errors.push({ queue: name, code: codeOf(error) });
        return true;
      }
    });
  }
}

/** The drains of one invocation or cron. */
interface DrainRun {
  limit: RequestLimit;
  report: DrainedQueues;
  startedAt: number;
}

function emptyReport(): DrainedQueues {
  return { jobs: { completed: 0, retried: 0, failed: 0, released: 0, lost: 0 }, left: [], errors: [] };
}
