// The secret that all apps of a prefix share, and no holder of a token knows. The first app that needs it makes it:
//   <prefix>:secret   a string: 64 hexadecimal digits

import { sha256Hex, toHex } from "../base/hex.ts";
import { monotonicNow } from "../base/monotonic.ts";
import { readHeader } from "../engine/call.ts";
import type { Adapter } from "../redis/adapter.ts";
import { callAccess } from "./call-access-script.ts";
import { secret } from "./scripts.gen.ts";

// The time in ms for which it is not read again: the longest until all processes have another one, after Redis has lost it.
const FRESH_FOR = 60_000;
const BYTES = 32;

/** The secret of a prefix. */
export class Secret {
  readonly #database: { adapter: Adapter; prefix: string };
  #known: string | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(adapter: Adapter, prefix: string) {
    this.#database = { adapter, prefix };
  }

  /** Signs lines, of which only the last may have several: half of a digest that begins with the secret leads to no other. */
  async sign(lines: readonly string[]): Promise<string> {
    return (await sha256Hex([await this.#read(), ...lines].join("\n"))).slice(0, 32);
  }

  /** Returns the secret, read once a minute at most. */
  async #read(): Promise<string> {
    const now = monotonicNow();
    if (this.#known !== undefined && now < this.#readAt + FRESH_FOR) return this.#known;
    try {
      const fresh = toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
      const reply = await callAccess(secret, { ...this.#database, args: { fresh } });
      this.#known = readHeader(reply, /^[0-9a-f]{64}$/);
      this.#readAt = now;
    } catch (error) {
      if (this.#known === undefined) throw error;
    }
    return this.#known;
  }
}
