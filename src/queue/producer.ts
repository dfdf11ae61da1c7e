// The part of a queue that enqueues. A program that uses only this part does not bundle the rest.

import { isValidName } from "../base/arguments.ts";
import { labelError } from "../base/errors.ts";
import { type EnqueueResult, enqueue, enqueueMany, type RequestOptions } from "./jobs/enqueue.ts";
import type { EnqueueOptions, NewJob } from "./jobs/prepare-jobs.ts";
import { QueueContext } from "./jobs/queue-context.ts";
import type { QueueOptions } from "./jobs/queue-options.ts";

/**
 * A queue for a program that only enqueues. It keeps no state between calls, so create one wherever it is needed.
 *
 * @example
 * const emails = new Producer<Email>("emails", { redis });
 * await emails.enqueue({ to: "ada@example.com" }, { delay: "10m" });
 */
export class Producer<T = unknown, Input = T> {
  readonly name: string;
  // Not #context: leasehold/testing accesses it to record calls and to set the queue's clock, and follow-ups for the queue need it.
  protected readonly context: QueueContext<T, Input>;

  /** Validates the name and the options. Sends nothing. */
  constructor(name: string, options: QueueOptions<T, Input>) {
    this.name = name;
    try {
      this.context = new QueueContext(name, options);
    } catch (error) {
      // An invalid name may be anything, so no message contains it.
      throw isValidName(name) ? labelError(name, error) : error;
    }
  }

  /**
   * Enqueues a job. Creates nothing if the id belongs to a job in any state, or `uniqueFor` remembers it; `onDuplicate` or
   * `debounce` may then replace that job, or run the new one after it.
   */
  enqueue(data: Input, options: EnqueueOptions & RequestOptions = {}): Promise<EnqueueResult> {
    return this.run(enqueue, data, options);
  }

  /** Enqueues jobs in one request, all of them or none. */
  enqueueMany(jobs: readonly NewJob<Input>[], options: RequestOptions = {}): Promise<EnqueueResult[]> {
    return this.run(enqueueMany, jobs, options);
  }

  /** Runs an operation on this queue, and labels its errors. */
  protected run<A extends unknown[], R>(
    operation: (context: QueueContext<T, Input>, ...args: A) => Promise<R>,
    ...args: A
  ): Promise<R> {
    return this.context.labelErrors(() => operation(this.context, ...args));
  }
}
