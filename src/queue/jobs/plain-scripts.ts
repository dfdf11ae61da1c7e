// The plain scripts of operations: faster than the full ones, and sufficient for most requests. If a plain script cannot serve a
// request, the operation uses the full one for a moment.
import { monotonicNow } from "../../base/monotonic.ts";

// In ms.
const PAUSE = 1_000;

/** The times until which operations do not use their plain scripts, by the monotonic clock. */
export type PlainPauses = { turn?: number; enqueue?: number };

/** Reports whether an operation may use its plain script. */
export function isPlainAllowed(pauses: PlainPauses, operation: keyof PlainPauses): boolean {
  return monotonicNow() >= (pauses[operation] ?? 0);
}

/** Makes an operation use its full script for a moment. */
export function pausePlain(pauses: PlainPauses, operation: keyof PlainPauses): void {
  pauses[operation] = monotonicNow() + PAUSE;
}
