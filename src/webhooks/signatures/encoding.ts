// Conversions between bytes and text. Malformed text converts to undefined, since any stranger may have sent it.

/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** An encoding of a signature. */
export type Encoding = "hex" | "base64";

const HEX = /^(?:[0-9a-f]{2})+$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;

/** Returns the UTF-8 of a text. */
export function toUtf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Returns the bytes of hexadecimal text; undefined for any other text. */
export function fromHex(text: string): Bytes | undefined {
  if (!HEX.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(i * 2, i * 2 + 2), 16));
}

/** Returns the bytes of base64; undefined for any other text. */
export function fromBase64(text: string): Bytes | undefined {
  if (!BASE64.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Returns the bytes of base64url, with or without padding; undefined for any other text. */
export function fromBase64Url(text: string): Bytes | undefined {
  return BASE64URL.test(text) ? fromBase64(text.replaceAll("-", "+").replaceAll("_", "/")) : undefined;
}

/** Returns bytes as base64. */
export function toBase64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Returns the bytes of a text in hexadecimal or base64; undefined for any other text. */
export function decodeBytes(text: string, encoding: Encoding): Bytes | undefined {
  return encoding === "hex" ? fromHex(text) : fromBase64(text);
}

/** Returns the UTF-8 of a text followed by some bytes. */
export function joinBytes(head: string, body: Uint8Array): Bytes {
  const start = toUtf8(head);
  const whole = new Uint8Array(start.length + body.length);
  whole.set(start);
  whole.set(body, start.length);
  return whole;
}

/** Returns the value of bytes that are JSON; undefined for other bytes. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Returns a field of an object if it is a text that is not empty; undefined otherwise. */
export function readTextField(value: unknown, key: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const text = (value as Record<string, unknown>)[key];
  return typeof text === "string" && text !== "" ? text : undefined;
}
