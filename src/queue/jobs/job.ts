// A leased job, and the operations of its holder.

import { validateOptions } from "../../base/arguments.ts";
import type { Duration } from "../../base/duration.ts";
import { jobLabel, LeaseholdError } from "../../base/errors.ts";
import { extendLeases, noteProgress, type ProgressOptions } from "./extend.ts";
import type { Backoff } from "./options/backoff.ts";
import {
  type OwnOptions,
  readOwnOptions,
  readScheduledRun,
  readTrace,
  type ScheduledRun,
} from "./options/own-options.ts";
import type { Children, ChildrenOptions } from "./options/waiting.ts";
import type { QueueContext } from "./queue-context.ts";
import { type SettleAttempt, settleOne } from "./settle.ts";
import {
  type EndOptions,
  type PreparedItem,
  prepareLinkedItem,
  type ReleaseOptions,
  type RetryOptions,
  type SettleItem,
} from "./settle-items.ts";
import type { ProgressResult, SettledState, SettleResult, StaleReason } from "./stored/letters.ts";
import type { StoredRecord } from "./stored/record.ts";
import { readHistory, type Story } from "./stored/run.ts";

/** The proof that a holder leased a job: its id and fence. */
export interface JobRef {
  id: string;
  fence: number;
  attempt?: number;
  /** The job's own backoff. */
  backoff?: Backoff | undefined;
}

/** A leased job as its lease returns it. */
interface LeasedJob<T> extends JobRef {
  attempt: number;
  group: string | undefined;
  cost: number;
  data: T;
  record: StoredRecord;
  /** The progress and the errors of earlier attempts; undefined on the first lease. */
  history: string | undefined;
  leasedUntil: number;
  worker: string;
}

// Methods of a job for the loop that runs its handler. Symbols hide them from handlers.

/** The name of the method that limits the time of the job's handler. */
export const LIMIT = Symbol("limit");
/** The name of the method that finishes a settling that the handler has begun. */
export const FINISH = Symbol("finish");
/** The name of the method that returns the values with which the handler has settled its job. */
export const OUTCOME = Symbol("outcome");

/** A function that sends a request repeatedly until Redis replies. */
type Retry = <R>(send: () => Promise<R>) => Promise<R>;

/**
 * A leased job. A method that settles it resolves with true if it took effect, and with false if the lease was lost.
 */
export class Job<T = unknown> {
  readonly id: string;
  readonly data: T;
  /** The fence of the lease, higher than any earlier one of the queue. Handlers may guard their own writes with it. */
  readonly fence: number;
  /** The number of this lease, counted from 1, and again from 1 after a redrive. */
  readonly attempt: number;
  readonly priority: number;
  /** The group of the job, if it has one. */
  readonly group: string | undefined;
  /** The number of tokens that the job has spent of a rate. */
  readonly cost: number;
  readonly enqueuedAt: number;
  readonly worker: string;
  /** The job's own backoff; the queue's applies unless set. */
  readonly backoff: Backoff | undefined;
  /** The job's own timeout; the queue's applies unless set. */
  readonly timeout: Duration | false | undefined;
  /** The trace in which the job was enqueued, in the form of `leasehold/otel`, if it carries one. */
  readonly trace: string | undefined;
  /** The run of a schedule that the job is, if a schedule has created it. */
  readonly schedule: ScheduledRun | undefined;
  /** The time when the handler's signal aborts, in ms since the epoch; undefined for no limit. */
  deadline: number | undefined;
  /** The time when the lease ends, by Redis's clock. */
  leasedUntil: number;
  /** The reason why the last call resolved with false. */
  lost: StaleReason | undefined;
  /** The action with which this holder ended the job. */
  ended: SettleItem["action"] | undefined;
  /** The state into which this holder brought the job. */
  endState: SettledState | undefined;
  /** The settling that is in flight. Never rejects. */
  #settling: Promise<unknown> | undefined;
  readonly #history: string | undefined;
  #stopping: AbortController | undefined;
  readonly #context: QueueContext<T>;
  /** The last settling without a reply. A repetition sends the same request, so that its result matches what took effect. */
  #unanswered: { item: SettleItem; attempt: SettleAttempt } | undefined;
  #endedBy: SettleItem | undefined;

  /** Creates a job from what its lease returned, its payload decoded. */
  constructor(context: QueueContext<T>, leased: LeasedJob<T>) {
    const { record } = leased;
    const { backoff, timeout }: OwnOptions = record.own === undefined ? {} : readOwnOptions(record.own);
    this.#context = context;
    this.id = leased.id;
    this.data = leased.data;
    this.fence = leased.fence;
    this.attempt = leased.attempt;
    this.priority = record.priority;
    this.group = leased.group;
    this.cost = leased.cost;
    this.enqueuedAt = record.enqueuedAt;
    this.leasedUntil = leased.leasedUntil;
    this.worker = leased.worker;
    this.backoff = backoff;
    this.timeout = timeout;
    this.trace = readTrace(record.own);
    this.schedule = readScheduledRun(leased.id, record.own);
    this.#history = leased.history;
  }

  /** The progress and the last errors of earlier holders. */
  get previous(): Story {
    return this.#history === undefined ? { errors: [] } : readHistory(this.#history);
  }

  /**
   * Aborts shortly before `deadline`, and when the worker stops. The job can still be settled then: a handler that takes long
   * ends its work here, for example with RetryLater. Never aborts for a job that was leased without `drain` or `work`.
   */
  get stopping(): AbortSignal {
    this.#stopping ??= new AbortController();
    return this.#stopping.signal;
  }

