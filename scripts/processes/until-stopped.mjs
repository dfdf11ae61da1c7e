// How long a command runs that stays until it is stopped.
// @ts-check

/**
 * Resolves when this process is told to stop, with the signal, or when the process that started it is gone without a
 * word. Further signals do nothing.
 * @returns {Promise<NodeJS.Signals>}
 */
export function untilStopped() {
  return new Promise((resolve) => {
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, resolve);
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || resolve("SIGTERM"), 500).unref();
  });
}
