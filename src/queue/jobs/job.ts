// A leased job, and the operations of its holder.

import {
  invalidArgument,
  toLeaseMilliseconds,
  validateBatch,
  validateByteLength,
  validateOptions,
  validateWorkerName,
} from "../../base/arguments.ts";
import type { Duration } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { badReplyError, readLetters } from "../../engine/call.ts";
import { bucketDigits } from "../../engine/keys.ts";
import { extend as extendScript, progress as progressScript } from "../../engine/scripts.gen.ts";
import type { Backoff } from "./backoff.ts";
import type { Context } from "./context.ts";
import { type OwnOptions, readOwnOptions } from "./own-options.ts";
import {
  type ProgressResult,
  readHeld,
  readHistory,
  type SettledState,
  type SettleResult,
  type StaleReason,
  type StoredRecord,
  type Story,
} from "./record.ts";
import { type Settling, settleOne } from "./settle.ts";
import {
  formatReference,
  prepareItem,
  type ReleaseOptions,
  type RetryOptions,
  type SettleItem,
  validateRef,
} from "./settle-items.ts";

/** The proof that a holder leased a job: its id and fence. */
export interface JobRef {
  id: string;
  fence: number;
  attempt?: number;
  /** The job's own backoff. */
  backoff?: Backoff | undefined;
}

const NONE: OwnOptions = {};

/** Options of a progress note. */
export interface ProgressOptions {
  /** A text of at most 300 bytes. */
  note?: string;
  /** Extends the lease in the same request. */
  extend?: Duration;
}

interface Leased<T> extends JobRef {
  attempt: number;
  data: T;
  record: StoredRecord;
  /** The progress and the errors of earlier attempts; undefined on the first lease. */
  history: string | undefined;
  leasedUntil: number;
  worker: string;
}

/** Limits the time of a job's handler; for the loop that runs it. */
export const LIMIT = Symbol("limit");
/** Finishes what a handler has begun to settle; for the loop that runs the handler. */
export const FINISH = Symbol("finish");

/** The values with which a handler has settled its job; for the loop that runs the handler. */
export const OUTCOME = Symbol("outcome");

/** Sends a request again until Redis answers. */
type Retry = <R>(send: () => Promise<R>) => Promise<R>;

/**
 * A leased job. A method that settles it resolves with true where it took effect, and false where the lease was lost.
 */
export class Job<T = unknown> {
  readonly id: string;
  readonly data: T;
  /** The fence of the lease, higher than any before in the queue; a guard for writes elsewhere. */
  readonly fence: number;
  /** The number of this lease, counted from 1, anew after a redrive. */
  readonly attempt: number;
  readonly priority: number;
  readonly enqueuedAt: number;
  readonly worker: string;
  /** The job's own backoff; the queue's applies unless set. */
  readonly backoff: Backoff | undefined;
  /** The job's own timeout; the queue's applies unless set. */
  readonly timeout: Duration | false | undefined;
  /** The time when the handler's signal aborts, in ms since the epoch; undefined where nothing limits it. */
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
  #ending: Promise<unknown> | undefined;
  readonly #history: string | undefined;
  #stopping: AbortController | undefined;
  readonly #context: Context<T>;
  /** The last unanswered settling. Repeating it sends the same request, so that it never contradicts its own effect. */
  #unanswered: { asked: SettleItem; settling: Settling } | undefined;
  #endedBy: SettleItem | undefined;

  constructor(context: Context<T>, held: Leased<T>) {
    this.#context = context;
    this.id = held.id;
    this.data = held.data;
    this.fence = held.fence;
    this.attempt = held.attempt;
    this.priority = held.record.priority;
    this.enqueuedAt = held.record.enqueuedAt;
    this.leasedUntil = held.leasedUntil;
    this.worker = held.worker;
    const { backoff, timeout } = held.record.own === undefined ? NONE : readOwnOptions(held.record.own);
    this.backoff = backoff;
    this.timeout = timeout;
    this.#history = held.history;
  }

  /** The last progress and errors of earlier holders. */
  get previous(): Story {
    return this.#history === undefined ? { errors: [] } : readHistory(this.#history);
  }

  /**
   * Aborts shortly before `deadline`, and when the worker stops, while the job can still be settled: a handler that takes
   * long ends its work here, for example with RetryLater. Never aborts for a job that was leased by hand.
   */
  get stopping(): AbortSignal {
    this.#stopping ??= new AbortController();
    return this.#stopping.signal;
  }

  [LIMIT](deadline: number | undefined, { isStopping }: { isStopping: boolean }): void {
    this.deadline = deadline;
    if (!isStopping) return;
    this.#stopping ??= new AbortController();
    this.#stopping.abort(new LeaseholdError("stopping", `job ${this.id}: its time is about to end`));
  }

  /** Reports whether the holder has neither ended the job nor is ending it. */
  get isHeld(): boolean {
    return !this.ended && !this.#ending;
  }

  /** Completes the job. True exactly once per job; call it before the work for at-most-once. */
  complete(result?: unknown): Promise<boolean> {
    return this.#settle(() => ({ job: this, action: "complete", result }));
  }

