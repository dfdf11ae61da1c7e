// The keys of what belongs to a prefix as a whole: stored tokens, their use, the audit log, and a secret. No key of a queue
// has one of these names, since braces follow the prefix there.
import type { KeyParts } from "../core/keys.ts";

/** The keys of the scripts in lua/. */
export class AccessKeys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Returns the key for each name that a script declares; that of a token's use ends with the first digits of its hash. */
  resolve(names: readonly string[], { id = "" }: KeyParts): string[] {
    return names.map((name) => `${this.#prefix}:${name}${name === "usage" ? `:${id}` : ""}`);
  }
}
