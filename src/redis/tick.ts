// Detects the end of a tick: the moment when no call has arrived for a few microtasks.

/** A short time, within which calls are collected so that they can share a request. */
export class Tick {
  readonly #quietMicrotasks: number;
  #calls = 0;

  /** `quietMicrotasks` is the number of microtasks without a call that end the tick. */
  constructor(quietMicrotasks: number) {
    this.#quietMicrotasks = quietMicrotasks;
  }

  /**
   * Runs a function at the end of the tick. Of several calls in one tick, only the last one's function runs. Each call queues
   * microtasks of its own: in Workers a request may be terminated at any time, so a call must not depend on the microtasks of
   * another request's call.
   */
  runAtEnd(run: () => void): void {
    this.#calls += 1;
    const call = this.#calls;
    let left = this.#quietMicrotasks;
    const countDown = () => {
      if (call !== this.#calls) return;
      left -= 1;
      if (left >= 0) queueMicrotask(countDown);
      else run();
    };
    countDown();
  }
}
