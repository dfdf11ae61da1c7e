// Signatures with the secret of a prefix, which no token's holder knows.
import type { Secret } from "../../access/secret.ts";
import { utf8 } from "../../webhooks/encoding.ts";

/** Signs texts for the apps of a prefix. */
export class Signer {
  readonly #prefix: string;
  readonly #secret: Secret;
  #imported: { secret: string; key: CryptoKey } | undefined;

  constructor(secret: Secret, prefix: string) {
    this.#secret = secret;
    this.#prefix = prefix;
  }

  /** Returns a signature for each list of lines: 128 bits of HMAC-SHA256 in 22 characters. Only the last line may be of several. */
  async sign(what: "lease", lists: readonly (readonly (string | number)[])[]): Promise<string[]> {
    if (lists.length === 0) return [];
    const key = await this.#key();
    return Promise.all(lists.map((lines) => macOf(key, [`leasehold ${what}`, this.#prefix, ...lines].join("\n"))));
  }

  async #key(): Promise<CryptoKey> {
    const secret = await this.#secret.read();
    if (this.#imported?.secret === secret) return this.#imported.key;
    const key = await crypto.subtle.importKey("raw", utf8(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    this.#imported = { secret, key };
    return key;
  }
}

async function macOf(key: CryptoKey, text: string): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", key, utf8(text));
  const bytes = String.fromCharCode(...new Uint8Array(mac, 0, 16));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

/** Compares signatures in constant time. */
export function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
