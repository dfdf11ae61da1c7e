// AES-256-GCM over texts. An encrypted text is "lhenc1:", the id of the key, ":", and in base64url the nonce of 12 bytes,
// the ciphertext and the tag of 16 bytes. All before the nonce is authenticated, and after it the context.
import { gcm } from "@noble/ciphers/aes.js";
import { fromBase64Url, toBase64Url } from "./base64url.ts";

/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A key, and the text before and the bytes beside what it encrypts. */
export interface SealingKey {
  readonly key: Bytes;
  readonly head: string;
  readonly associated: Bytes;
}

const VERSION = "lhenc1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD = /^lhenc1:([A-Za-z0-9._-]{1,32}):/;
// Text of a later version is encrypted too.
const ENCRYPTED = /^lhenc\d+:/;

/** Returns a key with what belongs to it. No id holds a colon, so each head and context make bytes of their own. */
export function sealingKey(id: string, key: Bytes, context: string): SealingKey {
  const head = `${VERSION}:${id}:`;
  return { key, head, associated: new TextEncoder().encode(head + context) };
}

/** Encrypts a text under a random nonce. */
export function encryptText(text: string, { key, head, associated }: SealingKey): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = gcm(key, nonce, associated).encrypt(new TextEncoder().encode(text));
  const whole = new Uint8Array(NONCE_BYTES + sealed.length);
  whole.set(nonce);
  whole.set(sealed, NONCE_BYTES);
  return head + toBase64Url(whole);
}

/** Decrypts a text; undefined where anything in it was changed or the key or the context is another. */
export function decryptText(stored: string, { key, head, associated }: SealingKey): string | undefined {
  const whole = fromBase64Url(stored.slice(head.length));
  if (!whole || whole.length < NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const opened = gcm(key, whole.subarray(0, NONCE_BYTES), associated).decrypt(whole.subarray(NONCE_BYTES));
    // A mark of byte order belongs to the text.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(opened);
  } catch {
    return undefined;
  }
}

/** Reports whether a text is an encrypted one, of any version. */
export function isEncrypted(stored: string): boolean {
  return ENCRYPTED.test(stored);
}

/** Returns the id of the key of an encrypted text; undefined for a text of another version. */
export function keyIdOf(stored: string): string | undefined {
  return HEAD.exec(stored)?.[1];
}
