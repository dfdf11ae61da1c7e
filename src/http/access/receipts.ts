// Receipts: the proof over HTTP that a job was leased. Fences count up, so another consumer of the queue could guess one; a
// receipt is a fence with a tag that only a secret of the prefix leads to. The hash of a token would be no secret: each holder
// knows its own, and could make receipts for the fences of others.
//   <first digits of the token's hash>.<fence, base 36>.<AES of the fence, with a key of secret, token and queue>
// AES in counter mode makes the tags of consecutive fences in one call, as a lease has them.
import type { Secret } from "../../access/secret.ts";
import { type Access, SHORT } from "../../access/token.ts";
import { utf8 } from "../../webhooks/encoding.ts";

const FORM = /^([0-9a-f]{12})\.([0-9a-z]{1,11})\.([\w-]{22})$/;
// In bytes.
const TAG = 16;
const MOST_KEYS = 1_000;

/** Returns the token whose hash begins with these digits. */
type FindToken = (short: string) => Promise<Access | undefined>;

/** Makes and reads the receipts of the queues of a prefix. */
export class Receipts {
  readonly #secret: Secret;
  readonly #prefix: string;
  readonly #keys = new Map<string, CryptoKey>();

  constructor(secret: Secret, prefix: string) {
    this.#secret = secret;
    this.#prefix = prefix;
  }

  /** Returns the receipt for each fence. */
  async issue({ hash }: Access, queue: string, fences: readonly number[]): Promise<string[]> {
    const tags = await this.#tagsOf(hash, queue, fences);
    return fences.map((fence) => `${hash.slice(0, SHORT)}.${fence.toString(36)}.${tags.get(fence)}`);
  }

  /** Returns the fence that each receipt proves; undefined for one that is not this queue's. */
  async fencesOf(receipts: readonly string[], queue: string, find: FindToken): Promise<(number | undefined)[]> {
    const read = receipts.map((receipt) => {
      const [, short = "", digits = "", tag = ""] = FORM.exec(receipt) ?? [];
      const fence = Number.parseInt(digits, 36);
      return { short, fence: Number.isSafeInteger(fence) ? fence : 0, tag };
    });
    const expected = new Map<string, ReadonlyMap<number, string>>();
    for (const short of new Set(read.map((each) => each.short))) {
      const access = short === "" ? undefined : await find(short);
      const fences = read.filter((each) => each.short === short).map(({ fence }) => fence);
      if (access) expected.set(short, await this.#tagsOf(access.hash, queue, fences));
    }
    return read.map(({ short, fence, tag }) => {
      const known = expected.get(short)?.get(fence);
      return known !== undefined && isSame(known, tag) ? fence : undefined;
    });
  }

  /** Returns the tags of fences. */
  async #tagsOf(hash: string, queue: string, fences: readonly number[]): Promise<Map<number, string>> {
    const tags = new Map<number, string>();
    if (fences.length === 0) return tags;
    const key = await this.#keyOf(hash, queue);
    for (const [first, number] of runsOf(fences)) {
      const counter = new Uint8Array(TAG);
      new DataView(counter.buffer).setBigUint64(TAG / 2, BigInt(first));
      const blank = new Uint8Array(TAG * number);
      const made = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-CTR", counter, length: 64 }, key, blank));
      for (let i = 0; i < number; i++) tags.set(first + i, textOf(made.subarray(i * TAG, (i + 1) * TAG)));
    }
    return tags;
  }

  async #keyOf(hash: string, queue: string): Promise<CryptoKey> {
    const name = `${await this.#secret.read()}\n${hash}\n${queue}`;
    const known = this.#keys.get(name);
    if (known) return known;
    const bytes = await crypto.subtle.digest("SHA-256", utf8(`leasehold receipts\n${this.#prefix}\n${name}`));
    const key = await crypto.subtle.importKey("raw", bytes, "AES-CTR", false, ["encrypt"]);
    if (this.#keys.size >= MOST_KEYS) this.#keys.clear();
    this.#keys.set(name, key);
    return key;
  }
}

/** Returns the consecutive numbers among some as pairs: the first one, and how many there are. */
function runsOf(numbers: readonly number[]): [first: number, count: number][] {
  const runs: [number, number][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run[0] + run[1] === number) run[1] += 1;
    else runs.push([number, 1]);
  }
  return runs;
}

function textOf(tag: Uint8Array): string {
  return btoa(String.fromCharCode(...tag))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, 22);
}

/** Compares texts in constant time. */
export function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
