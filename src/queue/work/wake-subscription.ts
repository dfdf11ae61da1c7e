// A subscription to the wakes of a queue, if the adapter supports one. A wake announces ready jobs, or the time when something
// may be due.

import { monotonicNow, NEVER } from "../../base/monotonic.ts";
import { findSubscribe } from "../../redis/event-stream.ts";
import { networkError } from "../../redis/redis-errors.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

/** The interval in ms of polling beside a subscription. It is long, since each poll may be billed. */
export const SAFETY_POLL = 150_000;

// The first and the longest pause in ms before a subscription that failed or ended is replaced. The pause doubles until a
// subscription has lasted for STEADY ms.
const FIRST_RETRY = 100;
const MAX_RETRY = 30_000;
const STEADY = 10_000;

// Every subscriber receives the wake for a new job, but only one leases it. The lease that takes the last ready job publishes a
// wake with 0 jobs. So each subscriber waits for a random delay before it asks: longer after it has found nothing, and not at
// all while it keeps finding jobs. In ms.
const FIRST_DELAY = 30;
const MAX_DELAY = 400;
const MIN_DELAY = 5;

// The number of jobs that became ready, 0 if none is left, or - if only the time has changed; and the time in ms until
// something may be due, or -.
const MESSAGE = /^(\d{1,15}|-) (\d{1,15}|-)$/;

interface WakeOptions {
  /** Called when it is time to ask the queue for jobs. */
  onWake: () => void;
  /** Called when a subscription fails. */
  onError: (error: unknown) => void;
  /** The number of jobs that the subscriber leases at once; 1 unless set. */
  count?: number | undefined;
}

/** A subscription to the wakes of one queue. */
export class WakeSubscription<T> {
  readonly #context: QueueContext<T>;
  readonly #onWake: () => void;
  readonly #onError: (error: unknown) => void;
  readonly #count: number;
  #end: (() => void) | undefined;
  #subscribedAt = 0;
  #isSubscribing = false;
  #isClosed = false;
  #retryPause = FIRST_RETRY;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** The longest random delay. */
  #delay = FIRST_DELAY;
  /** True if a wake is the reason why the queue is asked. */
  #isWoken = false;
  #wakeTimer: ReturnType<typeof setTimeout> | undefined;
  #wakesAt = NEVER;

  /** Creates a subscription that begins with `subscribe`. */
  constructor(context: QueueContext<T>, { onWake, onError, count = 1 }: WakeOptions) {
    this.#context = context;
    this.#onWake = onWake;
    this.#onError = onError;
    this.#count = count;
  }

  get isSubscribed(): boolean {
    return this.#end !== undefined;
  }

  /** Subscribes, unless that is done. The caller does not wait: subscribing may take long while Redis is unreachable. */
  subscribe(): void {
    const { adapter, keys } = this.#context;
    if (this.#end || this.#isSubscribing || this.#isClosed || this.#retryTimer !== undefined) return;
    const subscribe = findSubscribe(adapter);
    if (!subscribe) return;
    this.#isSubscribing = true;
    subscribe(keys.channel, { onMessage: this.#onMessage, onEnd: this.#onEnd })
      .then(
        (end) => {
          this.#end = end;
          if (this.#isClosed) return this.unsubscribe();
          this.#subscribedAt = monotonicNow();
          // Wakes before the subscription began were missed.
          this.#onWake();
        },
        (error) => {
          if (this.#isClosed) return;
          this.#onError(error);
          this.#subscribeLater();
        },
      )
      .finally(() => {
        this.#isSubscribing = false;
      });
  }

  /** Cancels a wake that is due later. Callers use it when they ask the queue, which makes earlier wakes obsolete. */
  cancelWake(): void {
    clearTimeout(this.#wakeTimer);
    this.#wakesAt = NEVER;
  }

  /** Notes the reply of the queue: whether jobs were found, and the time in ms until something is due. */
  noteReply({ hasJobs, due }: { hasJobs: boolean; due: number }): void {
    if (this.#isWoken && hasJobs) this.#delay = this.#delay > MIN_DELAY ? this.#delay / 4 : 0;
    else if (this.#isWoken) this.#delay = Math.min(MAX_DELAY, Math.max(FIRST_DELAY, this.#delay * 4));
    this.#isWoken = false;
    // A wake that arrived meanwhile may be newer than the reply.
    if (this.isSubscribed && monotonicNow() + due < this.#wakesAt) this.#wakeIn(due);
  }

  /** Ends a subscription, which may be silently broken. The next `subscribe` makes another. */
  unsubscribe(): void {
    this.cancelWake();
    this.#end?.();
    this.#end = undefined;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
  }

  /** Ends the subscription; a later `subscribe` does nothing. */
  close(): void {
    this.#isClosed = true;
    this.unsubscribe();
  }

  /** Subscribes again after the subscription has ended, and asks the queue, since wakes may have been missed. */
  readonly #onEnd = (): void => {
    this.#end = undefined;
    if (this.#isClosed) return;
    if (monotonicNow() - this.#subscribedAt >= STEADY) this.#retryPause = FIRST_RETRY;
    else if (this.#retryPause >= STEADY) this.#onError(networkError(undefined, "subscribe"));
    this.#subscribeLater();
    this.#onWake();
  };

  /** Subscribes again after the retry pause, and doubles the pause for the next time. */
  #subscribeLater(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.subscribe();
    }, this.#retryPause);
    this.#retryPause = Math.min(this.#retryPause * 2, MAX_RETRY);
  }

  readonly #onMessage = (message: string): void => {
    const [, ready, due] = MESSAGE.exec(message) ?? [];
    const dueIn = due === "-" ? NEVER : Number(due);
    // A message of another form may come from a later version.
    if (ready === undefined) this.#wakeIn(0);
    else if (ready === "0") this.#wakeIn(dueIn);
    else if (ready !== "-") this.#wakeIn(0, Math.max(1, Number(ready) / this.#count));
    // Ready jobs that were announced before are still there.
    else if (monotonicNow() + dueIn < this.#wakesAt) this.#wakeIn(dueIn);
  };

  /**
   * Wakes after `due` ms and a random delay, in place of an earlier wake. The delay is divided by `subscribers`, the number of
   * subscribers for which there is work.
   */
  #wakeIn(due: number, subscribers = 1): void {
    this.cancelWake();
    const time = due + (Math.random() * this.#delay) / subscribers;
    if (this.#isClosed || time > SAFETY_POLL) return;
    this.#wakesAt = monotonicNow() + time;
    this.#wakeTimer = setTimeout(() => {
      this.cancelWake();
      this.#isWoken = true;
      this.#onWake();
    }, time);
  }
}
