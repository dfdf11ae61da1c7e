// Access tokens: their scopes, the queues and ids that they are valid for, their times and limits. A configuration contains
// only hashes of tokens, so its readers cannot use them.

import { invalidArgument, validateInteger, validateOptions } from "../base/arguments.ts";
import { LeaseholdError } from "../base/errors.ts";

/**
 * - produce: enqueues jobs
 * - consume: leases and settles jobs
 * - see: reads single jobs by id, without the errors of their handlers, and single groups by name
 * - cancel: cancels single jobs by id
 * - read: reads jobs, queues, workers, events and metrics
 * - operate: pauses, redrives, purges, cleans and destroys queues, and sets their limits
 * - admin: creates, lists and revokes tokens, and reads the audit log
 */
export const SCOPES = ["produce", "consume", "see", "cancel", "read", "operate", "admin"] as const;

/** A scope of a token. */
export type Scope = (typeof SCOPES)[number];

/** The limits of a token. */
export interface TokenLimits {
  /** The most requests in a minute. */
  requests?: number;
  /** The most bytes of request bodies in a day. */
  bytes?: number;
  /** The most waiting requests at once, in one process; 100 unless set. */
  waits?: number;
  /**
   * The most other requests in flight at once, in one process; unlimited unless set. A request beyond the limit waits for up
   * to five seconds, as one of `waits`. After each request its slot stays empty for as long as the request took, so a token
   * with the limit 1 uses half of the time of a process at most.
   */
  inFlight?: number;
  /** The most registered queues that the token may have created; 100 unless set. */
  queues?: number;
  /**
   * The largest cost of a job that the token enqueues; that of any job, 1,000,000, unless set. In a queue with a rate, a
   * costly job holds all others back until its tokens have accrued.
   */
  maxCost?: number;
}

/** A token that the app accepts. Two tokens may overlap in time, so that one replaces the other without a gap. */
export interface AccessToken {
  /** A name for the audit log and for lists of tokens; the first digits of the hash unless set. */
  name?: string;
  /** The SHA-256 of the token in hexadecimal, as `npm run token` prints it. */
  hash: string;
  scopes: readonly Scope[];
  /** Names of queues, or prefixes of names followed by `*`; all queues unless set. */
  queues?: readonly string[];
  /**
   * Ids of the jobs that the token may enqueue, see and cancel, or prefixes of ids followed by `*`; all ids unless set. A
   * token with other scopes cannot be restricted to ids.
   */
  ids?: readonly string[];
  /**
   * The groups of the jobs that the token may enqueue, see and cancel, or prefixes of groups followed by `*`; jobs of all groups
   * and of none unless set. A token with other scopes cannot be restricted to groups. It chooses no ids of jobs, unless it is
   * restricted to ids too.
   */
  groups?: readonly string[];
  /** The time in ms since the epoch before which the token is refused. */
  notBefore?: number;
  /** The time in ms since the epoch from which the token is refused. */
  expires?: number;
  limits?: TokenLimits;
}

/** A validated token. */
export interface Access extends AccessToken {
  name: string;
  limits: TokenLimits & { waits: number; queues: number };
}

const TOKEN_FIELDS = new Set("name hash scopes queues ids groups notBefore expires limits".split(" "));
const DEFAULT_LIMITS = { waits: 100, queues: 100 };
const MAX_PATTERNS = 100;

const SHORT_HASH_DIGITS = 12;

/** Returns the first digits of a token's hash. They identify the token in places that are not secret. */
export function toShortHash({ hash }: Pick<AccessToken, "hash">): string {
  return hash.slice(0, SHORT_HASH_DIGITS);
}

/** Validates a token of a list. An error states the token's position, and nothing of its content. */
export function validateTokenAt(token: AccessToken, index: number): Access {
  try {
    return validateToken(token);
  } catch (error) {
    throw new LeaseholdError("not_configured", `token ${index + 1}: ${(error as Error).message}`);
  }
}

