// A sleep that a signal ends.
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves after a time in ms, or when the signal aborts. */
export async function abortableSleep(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, ms), undefined, { signal }).catch(() => {});
}