  /** Sets the job's deadline, and aborts `stopping` once `isStopping` is true. */
  [LIMIT](deadline: number | undefined, { isStopping }: { isStopping: boolean }): void {
    this.deadline = deadline;
    if (!isStopping) return;
    this.#stopping ??= new AbortController();
    this.#stopping.abort(new LeaseholdError("stopping", `${jobLabel(this.id)}: its time is about to end`));
  }

  /** Reports whether the job still has to be settled: its holder has not settled it, and is not settling it now. */
  get isHeld(): boolean {
    return !this.ended && !this.#settling;
  }

  /**
   * Completes the job, and adds its follow-ups in the same step. Resolves with true exactly once per job. To do the work at most
   * once, complete the job before it.
   */
  complete(result?: unknown, options: EndOptions = {}): Promise<boolean> {
    return this.#settle(() => ({ job: this, action: "complete", result, ...validateOptions(options, "then") }));
  }

  /** Retries the job after a delay, or fails it if its attempts are used up. */
  retry(options: RetryOptions = {}): Promise<boolean> {
    return this.#settle(() => ({
      job: this,
      action: "retry",
      ...validateOptions(options, "delay error attempt"),
    }));
  }

  /** Fails the job, even with attempts left, and adds its follow-ups in the same step. */
  fail(error?: unknown, options: EndOptions = {}): Promise<boolean> {
    return this.#settle(() => ({ job: this, action: "fail", error, ...validateOptions(options, "then") }));
  }

  /** Releases the job: it returns to its place in the queue, and uses up no attempt. */
  release(options: ReleaseOptions = {}): Promise<boolean> {
    return this.#settle(() => ({ job: this, action: "release", ...validateOptions(options, "begun") }));
  }

  /** Lists the jobs for which this one has waited, and the way in which each has ended. */
  children(options: ChildrenOptions = {}): Promise<Children> {
    return this.#context.labelErrors(
      async () => (await this.#context.loadFollowUps()).listChildren(this.#context, this.id, options),
      this.id,
    );
  }

  /** Extends the lease: it ends after `duration` from now. */
  extend(duration: Duration): Promise<boolean> {
    return this.#request(async () => {
      const [result] = await extendLeases(this.#context, [this], { duration, worker: this.worker });
      if (result?.ok) this.leasedUntil = result.leasedUntil;
      return result;
    });
  }

  /** Notes the progress of the work, from 0 to 1. */
  progress(fraction: number, options: ProgressOptions = {}): Promise<boolean> {
    return this.#request(() =>
      noteProgress(this.#context, this, { ...validateOptions(options, "note extend"), fraction }),
    );
  }

  /** Returns the result and the error with which this holder ended the job. */
  [OUTCOME](): { result?: unknown; error?: unknown } {
    const { result, error } = (this.#endedBy ?? {}) as { result?: unknown; error?: unknown };
    return { result, error };
  }

  /**
   * Waits for a settling in flight, and repeats a settling without a reply, since it may have taken effect. Returns undefined
   * if there is neither.
   */
  [FINISH](retry: Retry): Promise<void> | undefined {
    return this.#settling || this.#unanswered?.attempt.request ? this.#finish(retry) : undefined;
  }

  /** Waits for the settling in flight. If Redis did not reply to it, sends it again until there is a reply. */
  async #finish(retry: Retry): Promise<void> {
    while (this.#settling) await this.#settling;
    const { item, attempt } = this.#unanswered ?? {};
    if (item && attempt?.request)
      await retry(() => this.#request(() => this.#send(item, { before: attempt, prepared: attempt.item })));
  }

  /** Settles the job with the item that a function creates. An error of that function gets the job's label, too. */
  #settle(createItem: () => SettleItem): Promise<boolean> {
    return this.#request(async () => {
      const item = createItem();
      const prepared = prepareLinkedItem(this.#context, item);
      const { item: last, attempt } = this.#unanswered ?? {};
      // A request without follow-ups cannot be repeated with some.
      const isRepeated = last?.action === item.action && hasThen(last) === hasThen(item);
      return this.#send(item, { before: isRepeated ? attempt : undefined, prepared });
    });
  }

  /** Sends a settling, and notes its effect on the job. Without a reply it is kept, to be repeated. */
  async #send(
    item: SettleItem,
    { before, prepared }: { before: SettleAttempt | undefined; prepared: PreparedItem | Promise<PreparedItem> },
  ): Promise<SettleResult> {
    this.#unanswered = undefined;
    let attempt: SettleAttempt | undefined;
    const settle = (ready: PreparedItem) => {
      attempt = { ...before, item: ready };
      return settleOne(this.#context, attempt);
    };
    const sent = prepared instanceof Promise ? prepared.then(settle) : settle(prepared);
    const settling = sent.catch(() => {});
    this.#settling = settling;
    try {
      const result = await sent;
      if (result.ok) {
        this.ended = item.action;
        this.#endedBy = item;
        this.endState = result.state;
      }
      return result;
    } catch (error) {
      if (attempt) this.#unanswered = { item, attempt };
      throw error;
    } finally {
      if (this.#settling === settling) this.#settling = undefined;
    }
  }

  /** Sends a request, and notes the reason if it changed nothing. */
  async #request(send: () => Promise<ProgressResult | undefined>): Promise<boolean> {
    const result = await this.#context.labelErrors(send, this.id);
    this.lost = result && !result.ok ? result.reason : undefined;
    return result?.ok === true;
  }
}

/** Reports whether an item has follow-ups. */
function hasThen(item: SettleItem): boolean {
  return (item as EndOptions).then !== undefined;
}
