// Bytes as text, as signatures and tokens carry them. What is written wrong is undefined: it comes from strangers.

/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type Encoding = "hex" | "base64";

const HEX = /^(?:[0-9a-f]{2})+$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

export function fromHex(text: string): Bytes | undefined {
  if (!HEX.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(i * 2, i * 2 + 2), 16));
}

export function fromBase64(text: string): Bytes | undefined {
  if (!BASE64.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export function fromBase64Url(text: string): Bytes | undefined {
  return BASE64URL.test(text) ? fromBase64(text.replaceAll("-", "+").replaceAll("_", "/")) : undefined;
}

export function toBase64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

export function decode(text: string, encoding: Encoding): Bytes | undefined {
  return encoding === "hex" ? fromHex(text) : fromBase64(text);
}

/** A text and then bytes, as one. */
export function joined(head: string, body: Uint8Array): Bytes {
  const start = utf8(head);
  const whole = new Uint8Array(start.length + body.length);
  whole.set(start);
  whole.set(body, start.length);
  return whole;
}

/** What bytes say as JSON, or undefined. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** A text that stands in a JSON object under a name. */
export function textIn(value: unknown, key: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const text = (value as Record<string, unknown>)[key];
  return typeof text === "string" && text !== "" ? text : undefined;
}
