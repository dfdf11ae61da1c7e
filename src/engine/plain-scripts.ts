// Choice between the two scripts of an operation: the plain one, faster and sufficient for most requests, and the full one. If
// the plain script cannot serve a request, the operation uses the full one for a second.
import { monotonicNow } from "../base/monotonic.ts";

// In ms.
const PAUSE = 1_000;

/**
 * The times until which operations do not use their plain scripts, and leases neither forward the outbox nor look up jobs that
 * wait for others, by the monotonic clock; and whether the queue is known to have groups or limits, for which there are scripts of
 * their own, and whether a warning of other limits was logged.
 */
export type PlainPauses = {
  turn?: number;
  enqueue?: number;
  outbox?: number;
  waiting?: number;
  scanning?: number;
  isGrouped: boolean;
  hasWarned?: boolean;
};

type Operation = Exclude<keyof PlainPauses, "isGrouped" | "hasWarned">;

/** Reports whether an operation may use its plain script. */
export function isPlainAllowed(pauses: PlainPauses, operation: Operation): boolean {
  return monotonicNow() >= (pauses[operation] ?? 0);
}

/** Makes an operation use its full script instead of the plain one for the next second. */
export function pausePlain(pauses: PlainPauses, operation: Operation): void {
  pauses[operation] = monotonicNow() + PAUSE;
}
