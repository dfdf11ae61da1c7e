// The end of a tick: a function runs once no more calls arrive within a few microtasks.

/** A tick, in which calls gather that may share a request. */
export class Tick {
  readonly #quietMicrotasks: number;
  #calls = 0;

  /** `quietMicrotasks` is the number of microtasks without a call that end the tick. */
  constructor(quietMicrotasks: number) {
    this.#quietMicrotasks = quietMicrotasks;
  }

  /**
   * Runs a function when the tick has ended, unless a later call runs one then. Each call queues microtasks of its own: in
   * Workers a request may be terminated at any time, so a call must not depend on the microtasks of another request's call.
   */
  atEnd(run: () => void): void {
    this.#calls += 1;
    const call = this.#calls;
    let left = this.#quietMicrotasks;
    const wait = () => {
      if (call !== this.#calls) return;
      left -= 1;
      if (left >= 0) queueMicrotask(wait);
      else run();
    };
    wait();
  }
}
