// The class Queue: a consumer that also inspects and operates the queue. Each method is one operation, in a file of its own.
import { labelError } from "../base/errors.ts";
import type { JobState } from "../engine/keys.ts";
import { meterAdapter } from "../engine/metered-adapter.ts";
import { type Cost, type CostOptions, readCost } from "./inspect/cost.ts";
import { type Counts, readCounts } from "./inspect/counts.ts";
import type { QueueEvent } from "./inspect/event-page.ts";
import { type EventsOptions, events, type RecordEventsOptions, recordEvents } from "./inspect/events.ts";
import { type Explanation, explain } from "./inspect/explain.ts";
import {
  type GroupInfo,
  type GroupPage,
  type GroupsOptions,
  listGroups,
  readGroup,
  readQueueLimits,
  type StoredLimits,
} from "./inspect/groups/list-groups.ts";
import { type History, type HistoryOptions, readHistory } from "./inspect/history.ts";
import type { JobFilter } from "./inspect/job-filter.ts";
import type { JobInfo } from "./inspect/job-info.ts";
import { listJobs, type Page } from "./inspect/list.ts";
import { findJob } from "./inspect/read-job.ts";
import { type SearchOptions, type SearchResult, searchJobs } from "./inspect/search.ts";
import { findResult, type WaitOptions, type WaitResult, wait } from "./inspect/wait.ts";
import { listWorkers, type WorkerInfo } from "./inspect/workers.ts";
import type { QueueLimits } from "./jobs/options/limits.ts";
import type { QueueOptions } from "./jobs/queue-options.ts";
import type { OutboxList, OutboxOptions } from "./jobs/turn.ts";
import { type BulkOptions, type ContinueOptions, continueBulk, startBulk, stopBulk } from "./operate/bulk.ts";
import { type BulkOperation, listBulkOperations } from "./operate/bulk-storage.ts";
import { type CancelResult, cancel } from "./operate/cancel.ts";
import { cancelGroup } from "./operate/cancel-group.ts";
import { type CleanResult, cleanAndRegister } from "./operate/clean.ts";
import { type DeepCleanOptions, type DeepCleanResult, deepClean } from "./operate/deep-clean.ts";
import { destroy } from "./operate/destroy.ts";
import { failWorker } from "./operate/fail-worker.ts";
import { pause, resume } from "./operate/pause.ts";
import { type PromoteResult, promote } from "./operate/promote.ts";
import { purge } from "./operate/purge.ts";
import { type RedriveOptions, type RedriveResult, redrive } from "./operate/redrive.ts";
import {
  type GroupChange,
  type SetLimitsOptions,
  type SetLimitsResult,
  setGroup,
  setLimits,
} from "./operate/set-group.ts";
import { Scheduling } from "./scheduling.ts";

/**
 * A work queue in Redis. It keeps no state between calls, so create one wherever it is needed.
 *
 * @example
 * const emails = new Queue<Email>("emails", { redis });
 * await emails.enqueue({ to: "ada@example.com" }, { delay: "10m" });
 */
export class Queue<T = unknown, Input = T> extends Scheduling<T, Input> {
  /** Validates the name and the options, and meters the client. Sends nothing. */
  constructor(name: string, options: QueueOptions<T, Input>) {
    super(name, options);
    Object.assign(this.context, { adapter: meterAdapter(this.context.adapter, options.redis) });
  }

  /** Resolves with information about a job, or undefined if no job has this id. */
  get(id: string): Promise<JobInfo<Input> | undefined> {
    return this.run(findJob, id);
  }

  /** Resolves with the result of a job while it is kept; undefined if there is none. */
  result(id: string): Promise<unknown> {
    return this.run(findResult, id);
  }

  /** Waits until a job has ended, for at most `timeout`: 20 seconds unless set. */
  wait(id: string, options: WaitOptions = {}): Promise<WaitResult> {
    return this.run(wait, id, options);
  }

  /** Explains why a job is not running. */
  explain(id: string): Promise<Explanation> {
    return this.run(explain, id);
  }

  /** Resolves with the number of jobs in each state, and totals since the queue was created. */
  counts(): Promise<Counts> {
    return this.run(readCounts);
  }

  /**
   * Resolves with what this process has sent for the queue: requests, commands and bytes, by operation and per hour, and their
   * price if prices are given. Sends nothing.
   *
   * @example
   * const { price } = await queue.cost({ prices: { per100kCommands: 0.2, perGb: 0.03 } });
   */
  cost(options: CostOptions = {}): Promise<Cost> {
    return this.run(readCost, options);
  }

  /** Resolves with the history of the queue: what happened in each minute of the last hour, or in each hour. */
  history(options: HistoryOptions = {}): Promise<History> {
    return this.run(readHistory, options);
  }

  /** Lists the jobs of a state, a page at a time. */
  list(state: JobState, options: { cursor?: string; limit?: number } = {}): Promise<Page<Input>> {
    return this.run(listJobs, state, options);
  }

  /**
   * Searches the jobs of a state, in the order of that state. A result has the matches of one part of the state, and the
   * cursor of the next part.
   *
   * @example
   * const { jobs, cursor } = await queue.search({ state: "failed", error: "timeout", data: [{ path: "user.id", is: 7 }] });
   */
  search(filter: JobFilter, options: SearchOptions = {}): Promise<SearchResult<Input>> {
    return this.run(searchJobs, filter, options);
  }

