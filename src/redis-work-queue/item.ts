// An item: an id and bytes.
import { LeaseholdError } from "../base/errors.ts";
import { bytesOf, shown, utf8 } from "./bytes.ts";

/** A reference to an item: any object with these properties. */
export interface ItemRef {
  id: string;
  /** The id as it is, where it is no UTF-8. */
  idBytes?: Uint8Array;
  /** Which lease of the item is meant; any unless set. */
  lease?: string | undefined;
}

/**
 * An item of a queue.
 *
 * @example
 * await queue.addItem(Item.json({ to: "ada@example.com" }, "welcome-42"));
 */
export class Item implements ItemRef {
  readonly id: string;
  readonly idBytes: Uint8Array;
  readonly bytes: Uint8Array;
  readonly lease: string | undefined;

  /** Strings are UTF-8. The id is a new UUID unless set. */
  constructor(data: Uint8Array | string, id: string | Uint8Array = crypto.randomUUID(), lease?: string) {
    if (!(data instanceof Uint8Array) && typeof data !== "string") throw refused("data is no Uint8Array and no string");
    if (!(id instanceof Uint8Array) && typeof id !== "string") throw refused("an id is text, or a Uint8Array");
    this.bytes = typeof data === "string" ? bytesOf(data, "data") : data;
    this.idBytes = typeof id === "string" ? bytesOf(id, "an id") : id;
    this.id = typeof id === "string" ? id : shown(id);
    this.lease = lease;
  }

  /** An item whose bytes are the JSON of a value. */
  static json(value: unknown, id?: string): Item {
    const text = JSON.stringify(value);
    if (text === undefined) throw refused("data is nothing that JSON can hold");
    return new Item(text, id);
  }

  /** The bytes as UTF-8. */
  text(): string {
    const text = utf8(this.bytes);
    if (text === undefined) throw refused("the data is no UTF-8");
    return text;
  }

  /** The bytes as JSON. */
  json<T = unknown>(): T {
    try {
      return JSON.parse(this.text());
    } catch {
      throw refused("the data is no JSON");
    }
  }
}

function refused(message: string): LeaseholdError {
  return new LeaseholdError("invalid_payload", message);
}
