// Finished jobs on their way to Redis: with the loop's turns, beside a turn that is unanswered for long, and one by one
// where Redis refuses them together.

import { isTransient } from "../../base/deadline.ts";
import { LeaseholdError } from "../../base/errors.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { settlePrepared } from "../jobs/settle.ts";
import type { SettleResult } from "../jobs/stored/letters.ts";
import { type Ended, failedForGood } from "./attempt.ts";

// A database accepts 10 MB in one request, and a character takes up to three bytes.
const LARGEST_REQUEST = 3_000_000;
const MOST = 1_000;
// The largest number of requests beside the turns.
const MOST_ASIDE = 3;

/** The functions of the loop that settling calls. */
interface Owner<T> {
  /** Sends a request again until Redis answers. */
  retry<R>(send: () => Promise<R>): Promise<R>;
  /** Called with the outcome of each job. */
  settled(ended: Ended<T>, outcome: SettleResult): void;
  /** Called where Redis refuses even the failure of a job. Its lease runs out then. */
  refused(ended: Ended<T>, error: unknown): void;
  /** Called when a request beside the turns has ended. */
  asideEnded(): void;
}

/** Reports whether an error is about the content of a request, so that a part of it may be accepted. */
export function isAboutContent(error: unknown): boolean {
  return error instanceof LeaseholdError && CONTENT.has(error.code);
}

const CONTENT = new Set(["too_large", "record_too_large", "redis_error", "invalid_argument", "invalid_payload"]);

/** The finished jobs of a loop that Redis has not confirmed. */
export class Settling<T> {
  readonly #context: QueueContext<T>;
  readonly #owner: Owner<T>;
  readonly #waiting: Ended<T>[] = [];
  readonly #aside = new Set<Promise<void>>();

  constructor(context: QueueContext<T>, owner: Owner<T>) {
    this.#context = context;
    this.#owner = owner;
  }

  /** The number of finished jobs that wait for a request. */
  get length(): number {
    return this.#waiting.length;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#aside.size === 0;
  }

  add(...ended: Ended<T>[]): void {
    this.#waiting.push(...ended);
  }

  /** Removes and returns as many jobs as fit into one request, and at least the first. */
  take(): Ended<T>[] {
    let count = 0;
    for (let size = 0; count < Math.min(this.#waiting.length, MOST); count++) {
      size += this.#waiting[count]?.item.size ?? 0;
      if (size > LARGEST_REQUEST && count > 0) break;
    }
    return this.#waiting.splice(0, count);
  }

  /** Settles jobs beside the turns, unless enough such requests are in flight. */
  settleAside(): void {
    if (this.#aside.size < MOST_ASIDE && this.#waiting.length > 0) this.#track(this.#send(this.take()));
  }

  /** Settles jobs that Redis has refused together, in halves. */
  narrow(ended: Ended<T>[], error: unknown): void {
    this.#track(this.#narrow(ended, error));
  }

  /** Waits for the requests beside the turns. */
  async finished(): Promise<void> {
    while (this.#aside.size > 0) await Promise.all(this.#aside);
  }

  #track(work: Promise<void>): void {
    const tracked: Promise<void> = work.finally(() => {
      this.#aside.delete(tracked);
      this.#owner.asideEnded();
    });
    this.#aside.add(tracked);
  }

  /** Sends one request until it is answered. It may have taken effect, so each time it is the same one. */
  async #send(ended: Ended<T>[]): Promise<void> {
    const request = this.#context.newRequest();
    const items = ended.map(({ item }) => item);
    try {
      const send = () => settlePrepared(this.#context, { items, request });
      const outcomes = await request.during(() => this.#owner.retry(send));
      for (const [i, outcome] of outcomes.entries()) this.#owner.settled(ended[i] as Ended<T>, outcome);
    } catch (error) {
      if (isAboutContent(error)) return this.#narrow(ended, error);
      // Without an answer in time, or where Redis refuses everything, the leases run out.
      if (isTransient(error)) for (const each of ended) this.#owner.refused(each, error);
      else this.add(...ended);
    }
  }

  async #narrow(ended: Ended<T>[], error: unknown): Promise<void> {
    const [first] = ended;
    if (ended.length > 1) {
      const half = ended.length >> 1;
      await this.#send(ended.slice(0, half));
      await this.#send(ended.slice(half));
    } else if (first?.action === "complete") {
      const why = error instanceof Error ? error.message : "no reason";
      const refused = `it was done, but its result was refused: ${why}`;
      await this.#send([failedForGood(this.#context, first.job, refused)]);
    } else if (first) {
      this.#owner.refused(first, error);
    }
  }
}
