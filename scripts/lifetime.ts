// How long a command runs that stays until it is stopped.

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves when this process is told to stop, or when the process that started it is gone without a word. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve());
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || resolve(), 500).unref();
  });
}

/** Runs each step, last added first, even when one of them fails. */
export class Cleanup {
  readonly #steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.#steps.unshift(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0))
      await step().catch((error) => console.error(`leasehold: ${error.message}`));
  }
}
