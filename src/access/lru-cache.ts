// A bounded cache by name.

/** Values by name. Of more than `most`, the one that was used least recently is dropped. */
export class RecentlyUsed<T> {
  readonly #most: number;
  readonly #values = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#values.size;
  }

  /** Returns the value of a name, made where it is not kept. */
  get(name: string, make: () => T): T {
    const value = this.#values.get(name) ?? make();
    // A map keeps the order in which names are set.
    this.#values.delete(name);
    this.#values.set(name, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
