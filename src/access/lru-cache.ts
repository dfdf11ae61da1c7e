// A bounded cache by name.

/** A cache that drops the least recently used value when it exceeds its maximum size. */
export class LruCache<T> {
  readonly #maxSize: number;
  readonly #values = new Map<string, T>();

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** The number of cached values. */
  get size(): number {
    return this.#values.size;
  }

  /** Returns the cached value of a name, or creates and caches it. */
  getOrCreate(name: string, create: () => T): T {
    const value = this.#values.get(name) ?? create();
    // A map keeps insertion order, so the first name is the least recently used.
    this.#values.delete(name);
    this.#values.set(name, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#maxSize && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
