// Keyed hashes: made, and compared in a time that tells nothing of where they differ.
import { type Bytes, utf8 } from "./encoding.ts";

export type Algorithm = "SHA-256" | "SHA-1" | "SHA-512";

/** Says whether one of some signatures is one of some keys'. */
export type MacCheck = (content: Bytes, signatures: readonly Bytes[]) => Promise<boolean>;

/** The hash of a content under one secret. */
export async function mac(algorithm: Algorithm, secret: Bytes, content: Bytes): Promise<Bytes> {
  return hashed(await keyOf(algorithm, secret), content);
}

/**
 * Checks signatures. One hash is made for each secret, however many signatures a request claims; each is compared with
 * each, so that the time does not tell which of them it was.
 */
export function macCheck(algorithm: Algorithm, secrets: readonly Bytes[]): MacCheck {
  // The keys and not a promise of them: a promise of one request must not be waited for in another on Workers.
  let keys: CryptoKey[] | undefined;
  return async (content, signatures) => {
    keys ??= await Promise.all(secrets.map((secret) => keyOf(algorithm, secret)));
    let found = false;
    for (const key of keys) {
      const expected = await hashed(key, content);
      for (const signature of signatures) found = sameBytes(expected, signature) || found;
    }
    return found;
  };
}

/** Says whether a text is one of some secrets; their hashes are compared, so not even a length shows. */
export function secretCheck(secrets: readonly string[]): (given: string) => Promise<boolean> {
  let digests: Bytes[] | undefined;
  return async (given) => {
    digests ??= await Promise.all(secrets.map((secret) => sha256(utf8(secret))));
    const digest = await sha256(utf8(given));
    let found = false;
    for (const expected of digests) found = sameBytes(expected, digest) || found;
    return found;
  };
}

export async function sha256(content: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", content));
}

/** Looks at every byte, wherever the first difference is. */
export function sameBytes(a: Bytes, b: Bytes): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}

function keyOf(algorithm: Algorithm, secret: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: algorithm }, false, ["sign"]);
}

async function hashed(key: CryptoKey, content: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, content));
}
