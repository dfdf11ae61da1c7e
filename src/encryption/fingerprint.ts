// Keyed fingerprints of payloads, which identify a repeated request. Redis keeps a hash of them for minutes; without a
// key, an attacker could guess short payloads from it.
import { toHex } from "../base/hex.ts";
import type { Bytes } from "./cipher.ts";

const PURPOSE = "leasehold fingerprint";

/** Derives the key of fingerprints from a key of encryption, so that no key is used for two algorithms. */
export async function deriveFingerprintKey(key: Bytes): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new TextEncoder().encode(PURPOSE) };
  return crypto.subtle.deriveKey(derivation, base, { name: "HMAC", hash: "SHA-256", length: 256 }, false, ["sign"]);
}

/** Returns the fingerprint of a text: its HMAC in hexadecimal, which reveals nothing about the text without the key. */
export async function fingerprintOf(key: CryptoKey, text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))));
}
