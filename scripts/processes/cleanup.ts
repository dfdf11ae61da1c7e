// The steps that undo what a program has started.

/** A list of steps that end what a program has started, such as servers, and remove what it has created. */
export class Cleanup {
  readonly #steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.#steps.unshift(step);
  }

  /** Adds the step that stops a server or another running part. Returns the part. */
  stopAtEnd<T extends { stop(): Promise<void> | void }>(part: T): T {
    this.add(async () => part.stop());
    return part;
  }

  /** Runs each step, the last added first. A step that fails is reported, and the others still run. */
  async run(): Promise<void> {
    for (const step of this.#steps.splice(0))
      await step().catch((error) => console.error(`leasehold: ${error.message}`));
  }
}

/** Calls a function, and runs the steps that it has added when it has ended. */
export async function withCleanup<R>(use: (cleanup: Cleanup) => Promise<R>): Promise<R> {
  const cleanup = new Cleanup();
  try {
    return await use(cleanup);
  } finally {
    await cleanup.run();
  }
}

/** Calls a function that starts several parts. If it fails, runs the steps that it has added. */
export async function startOrCleanUp<R>(start: (cleanup: Cleanup) => Promise<R>): Promise<R> {
  const cleanup = new Cleanup();
  try {
    return await start(cleanup);
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
