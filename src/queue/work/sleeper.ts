// A sleep that other code can end.
import { monotonicNow } from "../../base/monotonic.ts";

// setTimeout takes no longer time, in ms.
const MAX_TIMER = 2 ** 31 - 1;

/** A sleep that `wake` or `interrupt` ends. Only a wake is remembered. */
export class Sleeper {
  /** True if `wake` was called since it was last set to false. */
  isWoken = false;
  #end: (() => void) | undefined;

  readonly wake = (): void => {
    this.isWoken = true;
    this.interrupt();
  };

  /** Ends the current sleep. */
  interrupt(): void {
    this.#end?.();
  }

  /** Resolves at a time of the monotonic clock, or earlier if `wake` or `interrupt` is called. */
  sleepUntil(time: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#end = undefined;
        resolve();
      };
      const timer = setTimeout(end, Math.max(0, Math.min(time - monotonicNow(), MAX_TIMER)));
      this.#end = end;
    });
  }
}
