// Tokens that are stored in Redis, so that they can be created and revoked without a deployment:
//   <prefix>:tokens   a hash: name → the token as JSON, @name → the time of its last use

import { LeaseholdError } from "../base/errors.ts";
import { toHex } from "../base/hex.ts";
import { readHeader } from "../engine/call.ts";
import { callAccessScript, type PrefixData } from "./call-access-script.ts";
import { listTokens, noteTokenUse, revokeToken, saveToken } from "./scripts.gen.ts";
import { type Access, type AccessToken, validateTokenAt } from "./token.ts";

const MAX_TOKENS = 1_000;
// The longest token, in characters of JSON. Every process reads all tokens from time to time.
const MAX_TOKEN_LENGTH = 4_000;

/** The stored tokens, and the times of the last use of all tokens by name. */
export interface TokenList {
  tokens: Access[];
  lastUsed: ReadonlyMap<string, number>;
}

/** The stored tokens of a prefix. */
export class StoredTokens {
  readonly #data: PrefixData;

  constructor(data: PrefixData) {
    this.#data = data;
  }

  /** Reads all tokens. */
  async list(): Promise<TokenList> {
    const { values } = await callAccessScript(listTokens, this.#data, { args: {} });
    const list = { tokens: [] as Access[], lastUsed: new Map<string, number>() };
    for (const line of values) {
      const name = line.slice(0, line.indexOf(" "));
      const text = line.slice(name.length + 1);
      if (name.startsWith("@")) list.lastUsed.set(name.slice(1), Number(text));
      else list.tokens.push(...parseStoredToken(text));
    }
    return list;
  }

  /** Stores a token. Resolves with false if another one has its name. */
  async save({ limits, ...token }: Access): Promise<boolean> {
    const text = JSON.stringify({ ...token, limits });
    if (text.length > MAX_TOKEN_LENGTH)
      throw new LeaseholdError("too_large", `a stored token may have ${MAX_TOKEN_LENGTH} characters as JSON`);
    const args = { name: token.name, text, limit: MAX_TOKENS };
    const reply = await callAccessScript(saveToken, this.#data, { args });
    if (reply.status === "full")
      throw new LeaseholdError("queue_full", `the limit of ${MAX_TOKENS} stored tokens is reached; revoke some first`);
    return readHeader(reply, /^[01]$/) === "1";
  }

  /** Removes a token. Resolves with false if there is none of this name. */
  async revoke(name: string): Promise<boolean> {
    return readHeader(await callAccessScript(revokeToken, this.#data, { args: { name } }), /^[01]$/) === "1";
  }

  /** Stores the time of a token's last use, unless it is a stored token that was revoked meanwhile. */
  async noteUse(name: string, isStored: boolean): Promise<void> {
    const args = { name, stored: isStored ? "1" : "", times: Date.now() };
    await callAccessScript(noteTokenUse, this.#data, { args });
  }
}

/** Returns a stored token in a list; an empty list for damaged text. */
function parseStoredToken(text: string): Access[] {
  try {
    return [validateTokenAt(JSON.parse(text) as AccessToken, 0)];
  } catch {
    return [];
  }
}

const RANDOM_BYTES = 24;

/** Returns a new token of 192 random bits. */
export function generateToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return `lh_${toHex(bytes)}`;
}

/** Reports whether a text has the format of a token of `generateToken`. */
export function hasTokenFormat(text: string): boolean {
  return /^lh_[0-9a-f]{48}$/.test(text);
}
