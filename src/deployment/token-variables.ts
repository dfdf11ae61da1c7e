// The tokens of the deployed Worker: the lines of LEASEHOLD_TOKENS.
import { type AccessToken, type TokenLimits, validateToken } from "../access/token.ts";
import { invalidVariable } from "./variables.ts";

/**
 * Parses tokens, one a line: "hash scopes queues name=value …". Lists are separated by commas; queues may be left out. The
 * values: name, ids, groups, not-before and expires (ISO dates, with a zone if they state a time), requests (a minute), bytes (a day),
 * waits, in-flight, max-queues, max-cost.
 */
export function parseTokens(text = ""): AccessToken[] {
  const lines = text.split(/[\n;]/).filter((line) => line.trim() !== "");
  return lines.map((line, i) => {
    try {
      const token = parseToken(line);
      validateToken(token);
      return token;
    } catch (error) {
      throw invalidVariable("LEASEHOLD_TOKENS", `token ${i + 1}: ${error instanceof Error ? error.message : ""}`);
    }
  });
}

/** Parses one line. Its words with "=" may be at any position; the others are the hash, the scopes and the queues. */
function parseToken(line: string): AccessToken {
  const words = line.trim().split(/\s+/);
  const [hash = "", scopes = "", queues, ...rest] = words.filter((word) => !word.includes("="));
  if (rest.length > 0) throw new Error('its line must be "hash scopes queues name=value …"');
  const token = { hash, scopes: scopes.split(","), ...(queues ? { queues: queues.split(",") } : {}) };
  return { ...(token as AccessToken), ...parseValues(words) };
}

const LIMITS: Record<string, keyof TokenLimits> = {
  requests: "requests",
  bytes: "bytes",
  waits: "waits",
  "in-flight": "inFlight",
  "max-queues": "queues",
  "max-cost": "maxCost",
};

/** Returns the words of a line that have the form `name=value` as fields of a token. */
function parseValues(words: readonly string[]): Partial<AccessToken> {
  const token: Partial<AccessToken> = {};
  const limits: TokenLimits = {};
  for (const word of words) {
    const [, name = "", value = ""] = /^([a-z-]+)=(.+)$/.exec(word) ?? [];
    const limit = Object.hasOwn(LIMITS, name) ? LIMITS[name] : undefined;
    if (name === "name") token.name = value;
    else if (name === "ids" || name === "groups") token[name] = value.split(",");
    else if (name === "not-before") token.notBefore = parseTime(name, value);
    else if (name === "expires") token.expires = parseTime(name, value);
    else if (limit) limits[limit] = Number(value);
    else if (word.includes("="))
      throw new Error(`its values may be name, ids, groups, not-before, expires, ${Object.keys(LIMITS).join(", ")}`);
  }
  return { ...token, ...(Object.keys(limits).length > 0 ? { limits } : {}) };
}

/** Returns the time of an ISO date. `Date.parse` alone reads "32" as 2032, and a time without a zone as local time. */
function parseTime(name: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new Error(`its ${name} must be an ISO date; a time needs Z or a zone`);
  return time;
}
