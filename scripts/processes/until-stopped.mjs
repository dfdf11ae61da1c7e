// The end of a command that runs until it is stopped.
// @ts-check

/**
 * Resolves with the signal when this process receives one to stop, or with SIGTERM when the process that started it is gone,
 * as after SIGKILL. Further signals are ignored.
 * @returns {Promise<NodeJS.Signals>}
 */
export function untilStopped() {
  return new Promise((resolve) => {
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, resolve);
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || resolve("SIGTERM"), 500).unref();
  });
}
