// The queue as a program sees it. Each method is one operation, implemented in the file that it is imported from.
import { labelError } from "../base/errors.ts";
import type { JobState } from "../engine/keys.ts";
import { Consumer } from "./consumer.ts";
import { type Counts, counts } from "./inspect/counts.ts";
import {
  type EventsOptions,
  events,
  type QueueEvent,
  type RecordEventsOptions,
  recordEvents,
} from "./inspect/events.ts";
import { type Explanation, explain } from "./inspect/explain.ts";
import type { JobInfo } from "./inspect/job-info.ts";
import { list, type Page } from "./inspect/list.ts";
import { get } from "./inspect/read-job.ts";
import { result, type WaitOptions, type WaitResult, wait } from "./inspect/wait.ts";
import { type WorkerInfo, workers } from "./inspect/workers.ts";
import { type CancelResult, cancel } from "./operate/cancel.ts";
import { type CleanResult, cleanUnlisted } from "./operate/clean.ts";
import { type DeepCleanOptions, type DeepCleanResult, deepClean } from "./operate/deep-clean.ts";
import { destroy } from "./operate/destroy.ts";
import { failWorker } from "./operate/fail-worker.ts";
import { pause, resume } from "./operate/pause.ts";
import { type PromoteResult, promote } from "./operate/promote.ts";
import { purge } from "./operate/purge.ts";
import { type RedriveResult, redrive } from "./operate/redrive.ts";

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
    return this.run(get, id);
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
  counts(): Promise<Counts> {
    return this.run(counts);
  }

  /** Lists the jobs of a state, a page at a time. */
  list(state: JobState, options: { cursor?: string; limit?: number } = {}): Promise<Page<Input>> {
    return this.run(list, state, options);
  }

  /** Lists the workers of the queue and the jobs that each holds. */
  workers(): Promise<WorkerInfo[]> {
    return this.run(workers);
  }

  /** Removes waiting jobs, and takes leased ones from their holders. */
  cancel(ids: string | readonly string[]): Promise<CancelResult[]> {
    return this.run(cancel, ids);
  }

  /** Makes failed jobs ready again: those named, or the first `limit`. */
  redrive(options: { ids?: readonly string[]; limit?: number } = {}): Promise<RedriveResult> {
    return this.run(redrive, options);
  }

  /** Makes delayed jobs ready now. */
  promote(ids: string | readonly string[]): Promise<PromoteResult[]> {
    return this.run(promote, ids);
  }

  /** Stops all leasing until `resume`. */
  pause(): Promise<void> {
    return this.run(pause);
  }

  /** Allows leasing again. */
  resume(): Promise<void> {
    return this.run(resume);
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
      throw labelError(this.name, error);
    }
  }

  /** Removes all jobs of a state other than leased. */
  purge(state: Exclude<JobState, "leased">): Promise<number> {
    return this.run(purge, state);
  }

  /**
   * Removes the queue, all its jobs and the ids that it remembers. Results, and replies to requests with an idempotency key,
   * expire by themselves.
   */
  destroy(): Promise<void> {
    return this.run(destroy);
  }

  /** Takes back every job that a worker holds: it returns to its place, or fails where its attempts are used up. */
  failWorker(worker: string): Promise<number> {
    return this.run(failWorker, worker);
  }

  /** Runs the light clean, which moves jobs that are due and trims. Call it every minute or so. */
  clean(options: { limit?: number } = {}): Promise<CleanResult> {
    return this.run(cleanUnlisted, options);
  }

  /** Runs the deep clean, which audits the queue and repairs it. Call it from time to time. */
  deepClean(options: DeepCleanOptions = {}): Promise<DeepCleanResult> {
    return this.run(deepClean, options);
  }
}
