// Tokens that are kept in Redis, so that they can be made and revoked without a deployment:
//   <prefix>:tokens   a hash: name → the token as JSON, @name → the time of its last use

import { LeaseholdError } from "../base/errors.ts";
import { toHex } from "../base/hex.ts";
import { readHeader } from "../engine/call.ts";
import type { Adapter } from "../redis/adapter.ts";
import { callAccess } from "./call-access-script.ts";
import { revokeToken, saveToken, tokens, useToken } from "./scripts.gen.ts";
import { type Access, type AccessToken, validateTokenAt } from "./token.ts";

/** The most stored tokens of a prefix. */
const MOST_TOKENS = 1_000;
// In characters of JSON.
const LONGEST = 4_000;

/** The stored tokens, and when tokens of any kind were last used, by name. */
export interface TokenList {
  tokens: Access[];
  lastUsed: ReadonlyMap<string, number>;
}

/** The stored tokens of a prefix. */
export class StoredTokens {
  readonly #database: { adapter: Adapter; prefix: string };

  constructor(adapter: Adapter, prefix: string) {
    this.#database = { adapter, prefix };
  }

  /** Reads all of them. */
  async list(): Promise<TokenList> {
    const { values } = await callAccess(tokens, { ...this.#database, args: {} });
    const list = { tokens: [] as Access[], lastUsed: new Map<string, number>() };
    for (const line of values) {
      const name = line.slice(0, line.indexOf(" "));
      const text = line.slice(name.length + 1);
      if (name.startsWith("@")) list.lastUsed.set(name.slice(1), Number(text));
      else list.tokens.push(...readToken(text));
    }
    return list;
  }

  /** Stores a token. Resolves with false where another one has its name. */
  async save({ limits, ...token }: Access): Promise<boolean> {
    const text = JSON.stringify({ ...token, limits });
    // Every process reads all of them now and then.
    if (text.length > LONGEST) throw new LeaseholdError("too_large", `a stored token may take ${LONGEST} characters`);
    const args = { name: token.name, text, limit: MOST_TOKENS };
    const reply = await callAccess(saveToken, { ...this.#database, args: args });
    if (reply.status === "full")
      throw new LeaseholdError("queue_full", `${MOST_TOKENS} tokens are stored; revoke some first`);
    return readHeader(reply, /^[01]$/) === "1";
  }

  /** Removes a token. Resolves with false where none has this name. */
  async revoke(name: string): Promise<boolean> {
    return readHeader(await callAccess(revokeToken, { ...this.#database, args: { name } }), /^[01]$/) === "1";
  }

  /** Notes that a token is used. */
  async noteUse(name: string, isStored: boolean): Promise<void> {
    const args = { name, stored: isStored ? "1" : "", times: Date.now() };
    await callAccess(useToken, { ...this.#database, args: args });
  }
}

/** Returns a stored token; none where it is damaged. */
function readToken(text: string): Access[] {
  try {
    return [validateTokenAt(JSON.parse(text) as AccessToken, 0)];
  } catch {
    return [];
  }
}

const RANDOM_BYTES = 24;

/** Returns a new token: 192 random bits. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return `lh_${toHex(bytes)}`;
}

/** Reports whether a text has the form of a token that `newToken` makes. */
export function isTokenLike(text: string): boolean {
  return /^lh_[0-9a-f]{48}$/.test(text);
}
