// The tokens of the deployed Worker: the lines of LEASEHOLD_TOKENS.
import { type AccessToken, type TokenLimits, validateTokenAt } from "../access/token.ts";
import { wrong } from "./variables.ts";

/**
 * Tokens, one a line: "hash scopes queues name=value …". Lists have commas; queues may be left out. Values: name, ids,
 * not-before and expires (ISO dates, with a zone where they state a time), requests (a minute), bytes (a day), waits,
 * in-flight, max-queues.
 */
export function tokensIn(text = ""): AccessToken[] {
  const lines = text.split(/[\n;]/).filter((line) => line.trim() !== "");
  return lines.map((line, i) => {
    const words = line.trim().split(/\s+/);
    const [hash = "", scopes = "", queues, ...rest] = words.filter((word) => !word.includes("="));
    try {
      if (rest.length > 0) throw new Error(`token ${i + 1}: a line is "hash scopes queues name=value"`);
      const values = valuesIn(words, i);
      const token = { hash, scopes: scopes.split(","), ...(queues ? { queues: queues.split(",") } : {}), ...values };
      validateTokenAt(token as AccessToken, i);
      return token as AccessToken;
    } catch (error) {
      throw wrong("LEASEHOLD_TOKENS", error instanceof Error ? error.message : "");
    }
  });
}

const LIMITS: Record<string, keyof TokenLimits> = {
  requests: "requests",
  bytes: "bytes",
  waits: "waits",
  "in-flight": "inFlight",
  "max-queues": "queues",
};

/** Returns the values of a line by the names that a token has for them. */
function valuesIn(words: readonly string[], index: number): Partial<AccessToken> {
  const token: Partial<AccessToken> = {};
  const limits: TokenLimits = {};
  for (const word of words) {
    const [, name = "", value = ""] = /^([a-z-]+)=(.+)$/.exec(word) ?? [];
    const limit = Object.hasOwn(LIMITS, name) ? LIMITS[name] : undefined;
    if (name === "name") token.name = value;
    else if (name === "ids") token.ids = value.split(",");
    else if (name === "not-before") token.notBefore = timeIn(name, value, index);
    else if (name === "expires") token.expires = timeIn(name, value, index);
    else if (limit) limits[limit] = Number(value);
    else if (word.includes("="))
      throw new Error(
        `token ${index + 1}: there are name, ids, not-before, expires, ${Object.keys(LIMITS).join(", ")}`,
      );
  }
  return { ...token, ...(Object.keys(limits).length > 0 ? { limits } : {}) };
}

/** Returns the time of an ISO date. `Date.parse` alone reads "32" as 2032 and a time without a zone as local time. */
function timeIn(name: string, text: string, index: number): number {
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new Error(`token ${index + 1}: ${name} must be an ISO date, with Z or a zone after a time`);
  return time;
}
