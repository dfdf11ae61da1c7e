// Handlers and callbacks that fail, never end, or end when a signal aborts.

/** Returns a function that throws a new error at each call. */
export const throwing = (createError: () => unknown) => (): never => {
  throw createError();
};

/** Returns a promise that never settles. */
export const waitForever = (): Promise<never> => new Promise(() => {});

/** Resolves with the reason when a signal aborts. */
export const waitForAbort = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener("abort", () => resolve(signal.reason));
  });