  /** Gives the job back for another attempt after a delay, or fails it where its attempts are used up. */
  retry(options: RetryOptions = {}): Promise<boolean> {
    return this.#settle(() => ({
      job: this,
      action: "retry",
      ...validateOptions(options, "delay error attempt"),
    }));
  }

  /** Fails the job, even with attempts left. */
  fail(error?: unknown): Promise<boolean> {
    return this.#settle(() => ({ job: this, action: "fail", error }));
  }

  /** Gives the job back to its place in the queue without using up an attempt. */
  release(options: ReleaseOptions = {}): Promise<boolean> {
    return this.#settle(() => ({ job: this, action: "release", ...validateOptions(options, "begun") }));
  }

  /** Extends the lease: it ends after `duration` from now. */
  extend(duration: Duration): Promise<boolean> {
    return this.#ask(async () => {
      const [outcome] = await extendAll(this.#context, [this], duration, { worker: this.worker });
      if (outcome?.ok) this.leasedUntil = outcome.leasedUntil;
      return outcome;
    });
  }

  /** Notes the progress of the work, from 0 to 1. */
  progress(fraction: number, options: ProgressOptions = {}): Promise<boolean> {
    return this.#ask(() => noteProgress(this.#context, this, fraction, options));
  }

  /** Returns the result and the error with which this holder ended the job. */
  [OUTCOME](): { result?: unknown; error?: unknown } {
    const { result, error } = (this.#endedBy ?? {}) as { result?: unknown; error?: unknown };
    return { result, error };
  }

  /**
   * Waits for a settling in flight, and sends one again that was not answered, since it may have taken effect. Returns
   * undefined where there is none.
   */
  [FINISH](retry: Retry): Promise<void> | undefined {
    return this.#ending || this.#unanswered?.settling.request ? this.#finish(retry) : undefined;
  }

  async #finish(retry: Retry): Promise<void> {
    while (this.#ending) await this.#ending;
    const { asked, settling } = this.#unanswered ?? {};
    if (asked && settling?.request) await retry(() => this.#ask(() => this.#send(asked, settling)));
  }

  #settle(item: () => SettleItem): Promise<boolean> {
    return this.#ask(async () => {
      const asked = item();
      const before = this.#unanswered?.asked.action === asked.action ? this.#unanswered.settling : undefined;
      return this.#send(asked, { ...before, item: prepareItem(this.#context, asked) });
    });
  }

  async #send(asked: SettleItem, settling: Settling): Promise<SettleResult> {
    this.#unanswered = undefined;
    const answer = settleOne(this.#context, settling);
    const ending = answer.catch(() => {});
    this.#ending = ending;
    try {
      const outcome = await answer;
      if (outcome.ok) {
        this.ended = asked.action;
        this.#endedBy = asked;
        this.endState = outcome.state;
      }
      return outcome;
    } catch (error) {
      this.#unanswered = { asked, settling };
      throw error;
    } finally {
      if (this.#ending === ending) this.#ending = undefined;
    }
  }

  /** Sends a request and notes the reason for a refusal. */
  async #ask(question: () => Promise<ProgressResult | undefined>): Promise<boolean> {
    const outcome = await this.#context.labelErrors(question, this.id);
    this.lost = outcome && !outcome.ok ? outcome.reason : undefined;
    return outcome?.ok === true;
  }
}

/** The result of extending one lease. */
export type ExtendResult =
  | { id: string; ok: true; leasedUntil: number }
  | { id: string; ok: false; reason: StaleReason };

const LONGEST_NOTE = 300;

/** Extends the leases of many jobs in one request. */
export async function extendAll<T>(
  context: Context<T>,
  jobs: readonly JobRef[],
  duration: Duration,
  options: { worker?: string } = {},
): Promise<ExtendResult[]> {
  const { worker } = validateOptions(options, "worker");
  validateBatch(jobs);
  const refs = Array.from(jobs, validateRef);
  const args = {
    duration: toLeaseMilliseconds(duration),
    worker: validateWorkerName(worker),
    buckets: bucketDigits(refs.map(({ id }) => id)),
    items: refs.map(formatReference),
  };
  if (refs.length === 0) return [];
  const reply = await context.call(extendScript, args, { buckets: args.buckets });
  const leasedUntil = Number(reply.values[1]);
  const letters = readLetters(reply, refs.length);
  return refs.map(({ id }, i) => {
    const held = readHeld(letters[i] ?? "", id);
    if (!held.ok) return held;
    if (!(leasedUntil > 0)) throw badReplyError(reply);
    return { ...held, leasedUntil };
  });
}

/** Notes the progress of a job, and extends its lease where `extend` is set. */
export async function noteProgress<T>(
  context: Context<T>,
  job: JobRef,
  fraction: number,
  options: ProgressOptions = {},
): Promise<ProgressResult> {
  const { id, fence } = validateRef(job);
  const { note, extend } = validateOptions(options, "note extend");
  const isShare = typeof fraction === "number" && fraction >= 0 && fraction <= 1;
  if (!isShare) throw invalidArgument("progress must be a number from 0 to 1");
  if (note !== undefined && typeof note !== "string") throw invalidArgument("a note must be text");
  const text =
    note === undefined ? "" : ` ${JSON.stringify(validateByteLength(note, "a note", { max: LONGEST_NOTE }))}`;
  const duration = extend === undefined ? "" : toLeaseMilliseconds(extend, "extend");
  const progress = fraction.toFixed(4).replace(/\.?0+$/, "") + text;
  const args = { duration, reference: formatReference({ id, fence }), progress };
  return readHeld(readLetters(await context.call(progressScript, args, { id }), 1), id);
}
