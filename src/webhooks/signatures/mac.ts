// Message authentication codes (HMAC), and comparisons whose time does not depend on where two values differ.
import { type Bytes, toUtf8 } from "./encoding.ts";

/** The hash of an HMAC. */
export type Algorithm = "SHA-256" | "SHA-1" | "SHA-512";

/** Resolves with true if one of the signatures is that of the content with one of the secrets. */
export type MacCheck = (content: Bytes, signatures: readonly Bytes[]) => Promise<boolean>;

interface MacKey {
  algorithm: Algorithm;
  secret: Bytes;
}

/** Resolves with the HMAC of a content. */
export async function computeMac(content: Bytes, key: MacKey): Promise<Bytes> {
  return signContent(await importKey(key), content);
}

/**
 * Returns a check of signatures. It computes one HMAC for each secret, however many signatures a request has, and
 * compares each HMAC with each signature, so that the time does not reveal which of them matched.
 */
export function createMacCheck(algorithm: Algorithm, secrets: readonly Bytes[]): MacCheck {
  // The keys and not a promise of them: on Workers one request must not wait for a promise of another.
  let keys: CryptoKey[] | undefined;
  return async (content, signatures) => {
    keys ??= await Promise.all(secrets.map((secret) => importKey({ algorithm, secret })));
    let isFound = false;
    for (const key of keys) {
      const expected = await signContent(key, content);
      for (const signature of signatures) isFound = isSameBytes(expected, signature) || isFound;
    }
    return isFound;
  };
}

/**
 * Returns a check for texts that are one of some secrets. It compares hashes, so that not even a length is revealed.
 */
export function createSecretCheck(secrets: readonly string[]): (text: string) => Promise<boolean> {
  let digests: Bytes[] | undefined;
  return async (text) => {
    digests ??= await Promise.all(secrets.map((secret) => sha256(toUtf8(secret))));
    const digest = await sha256(toUtf8(text));
    let isFound = false;
    for (const expected of digests) isFound = isSameBytes(expected, digest) || isFound;
    return isFound;
  };
}

/** Resolves with the SHA-256 of a content. */
export async function sha256(content: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", content));
}

/** Reports whether bytes are equal. It reads every byte, wherever the first difference is. */
export function isSameBytes(a: Bytes, b: Bytes): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}

function importKey({ algorithm, secret }: MacKey): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: algorithm }, false, ["sign"]);
}

async function signContent(key: CryptoKey, content: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, content));
}
