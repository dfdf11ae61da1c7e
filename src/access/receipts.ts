// Receipts: the proof over HTTP that a job was leased. Fences count up, so another consumer of the queue could guess one; a
// receipt is a fence that is signed with a secret of the prefix. The hash of a token would be no secret: each holder knows its
// own, and could make receipts for the fences of others.
//   <first digits of the token's hash>.<fence, base 36>.<signature>

import { utf8 } from "../webhooks/signatures/encoding.ts";
import { sameBytes } from "../webhooks/signatures/mac.ts";
import type { Secret } from "./secret.ts";
import { type Access, SHORT } from "./token.ts";

const FORM = /^([0-9a-f]{12})\.([0-9a-z]{1,11})\.([0-9a-f]{32})$/;

/** Returns the token whose hash begins with these digits. */
type FindToken = (short: string) => Promise<Access | undefined>;

/** Makes and reads the receipts of the queues of a prefix. */
export class Receipts {
  readonly #secret: Secret;
  readonly #prefix: string;

  constructor(secret: Secret, prefix: string) {
    this.#secret = secret;
    this.#prefix = prefix;
  }

  /** Returns the receipt for each fence. */
  issue({ hash }: Access, queue: string, fences: readonly number[]): Promise<string[]> {
    const short = hash.slice(0, SHORT);
    return Promise.all(
      fences.map(
        async (fence) => `${short}.${fence.toString(36)}.${await this.#sign(hash, queue, fence.toString(36))}`,
      ),
    );
  }

  /** Returns the fence that each receipt proves; undefined for one that is not this queue's. */
  async fencesOf(receipts: readonly string[], queue: string, find: FindToken): Promise<(number | undefined)[]> {
    const read = receipts.map((receipt) => FORM.exec(receipt) ?? []);
    const tokens = new Map<string, Access | undefined>();
    for (const [, short] of read) if (short !== undefined && !tokens.has(short)) tokens.set(short, await find(short));
    return Promise.all(
      read.map(async ([, short = "", fence = "", signature]) => {
        const access = tokens.get(short);
        if (!access || signature === undefined) return undefined;
        return sameBytes(utf8(await this.#sign(access.hash, queue, fence)), utf8(signature))
          ? Number.parseInt(fence, 36)
          : undefined;
      }),
    );
  }

  #sign(hash: string, queue: string, fence: string): Promise<string> {
    return this.#secret.sign(["leasehold receipt", this.#prefix, hash, queue, fence]);
  }
}
