// A bounded number of places for the requests of one token, in this process.
import { monotonicNow, sleep } from "../base/monotonic.ts";

// The interval in ms at which a request asks for a place. It keeps a timer of its own: in Workers no request may wait for
// another one's promise.
const RETRY = 5;

/** Options of places. */
export interface PlacesOptions {
  /** Set where a place stays empty for as long as it was taken, so that its requests have half of the time at most. */
  rests?: boolean;
}

/** Places that requests take and give back. */
export class Places {
  readonly #most: number;
  readonly #rests: boolean;
  readonly #taken = new Set<{ until: number }>();

  constructor(most: number, { rests = false }: PlacesOptions = {}) {
    this.#most = most;
    this.#rests = rests;
  }

  /**
   * Takes a place for up to `longest` ms. Returns the function that gives it back, or nothing where none is free. A place that
   * is never given back, since its client or its process is gone, is free after that time.
   */
  take(longest: number): (() => void) | undefined {
    const from = monotonicNow();
    if (this.#taken.size >= this.#most) this.#removePast(from);
    if (this.#taken.size >= this.#most) return undefined;
    const place = { until: from + longest };
    this.#taken.add(place);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const now = monotonicNow();
      if (this.#rests) place.until = Math.min(place.until, now + now - from);
      else this.#taken.delete(place);
    };
  }

  /** Takes a place as soon as one is free, or returns nothing after `patience` ms. */
  async takeWhenFree(longest: number, patience: number): Promise<(() => void) | undefined> {
    for (const deadline = monotonicNow() + patience; ; ) {
      const end = this.take(longest);
      if (end || monotonicNow() >= deadline) return end;
      await sleep(RETRY);
    }
  }

  #removePast(now: number): void {
    for (const place of this.#taken) if (place.until <= now) this.#taken.delete(place);
  }
}
