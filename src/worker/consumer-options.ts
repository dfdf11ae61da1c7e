// The handlers of queues, as a program declares them.
import type { Duration } from "../base/duration.ts";
import type { Job } from "../queue/jobs/job.ts";
import type { QueueSettings } from "../queue/jobs/queue-options.ts";
import type { LoopOptions } from "../queue/work/loop-options.ts";

/** A handler of the jobs of one queue. It has the type of a method, so that handlers of different jobs fit in one record. */
export type ConsumerHandler<T = unknown> = { handle(job: Job<T>, signal: AbortSignal): unknown }["handle"];

/** The handler of a queue, with its options. */
export interface ConsumerOptions<T = unknown>
  extends Omit<QueueSettings<T>, "concurrency">,
    Omit<LoopOptions, "worker" | "version" | "on" | "use"> {
  handler: ConsumerHandler<T>;
  /** The largest number of leased jobs of the queue, of all clients together: the setting `concurrency` of a queue. */
  queueConcurrency?: number;
  /** The time limit of one drain of this queue, instead of `drain.budget`. */
  budget?: Duration;
}

/**
 * Returns its argument. If the options of a worker are a function of the environment, TypeScript infers the type of a job from
 * the schema beside its handler only in a call of its own.
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
