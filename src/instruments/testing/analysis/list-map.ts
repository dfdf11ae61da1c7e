// A map of lists.

/** A map from a key to the list of its values. */
export class ListMap<K, V> extends Map<K, V[]> {
  /** Adds a value to the list of a key. */
  add(key: K, value: V): void {
    const list = this.get(key);
    if (list) list.push(value);
    else this.set(key, [value]);
  }

  /** Returns the list of a key; an empty one if the key has no values. */
  listOf(key: K): readonly V[] {
    return this.get(key) ?? [];
  }
}
