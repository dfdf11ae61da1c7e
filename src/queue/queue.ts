// The queue as a program sees it. Each method is one operation, implemented in the file that it is imported from.
import { about } from "../core/errors.ts";
import { type EventsOptions, events, type QueueEvent, type RecordEventsOptions, recordEvents } from "../core/events.ts";
import { type Explanation, explain } from "../core/explain.ts";
import * as inspect from "../core/inspect.ts";
import type { JobState } from "../core/keys.ts";
import type { JobInfo } from "../core/look.ts";
import * as operate from "../core/operate.ts";
import { result, type WaitOptions, type WaitResult, wait } from "../core/wait.ts";
import { Consumer } from "./consumer.ts";

/**
 * A work queue in Redis. It keeps no state between calls: create one wherever it is needed.
 *
 * @example
 * const emails = new Queue<Email>("emails", { redis });
 * await emails.enqueue({ to: "ada@example.com" }, { delay: "10m" });
 */
export class Queue<T = unknown, Input = T> extends Consumer<T, Input> {
  /** Returns a job as it is stored, or undefined. */
  get(id: string): Promise<JobInfo<Input> | undefined> {
    return this.run(inspect.get, id);
  }

  /** Returns the result of a job while it is kept. */
  result(id: string): Promise<unknown> {
    return this.run(result, id);
  }

  /** Waits until a job has ended, for 20 seconds unless set. */
  wait(id: string, options: WaitOptions = {}): Promise<WaitResult> {
    return this.run(wait, id, options);
  }

  /** Explains why a job is not running. */
  explain(id: string): Promise<Explanation> {
    return this.run(explain, id);
  }

  /** Returns the number of jobs in each state, and totals since the queue was created. */
  counts(): Promise<inspect.Counts> {
    return this.run(inspect.counts);
  }

  /** Lists the jobs of a state, a page at a time. */
  list(state: JobState, options: { cursor?: string; limit?: number } = {}): Promise<inspect.Page<Input>> {
    return this.run(inspect.list, state, options);
  }

  /** Lists the workers of the queue and the jobs that each holds. */
  workers(): Promise<inspect.WorkerInfo[]> {
    return this.run(inspect.workers);
  }

  /** Removes waiting jobs, and takes leased ones from their holders. */
  cancel(ids: string | readonly string[]): Promise<operate.CancelResult[]> {
    return this.run(operate.cancel, ids);
  }

  /** Makes failed jobs ready again: those named, or the first `limit`. */
  redrive(options: { ids?: readonly string[]; limit?: number } = {}): Promise<operate.RedriveResult> {
    return this.run(operate.redrive, options);
  }

  /** Makes delayed jobs ready now. */
  promote(ids: string | readonly string[]): Promise<operate.PromoteResult[]> {
    return this.run(operate.promote, ids);
  }

  /** Stops all leasing until `resume`. */
  pause(): Promise<void> {
    return this.run(operate.pause);
  }

  /** Allows leasing again. */
  resume(): Promise<void> {
    return this.run(operate.resume);
  }

  /**
   * Turns the recording of events on for all clients of the queue, or off with `false`, which removes those that are
   * recorded. It is off unless set, and after `destroy`.
   */
  recordEvents(options: RecordEventsOptions | false = {}): Promise<void> {
    return this.run(recordEvents, options);
  }

  /**
   * Iterates over the recorded events of the queue: jobs that enter a state or are gone, whichever client has moved them.
   * It waits for further ones until `signal` aborts.
   *
   * @example
   * for await (const event of queue.events({ since: lastSeenId })) console.log(event.id, event.state);
   */
  events(options: EventsOptions = {}): AsyncGenerator<QueueEvent, void, void> {
    try {
      return events(this.context, options);
    } catch (error) {
      throw about(this.name, error);
    }
  }

  /** Removes all jobs of a state other than leased. */
  purge(state: Exclude<JobState, "leased">): Promise<number> {
    return this.run(operate.purge, state);
  }

  /**
   * Removes the queue, all its jobs and the ids that it remembers. Results, and replies to requests with an idempotency key,
   * expire by themselves.
   */
  destroy(): Promise<void> {
    return this.run(operate.destroy);
  }

  /** Takes back every job that a worker holds: it returns to its place, or fails where its attempts are used up. */
  failWorker(worker: string): Promise<number> {
    return this.run(operate.failWorker, worker);
  }

  /** Runs the light clean, which moves jobs that are due and trims. Call it every minute or so. */
  clean(options: { limit?: number } = {}): Promise<operate.CleanResult> {
    return this.run(operate.cleanUnlisted, options);
  }

  /** Runs the deep clean, which audits the queue and repairs it. Call it from time to time. */
  deepClean(options: operate.DeepCleanOptions = {}): Promise<operate.DeepCleanResult> {
    return this.run(operate.deepClean, options);
  }
}
