// The steps that undo what a program has started.

/** A list of steps that end what a program has started, such as servers, and remove what it has created. */
export class Cleanup {
  readonly #steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.#steps.unshift(step);
  }

  /** Runs each step, the last added first. A step that fails is reported, and the others still run. */
  async run(): Promise<void> {
    for (const step of this.#steps.splice(0))
      await step().catch((error) => console.error(`leasehold: ${error.message}`));
  }
}
