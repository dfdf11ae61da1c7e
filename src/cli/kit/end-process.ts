// The end of commands that run for a long time.

// In ms; the connections are closed by then.
const LINGER = 1_000;

/**
 * Ends the process soon. A connection that broke off while it was opened again may stay open in its client after that was closed, and
 * would keep the process running.
 */
export function endProcessSoon(): void {
  setTimeout(() => process.exit(), LINGER).unref();
}
