// Payloads as text. What goes in comes out identical; what a codec cannot carry is refused before anything is sent.
import { LeaseholdError } from "./errors.ts";

/** Turns payloads into text and back. */
export interface Codec<T> {
  encode(data: T): string;
  /** Throws when the text is none of this codec's. */
  decode(text: string): T;
}

/** JSON values, the default. Whatever JSON would change without a word (NaN, a Map, a BigInt) is refused. */
export const json: Codec<unknown> = {
  encode(data) {
    checkJson(data, "data", []);
    const text = JSON.stringify(data);
    if (LONE_SURROGATE_ESCAPE.test(text)) throw refused("data", "holds half of a surrogate pair");
    return text;
  },
  decode: (text) => JSON.parse(text),
};

/** Strings as they are. */
export const text: Codec<string> = {
  encode(data) {
    if (typeof data !== "string") throw refused("data", "is no string");
    if (LONE_SURROGATE.test(data)) throw refused("data", "holds half of a surrogate pair");
    return data;
  },
  decode: (stored) => stored,
};

/** Bytes, of any value. They travel and are stored as base64, so they take a third more. */
export const bytes: Codec<Uint8Array> = {
  encode(data) {
    if (!(data instanceof Uint8Array)) throw refused("data", "is no Uint8Array");
    let binary = "";
    for (let at = 0; at < data.length; at += CHUNK) binary += String.fromCharCode(...data.subarray(at, at + CHUNK));
    return btoa(binary);
  },
  decode: (stored) => Uint8Array.from(atob(stored), (character) => character.charCodeAt(0)),
};

const CHUNK = 8_192;
const LONE_SURROGATE = /\p{Surrogate}/u;
// JSON.stringify writes a lone surrogate as an escape; an escaped backslash before it makes it plain text.
const LONE_SURROGATE_ESCAPE = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;

function checkJson(value: unknown, path: string, above: object[]): void {
  switch (typeof value) {
    case "string":
    case "boolean":
      return;
    case "number":
      if (Number.isFinite(value)) return;
      throw refused(path, "is a number that JSON cannot hold");
    case "object":
      if (value !== null) checkObject(value, path, above);
      return;
    default:
      throw refused(
        path,
        `is ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}, which JSON cannot hold`,
      );
  }
}

function checkObject(value: object, path: string, above: object[]): void {
  if (above.includes(value)) throw refused(path, "holds itself");
  // A Date and the like say themselves what they are in JSON.
  if ("toJSON" in value && typeof value.toJSON === "function") return;
  const inside = [...above, value];
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) checkJson(value[i], `${path}[${i}]`, inside);
    return;
  }
  const prototype = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!isPlain && (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value))) {
    throw refused(path, `is a ${value.constructor.name}, which JSON cannot hold`);
  }
  for (const [key, child] of Object.entries(value)) {
    // A property that is undefined is left out, as everywhere in JSON.
    if (child !== undefined) checkJson(child, `${path}.${key}`, inside);
  }
}

function refused(path: string, why: string): LeaseholdError {
  return new LeaseholdError("invalid_payload", `${path.slice(0, 100)} ${why}`);
}
