// Receipts: the proof over HTTP that a job was leased. Fences count up, so another consumer of the queue could guess one. A
// receipt is a fence that is signed with the secret of the prefix. The hash of the token is not a suitable secret: each
// holder knows its own hash, and could create receipts for the fences of others.
//   <first digits of the token's hash>.<fence, base 36>.<signature>

import type { SigningSecret } from "./signing-secret.ts";
import { type Access, toShortHash } from "./token.ts";

const FORMAT = /^([0-9a-f]{12})\.([0-9a-z]{1,11})\.([0-9a-f]{32})$/;

/** Returns the token with a short hash. */
type FindToken = (shortHash: string) => Promise<Access | undefined>;

/** Creates and verifies the receipts of the queues of a prefix. */
export class Receipts {
  readonly #secret: SigningSecret;
  readonly #prefix: string;

  constructor(secret: SigningSecret, prefix: string) {
    this.#secret = secret;
    this.#prefix = prefix;
  }

  /** Returns the receipt for each fence. */
  issue(access: Access, { queue, fences }: { queue: string; fences: readonly number[] }): Promise<string[]> {
    return Promise.all(
      fences.map(async (fence) => {
        const digits = fence.toString(36);
        const signature = await this.#secret.sign(this.#signedLines(access, queue, digits));
        return `${toShortHash(access)}.${digits}.${signature}`;
      }),
    );
  }

  /** Returns the fence that each receipt proves; undefined for a receipt that is not one of this queue. */
  async verify(
    receipts: readonly string[],
    { queue, findToken }: { queue: string; findToken: FindToken },
  ): Promise<(number | undefined)[]> {
    const parsed = receipts.map((receipt) => FORMAT.exec(receipt) ?? []);
    const tokens = new Map<string, Access | undefined>();
    for (const [, shortHash] of parsed)
      if (shortHash !== undefined && !tokens.has(shortHash)) tokens.set(shortHash, await findToken(shortHash));
    return Promise.all(
      parsed.map(async ([, shortHash = "", digits = "", signature]) => {
        const access = tokens.get(shortHash);
        if (!access || signature === undefined) return undefined;
        const isValid = await this.#secret.verify(this.#signedLines(access, queue, digits), signature);
        return isValid ? Number.parseInt(digits, 36) : undefined;
      }),
    );
  }

  /** Returns the lines that the signature of a receipt covers. They bind it to a token, a queue and a fence. */
  #signedLines({ hash }: Access, queue: string, fence: string): string[] {
    return ["leasehold receipt", this.#prefix, hash, queue, fence];
  }
}
