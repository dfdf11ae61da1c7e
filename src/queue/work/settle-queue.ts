// The finished jobs of a loop that Redis has not confirmed. They are settled with the loop's turns, in requests of their own
// while a turn is unanswered for long, and one by one if Redis rejects them together.

import { isTransient } from "../../base/deadline.ts";
import { LeaseholdError } from "../../base/errors.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { settlePrepared } from "../jobs/settle.ts";
import { type AttemptEnd, endFailed } from "./attempt.ts";
import type { Outcomes } from "./outcomes.ts";

// In characters. A database accepts 10 MB in one request, and a character takes up to three bytes.
const MAX_REQUEST_LENGTH = 3_000_000;
const MAX_JOBS = 1_000;
// The largest number of requests in flight beside the turns.
const MAX_OWN_REQUESTS = 3;

/** The parts of the loop that settling uses. */
interface Owner<T> {
  outcomes: Outcomes<T>;
  /** Sends a request repeatedly until Redis replies. */
  retry<R>(send: () => Promise<R>): Promise<R>;
  /** Called when a request beside the turns has ended. */
  onRequestEnded(): void;
}

/** Reports whether an error is about the content of a request, so that Redis may accept a part of it. */
export function isAboutContent(error: unknown): boolean {
  return error instanceof LeaseholdError && CONTENT_ERRORS.has(error.code);
}

const CONTENT_ERRORS = new Set(["too_large", "record_too_large", "redis_error", "invalid_argument", "invalid_payload"]);

/** The finished jobs of a loop that Redis has not confirmed. */
export class SettleQueue<T> {
  readonly #context: QueueContext<T>;
  readonly #owner: Owner<T>;
  readonly #waiting: AttemptEnd<T>[] = [];
  /** The requests beside the turns. */
  readonly #requests = new Set<Promise<void>>();

  constructor(context: QueueContext<T>, owner: Owner<T>) {
    this.#context = context;
    this.#owner = owner;
  }

  /** The number of finished jobs that wait for a request. */
  get length(): number {
    return this.#waiting.length;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#requests.size === 0;
  }

  /** Adds finished jobs, which the next request settles. */
  add(...ends: AttemptEnd<T>[]): void {
    this.#waiting.push(...ends);
  }

  /** Removes and returns as many jobs as fit into one request, and at least the first. */
  take(): AttemptEnd<T>[] {
    let count = 0;
    for (let size = 0; count < Math.min(this.#waiting.length, MAX_JOBS); count++) {
      size += this.#waiting[count]?.item.size ?? 0;
      if (size > MAX_REQUEST_LENGTH && count > 0) break;
    }
    return this.#waiting.splice(0, count);
  }

  /** Settles finished jobs in a request of their own, instead of with the next turn, unless enough such are in flight. */
  settleNow(): void {
    if (this.#requests.size < MAX_OWN_REQUESTS && this.#waiting.length > 0) this.#track(this.#send(this.take()));
  }

  /** Settles jobs that Redis has rejected together, in two halves. */
  settleInHalves(ends: AttemptEnd<T>[], error: unknown): void {
    this.#track(this.#sendInHalves(ends, error));
  }

  /** Waits for the requests beside the turns. */
  async waitForRequests(): Promise<void> {
    while (this.#requests.size > 0) await Promise.all(this.#requests);
  }

  /** Keeps a request among those in flight until it ends. */
  #track(work: Promise<void>): void {
    const tracked: Promise<void> = work.finally(() => {
      this.#requests.delete(tracked);
      this.#owner.onRequestEnded();
    });
    this.#requests.add(tracked);
  }

  /** Sends one request until Redis replies. It may have taken effect, so each time it has the same identity. */
  async #send(ends: AttemptEnd<T>[]): Promise<void> {
    const request = this.#context.newRequest();
    const items = ends.map(({ item }) => item);
    try {
      const send = () => settlePrepared(this.#context, { items, request });
      const results = await request.during(() => this.#owner.retry(send));
      for (const [i, result] of results.entries()) this.#owner.outcomes.noteSettled(ends[i] as AttemptEnd<T>, result);
    } catch (error) {
      if (isAboutContent(error)) return this.#sendInHalves(ends, error);
      // Without a reply in time, the leases expire.
      if (isTransient(error)) for (const end of ends) this.#owner.outcomes.noteRefused(end, error);
      else this.add(...ends);
    }
  }

  /**
   * Settles jobs that Redis has rejected together in two requests. A single completed job fails instead, without its result and its follow-ups;
   * any other is given up.
   */
  async #sendInHalves(ends: AttemptEnd<T>[], error: unknown): Promise<void> {
    const [first] = ends;
    if (ends.length > 1) {
      const half = ends.length >> 1;
      await this.#send(ends.slice(0, half));
      await this.#send(ends.slice(half));
    } else if (first?.action === "complete") {
      const reason = error instanceof Error ? error.message : "no reason";
      const what = first.item.followUps ? "its result or its follow-ups were" : "its result was";
      const refused = `it was done, but ${what} refused: ${reason}`;
      await this.#send([endFailed(this.#context, { job: first.job, error: refused })]);
    } else if (first) {
      this.#owner.outcomes.noteRefused(first, error);
    }
  }
}
