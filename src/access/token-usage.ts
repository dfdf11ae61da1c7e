// The use of tokens by the requests of this process.
import type { AcceptedTokens } from "./accepted-tokens.ts";
import type { PrefixData } from "./call-access-script.ts";
import { LruCache } from "./lru-cache.ts";
import type { Access } from "./token.ts";
import { TokenQuota } from "./token-quota.ts";

// The minimum time in ms between two writes of a token's last use to Redis.
const NOTE_INTERVAL = 600_000;
const MAX_KNOWN_TOKENS = 2_000;

interface Usage {
  readonly quota: TokenQuota;
  notedAt: number;
}

/** The quotas of tokens, and the times of their last use. */
export class TokenUsage {
  readonly #data: PrefixData;
  readonly #tokens: AcceptedTokens;
  readonly #usages = new LruCache<Usage>(MAX_KNOWN_TOKENS);

  constructor(data: PrefixData, tokens: AcceptedTokens) {
    this.#data = data;
    this.#tokens = tokens;
  }

  /** Returns the quota of a token. */
  quotaOf(access: Access): TokenQuota {
    return this.#usageOf(access).quota;
  }

  /** Reports the usage of a token to Redis if that is due. Never rejects: a failed report is repeated by later requests. */
  async report(access: Access, now: number): Promise<void> {
    const usage = this.#usageOf(access);
    const reports = [usage.quota.synchronize(this.#data, now)];
    const { stored } = this.#tokens;
    if (stored && now >= usage.notedAt + NOTE_INTERVAL) {
      usage.notedAt = now;
      reports.push(stored.noteUse(access.name, !this.#tokens.isConfigured(access)));
    }
    await Promise.allSettled(reports);
  }

  /** Returns the usage of a token, an empty one for a token that is not known. */
  #usageOf(access: Access): Usage {
    return this.#usages.getOrCreate(access.hash, () => ({
      quota: new TokenQuota(access),
      notedAt: Number.NEGATIVE_INFINITY,
    }));
  }
}
