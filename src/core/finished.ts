// Jobs whose handlers are done, until a turn settles them.
import type { SettleItem } from "./settle-items.ts";

// A database takes 10 MB in one request, and a character up to three bytes.
const LARGEST_TURN = 3_000_000;
const MOST = 1_000;

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

  /** As many as fit into one request; the first in any case. */
  take(): SettleItem[] {
    let count = 0;
    for (let size = 0; count < Math.min(this.#items.length, MOST); count++) {
      size += this.#items[count]?.size ?? 0;
      if (size > LARGEST_TURN && count > 0) break;
    }
    return this.#items.splice(0, count).map(({ item }) => item);
  }
}
