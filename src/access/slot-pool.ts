// A counting semaphore for the requests of one token, in this process.
import { monotonicNow, sleep } from "../base/monotonic.ts";

// The interval in ms at which a waiting request retries. It polls with its own timer because in Workers no request may wait
// for a promise of another.
const RETRY_INTERVAL = 5;

/** The options of a pool. */
export interface SlotPoolOptions {
  /**
   * Keeps a released slot empty for as long as it was taken. So each slot is in use for half of the time at most.
   */
  cooldown?: boolean;
}

/** Releases a slot; later calls are no-ops. */
export type ReleaseSlot = () => void;

/** A pool of slots that requests take and release. */
export class SlotPool {
  readonly #size: number;
  readonly #cooldown: boolean;
  readonly #taken = new Set<{ until: number }>();

  constructor(size: number, { cooldown = false }: SlotPoolOptions = {}) {
    this.#size = size;
    this.#cooldown = cooldown;
  }

  /**
   * Takes a slot and returns the function that releases it, or undefined if none is free. A slot that is not released,
   * because its client or its process is gone, is free again after `maxDuration` ms.
   */
  take(maxDuration: number): ReleaseSlot | undefined {
    const takenAt = monotonicNow();
    if (this.#taken.size >= this.#size) this.#removeExpired(takenAt);
    if (this.#taken.size >= this.#size) return undefined;
    const slot = { until: takenAt + maxDuration };
    this.#taken.add(slot);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const now = monotonicNow();
      // The request took as long as the time since `takenAt`, so the slot stays taken for that time again.
      if (this.#cooldown) slot.until = Math.min(slot.until, now + now - takenAt);
      else this.#taken.delete(slot);
    };
  }

  /** Takes a slot as soon as one is free. Resolves with undefined if none is free within `timeout` ms. */
  async takeWhenFree(maxDuration: number, timeout: number): Promise<ReleaseSlot | undefined> {
    for (const deadline = monotonicNow() + timeout; ; ) {
      const release = this.take(maxDuration);
      if (release || monotonicNow() >= deadline) return release;
      await sleep(RETRY_INTERVAL);
    }
  }

  /** Frees the slots whose time is over. */
  #removeExpired(now: number): void {
    for (const slot of this.#taken) if (slot.until <= now) this.#taken.delete(slot);
  }
}
