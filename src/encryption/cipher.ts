// AES-256-GCM over texts. An encrypted text consists of "lhenc1:", the id of the key, ":", and in base64url the nonce
// of 12 bytes, the ciphertext and the tag of 16 bytes. The text before the nonce is authenticated too, followed by the
// context.
import { gcm } from "@noble/ciphers/aes.js";
import { fromBase64Url, toBase64Url } from "./base64url.ts";

/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A key, the head of the texts that it encrypts, and the bytes that it authenticates beside them. */
export interface SealingKey {
  readonly key: Bytes;
  readonly head: string;
  readonly associated: Bytes;
}

const VERSION = "lhenc1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD = /^lhenc1:([A-Za-z0-9._-]{1,32}):/;
// Also matches texts of later versions.
const ENCRYPTED = /^lhenc\d+:/;

interface SealingKeyParts {
  id: string;
  key: Bytes;
  context: string;
}

/**
 * Prepares a key for texts of one context: adds the head of these texts, and the bytes that they authenticate. No id
 * contains a colon, so each pair of a head and a context has bytes of its own.
 */
export function createSealingKey({ id, key, context }: SealingKeyParts): SealingKey {
  const head = `${VERSION}:${id}:`;
  return { key, head, associated: new TextEncoder().encode(head + context) };
}

/** Encrypts a text under a random nonce, and returns it in the stored form. */
export function encryptText(text: string, { key, head, associated }: SealingKey): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = gcm(key, nonce, associated).encrypt(new TextEncoder().encode(text));
  const whole = new Uint8Array(NONCE_BYTES + sealed.length);
  whole.set(nonce);
  whole.set(sealed, NONCE_BYTES);
  return head + toBase64Url(whole);
}

/** Decrypts a text; undefined if any part of it was changed, or if it has another key or another context. */
export function decryptText(stored: string, { key, head, associated }: SealingKey): string | undefined {
  const whole = fromBase64Url(stored.slice(head.length));
  if (!whole || whole.length < NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const opened = gcm(key, whole.subarray(0, NONCE_BYTES), associated).decrypt(whole.subarray(NONCE_BYTES));
    // A byte order mark is part of the text.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(opened);
  } catch {
    return undefined;
  }
}

/** Reports whether a text is encrypted, by any version. */
export function isEncrypted(stored: string): boolean {
  return ENCRYPTED.test(stored);
}

/** Returns the id of the key of an encrypted text; undefined for a text of a later version. */
export function keyIdOf(stored: string): string | undefined {
  return HEAD.exec(stored)?.[1];
}
