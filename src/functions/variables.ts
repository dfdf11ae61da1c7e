// The settings of the deployed Worker, from the variables and secrets of its environment. Each has an example in
// .dev.vars.example. A message names the variable and what it must be, never what it is.
import * as v from "valibot";
import { type AccessToken, checkToken, type TokenLimits } from "../access/token.ts";
import { LeaseholdError } from "../core/errors.ts";
import type { QueueSettings } from "../core/queue-options.ts";
import { explainIssues } from "../http/explain-issues.ts";
import type { QueueLimits } from "../http/queue-limits.ts";
import { isPrivateAddress } from "../redis/address.ts";
import type { UpstashOptions } from "../redis/upstash.ts";
import { checkSecrets, isPlaceholder } from "../webhooks/secrets.ts";

/** The variables of the Worker. Beside these, the secrets that LEASEHOLD_SOURCES and LEASEHOLD_WAKE name. */
export interface Env {
  UPSTASH_REDIS_REST_URL?: string;
  UPSTASH_REDIS_REST_TOKEN?: string;
  LEASEHOLD_PREFIX?: string;
  LEASEHOLD_KEY_LOCKING?: string;
  LEASEHOLD_TOKENS?: string;
  LEASEHOLD_STORED_TOKENS?: string;
  LEASEHOLD_AUDIT_ENTRIES?: string;
  LEASEHOLD_LIMITS?: string;
  LEASEHOLD_MAX_QUEUES?: string;
  LEASEHOLD_QUEUES?: string;
  LEASEHOLD_REDIS_WORK_QUEUES?: string;
  LEASEHOLD_SOURCES?: string;
  LEASEHOLD_WAKE?: string;
  LEASEHOLD_DRAIN_SECRET?: string;
  LEASEHOLD_CRON_REQUESTS?: string;
  LEASEHOLD_DEMO?: string;
  CRON_SECRET?: string;
}

const OURS =
  `PREFIX KEY_LOCKING TOKENS STORED_TOKENS AUDIT_ENTRIES LIMITS MAX_QUEUES QUEUES REDIS_WORK_QUEUES SOURCES WAKE
   DRAIN_SECRET CRON_REQUESTS DEMO`.split(/\s+/);

/** Refuses a variable of ours that nobody reads: it is misspelt. */
export function checkNames(env: Env): void {
  const naming = `${env.LEASEHOLD_SOURCES}${env.LEASEHOLD_WAKE}`;
  for (const name of Object.keys(env)) {
    const [, rest] = /^LEASEHOLD_(.*)/.exec(name) ?? [];
    if (rest !== undefined && !OURS.includes(rest) && !naming.includes(`"${name}"`))
      throw wrong(name, "there is no such variable");
  }
}

/** Where the database is. */
export function databaseIn(env: Env): UpstashOptions {
  const { UPSTASH_REDIS_REST_URL: url = "", UPSTASH_REDIS_REST_TOKEN: token = "" } = env;
  if (!isPrivateAddress(url)) throw wrong("UPSTASH_REDIS_REST_URL", "it must be the https address of the database");
  if (!/^[\x21-\x7e]+$/.test(token) || isPlaceholder(token))
    throw wrong("UPSTASH_REDIS_REST_TOKEN", "it must be the database's token");
  return { url, token, keyLocking: isOn(env, "LEASEHOLD_KEY_LOCKING") };
}

/** A variable that is "true", or "false" or not there. */
export function isOn(env: Env, name: "LEASEHOLD_KEY_LOCKING" | "LEASEHOLD_DEMO" | "LEASEHOLD_STORED_TOKENS"): boolean {
  const value = env[name] ?? "false";
  if (value !== "true" && value !== "false") throw wrong(name, 'it must be "true" or "false"');
  return value === "true";
}

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
      checkToken(token as AccessToken, i);
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

/** Limits of what requests may ask for, by queue. */
export function limitsIn(text?: string): Record<string, QueueLimits> {
  return read("LEASEHOLD_LIMITS", limits, text) as Record<string, QueueLimits>;
}

const anything = v.exactOptional(v.unknown());
const settings = v.record(
  v.string(),
  v.strictObject({
    lease: anything,
    maxAttempts: anything,
    backoff: anything,
    retention: anything,
    maxLength: anything,
    maxPayloadBytes: anything,
    rememberRequests: anything,
    rememberKeys: anything,
  }),
);

const limits = v.record(
  v.string(),
  v.strictObject({ delay: anything, ttl: anything, uniqueFor: anything, lease: anything }),
);

/** Settings of queues by name, as the library takes them. */
export function queuesIn(text?: string): Record<string, QueueSettings> {
  return read("LEASEHOLD_QUEUES", settings, text) as Record<string, QueueSettings>;
}

/** The most requests that one run of a cron may send to Redis; 45 unless set, since the free plan allows 50. */
export function cronRequestsIn(text = "45"): number {
  return numberIn("LEASEHOLD_CRON_REQUESTS", text, 10);
}

/** A whole number in a variable. */
export function numberIn(name: keyof Env, text: string, least: number): number {
  const isNumber = /^\d{1,6}$/.test(text) && Number(text) >= least;
  if (!isNumber) throw wrong(name, `it must be a number from ${least} on`);
  return Number(text);
}

/** A secret of CRON_SECRET or LEASEHOLD_DRAIN_SECRET: several, with commas, while one replaces another. */
export function secretsIn(text?: string): string[] {
  return text === undefined || text === "" ? [] : text.split(",");
}

/** Returns the secret in a variable that another variable names. */
export function secretNamedIn(env: Env, variable: string, where: string): string {
  const secret = Object.hasOwn(env, variable) ? (env as Record<string, unknown>)[variable] : undefined;
  if (typeof secret !== "string" || secret === "")
    throw wrong(where, "the variable that it names as its secret is not set");
  checkSecrets(variable, secret);
  return secret;
}

/** JSON in a variable, by a schema. */
export function read<S extends v.GenericSchema>(name: string, schema: S, text = "{}"): v.InferOutput<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong(name, "it must be JSON");
  }
  const result = v.safeParse(schema, value);
  if (!result.success) throw wrong(name, explainIssues(result.issues));
  return result.output;
}

/** An error that says which variable is wrong. */
export function wrong(name: string, why: string): LeaseholdError {
  return new LeaseholdError("not_configured", `${name}: ${why}`);
}
