// How long something takes, by a clock that nobody sets forward or back in the middle of it.

/** Milliseconds since some moment. */
export const elapsed = (): number => performance.now();

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
