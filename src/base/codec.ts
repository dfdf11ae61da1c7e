// Codecs: the conversion of payloads to text. A codec rejects a value that it cannot represent before anything is sent.

import { LONE_SURROGATE, validateFunction, validateObject } from "./arguments.ts";
import { LeaseholdError, printableKey } from "./errors.ts";
import { randomName } from "./random.ts";

/** A conversion between payloads and text. */
export interface Codec<T> {
  encode(data: T): string;
  /** Throws for a text that this codec did not encode. */
  decode(text: string): T;
  /**
   * Returns a text that is the same for every encoding of one payload. A codec needs it if it encodes a payload differently
   * each time, as encryption does: requests with an idempotency key are compared by their fingerprints.
   */
  fingerprint?(text: string): string | Promise<string>;
  /** True if encoded payloads are JSON as `JSON.stringify` writes it, so that fields of them can be searched. */
  readonly isJson?: true;
}

/**
 * The codec of JSON values, the default. It rejects values that JSON cannot represent, such as NaN, a Map or a BigInt. A value
 * with `toJSON`, such as a Date, arrives as what `toJSON` returns.
 */
export const json: Codec<unknown> = {
  isJson: true,
  /** Encodes a value as JSON, with its negative zeros. Throws for a value that JSON cannot represent. */
  encode(data) {
    const validator = new JsonValidator();
    try {
      validator.validate(data);
      const text = validator.hasNegativeZero ? stringifyWithNegativeZeros(data) : JSON.stringify(data);
      if (LONE_SURROGATE_ESCAPE.test(text)) throw invalidPayload("data", SURROGATE_PROBLEM);
      return text;
    } catch (error) {
      if (error instanceof RangeError) throw invalidPayload("data", "is nested too deeply");
      throw error;
    }
  },
  decode: (text) => JSON.parse(text),
};

/** The codec of strings, stored unchanged. */
const text: Codec<string> = {
  encode(data) {
    if (typeof data !== "string") throw invalidPayload("data", "is not a string");
    if (LONE_SURROGATE.test(data)) throw invalidPayload("data", SURROGATE_PROBLEM);
    return data;
  },
  decode: (stored) => stored,
};

/** The codec of bytes, stored as base64, which is a third larger. */
export const bytes: Codec<Uint8Array> = {
  /** Encodes bytes as base64. */
  encode(data) {
    if (!(data instanceof Uint8Array)) throw invalidPayload("data", "is not a Uint8Array");
    let binary = "";
    for (let at = 0; at < data.length; at += CHUNK) binary += String.fromCharCode(...data.subarray(at, at + CHUNK));
    return btoa(binary);
  },
  /** Decodes base64 to bytes. */
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
  validateFunction(validateObject(codec, "codec").encode, "codec.encode");
  validateFunction(codec.decode, "codec.decode");
  return codec;
}

// The number of bytes that one call converts: a call takes a limited number of arguments.
const CHUNK = 8_192;

const SURROGATE_PROBLEM = "contains half of a surrogate pair";
// JSON.stringify escapes a lone surrogate. After an escaped backslash the same characters are plain text.
const LONE_SURROGATE_ESCAPE = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;

/** Walks through a value as JSON.stringify does, and rejects any part that JSON.stringify would change or leave out. */
class JsonValidator {
  hasNegativeZero = false;
  readonly #ancestors = new Set<object>();
  readonly #path: (string | number)[] = [];

  /** Throws if JSON.stringify would change or leave out a part of a value. Notes negative zeros. */
  validate(value: unknown): void {
    switch (typeof value) {
      case "string":
      case "boolean":
        return;
      case "number":
        if (!Number.isFinite(value)) throw this.#problemAtPath("is a number that JSON cannot represent");
        if (Object.is(value, -0)) this.hasNegativeZero = true;
        return;
      case "object":
        if (value !== null) this.#validateObject(value);
        return;
      default:
        throw this.#problemAtPath(
          `is ${value === undefined ? "undefined" : `a ${typeof value}`}, which JSON cannot represent`,
        );
    }
  }

  /** Validates an object, an array, or the return value of `toJSON`. An object must not contain itself. */
  #validateObject(value: object): void {
    if (this.#ancestors.has(value)) throw this.#problemAtPath("contains itself");
    this.#ancestors.add(value);
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) this.#validateChild(i, value[i]);
    } else if ("toJSON" in value && typeof value.toJSON === "function" && !ArrayBuffer.isView(value)) {
      if (value instanceof Date && Number.isNaN(value.getTime())) throw this.#problemAtPath("is an invalid Date");
      this.validate(value.toJSON());
    } else {
      this.#validateProperties(value);
    }
    this.#ancestors.delete(value);
  }

  #validateProperties(value: object): void {
    // An instance of a class counts as a plain object. A built-in container keeps its content outside of properties, and has
    // another tag.
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (tag !== "Object") throw this.#problemAtPath(`is of the type ${tag}, which JSON cannot represent`);
    if (Object.getOwnPropertySymbols(value).length > 0) throw this.#problemAtPath("has a symbol as a key");
    for (const [key, child] of Object.entries(value)) {
      // JSON.stringify leaves out an undefined property, too.
      if (child !== undefined) this.#validateChild(key, child);
    }
  }

  /** Validates a property or an element. Meanwhile its key is part of the path that an error states. */
  #validateChild(key: string | number, child: unknown): void {
    this.#path.push(key);
    this.validate(child);
    this.#path.pop();
  }

  /** Returns an error for the current part, with its path, such as "data.items[2]". */
  #problemAtPath(problem: string): LeaseholdError {
    return invalidPayload(
      this.#path.reduce<string>((path, key) => `${path}${formatPathStep(key)}`, "data"),
      problem,
    );
  }
}

function formatPathStep(key: string | number): string {
  return typeof key === "number" ? `[${key}]` : `.${printableKey(key)}`;
}

/** Returns the JSON of data with its negative zeros: JSON has -0, but JSON.stringify writes 0 for it. */
function stringifyWithNegativeZeros(data: unknown): string {
  const mark = `-0 ${randomName()}`;
  const text = JSON.stringify(data, (_, value) => (Object.is(value, -0) ? mark : value));
  return text.replaceAll(`"${mark}"`, "-0");
}

/** Returns an error for the part of a payload at a path, which is shortened. */
function invalidPayload(path: string, problem: string): LeaseholdError {
  return new LeaseholdError("invalid_payload", `${path.slice(0, 100)} ${problem}`);
}
