// A subscription to the queue's wakes, where the adapter supports one.

import { monotonicNow } from "../../base/monotonic.ts";
import { networkError } from "../../redis/errors.ts";
import { findSubscribe } from "../../redis/event-stream.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

/** The interval in ms of polling beside a subscription; each poll may be billed. */
export const SAFETY_POLL = 150_000;

// The first and the longest pause in ms before a subscription that failed or ended is replaced. Each is twice as long as the
// one before, until a subscription has lasted for STEADY ms.
const FIRST_RETRY = 100;
const LAST_RETRY = 30_000;
const STEADY = 10_000;

// Every listener receives the wake for a new job, but only one leases it; where no job is left, the lease publishes a
// wake with 0 jobs. So each listener waits for a random time before it asks: longer after it found nothing, and not at
// all while it keeps finding jobs.
const FIRST_PATIENCE = 30;
const MOST_PATIENCE = 400;
const LEAST_PATIENCE = 5;

// The number of jobs that became ready, 0 where none is left, or - where only the time has changed; and the time in ms
// until something may be due, or -.
const MESSAGE = /^(\d{1,15}|-) (\d{1,15}|-)$/;

/** A subscription to the channel of one queue, which calls `ring` when it is time to ask. */
export class News<T> {
  readonly #context: QueueContext<T>;
  readonly #ring: () => void;
  readonly #warn: (error: unknown) => void;
  readonly #count: number;
  #end: (() => void) | undefined;
  #subscribedAt = 0;
  #isAsking = false;
  #isClosed = false;
  #retry = FIRST_RETRY;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #patience = FIRST_PATIENCE;
  #hasRung = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ringsAt = Number.POSITIVE_INFINITY;

  /** `count` is the number of jobs that the listener leases at once. */
  constructor(context: QueueContext<T>, ring: () => void, warn: (error: unknown) => void, count = 1) {
    this.#context = context;
    this.#ring = ring;
    this.#warn = warn;
    this.#count = count;
  }

  get isHeard(): boolean {
    return this.#end !== undefined;
  }

  /** Subscribes unless that is done. The caller does not wait: subscribing may take long while Redis is unreachable. */
  listen(): void {
    const { adapter, keys } = this.#context;
    if (this.#end || this.#isAsking || this.#isClosed || this.#retryTimer !== undefined) return;
    const subscribe = findSubscribe(adapter);
    if (!subscribe) return;
    this.#isAsking = true;
    subscribe(keys.channel, { onMessage: this.#hear, onEnd: this.#restart })
      .then(
        (end) => {
          this.#end = end;
          if (this.#isClosed) return this.doubt();
          this.#subscribedAt = monotonicNow();
          // Wakes before the subscription began were missed.
          this.#ring();
        },
        (error) => {
          if (this.#isClosed) return;
          this.#warn(error);
          this.#retryLater();
        },
      )
      .finally(() => {
        this.#isAsking = false;
      });
  }

  /** Notes that the queue is being asked, which makes earlier wakes obsolete. */
  asking(): void {
    this.#forget();
  }

  /** Notes the answer, and the time in ms until the queue is due. */
  note(found: boolean, due: number): void {
    if (this.#hasRung && found) this.#patience = this.#patience > LEAST_PATIENCE ? this.#patience / 4 : 0;
    else if (this.#hasRung) this.#patience = Math.min(MOST_PATIENCE, Math.max(FIRST_PATIENCE, this.#patience * 4));
    this.#hasRung = false;
    // A wake that arrived meanwhile may be newer than the answer.
    if (this.isHeard && monotonicNow() + due < this.#ringsAt) this.#ringIn(due);
  }

  /** Ends a subscription that may be silently broken; the next `listen` makes another. */
  doubt(): void {
    this.#forget();
    this.#end?.();
    this.#end = undefined;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.doubt();
  }

  /** Subscribes again after the subscription has ended, and asks the queue, since wakes may have been missed. */
  readonly #restart = (): void => {
    this.#end = undefined;
    if (this.#isClosed) return;
    if (monotonicNow() - this.#subscribedAt >= STEADY) this.#retry = FIRST_RETRY;
    else if (this.#retry >= STEADY) this.#warn(networkError(undefined, "subscribe"));
    this.#retryLater();
    this.#ring();
  };

  #retryLater(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.listen();
    }, this.#retry);
    this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
  }

  readonly #hear = (message: string): void => {
    const [, number, due] = MESSAGE.exec(message) ?? [];
    const left = due === "-" ? Number.POSITIVE_INFINITY : Number(due);
    // A message of another form says nothing, so the queue is asked.
    if (number === undefined) this.#ringIn(0);
    else if (number === "0") this.#ringIn(left);
    else if (number !== "-") this.#ringIn(0, Math.max(1, Number(number) / this.#count));
    // A ready job that was announced before is still there.
    else if (monotonicNow() + left < this.#ringsAt) this.#ringIn(left);
  };

  /** Replaces the timer: rings after `due` ms and a random delay, shorter where there is work for several listeners. */
  #ringIn(due: number, several = 1): void {
    this.#forget();
    const time = due + (Math.random() * this.#patience) / several;
    if (this.#isClosed || time > SAFETY_POLL) return;
    this.#ringsAt = monotonicNow() + time;
    this.#timer = setTimeout(() => {
      this.#forget();
      this.#hasRung = true;
      this.#ring();
    }, time);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#ringsAt = Number.POSITIVE_INFINITY;
  }
}
