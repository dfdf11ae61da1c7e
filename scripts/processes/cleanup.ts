// What a command has to put away before it ends.

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
