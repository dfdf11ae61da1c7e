// Payloads as text. A codec refuses a value that it cannot carry before anything is sent.

import { LONE_SURROGATE, validateFunction, validateOptions } from "./arguments.ts";
import { LeaseholdError, printableKey } from "./errors.ts";
import { randomName } from "./random.ts";

/** A conversion between payloads and text. */
export interface Codec<T> {
  encode(data: T): string;
  /** Throws for a text that this codec did not encode. */
  decode(text: string): T;
  /**
   * Returns a text that is the same for every encoding of one payload, for a codec that encodes it as a new text each
   * time. Requests with an idempotency key are compared by it.
   */
  fingerprint?(text: string): string | Promise<string>;
}

/**
 * The codec of JSON values, the default. It refuses values that JSON cannot hold (NaN, a Map, a BigInt); a value with
 * `toJSON`, such as a Date, arrives as the result of that.
 */
export const json: Codec<unknown> = {
  encode(data) {
    const check = new JsonCheck();
    try {
      check.value(data);
      const text = check.hasNegativeZero ? withNegativeZeros(data) : JSON.stringify(data);
      if (LONE_SURROGATE_ESCAPE.test(text)) throw refused("data", "holds half of a surrogate pair");
      return text;
    } catch (error) {
      if (error instanceof RangeError) throw refused("data", "is nested too deeply");
      throw error;
    }
  },
  decode: (text) => JSON.parse(text),
};

/** The codec of strings, stored unchanged. */
const text: Codec<string> = {
  encode(data) {
    if (typeof data !== "string") throw refused("data", "is no string");
    if (LONE_SURROGATE.test(data)) throw refused("data", "holds half of a surrogate pair");
    return data;
  },
  decode: (stored) => stored,
};

/** The codec of bytes, stored as base64 and so a third larger. */
export const bytes: Codec<Uint8Array> = {
  encode(data) {
    if (!(data instanceof Uint8Array)) throw refused("data", "is no Uint8Array");
    let binary = "";
    for (let at = 0; at < data.length; at += CHUNK) binary += String.fromCharCode(...data.subarray(at, at + CHUNK));
    return btoa(binary);
  },
  decode(stored) {
    const binary = atob(stored);
    const data = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) data[at] = binary.charCodeAt(at);
    return data;
  },
};

/** The codecs of the library. */
export const codecs = { json, text, bytes };

/** Validates a codec. */
export function validateCodec<T>(codec: Codec<T>): Codec<T> {
  validateFunction(validateOptions(codec, "codec").encode, "codec.encode");
  validateFunction(codec.decode, "codec.decode");
  return codec;
}

const CHUNK = 8_192;
// JSON.stringify escapes a lone surrogate. After an escaped backslash the same characters are plain text.
const LONE_SURROGATE_ESCAPE = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;

/** Walks through a value as JSON.stringify does, and refuses any part that it would change or leave out. */
class JsonCheck {
  hasNegativeZero = false;
  readonly #above = new Set<object>();
  readonly #path: (string | number)[] = [];

  value(value: unknown): void {
    switch (typeof value) {
      case "string":
      case "boolean":
        return;
      case "number":
        if (!Number.isFinite(value)) throw this.#refused("is a number that JSON cannot hold");
        if (Object.is(value, -0)) this.hasNegativeZero = true;
        return;
      case "object":
        if (value !== null) this.#object(value);
        return;
      default:
        throw this.#refused(`is ${value === undefined ? "undefined" : `a ${typeof value}`}, which JSON cannot hold`);
    }
  }

  #object(value: object): void {
    if (this.#above.has(value)) throw this.#refused("holds itself");
    this.#above.add(value);
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) this.#child(i, value[i]);
    } else if ("toJSON" in value && typeof value.toJSON === "function" && !ArrayBuffer.isView(value)) {
      if (value instanceof Date && Number.isNaN(value.getTime())) throw this.#refused("is an invalid Date");
      this.value(value.toJSON());
    } else {
      this.#properties(value);
    }
    this.#above.delete(value);
  }

  #properties(value: object): void {
    // Class instances pass as plain objects; built-in containers, whose content is not in properties, have other tags.
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (tag !== "Object") throw this.#refused(`is of the kind ${tag}, which JSON cannot hold`);
    if (Object.getOwnPropertySymbols(value).length > 0) throw this.#refused("has a symbol as a key");
    for (const [key, child] of Object.entries(value)) {
      // An undefined property is left out, as JSON.stringify does.
      if (child !== undefined) this.#child(key, child);
    }
  }

  #child(key: string | number, child: unknown): void {
    this.#path.push(key);
    this.value(child);
    this.#path.pop();
  }

  #refused(why: string): LeaseholdError {
    return refused(
      this.#path.reduce<string>((path, key) => `${path}${show(key)}`, "data"),
      why,
    );
  }
}

function show(key: string | number): string {
  return typeof key === "number" ? `[${key}]` : `.${printableKey(key)}`;
}

/** Encodes data with its negative zeros: JSON can hold -0, but JSON.stringify writes 0. */
function withNegativeZeros(data: unknown): string {
  const mark = `-0 ${randomName()}`;
  const text = JSON.stringify(data, (_, value) => (Object.is(value, -0) ? mark : value));
  return text.replaceAll(`"${mark}"`, "-0");
}

function refused(path: string, why: string): LeaseholdError {
  return new LeaseholdError("invalid_payload", `${path.slice(0, 100)} ${why}`);
}
