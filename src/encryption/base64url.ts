// Bytes as base64url without padding; each sequence of bytes has exactly one text. `btoa` is not used: it needs the
// bytes as a string first, and then takes longer than the cipher.
import type { Bytes } from "./cipher.ts";

const CODES = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
const NO_VALUE = 255;
const VALUES = new Uint8Array(256).fill(NO_VALUE);
for (const [value, code] of CODES.entries()) VALUES[code] = value;
const [ZERO = 0] = CODES;

/** Returns bytes as base64url. */
export function toBase64Url(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  // Beyond the end of an array, a write has no effect, and a read returns undefined, which is 0 in bit operations.
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const word = (at(bytes, from) << 16) | (at(bytes, from + 1) << 8) | at(bytes, from + 2);
    codes[to] = at(CODES, word >> 18);
    codes[to + 1] = at(CODES, (word >> 12) & 63);
    codes[to + 2] = at(CODES, (word >> 6) & 63);
    codes[to + 3] = at(CODES, word & 63);
  }
  return new TextDecoder().decode(codes);
}

/** Returns the bytes of base64url; undefined for any other text. */
export function fromBase64Url(text: string): Bytes | undefined {
  const codes = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(ZERO);
  const { read, written } = new TextEncoder().encodeInto(text, codes);
  if (text.length % 4 === 1 || read !== text.length || written !== text.length) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bitsOfAllValues = 0;
  let word = 0;
  for (let from = 0, to = 0; from < codes.length; from += 4, to += 3) {
    const a = at(VALUES, at(codes, from));
    const b = at(VALUES, at(codes, from + 1));
    const c = at(VALUES, at(codes, from + 2));
    const d = at(VALUES, at(codes, from + 3));
    bitsOfAllValues |= a | b | c | d;
    word = (a << 18) | (b << 12) | (c << 6) | d;
    bytes[to] = word >> 16;
    bytes[to + 1] = word >> 8;
    bytes[to + 2] = word;
  }
  // Unused bits must be 0.
  const unused = word & (text.length % 4 === 0 ? 0 : text.length % 4 === 2 ? 0xffff : 0xff);
  const hasUnknownCharacter = bitsOfAllValues > 63;
  return hasUnknownCharacter || unused !== 0 ? undefined : bytes;
}

/** Returns a byte; undefined beyond the end, which is 0 in bit operations. */
function at(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}
