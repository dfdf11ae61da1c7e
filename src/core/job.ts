// A job in the hands of its holder.
import { badReply, lettersOf } from "./call.ts";
import type { Context } from "./context.ts";
import type { Duration } from "./duration.ts";
import { hashDigits } from "./keys.ts";
import { checkBatch, checkBytes, checkOptions, checkWorker, invalid, leaseLength } from "./limits.ts";
import { type Held, readHeld, type StaleReason, type StoredRecord } from "./record.ts";
import { newRequest, type RequestName } from "./request.ts";
import { extend as extendScript, progress as progressScript } from "./scripts.gen.ts";
import { settle } from "./settle.ts";
import { checkRef, type RetryOptions, referenceOf, type SettleItem } from "./settle-items.ts";

/** What proves that somebody holds a job. */
export interface JobRef {
  id: string;
  fence: number;
  attempt?: number;
}

/** How a note of progress is made. */
export interface ProgressOptions {
  note?: string;
  /** Prolongs the lease as well. */
  extend?: Duration;
}

interface Leased<T> extends Required<JobRef> {
  data: T;
  record: StoredRecord;
  leasedUntil: number;
  worker: string;
}

/** A leased job. Each way to settle it is true when it took effect, and false when the job was no longer held. */
export class Job<T> {
  readonly id: string;
  readonly data: T;
  /** Rises with each lease in the queue; a guard for writes elsewhere. */
  readonly fence: number;
  /** Counts leases, from 1. */
  readonly attempt: number;
  readonly priority: number;
  readonly enqueuedAt: number;
  readonly worker: string;
  /** When the lease ends, by Redis's clock. */
  leasedUntil: number;
  /** Why the last call was false. */
  lost: StaleReason | undefined;
  /** How this holder ended it. */
  ended: SettleItem["action"] | undefined;
  #isEnding = false;
  readonly #context: Context<T>;
  /** What was asked and not answered. Asked again, it is the same request, so that nobody is told "false" of his own. */
  #unanswered: { action: SettleItem["action"]; request: RequestName } | undefined;

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
  }

  /** Whether its holder has neither ended it nor is about to. */
  get isHeld(): boolean {
    return !this.ended && !this.#isEnding;
  }

  /** Ends the job well. True exactly once per job; call it before the work for at-most-once. */
  complete(result?: unknown): Promise<boolean> {
    return this.#settle(() => ({ job: this, action: "complete", result }));
  }

  /** Gives the job back for another attempt, after a delay; ends it as failed when its attempts are used up. */
  retry(options: RetryOptions = {}): Promise<boolean> {
    return this.#settle(() => ({ job: this, action: "retry", ...checkOptions(options) }));
  }

  /** Ends the job as failed, whatever attempts are left. */
  fail(error?: unknown): Promise<boolean> {
    return this.#settle(() => ({ job: this, action: "fail", error }));
  }

  /** Gives the job back to its place in the queue, as if it had not been leased: it uses up no attempt. */
  release(): Promise<boolean> {
    return this.#settle(() => ({ job: this, action: "release" }));
  }

  /** Makes the lease end that long from now. */
  extend(duration: Duration): Promise<boolean> {
    return this.#ask(async () => {
      const [outcome] = await extendAll(this.#context, [this], duration, { worker: this.worker });
      if (outcome?.ok) this.leasedUntil = outcome.leasedUntil;
      return outcome;
    });
  }

  /** Notes how far the work is, from 0 to 1. */
  progress(fraction: number, options: ProgressOptions = {}): Promise<boolean> {
    return this.#ask(() => noteProgress(this.#context, this, fraction, options));
  }

  #settle(item: () => SettleItem): Promise<boolean> {
    return this.#ask(async () => {
      const asked = item();
      const { action } = asked;
      const before = this.#unanswered?.action === action ? this.#unanswered.request : undefined;
      const request = before ?? newRequest(this.#context.keepRequests);
      this.#unanswered = undefined;
      this.#isEnding = true;
      try {
        const [outcome] = await settle(this.#context, [asked], {}, request);
        if (outcome?.ok) this.ended = action;
        return outcome;
      } catch (error) {
        this.#unanswered = { action, request };
        throw error;
      } finally {
        this.#isEnding = false;
      }
    });
  }

  /** Asks Redis, and notes why the answer is no, if it is. */
  async #ask(question: () => Promise<Held | undefined>): Promise<boolean> {
    const outcome = await this.#context.named(question, this.id);
    this.lost = outcome && !outcome.ok ? outcome.reason : undefined;
    return outcome?.ok === true;
  }
}

/** The outcome of prolonging one lease. */
export type Extended = { ok: true; leasedUntil: number } | { ok: false; reason: StaleReason };

const LONGEST_NOTE = 300;

/** Prolongs the leases of many jobs in one request. */
export async function extendAll<T>(
  context: Context<T>,
  jobs: readonly JobRef[],
  duration: Duration,
  options: { worker?: string } = {},
): Promise<Extended[]> {
  const { worker } = checkOptions(options);
  checkBatch(jobs);
  const refs = Array.from(jobs, checkRef);
  const args = {
    duration: leaseLength(duration),
    worker: checkWorker(worker),
    hashes: hashDigits(refs.map(({ id }) => id)),
    items: refs.map(referenceOf),
  };
  if (refs.length === 0) return [];
  const reply = await context.call(extendScript, args, { hashes: args.hashes });
  const leasedUntil = Number(reply.rest[1]);
  return [...lettersOf(reply, refs.length)].map((letter) => {
    const outcome = readHeld(letter);
    if (!outcome.ok) return outcome;
    if (!(leasedUntil > 0)) throw badReply(reply);
    return { ok: true, leasedUntil };
  });
}

/** Notes how far the work on a job is, and prolongs its lease if that is asked for. */
export async function noteProgress<T>(
  context: Context<T>,
  job: JobRef,
  fraction: number,
  options: ProgressOptions = {},
): Promise<Held> {
  const { id, fence } = checkRef(job);
  const { note, extend } = checkOptions(options);
  const isShare = typeof fraction === "number" && fraction >= 0 && fraction <= 1;
  if (!isShare) throw invalid("progress must be a number from 0 to 1");
  if (note !== undefined && typeof note !== "string") throw invalid("a note must be text");
  const text = note === undefined ? "" : checkBytes(` ${JSON.stringify(note)}`, LONGEST_NOTE, "a note");
  const duration = extend === undefined ? "" : leaseLength(extend);
  const progress = fraction.toFixed(4).replace(/\.?0+$/, "") + text;
  const args = { duration, reference: referenceOf({ id, fence }), progress };
  return readHeld(lettersOf(await context.call(progressScript, args, { id }), 1));
}
