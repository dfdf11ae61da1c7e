// A pause that a signal ends.
import { setTimeout as sleep } from "node:timers/promises";

/** Waits for a time in ms, or until the run is over. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, ms), undefined, { signal }).catch(() => {});
}