/** Validates a token. An error contains nothing of the token's content. */
export function validateToken(token: AccessToken): Access {
  validateOptions(token, TOKEN_FIELDS, { label: "a token" });
  const { hash, scopes, queues, ids, groups, notBefore, expires, limits = {} } = token;
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw invalidArgument("its hash must be a SHA-256 in hexadecimal; npm run token prints one");
  if (!Array.isArray(scopes) || scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope)))
    throw invalidArgument(`its scopes must be some of ${SCOPES.join(", ")}`);
  if (!arePatterns(queues, /^[A-Za-z0-9._:-]{0,128}\*?$/))
    throw invalidArgument("its queues must be names of queues, or prefixes followed by *");
  if (!arePatterns(ids, /^[^\p{Cc}\p{Surrogate}*]{0,200}\*?$/u))
    throw invalidArgument("its ids must be ids of jobs, or prefixes followed by *");
  if (!arePatterns(groups, /^[^\p{Cc}\p{Surrogate}*]{0,128}\*?$/u))
    throw invalidArgument("its groups must be names of groups, or prefixes followed by *");
  if ((ids || groups) && scopes.some((scope) => !["produce", "see", "cancel"].includes(scope)))
    throw invalidArgument(`only the scopes produce, see and cancel can be restricted to ${ids ? "ids" : "groups"}`);
  if ([notBefore, expires].some((time) => time !== undefined && !Number.isSafeInteger(time)))
    throw invalidArgument("notBefore and expires must be whole ms since the epoch");
  const { name = toShortHash(token) } = token;
  if (typeof name !== "string" || !/^[A-Za-z0-9._-]{1,64}$/.test(name))
    throw invalidArgument("its name must be 1 to 64 of the characters A-Z a-z 0-9 . _ -");
  return { ...token, name, limits: validateLimits(limits) };
}

/** Validates the limits of a token, and adds the default ones. */
function validateLimits(limits: TokenLimits): Access["limits"] {
  validateOptions(limits, "requests bytes waits inFlight queues maxCost", { label: "limits" });
  for (const [name, limit] of Object.entries(limits)) validateInteger(limit, `limits.${name}`, { min: 0 });
  return { ...DEFAULT_LIMITS, ...limits };
}

/** Reports whether a token's patterns are absent, or a short list of texts in a format. */
function arePatterns(patterns: readonly string[] | undefined, format: RegExp): boolean {
  if (patterns === undefined) return true;
  if (!Array.isArray(patterns) || patterns.length > MAX_PATTERNS) return false;
  return patterns.every((pattern) => typeof pattern === "string" && pattern !== "" && format.test(pattern));
}

/** Validates the tokens of a configuration. A hash or a name must not occur twice, since only one of the two would count. */
export function validateTokens(tokens: readonly AccessToken[]): Access[] {
  const valid = tokens.map(validateTokenAt);
  for (const key of ["hash", "name"] as const) {
    const duplicate = valid.findIndex((token, i) => valid.findIndex((each) => each[key] === token[key]) < i);
    if (duplicate >= 0)
      throw new LeaseholdError("not_configured", `token ${duplicate + 1}: another token has the same ${key}`);
  }
  return valid;
}

/** Reports whether a token, or a choice of queues, includes a queue. */
export function isForQueue({ queues }: { queues?: readonly string[] | undefined }, name: string): boolean {
  return queues === undefined || matchesAny(queues, name);
}

/** Reports whether a token is valid for the id of a job. */
export function isForId({ ids }: Pick<AccessToken, "ids">, id: string): boolean {
  return ids === undefined || matchesAny(ids, id);
}

/** Reports whether a token is valid for the jobs of a group; undefined stands for jobs without one. */
export function isForGroup({ groups }: Pick<AccessToken, "groups">, group: string | undefined): boolean {
  return groups === undefined || (group !== undefined && matchesAny(groups, group));
}

/** Reports whether a token is valid at a time. */
export function isValidAt({ notBefore = 0, expires = Number.POSITIVE_INFINITY }: AccessToken, now: number): boolean {
  return now >= notBefore && now < expires;
}

/** Reports whether every text that a pattern of `inner` matches is also matched by a pattern of `outer`. */
export function isWithin(inner: readonly string[] | undefined, outer: readonly string[] | undefined): boolean {
  if (outer === undefined) return true;
  // A pattern of `outer` can be matched against a pattern as if that were a text. A name never matches the pattern `name*`.
  return inner?.every((pattern) => matchesAny(outer, pattern)) ?? false;
}

/** Reports whether a text is one of the patterns, or begins with one that ends in `*`. */
function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((each) => (each.endsWith("*") ? text.startsWith(each.slice(0, -1)) : text === each));
}
