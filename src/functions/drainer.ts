// Draining the queues that have a handler here: one after a request that put something in, all of them in a cron.
import { type DrainOptions, type DrainReport, drain } from "../loop/drain.ts";
import { Queue } from "../queue/queue.ts";
import type { Adapter } from "../redis/adapter.ts";
import { logFailed } from "../schedule/log.ts";
import { add, codeOf, type Drained } from "../schedule/report.ts";
import { Allowance } from "./allowance.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import type { Consumer, ConsumerHandler, Settings } from "./options.ts";

const MINUTE = 60_000;
// To lease, to settle and lease again, to give back; and one to spare.
const REQUESTS_OF_A_DRAIN = 4;

export class Drainer {
  readonly #settings: Settings;
  readonly #drains = new OneAtATime();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  has(name: string): boolean {
    return this.#settings.consumers.has(name);
  }

  /** Drains one queue, or has the drain that runs go round once more. Never rejects: what fails is logged. */
  async drain(name: string): Promise<void> {
    const consumer = this.#settings.consumers.get(name);
    if (!consumer) return;
    const { redis, drainRequests } = this.#settings;
    const drained = nothing();
    await this.#drain(name, consumer, { allowance: new Allowance(redis, drainRequests, 1), drained });
    for (const error of drained.errors) logFailed("drain_failed", error);
  }

  /**
   * Drains all queues beside each other, until the same moment. None takes turns with another: a drain has one request
   * under way at a time, and a platform that has too few connections lets requests go in the order in which they came.
   * So a queue that never gets empty starves no other, and no job is given back because another queue has its turn.
   */
  async drainAll(redis: Adapter): Promise<Drained> {
    const { drainRequests } = this.#settings;
    const some = this.#affordable(Math.floor(drainRequests / REQUESTS_OF_A_DRAIN));
    const run = { allowance: new Allowance(redis, drainRequests, some.length), drained: nothing() };
    await Promise.all(some.map(([name, consumer]) => this.#drain(name, consumer, run)));
    return run.drained;
  }

  /** As many queues as there are requests for; others each minute, where these are too few for all. */
  #affordable(count: number): [string, Consumer][] {
    const all = [...this.#settings.consumers];
    if (count >= all.length) return all;
    const first = Math.floor(Date.now() / MINUTE) % all.length;
    return [...all.slice(first), ...all.slice(0, first)].slice(0, count);
  }

  async #drain(name: string, consumer: Consumer, { allowance, drained }: Run): Promise<void> {
    const { handler, loop, settings } = consumer;
    const until = Date.now() + consumer.budget;
    await this.#drains.run(name, until, async (wasCalled) => {
      try {
        const { shared, on, logger, worker } = this.#settings;
        const named = { ...(logger !== undefined && { logger }), ...settings, ...shared };
        const queue = new DrainedQueue(name, { ...named, redis: allowance });
        const budget = Math.max(1, until - Date.now());
        const options = { ...loop, worker, ...(on && { on }), budget, signal: allowance.signal };
        const { ended, ...counts } = await queue.drainWhile(wasCalled, handler, options);
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
}

function nothing(): Drained {
  return { jobs: { completed: 0, retried: 0, failed: 0, released: 0, lost: 0 }, left: [], errors: [] };
}
