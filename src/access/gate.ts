// The tokens of an app, configured and stored, their budgets, and the audit log.

import { sha256Hex } from "../base/hex.ts";
import { errorFields } from "../base/log.ts";
import { sleep } from "../base/monotonic.ts";
import type { Adapter } from "../redis/adapter.ts";
import { type AuditEntry, AuditLog } from "./audit-log.ts";
import { RecentlyUsed } from "./lru-cache.ts";
import { isTokenLike, StoredTokens } from "./stored-tokens.ts";
import { type Access, type AccessToken, isValidAt, SHORT, validateTokens } from "./token.ts";
import { Budget } from "./token-quota.ts";

// The time in ms for which stored tokens are not read again: the longest until one that was made or revoked is so everywhere.
const FRESH_FOR = 5_000;
// The interval in ms at which a request looks whether another one has read them.
const LOOKED_EVERY = 10;
// The interval in ms between two notes that a token is used.
const USE_NOTED_EVERY = 600_000;
// Refusals of one token that a process notes in a minute.
const MOST_REFUSALS = 10;
const MINUTE = 60_000;

/** The tokens that an app accepts, and where it keeps their state. */
export interface GateOptions {
  adapter: Adapter;
  prefix: string;
  tokens: readonly AccessToken[];
  /** True where tokens are stored in Redis, too. */
  storesTokens: boolean;
  /** The number of entries of the audit log; 0 for none. */
  auditEntries: number;
}

/** State about one token that this process keeps. */
class Holder {
  readonly budget: Budget;
  useNotedAt = Number.NEGATIVE_INFINITY;
  #refusals = 0;
  #minute = 0;

  constructor(access: Access) {
    this.budget = new Budget(access);
  }

  /** Reports whether another refusal is to be noted in this minute. */
  mayNoteRefusal(now: number): boolean {
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) this.#refusals = 0;
    this.#minute = minute;
    this.#refusals += 1;
    return this.#refusals <= MOST_REFUSALS;
  }
}

/** Knows tokens and what they have used. */
export class Gate {
  readonly stored: StoredTokens | undefined;
  readonly audit: AuditLog | undefined;
  readonly #adapter: Adapter;
  readonly #prefix: string;
  readonly #configured: ReadonlyMap<string, Access>;
  readonly #holders = new RecentlyUsed<Holder>(2_000);
  #readTokens: ReadonlyMap<string, Access> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  /** The error of the last reading. */
  #failure: unknown;

  constructor({ adapter, prefix, tokens, storesTokens, auditEntries }: GateOptions) {
    this.#adapter = adapter;
    this.#prefix = prefix;
    this.#configured = new Map(validateTokens(tokens).map((access) => [access.hash, access]));
    this.stored = storesTokens ? new StoredTokens(adapter, prefix) : undefined;
    this.audit = auditEntries > 0 ? new AuditLog(adapter, prefix, auditEntries) : undefined;
  }

  /** The tokens of the configuration. */
  get configured(): Access[] {
    return [...this.#configured.values()];
  }

  /** Returns what a token may do; undefined where it is unknown, expired or not valid yet. */
  async find(token: string, now: number): Promise<Access | undefined> {
    const hash = await sha256Hex(token);
    const access = this.#configured.get(hash) ?? (isTokenLike(token) ? await this.#findStored(hash, now) : undefined);
    return access && isValidAt(access, now) ? access : undefined;
  }

  /** Reports whether a token that was valid still is: it has neither expired nor been revoked, as far as is known. */
  async isStillValid({ hash }: Access, now: number): Promise<boolean> {
    const read = this.#configured.has(hash) ? this.#configured : await this.#read(now).catch(() => this.#readTokens);
    const access = read?.get(hash);
    return access !== undefined && isValidAt(access, now);
  }

  /** Returns the token whose hash begins with these digits. */
  async findShort(short: string, now: number): Promise<Access | undefined> {
    for (const [hash, access] of this.#configured) if (hash.slice(0, SHORT) === short) return access;
    if (!this.stored) return undefined;
    for (const [hash, access] of await this.#read(now)) if (hash.slice(0, SHORT) === short) return access;
    return undefined;
  }

  /** Returns what a token may still use. */
  budgetOf(access: Access): Budget {
    return this.#holderOf(access).budget;
  }

  /** Reports to Redis what a token has used, and that it is used, where that is due. A failure is the next request's. */
  async report(access: Access, now: number): Promise<void> {
    const holder = this.#holderOf(access);
    const reports = [holder.budget.report(this.#adapter, this.#prefix, now)];
    if (this.stored && now >= holder.useNotedAt + USE_NOTED_EVERY) {
      holder.useNotedAt = now;
      reports.push(this.stored.noteUse(access.name, !this.#configured.has(access.hash)));
    }
    await Promise.allSettled(reports);
  }

  /** Adds an entry to the audit log. A change that was made is not undone where that fails. */
  async note(access: Access, entry: Omit<AuditEntry, "token" | "short">, now: number): Promise<void> {
    const isRefusal = entry.status >= 400;
    if (!this.audit || (isRefusal && !this.#holderOf(access).mayNoteRefusal(now))) return;
    try {
      await this.audit.note({ token: access.name, short: access.hash.slice(0, SHORT), ...entry });
    } catch (error) {
      console.error(JSON.stringify({ event: "audit_failed", route: entry.route, ...errorFields(error) }));
    }
  }

  /** Forgets the stored tokens that were read, since one was made or revoked here. */
  refresh(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  #holderOf(access: Access): Holder {
    return this.#holders.get(access.hash, () => new Holder(access));
  }

  async #findStored(hash: string, now: number): Promise<Access | undefined> {
    return this.stored && (await this.#read(now)).get(hash);
  }

  /** Returns the stored tokens, read every few seconds at most, whatever strangers send. */
  async #read(now: number): Promise<ReadonlyMap<string, Access>> {
    const isFresh = () => now >= this.#readAt && now < this.#readAt + FRESH_FOR;
    // In Workers no request may wait for another one's promise. Until the first answer is there, others look for it.
    for (let waited = 0; waited < FRESH_FOR && isFresh() && !this.#readTokens && !this.#failure; waited += LOOKED_EVERY)
      await sleep(LOOKED_EVERY);
    if (isFresh() && this.#failure) throw this.#failure;
    if (isFresh() && this.#readTokens) return this.#readTokens;
    this.#readAt = now;
    this.#failure = undefined;
    try {
      const { tokens } = (await this.stored?.list()) ?? { tokens: [] };
      this.#readTokens = new Map(tokens.map((access) => [access.hash, access]));
      return this.#readTokens;
    } catch (error) {
      this.#failure = error;
      // A second later the next request may ask again.
      this.#readAt = now - FRESH_FOR + 1_000;
      throw error;
    }
  }
}
