// The secret with which all apps of a prefix sign receipts and leases. No holder of a token knows it. The first app that needs
// the secret creates it:
//   <prefix>:secret   a string: 64 hexadecimal digits

import { sha256Hex, toHex } from "../base/hex.ts";
import { monotonicNow } from "../base/monotonic.ts";
import { readHeader } from "../engine/call.ts";
import { toUtf8 } from "../webhooks/signatures/encoding.ts";
import { isSameBytes } from "../webhooks/signatures/mac.ts";
import { callAccessScript, type PrefixData } from "./call-access-script.ts";
import { ensureSecret } from "./scripts.gen.ts";

// The time in ms for which the secret is not read again. After Redis has lost it, all processes use the new one after this
// time at the latest.
const FRESH_FOR = 60_000;
const BYTES = 32;

/** The signing secret of a prefix. */
export class SigningSecret {
  readonly #data: PrefixData;
  #secret: string | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(data: PrefixData) {
    this.#data = data;
  }

  /**
   * Returns the signature of lines, of which only the last may contain a line break: half of the SHA-256 of the secret and the
   * lines. The other half stays secret, so a length extension cannot forge a signature.
   */
  async sign(lines: readonly string[]): Promise<string> {
    return (await sha256Hex([await this.#read(), ...lines].join("\n"))).slice(0, 32);
  }

  /** Reports whether a text is the signature of lines. */
  async verify(lines: readonly string[], signature: string): Promise<boolean> {
    return isSameBytes(toUtf8(await this.sign(lines)), toUtf8(signature));
  }

  /** Returns the secret, read once in FRESH_FOR at most. */
  async #read(): Promise<string> {
    const now = monotonicNow();
    if (this.#secret !== undefined && now < this.#readAt + FRESH_FOR) return this.#secret;
    try {
      const fresh = toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
      const reply = await callAccessScript(ensureSecret, this.#data, { args: { fresh } });
      this.#secret = readHeader(reply, /^[0-9a-f]{64}$/);
      this.#readAt = now;
    } catch (error) {
      if (this.#secret === undefined) throw error;
    }
    return this.#secret;
  }
}
