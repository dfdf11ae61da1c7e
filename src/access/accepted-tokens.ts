// The tokens that an app accepts: those of its configuration, and those that are stored in Redis.

import { sha256Hex } from "../base/hex.ts";
import { sleep } from "../base/monotonic.ts";
import type { PrefixData } from "./call-access-script.ts";
import { hasTokenFormat, StoredTokens } from "./stored-tokens.ts";
import { type Access, type AccessToken, isValidAt, toShortHash, validateTokens } from "./token.ts";

// The time in ms for which the stored tokens are not read again. A created or revoked token takes effect in every process
// after this time at the latest.
const FRESH_FOR = 5_000;
// The time in ms after a failed read until the next attempt.
const RETRY_AFTER = 1_000;
// The interval in ms at which a request checks whether another one has read the tokens.
const POLL_INTERVAL = 10;

/** The tokens of an app. */
export interface AcceptedTokensOptions {
  /** The tokens of the configuration. */
  tokens: readonly AccessToken[];
  /** Accepts tokens that are stored in Redis, too. */
  storesTokens: boolean;
}

/** The tokens that an app accepts. */
export class AcceptedTokens {
  /** The tokens in Redis; undefined if the app accepts none. */
  readonly stored: StoredTokens | undefined;
  readonly #configured: ReadonlyMap<string, Access>;
  #lastRead: ReadonlyMap<string, Access> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #lastError: unknown;

  /** Validates the tokens of the configuration. Stored tokens are read when a request needs them. */
  constructor(data: PrefixData, { tokens, storesTokens }: AcceptedTokensOptions) {
    this.#configured = new Map(validateTokens(tokens).map((access) => [access.hash, access]));
    this.stored = storesTokens ? new StoredTokens(data) : undefined;
  }

  /** The tokens of the configuration. */
  get configured(): Access[] {
    return [...this.#configured.values()];
  }

  /** Reports whether a token is one of the configuration. */
  isConfigured({ hash }: Access): boolean {
    return this.#configured.has(hash);
  }

  /** Returns the rights of a token; undefined if it is unknown, expired or not valid yet. */
  async find(token: string, now: number): Promise<Access | undefined> {
    const hash = await sha256Hex(token);
    const access =
      this.#configured.get(hash) ?? (hasTokenFormat(token) ? await this.#findStored(hash, now) : undefined);
    return access && isValidAt(access, now) ? access : undefined;
  }

  /** Reports whether a token that was valid is still valid: neither expired nor known to be revoked. */
  async isStillValid({ hash }: Access, now: number): Promise<boolean> {
    const tokens = this.#configured.has(hash) ? this.#configured : await this.#read(now).catch(() => this.#lastRead);
    const access = tokens?.get(hash);
    return access !== undefined && isValidAt(access, now);
  }

  /** Returns the token with a short hash. */
  async findByShortHash(shortHash: string, now: number): Promise<Access | undefined> {
    const hasShortHash = (access: Access) => toShortHash(access) === shortHash;
    const configured = this.configured.find(hasShortHash);
    if (configured || !this.stored) return configured;
    return [...(await this.#read(now)).values()].find(hasShortHash);
  }

  /** Makes the next request read the stored tokens again, since this process has created or revoked one. */
  invalidate(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #findStored(hash: string, now: number): Promise<Access | undefined> {
    return this.stored && (await this.#read(now)).get(hash);
  }

  /** Returns the stored tokens. They are read once in FRESH_FOR at most, however many requests have an unknown token. */
  async #read(now: number): Promise<ReadonlyMap<string, Access>> {
    const isFresh = () => now >= this.#readAt && now < this.#readAt + FRESH_FOR;
    // In Workers no request may wait for a promise of another. Until the first reply, the other requests poll.
    for (
      let waited = 0;
      waited < FRESH_FOR && isFresh() && !this.#lastRead && !this.#lastError;
      waited += POLL_INTERVAL
    )
      await sleep(POLL_INTERVAL);
    if (isFresh() && this.#lastError) throw this.#lastError;
    if (isFresh() && this.#lastRead) return this.#lastRead;
    this.#readAt = now;
    this.#lastError = undefined;
    try {
      const { tokens } = (await this.stored?.list()) ?? { tokens: [] };
      this.#lastRead = new Map(tokens.map((access) => [access.hash, access]));
      return this.#lastRead;
    } catch (error) {
      this.#lastError = error;
      this.#readAt = now - FRESH_FOR + RETRY_AFTER;
      throw error;
    }
  }
}
