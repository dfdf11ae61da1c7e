// Draining the queues with a handler here: one after a request that enqueued jobs, all of them in a cron.

import { logFailed } from "../cron/cron-log.ts";
import { add, codeOf, type Drained } from "../cron/cron-report.ts";
import { Queue } from "../queue/queue.ts";
import { type DrainOptions, type DrainReport, drain } from "../queue/work/drain.ts";
import type { Adapter } from "../redis/adapter.ts";
import type { Consumer, ConsumerHandler, Settings } from "./options.ts";
import { Allowance } from "./request-limit.ts";
import { OneAtATime } from "./single-flight.ts";

const MINUTE = 60_000;
// The time in ms below which no further queue is drained.
const LEAST_TIME = 500;

export class Drainer {
  readonly #settings: Settings;
  readonly #drains = new OneAtATime();
  /** The allowances of invocations, by their contexts. */
  readonly #allowances = new WeakMap<object, Allowance>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  has(name: string): boolean {
    return this.#settings.consumers.has(name);
  }

  /**
   * Drains one queue, or lets the drain that runs do so once more. The drains of one context share their requests; a queue for
   * which none are left waits for another invocation or a cron. Never rejects: a failure is logged.
   */
  async drain(name: string, ctx?: object): Promise<void> {
    const consumer = this.#settings.consumers.get(name);
    if (!consumer) return;
    const { redis, drainRequests } = this.#settings;
    const known = ctx && this.#allowances.get(ctx);
    const allowance = known ?? new Allowance(redis, drainRequests);
    if (ctx) this.#allowances.set(ctx, allowance);
    const drained = nothing();
    await this.#drain(name, consumer, { allowance, drained, startedAt: Date.now() });
    for (const error of drained.errors) logFailed("drain_failed", error);
  }

  /**
   * Drains all queues beside each other, until the same moment. None takes turns with another: a drain has one request
   * in flight at a time, and a platform that has too few connections sends requests in the order in which they came.
   * So a queue that never gets empty starves no other, and no job is given back because another queue has its turn. Where
   * the requests are too few for all queues, the others follow with what is left of them, and come first in the next minutes.
   */
  async drainAll(redis: Adapter): Promise<Drained> {
    const run = {
      allowance: new Allowance(redis, this.#settings.drainRequests),
      drained: nothing(),
      startedAt: Date.now(),
    };
    const waiting = this.#inTurn(run.allowance.drains);
    while (waiting.length > 0) {
      const some = waiting.splice(0, run.allowance.drains);
      if (some.length === 0) break;
      await Promise.all(some.map(([name, consumer]) => this.#drain(name, consumer, run)));
    }
    run.drained.left.push(...waiting.map(([name]) => name));
    return run.drained;
  }

  /** Returns all queues; each minute others are the first `count` of them. */
  #inTurn(count: number): [string, Consumer][] {
    const all = [...this.#settings.consumers];
    if (count >= all.length) return all;
    const first = (Math.floor(Date.now() / MINUTE) * Math.max(1, count)) % all.length;
    return [...all.slice(first), ...all.slice(0, first)];
  }

  async #drain(name: string, consumer: Consumer, { allowance, drained, startedAt }: Run): Promise<void> {
    const { handler, loop, settings } = consumer;
    const until = startedAt + consumer.budget;
    await this.#drains.run(name, until, async (wasCalled) => {
      const isLate = Date.now() > startedAt && until - Date.now() < LEAST_TIME;
      if (isLate || allowance.drains < 1) {
        drained.left.push(name);
        return false;
      }
      try {
        const { shared, on, logger, worker } = this.#settings;
        const named = { ...(logger !== undefined && { logger }), ...settings, ...shared };
        const queue = new DrainedQueue(name, { ...named, redis: allowance.adapter });
        const budget = Math.max(1, until - Date.now());
        const { ended, ...counts } = await allowance.during((signal) => {
          const options = { ...loop, worker, ...(on && { on }), budget, signal };
          return queue.drainWhile(wasCalled, handler, options);
        });
        add(drained.jobs, counts);
        const isFinished = ended === "empty" || ended === "paused";
        if (!isFinished) drained.left.push(name);
        return isFinished;
      } catch (error) {
        drained.errors.push({ queue: name, code: codeOf(error) });
        return true;
      }
    });
  }
}

/** A queue whose drain leases more as soon as there was another call. */
class DrainedQueue extends Queue {
  drainWhile(wasCalled: () => boolean, handler: ConsumerHandler, options: DrainOptions): Promise<DrainReport> {
    return this.run(drain, handler, options, wasCalled);
  }
}

interface Run {
  allowance: Allowance;
  drained: Drained;
  startedAt: number;
}

function nothing(): Drained {
  return { jobs: { completed: 0, retried: 0, failed: 0, released: 0, lost: 0 }, left: [], errors: [] };
}
