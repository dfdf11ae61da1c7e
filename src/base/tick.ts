// The end of a tick: of calls made at the same time, or a few promises later.

/** Tells calls that may share a request when no more of them come. */
export class Tick {
  readonly #quiet: number;
  #calls = 0;

  /** `quiet` is the number of microtasks without a call that end a tick. */
  constructor(quiet: number) {
    this.#quiet = quiet;
  }

  /**
   * Runs a function when the tick has ended. Each call does this by itself: in Workers a request
   * may be terminated at any time, and the calls of others must not depend on its microtasks.
   */
  atEnd(then: () => void): void {
    this.#calls += 1;
    this.#after(this.#quiet, this.#calls, then);
  }

  #after(turns: number, call: number, then: () => void): void {
    queueMicrotask(() => {
      if (call !== this.#calls) return;
      if (turns > 1) this.#after(turns - 1, call, then);
      else then();
    });
  }
}
