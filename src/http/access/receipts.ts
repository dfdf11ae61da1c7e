// Receipts: the proof over HTTP that a job was leased. Fences count up, so that another consumer of the queue could guess one;
// a receipt is signed with the hash of the token that leased the job, which no holder of another token knows.
//
// All jobs of a lease have consecutive fences, so one signature covers them:
//   <first digits of the token's hash>.<first fence, base 36>.<number of fences>.<index of this one>.<HMAC-SHA256, 128 bits>
import type { Access } from "../../access/token.ts";
import { SHORT } from "../../access/token.ts";
import { utf8 } from "../../webhooks/encoding.ts";

const FORM = /^([0-9a-f]{12})\.([0-9a-z]{1,11})\.(\d{1,10})\.(\d{1,10})\.([\w-]{22})$/;

/** Signs receipts for the queues of a prefix. */
export class Receipts {
  readonly #prefix: string;
  readonly #keys = new Map<string, CryptoKey>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Returns the receipt for each fence of a lease. */
  async issue({ hash }: Access, queue: string, fences: readonly number[]): Promise<string[]> {
    if (fences.length === 0) return [];
    const first = Math.min(...fences);
    const number = Math.max(...fences) - first + 1;
    const signature = await this.#sign(hash, { queue, first, number });
    return fences.map((fence) =>
      [hash.slice(0, SHORT), first.toString(36), number, fence - first, signature].join("."),
    );
  }

  /** Returns the fence that a receipt proves; undefined where it is not one of this queue's. */
  async fenceOf(
    receipt: string,
    queue: string,
    find: (short: string) => Promise<Access | undefined>,
  ): Promise<number | undefined> {
    const [, short = "", digits = "", count, index, signature] = FORM.exec(receipt) ?? [];
    if (signature === undefined) return undefined;
    const [first, number, at] = [Number.parseInt(digits, 36), Number(count), Number(index)];
    const access = at < number ? await find(short) : undefined;
    if (!access) return undefined;
    const expected = await this.#sign(access.hash, { queue, first, number });
    return isSame(expected, signature) ? first + at : undefined;
  }

  async #sign(
    hash: string,
    { queue, first, number }: { queue: string; first: number; number: number },
  ): Promise<string> {
    const text = `leasehold receipt\n${this.#prefix}\n${queue}\n${first}\n${number}`;
    const mac = await crypto.subtle.sign("HMAC", await this.#keyOf(hash), utf8(text));
    const bytes = String.fromCharCode(...new Uint8Array(mac, 0, 16));
    return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
  }

  async #keyOf(hash: string): Promise<CryptoKey> {
    const known = this.#keys.get(hash);
    if (known) return known;
    const key = await crypto.subtle.importKey("raw", utf8(hash), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    if (this.#keys.size >= 1_000) this.#keys.clear();
    this.#keys.set(hash, key);
    return key;
  }
}

/** Compares texts of the same length in constant time. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
