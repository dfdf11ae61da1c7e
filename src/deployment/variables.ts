// The settings of the deployed Worker, from the variables and secrets of its environment. Each has an example in
// .dev.vars.example. A message names the variable and what it must be, never what it is.
import * as v from "valibot";
import { isPrivateAddress } from "../base/address.ts";
import { LeaseholdError } from "../base/errors.ts";
import { explainIssues } from "../http/requests/explain-issues.ts";
import type { QueueLimits } from "../http/service/queue-limits.ts";
import type { QueueSettings } from "../queue/jobs/queue-options.ts";
import type { UpstashOptions } from "../redis/upstash.ts";
import { checkSecrets, isPlaceholder } from "../webhooks/signatures/secrets.ts";

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

/** Limits of durations in requests, by queue. */
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