  /** Lists the follow-ups that wait for other queues to receive them, oldest first, a page at a time. */
  outbox(options: OutboxOptions = {}): Promise<OutboxList> {
    return this.run(async (context) => (await context.loadFollowUps()).listOutbox(context, options));
  }

  /** Lists the workers of the queue, and the jobs that each worker holds. */
  workers(): Promise<WorkerInfo[]> {
    return this.run(listWorkers);
  }

  /**
   * Lists the groups of the queue, a page at a time: those with blocked jobs, then others that have limits of their own or leased
   * jobs.
   */
  groups(options: GroupsOptions = {}): Promise<GroupPage> {
    return this.run(listGroups, options);
  }

  /** Resolves with the numbers of a group's jobs and with its limits. */
  group(name: string): Promise<GroupInfo> {
    return this.run(readGroup, name);
  }

  /**
   * Changes the limits of one group, or pauses it.
   *
   * @example
   * // After an answer 429 to a call for this customer:
   * await queue.setGroup("customer-7", { paused: true, until: "5m" });
   */
  setGroup(name: string, change: GroupChange): Promise<SetLimitsResult> {
    return this.run(setGroup, name, change);
  }

  /** Removes the jobs of a group that wait or are leased, and a failed one that holds it back. Resolves with their number. */
  cancelGroup(name: string): Promise<number> {
    return this.run(cancelGroup, name);
  }

  /** Resolves with the limits of the queue and of its groups, which hold for each client. */
  limits(): Promise<StoredLimits> {
    return this.run(readQueueLimits);
  }

  /** Replaces the limits of the queue and of its groups, under the next version. */
  setLimits(limits: Omit<QueueLimits, "limitsVersion">, options: SetLimitsOptions = {}): Promise<SetLimitsResult> {
    return this.run(setLimits, limits, options);
  }

  /** Removes waiting jobs; leased jobs, whose holders lose them; and failed jobs that hold their groups back. */
  cancel(ids: string | readonly string[]): Promise<CancelResult[]> {
    return this.run(cancel, ids);
  }

  /**
   * Makes failed jobs ready again: the jobs of `ids`, or the first `limit`. With a `change` the jobs of `ids` get another payload,
   * priority or number of attempts; if one of them cannot be changed as asked, none is.
   *
   * @example
   * await queue.redrive({ ids: ["a"], change: { data: { address: "new@example.com", retries: null } } });
   */
  redrive(options: RedriveOptions = {}): Promise<RedriveResult> {
    return this.run(redrive, options);
  }

  /** Makes delayed jobs ready now. */
  promote(ids: string | readonly string[]): Promise<PromoteResult[]> {
    return this.run(promote, ids);
  }

  /**
   * Begins an operation on all jobs that match a filter now. It goes on in slices while a client continues it, or by the light
   * cron; `clean` does not continue it. A job that leaves the state before its turn, or enters it again, is left alone.
   *
   * @example
   * let bulk = await queue.startBulk({ operation: "redrive", filter: { state: "failed", error: "timeout" } });
   * while (bulk.status === "running") bulk = await queue.continueBulk(bulk.id);
   */
  startBulk(options: BulkOptions): Promise<BulkOperation> {
    return this.run(startBulk, options);
  }

  /** Continues a bulk operation for two seconds unless set, or until it is finished. */
  continueBulk(id: string, options: ContinueOptions = {}): Promise<BulkOperation> {
    return this.run(continueBulk, id, options);
  }

  /** Stops a bulk operation. The jobs that it has changed stay changed. */
  stopBulk(id: string): Promise<BulkOperation> {
    return this.run(stopBulk, id);
  }

  /** Returns the bulk operations that run and the last ones that ended, newest first. */
  bulkOperations(): Promise<BulkOperation[]> {
    return this.run(listBulkOperations);
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
   * Turns the recording of events on for all clients of the queue, or off with `false`, which removes the recorded events.
   * The recording is off unless set, and after `destroy`.
   */
  recordEvents(options: RecordEventsOptions | false = {}): Promise<void> {
    return this.run(recordEvents, options);
  }

  /**
   * Iterates over the recorded events of the queue: jobs that enter a state or are gone, by any client. Waits for further
   * events until `signal` aborts.
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
   * Removes the queue, all its jobs and the ids that it remembers. Results and remembered replies expire by themselves.
   */
  destroy(): Promise<void> {
    return this.run(destroy);
  }

  /** Takes every job of a worker from it. Each returns to its place, or fails if its attempts are used up. */
  failWorker(worker: string): Promise<number> {
    return this.run(failWorker, worker);
  }

  /** Runs the light clean, which moves jobs that are due, and removes what is past its retention. Call it every minute or so. */
  clean(options: { limit?: number } = {}): Promise<CleanResult> {
    return this.run(cleanAndRegister, options);
  }

  /** Runs the deep clean, which audits the queue and repairs it. Call it once a day or so. */
  deepClean(options: DeepCleanOptions = {}): Promise<DeepCleanResult> {
    return this.run(deepClean, options);
  }
}
