// Access tokens: their rights, the queues and ids that these are for, their times and limits. Tokens are stored as hashes, so that a reader of the
// configuration cannot use them.

import { invalidArgument, validateInteger, validateOptions } from "../base/arguments.ts";
import { LeaseholdError } from "../base/errors.ts";

/**
 * - produce: enqueues jobs
 * - consume: leases and settles jobs
 * - see: reads single jobs by id, without the errors of their handlers
 * - cancel: cancels single jobs by id
 * - read: reads jobs, queues, workers, events and metrics
 * - operate: pauses, redrives, purges, cleans and destroys queues
 * - admin: makes, lists and revokes tokens, and reads the audit log
 */
export const SCOPES = ["produce", "consume", "see", "cancel", "read", "operate", "admin"] as const;

/** The scopes of a token. */
export type Scope = (typeof SCOPES)[number];

/** Limits of a token. */
export interface TokenLimits {
  /** The most requests in a minute. */
  requests?: number;
  /** The most bytes of request bodies in a day. */
  bytes?: number;
  /** The most requests that may wait at once, in one process; 100 unless set. */
  waits?: number;
  /**
   * The most other requests in flight at once, in one process; unlimited unless set. Beyond it they wait for up to five
   * seconds, as some of those that may wait. After each one its place stays empty for as long as it took, so that with 1 the
   * token has half of the time of a process at most.
   */
  inFlight?: number;
  /** The most registered queues that the token may have made; 100 unless set. */
  queues?: number;
}

/** A token that is accepted. Several may be at a time, so that one can be replaced by another without a gap. */
export interface AccessToken {
  /** A name for the audit log and for lists of tokens; the first digits of the hash unless set. */
  name?: string;
  /** The SHA-256 of the token in hexadecimal, as `npm run token` prints it. */
  hash: string;
  scopes: readonly Scope[];
  /** Names of queues, or beginnings of names with a `*` after them; all queues unless set. */
  queues?: readonly string[];
  /**
   * Ids of the jobs that the token may enqueue, see and cancel, or beginnings with a `*` after them; all ids unless set. Other
   * scopes cannot be bound to ids.
   */
  ids?: readonly string[];
  /** The time in ms before which the token is refused. */
  notBefore?: number;
  /** The time in ms from which the token is refused. */
  expires?: number;
  limits?: TokenLimits;
}

/** A validated token. */
export interface Access extends AccessToken {
  name: string;
  limits: TokenLimits & { waits: number; queues: number };
}

const NAMES = new Set("name hash scopes queues ids notBefore expires limits".split(" "));
const MOST_WAITS = 100;
const MOST_QUEUES = 100;
const MOST_PATTERNS = 100;

/** The number of digits of a hash that stand for it where it need not be secret. */
export const SHORT = 12;

/** Validates a token of a list. An error says which one, by its place, and nothing of its content. */
export function validateTokenAt(token: AccessToken, index: number): Access {
  try {
    return validateToken(token);
  } catch (error) {
    throw new LeaseholdError("not_configured", `token ${index + 1}: ${(error as Error).message}`);
  }
}

/** Validates a token. An error says nothing of its content. */
export function validateToken(token: AccessToken): Access {
  validateOptions(token, NAMES, { label: "it" });
  const { hash, scopes, queues, ids, notBefore, expires, limits = {} } = token;
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw invalidArgument("its hash must be a SHA-256 in hexadecimal; npm run token makes one");
  if (!Array.isArray(scopes) || scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope)))
    throw invalidArgument(`its scopes must be some of ${SCOPES.join(", ")}`);
  if (!arePatterns(queues, /^[A-Za-z0-9._:-]{0,128}\*?$/))
    throw invalidArgument("its queues must be names, or beginnings of names with a * after them");
  if (!arePatterns(ids, /^[^\p{Cc}\p{Surrogate}*]{0,200}\*?$/u))
    throw invalidArgument("its ids must be ids, or beginnings of ids with a * after them");
  if (ids && scopes.some((scope) => !["produce", "see", "cancel"].includes(scope)))
    throw invalidArgument("only the scopes produce, see and cancel can be bound to ids");
  if ([notBefore, expires].some((time) => time !== undefined && !Number.isSafeInteger(time)))
    throw invalidArgument("notBefore and expires must be whole ms since the epoch");
  const { name = hash.slice(0, SHORT) } = token;
  if (typeof name !== "string" || !/^[A-Za-z0-9._-]{1,64}$/.test(name))
    throw invalidArgument("its name must be 1 to 64 of the characters A-Z a-z 0-9 . _ -");
  return { ...token, name, limits: checkLimits(limits) };
}

function checkLimits(limits: TokenLimits): Access["limits"] {
  validateOptions(limits, "requests bytes waits inFlight queues", { label: "limits" });
  for (const [name, most] of Object.entries(limits)) validateInteger(most, `limits.${name}`, { min: 0 });
  return { waits: MOST_WAITS, queues: MOST_QUEUES, ...limits };
}

function arePatterns(patterns: readonly string[] | undefined, form: RegExp): boolean {
  if (patterns === undefined) return true;
  if (!Array.isArray(patterns) || patterns.length > MOST_PATTERNS) return false;
  return patterns.every((pattern) => typeof pattern === "string" && pattern !== "" && form.test(pattern));
}

/** Validates that no token and no name is configured twice: only one of the two would count. */
export function validateTokens(tokens: readonly AccessToken[]): Access[] {
  const known = tokens.map(validateTokenAt);
  for (const key of ["hash", "name"] as const) {
    const twice = known.findIndex((token, i) => known.findIndex((each) => each[key] === token[key]) < i);
    if (twice >= 0)
      throw new LeaseholdError("not_configured", `token ${twice + 1}: its ${key} is that of another token`);
  }
  return known;
}

/** Reports whether a token, or a choice of queues, includes a queue. */
export function isForQueue({ queues }: { queues?: readonly string[] | undefined }, name: string): boolean {
  return queues === undefined || matchesAny(queues, name);
}

/** Reports whether a token may name a job. */
export function isForId({ ids }: Pick<AccessToken, "ids">, id: string): boolean {
  return ids === undefined || matchesAny(ids, id);
}

/** Reports whether a token is valid at a time. */
export function isValidAt({ notBefore = 0, expires = Number.POSITIVE_INFINITY }: AccessToken, now: number): boolean {
  return now >= notBefore && now < expires;
}

/** Reports whether every text that the patterns `inner` match is matched by a pattern of `outer` as well. */
export function isWithin(inner: readonly string[] | undefined, outer: readonly string[] | undefined): boolean {
  if (outer === undefined) return true;
  // A pattern matches another one as it matches a text, except that a name alone does not contain the pattern `name*`.
  return inner?.every((pattern) => matchesAny(outer, pattern)) ?? false;
}

function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((each) => (each.endsWith("*") ? text.startsWith(each.slice(0, -1)) : text === each));
}
