// Finished jobs that wait for a turn to settle them.
import type { SettleItem } from "./settle-items.ts";

// A database accepts 10 MB in one request, and a character takes up to three bytes.
const LARGEST_TURN = 3_000_000;
const MOST = 1_000;

/** A queue of items to settle, taken in portions of one request. */
export class Finished {
  readonly #fieldsOf: (item: SettleItem) => string[];
  readonly #items: { item: SettleItem; size: number }[] = [];

  constructor(fieldsOf: (item: SettleItem) => string[]) {
    this.#fieldsOf = fieldsOf;
  }

  get length(): number {
    return this.#items.length;
  }

  add(...items: SettleItem[]): void {
    for (const item of items) {
      const size = this.#fieldsOf(item).join("").length;
      this.#items.push({ item, size });
    }
  }

  /** Removes and returns as many items as fit into one request, and at least the first. */
  take(): SettleItem[] {
    let count = 0;
    for (let size = 0; count < Math.min(this.#items.length, MOST); count++) {
      size += this.#items[count]?.size ?? 0;
      if (size > LARGEST_TURN && count > 0) break;
    }
    return this.#items.splice(0, count).map(({ item }) => item);
  }
}
