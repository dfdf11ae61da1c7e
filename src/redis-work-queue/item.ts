// An item: an id and bytes.
import { LeaseholdError } from "../base/errors.ts";
import { decodeLossy, decodeUtf8, encodeUtf8 } from "./bytes.ts";

/** A reference to an item: any object with these properties. */
export interface ItemRef {
  id: string;
  /** The bytes of the id, for an id that is not UTF-8. */
  idBytes?: Uint8Array;
  /** The lease of the item that is meant; any unless set. */
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

  /** Strings are encoded as UTF-8. The id is a new UUID unless set. */
  constructor(data: Uint8Array | string, id: string | Uint8Array = crypto.randomUUID(), lease?: string) {
    if (!(data instanceof Uint8Array) && typeof data !== "string")
      throw invalidPayload("data must be a Uint8Array or a string");
    if (!(id instanceof Uint8Array) && typeof id !== "string")
      throw invalidPayload("an id must be a string or a Uint8Array");
    this.bytes = typeof data === "string" ? encodeUtf8(data, "data") : data;
    this.idBytes = typeof id === "string" ? encodeUtf8(id, "an id") : id;
    this.id = typeof id === "string" ? id : decodeLossy(id);
    this.lease = lease;
  }

  /** Returns an item whose bytes are the JSON of a value. */
  static json(value: unknown, id?: string): Item {
    const text = JSON.stringify(value);
    if (text === undefined) throw invalidPayload("JSON cannot represent the data");
    return new Item(text, id);
  }

  /** Returns the bytes as text; throws for bytes that are not UTF-8. */
  text(): string {
    const text = decodeUtf8(this.bytes);
    if (text === undefined) throw invalidPayload("the data is not UTF-8");
    return text;
  }

  /** Returns the bytes as a value; throws for bytes that are not JSON. */
  json<T = unknown>(): T {
    try {
      return JSON.parse(this.text());
    } catch {
      throw invalidPayload("the data is not JSON");
    }
  }
}

function invalidPayload(message: string): LeaseholdError {
  return new LeaseholdError("invalid_payload", message);
}
