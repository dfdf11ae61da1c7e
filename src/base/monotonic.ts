// Monotonic time in milliseconds, unaffected by changes of the system clock.

/** The time of an event that never happens. */
export const NEVER = Number.POSITIVE_INFINITY;

/** Returns the milliseconds since a fixed but arbitrary moment. */
export const monotonicNow = (): number => performance.now();

/** Resolves after a time in ms; at once if it is negative. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
